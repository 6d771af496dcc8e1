/** No name is longer; what is compared with names is cut to it. */
const LONGEST = 64;

/** The name that somebody likely meant who wrote another: it differs in a letter of three at most. Null when none is near. */
export function nearest(written: string, names: readonly string[]): string | null {
  const text = written.slice(0, LONGEST + 1).toLowerCase();
  const most = Math.max(1, Math.floor(text.length / 3));
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - text.length) > most) continue;
    const distance = distanceBetween(text, name.toLowerCase());
    if (distance <= most && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** How a text goes on that says a name is unknown: with the one that was meant, or else with those that there are. */
export function instead(written: string, names: readonly string[], what: string): string {
  const near = nearest(written, names);
  if (near !== null) return `; write "${near}".`;
  if (names.length === 0) return '.';
  const more = names.length > 30 ? ', …' : '';
  return `. ${what}: ${names.slice(0, 30).join(', ')}${more}.`;
}

/** How many letters must be added, removed, replaced or swapped with the one beside them. */
function distanceBetween(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      next[j] = swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least;
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
