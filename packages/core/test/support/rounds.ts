/**
 * How much of the same a test does, such as random steps or rows: `short` in `npm test`, `long` with TEST_LONG=1.
 * Files that import this run in both.
 */
export function rounds({ short, long }: { readonly short: number; readonly long: number }): number {
  return process.env.TEST_LONG ? long : short;
}
