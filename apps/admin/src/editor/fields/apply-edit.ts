import type { TextEdit } from './text-edits.ts';

/**
 * Carries an edit out as if it had been typed, so that the browser's own undo knows of it. `execCommand` is the only way there is: it's
 * what every browser has for it, Firefox since version 89.
 */
export function applyEdit(area: HTMLTextAreaElement, { start, end, text, select }: TextEdit): void {
  area.focus();
  area.setSelectionRange(start, end);
  const done =
    text === '' ? start === end || document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!done) {
    area.setRangeText(text, start, end);
    area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
  area.setSelectionRange(select.start, select.end);
}
