const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Where a new entry stands in a collection that is ordered by hand: behind all others, since ids sort by time. */
export function firstPosition(entryId: string): string {
  return entryId.slice(entryId.indexOf('_') + 1);
}

/**
 * Positions between two others, in order: texts that sort byte by byte, so that any number of entries fit between two
 * without moving these. After "Implementing Fractional Indexing" by David Greenspan.
 *
 * @param after the position before them; '' for none
 * @param before the position behind them; null for none
 */
export function positionsBetween(after: string, before: string | null, count: number): string[] {
  if (count === 0) return [];
  const middle = between(after, before);
  const left = Math.floor((count - 1) / 2);
  return [...positionsBetween(after, middle, left), middle, ...positionsBetween(middle, before, count - 1 - left)];
}

/**
 * Positions behind the last one, and before those that entries made later will have.
 *
 * @param last the position that is the last so far; '' for none
 * @param entryId a new id, made for nothing but its place in time
 */
export function positionsBehind(last: string, entryId: string, count: number): string[] {
  const now = firstPosition(entryId);
  const from = now > last ? now : last;
  return positionsBetween(from, `${from}z`, count);
}

/** A position between two; never ends with the least digit, before which nothing would fit. */
function between(after: string, before: string | null): string {
  let position = '';
  for (let place = 0; ; place++) {
    // Equal positions, which two moves at once can leave.
    if (before !== null && place >= Math.max(after.length, before.length)) return `${position}i`;
    const low = Math.max(0, DIGITS.indexOf(after[place] ?? '0'));
    const high = before === null ? DIGITS.length : DIGITS.indexOf(before[place] ?? '0');
    if (low === high) {
      position += DIGITS[low];
      continue;
    }
    const middle = Math.floor((low + high) / 2);
    if (middle > low) return position + DIGITS[middle];
    // Neighbours: whatever begins with the lower digit and goes on beyond `after` lies between.
    return position + DIGITS[low] + between(after.slice(place + 1), null);
  }
}
