/** Which part of the long ring is asked for: 1 for all. */
const share = Number(process.env.TEST_LONG_SHARE || 1);

/**
 * How much of the same a test does, such as random steps or rows: `short` in `npm test`, `long` with TEST_LONG=1, of which
 * TEST_LONG_SHARE can ask for a part. Files that import this run in both.
 */
export function rounds({ short, long }: { readonly short: number; readonly long: number }): number {
  if (!process.env.TEST_LONG) return short;
  return Math.max(short, Math.round(long * share));
}

/**
 * What a test repeats itself for in the long ring: all, or as many of them as TEST_LONG_SHARE asks for, other ones in each
 * run. The names of the tests say which.
 */
export function someOf<Item>(all: readonly Item[]): readonly Item[] {
  const left = [...all];
  const count = Math.ceil(all.length * share);
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat();
}
