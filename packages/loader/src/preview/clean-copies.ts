import { isMarked, withoutMarks } from '@stele/schema';

/**
 * Keeps marks out of what is copied from the page.
 *
 * @returns ends it
 */
export function cleanCopies(): () => void {
  const copy = (event: ClipboardEvent): void => {
    const selection = getSelection();
    const text = selection?.toString() ?? '';
    if (!selection || !event.clipboardData || !isMarked(text)) return;
    const html = document.createElement('div');
    for (let index = 0; index < selection.rangeCount; index++) html.append(selection.getRangeAt(index).cloneContents());
    event.clipboardData.setData('text/plain', withoutMarks(text));
    event.clipboardData.setData('text/html', withoutMarks(html.innerHTML));
    event.preventDefault();
  };
  document.addEventListener('copy', copy);
  return () => document.removeEventListener('copy', copy);
}
