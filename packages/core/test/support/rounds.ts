/**
 * How much of the same a test does, such as random steps or rows: `short` in `npm test`, `long` with TEST_LONG=1, of which
 * TEST_LONG_SHARE can ask for a part. Files that import this run in both.
 */
export function rounds({ short, long }: { readonly short: number; readonly long: number }): number {
  if (!process.env.TEST_LONG) return short;
  return Math.max(short, Math.round(long * Number(process.env.TEST_LONG_SHARE ?? 1)));
}
