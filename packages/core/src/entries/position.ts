const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The position of a new entry in a collection that is ordered by hand: after all others, since ids sort by time. */
export function firstPosition(entryId: string): string {
  return entryId.slice(entryId.indexOf('_') + 1);
}

/**
 * Positions between two others, in order. They're strings that sort byte by byte, so any number of entries fit between two others
 * without moving them. From "Implementing Fractional Indexing" by David Greenspan.
 *
 * @param after the position before the new ones; '' for none
 * @param before the position after the new ones; null for none
 */
export function positionsBetween(after: string, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const middle = between(after, before);
  const left = Math.floor((count - 1) / 2);
  return [...positionsBetween(after, middle, left), middle, ...positionsBetween(middle, before, count - 1 - left)];
}

/**
 * Positions after the last one, and before those of entries that are created later.
 *
 * @param last the last position so far; '' for none
 * @param entryId a new id, used only for its time
 */
export function positionsBehind(last: string, entryId: string, count: number): string[] {
  const now = firstPosition(entryId);
  const from = now > last ? now : last;
  return positionsBetween(from, `${from}z`, count);
}

/** A position between two others. It never ends with the lowest digit, since nothing would fit before it. */
function between(after: string, before: string | null): string {
  let position = '';
  for (let place = 0; ; place++) {
    // The positions are equal, which two moves at the same time can cause.
    if (before !== null && place >= Math.max(after.length, before.length)) return `${position}i`;
    const low = Math.max(0, DIGITS.indexOf(after[place] ?? '0'));
    const high = before === null ? DIGITS.length : DIGITS.indexOf(before[place] ?? '0');
    if (low === high) {
      position += DIGITS[low];
      continue;
    }
    const middle = Math.floor((low + high) / 2);
    if (middle > low) return position + DIGITS[middle];
    // Adjacent digits: take the lower one, followed by anything greater than the rest of `after`.
    return position + DIGITS[low] + between(after.slice(place + 1), null);
  }
}
