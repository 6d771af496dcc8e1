/** So many names are listed before the rest is counted. */
const MOST = 10;

/** Names for people: all of a few, or the first of many and how many more there are. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST;
  return rest > 0 ? `${names.slice(0, MOST).join(', ')} and ${rest} more` : names.join(', ');
}
