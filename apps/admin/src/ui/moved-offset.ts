import { wordsOf } from '@stele/schema';
import { diffArrays } from 'diff';

/** How many changed words are looked at; after more of them, the caret stays where it is by number. */
const MOST_CHANGES = 200;

/** Where a place in a text is after the text changed. */
export function movedOffset(before: string, after: string, place: number): number {
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

/** A place in words that were replaced: counted from the end where both have the same end, or else from the start. */
function placeWithin(before: string, after: string, place: number): number {
  const rest = before.slice(place);
  const isAtEnd = !after.startsWith(before.slice(0, place)) && after.endsWith(rest);
  return isAtEnd ? after.length - rest.length : Math.min(place, after.length);
}
