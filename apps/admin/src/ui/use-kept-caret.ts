import { type RefObject, useLayoutEffect, useRef } from 'react';
import { movedOffset } from './moved-offset.ts';
import type { TextBox } from './type-text.ts';

/**
 * Keeps the caret at the words where it is when a text changes otherwise than by typing: browsers move it to the end.
 *
 * @param value the box's text
 */
export function useKeptCaret(box: RefObject<TextBox | null>, value: string): void {
  const last = useRef({ value, start: 0, end: 0 });
  const element = box.current;
  const isEdited = element !== null && document.activeElement === element && element.selectionStart !== null;
  // Before React writes the new value: where the caret is in what the box still shows.
  if (isEdited) {
    last.current = { value: element.value, start: element.selectionStart ?? 0, end: element.selectionEnd ?? 0 };
  }
  useLayoutEffect(() => {
    const { value: before, start, end } = last.current;
    if (!isEdited || before === value) return;
    // The text waits for a composition to end.
    if (box.current?.value !== value) return;
    box.current.setSelectionRange(movedOffset(before, value, start), movedOffset(before, value, end));
  });
}
