/** The longest name. Longer texts are cut before they are compared. */
const LONGEST = 64;
/** How many letters may differ. */
const MOST_LETTERS = 3;

/**
 * The name that was probably meant by another one: at most one letter of three differs, and no more than three. A text of fewer
 * than three letters matches no other name. Upper and lower case count as the same.
 *
 * @returns null when none is near
 */
export function nearest(written: string, names: readonly string[]): string | null {
  const text = written.slice(0, LONGEST + 1).toLowerCase();
  const most = Math.min(MOST_LETTERS, Math.floor(text.length / 3));
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - text.length) > most) continue;
    const distance = distanceBetween(text, name.toLowerCase(), most);
    if (distance <= most && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** The end of a message about an unknown name: the one that was probably meant, or else those that exist. */
export function instead(written: string, names: readonly string[], what: string): string {
  const near = nearest(written, names);
  if (near !== null) return `; write "${near}".`;
  if (names.length === 0) return '.';
  const more = names.length > 30 ? ', …' : '';
  return `. ${what}: ${names.slice(0, 30).join(', ')}${more}.`;
}

/**
 * How many letters must be added, removed, replaced or swapped with the one beside them.
 *
 * @param most more than that counts as endless, and takes no time to find out
 */
function distanceBetween(one: string, other: string, most: number): number {
  const far = Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => (index <= most ? index : far));
  for (let i = 1; i <= one.length; i++) {
    const next: number[] = i <= most ? [i] : [];
    for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const least = Math.min((row[j] ?? far) + 1, (next[j - 1] ?? far) + 1, (row[j - 1] ?? far) + (same ? 0 : 1));
      next[j] = swapped ? Math.min(least, (before[j - 2] ?? far) + 1) : least;
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? far;
}
