/**
 * How often a test of many random rounds does them: in full on one database, and some on the other when both are tested
 * one after the other: what it looks for is code that is the same over both.
 */
export function rounds({ full, some }: { readonly full: number; readonly some: number }): number {
  return process.env.TEST_SERVER_FOLLOWS ? some : full;
}
