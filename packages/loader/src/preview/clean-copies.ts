import { isMarked, withoutMarks } from '@stele/schema';

/**
 * Keeps marks out of texts that are copied or dragged from the page. A copy that the page itself changes stays.
 *
 * @returns ends it
 */
export function cleanCopies(): () => void {
  const copy = (event: ClipboardEvent): void => {
    const selection = getSelection();
    const text = selection?.toString() ?? '';
    if (event.defaultPrevented || !selection || !event.clipboardData || !isMarked(text)) return;
    const html = document.createElement('div');
    for (let index = 0; index < selection.rangeCount; index++) html.append(selection.getRangeAt(index).cloneContents());
    event.clipboardData.setData('text/plain', withoutMarks(text));
    event.clipboardData.setData('text/html', withoutMarks(html.innerHTML));
    event.preventDefault();
  };
  const drag = ({ dataTransfer }: DragEvent): void => {
    for (const type of dataTransfer?.types ?? []) {
      const text = dataTransfer?.getData(type) ?? '';
      if (isMarked(text)) dataTransfer?.setData(type, withoutMarks(text));
    }
  };
  // Behind the listeners of the page.
  window.addEventListener('copy', copy);
  window.addEventListener('dragstart', drag);
  return () => {
    window.removeEventListener('copy', copy);
    window.removeEventListener('dragstart', drag);
  };
}
