/** A number with its noun, in the singular for one: `1 entry`, `420 entries`. @param many the plural; the noun with an s by default */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function entriesText(count: number): string {
  return counted(count, 'entry', 'entries');
}

export function liveEntriesText(count: number): string {
  return counted(count, 'live entry', 'live entries');
}

/** How many names are listed before the rest is counted. */
const MOST = 10;

/** Names for people: all of a few, or the first of many and how many more there are. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST;
  return rest > 0 ? `${names.slice(0, MOST).join(', ')} and ${rest} more` : names.join(', ');
}

/** Text as a word for POSIX shells, in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
