/** The share of the long ring's repetitions to run; 1 is all of them. */
const share = Number(process.env.TEST_LONG_SHARE || 1);
/** Decides which cases; `npm run test:long` takes it from the commit. */
const seed = Number(process.env.TEST_LONG_SEED || 0);

/**
 * How many times a test repeats something, such as random steps or rows: `short` in the first two rings, `long` with
 * TEST_LONG=1. TEST_LONG_SHARE asks for a part of `long`. Files that import this run in the long ring, too.
 */
export function rounds({ short, long }: { readonly short: number; readonly long: number }): number {
  if (!process.env.TEST_LONG) return short;
  return Math.max(short, Math.round(long * share));
}

/**
 * The cases that a test runs: `short` in the first two rings, and all of them with TEST_LONG=1. TEST_LONG_SHARE narrows them down to a
 * share, evenly spaced. Files that import this run in the long ring, too.
 */
export function someOf<Item>(all: readonly Item[], short: readonly Item[]): readonly Item[] {
  if (!process.env.TEST_LONG) return short;
  const distance = Math.max(1, Math.round(1 / share));
  return all.filter((_, index) => (index + seed) % distance === 0);
}
