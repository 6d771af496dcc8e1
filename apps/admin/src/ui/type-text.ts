export type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Sets a box's text as typing does: React hears of it. The caret comes to a place, or where the text changed. */
export function typeText(element: TextBox, text: string, caret?: number): void {
  const before = element.value;
  let end = 0;
  while (end < Math.min(before.length, text.length) && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React notices only values that are set past it.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
  const place = caret ?? text.length - end;
  if (element.selectionStart !== null) element.setSelectionRange(place, place);
}
