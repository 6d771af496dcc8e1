import { wordsOf } from '@stele/schema';
import { diffArrays } from 'diff';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { TextBox } from './type-text.ts';

/** How many changed words are looked at; after more of them, the caret stays where it is by number. */
const MOST_CHANGES = 200;

/**
 * Keeps the caret at the words where it is when a text changes otherwise than by typing: browsers move it to the end.
 *
 * @param value what the box shows
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
    box.current.setSelectionRange(movedPlace(before, value, start), movedPlace(before, value, end));
  });
}

/** Where a place in a text is after the text changed. */
export function movedPlace(before: string, after: string, place: number): number {
  const parts = diffArrays([...wordsOf(before)], [...wordsOf(after)], { maxEditLength: MOST_CHANGES });
  if (!parts) return Math.min(place, after.length);
  let [at, moved] = [0, 0];
  for (const [index, { added, removed, value }] of parts.entries()) {
    const text = value.join('');
    if (!added && place <= at + text.length) {
      const next = parts[index + 1];
      const now = removed ? (next?.added ? next.value.join('') : '') : text;
      return moved + placeWithin(text, now, place - at);
    }
    if (!added) at += text.length;
    if (!removed) moved += text.length;
  }
  return moved;
}

/** Where a place in words is after others replaced them: what they have in common at the end may have moved. */
function placeWithin(before: string, after: string, place: number): number {
  const rest = before.slice(place);
  const isAtEnd = !after.startsWith(before.slice(0, place)) && after.endsWith(rest);
  return isAtEnd ? after.length - rest.length : Math.min(place, after.length);
}
