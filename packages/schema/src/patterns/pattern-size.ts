/** How many parts a pattern may have with its repetitions written out. RE2's own programs bound them by their memory. */
export const MOST_PARTS = 5_000;
/** How many all patterns of a schema may have together: compiling one part takes about six microseconds. */
export const MOST_PARTS_OF_SCHEMA = 20_000;

const REPETITION = /(\\E|.|\n)?\{(\d+)(?:,(\d*))?\}/gu;
/** A single thing ends with one of these, unless it's the end of a quotation. */
const ENDS_A_THING = /^[\p{L}\p{N}.\]]$/u;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
/** Sets of characters: without regard to case, each character of theirs is looked up when they're compiled. */
const SETS = /\[|\\[pPdDwWsS]/g;
const PARTS_OF_FOLDED_SET = 300;

/**
 * At least as many parts as a pattern has once its repetitions are written out, without compiling it: forty characters may
 * become a hundred thousand. A repetition of a single character or set adds its count; any other multiplies all.
 *
 * @param pattern in RE2's syntax; of any other text, some number
 * @see {@link https://github.com/google/re2/wiki/Syntax}
 * @see {@link https://swtch.com/~rsc/regexp/regexp3.html} on bounding the memory of a program
 */
export function patternSize(pattern: string): number {
  // Its beginning and its end are parts, too.
  let sum = pattern.length + 1;
  let factor = 1;
  for (const [, before = '', least, most] of pattern.matchAll(REPETITION)) {
    const count = Math.max(Number(most || least), 1);
    if (ENDS_A_THING.test(before)) sum += count;
    else factor *= count;
  }
  const sets = IGNORES_CASE.test(pattern) ? (pattern.match(SETS)?.length ?? 0) : 0;
  return 2 * sum * factor + sets * PARTS_OF_FOLDED_SET;
}
