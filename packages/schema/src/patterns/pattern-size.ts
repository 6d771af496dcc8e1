/** How many instructions a pattern may have. RE2's own programs bound them by their memory. */
export const MOST_INSTRUCTIONS = 5_000;
/** How many all patterns of a schema may have together: compiling one takes about six microseconds. */
export const MOST_INSTRUCTIONS_OF_SCHEMA = 20_000;

const REPETITION = /^\{(\d+)(?:,(\d*))?\}/;
const GROUP_HEAD = /^\((?:\?(?:P?<\w+>|[a-zA-Z-]*:|[a-zA-Z-]*(?=\))))?/;
const ESCAPE = /^\\(?:[pP](?:\{\^?\w*\}|.)|x(?:\{[0-9a-fA-F]*\}|..)|[0-7]{1,3}|.)/su;
const CLASS = /^\[\^?\]?(?:\[:\^?\w+:\]|\\(?:[pP]\{\^?\w*\}|.)|[^\]\\])*\]/su;
const LITERALS = /^\\Q(.*?)(?:\\E|$)/su;

/**
 * At most how many instructions a pattern has once it's compiled, without compiling it: repetitions are written out, so forty
 * characters may become a hundred thousand.
 *
 * @param pattern in RE2's syntax; of any other text, some number
 * @see {@link https://github.com/google/re2/wiki/Syntax}
 * @see {@link https://swtch.com/~rsc/regexp/regexp3.html} on bounding the memory of a program
 */
export function patternSize(pattern: string): number {
  /** Sizes of what is open: the whole, and each group within the one before. */
  const open = [2];
  /** The size of the last atom, which a repetition behind it concerns. */
  let atom = 0;
  let rest = pattern;
  const close = (): void => {
    const size = (open.length > 1 ? (open.pop() ?? 0) : 0) + atom;
    atom = size + 2;
  };
  const begin = (size: number): void => {
    open[open.length - 1] = (open.at(-1) ?? 0) + atom;
    atom = size;
  };
  while (rest !== '') {
    const found = LITERALS.exec(rest) ?? ESCAPE.exec(rest) ?? CLASS.exec(rest);
    const repetition = REPETITION.exec(rest);
    const head = GROUP_HEAD.exec(rest);
    const taken = (found ?? repetition ?? head)?.[0] ?? (String.fromCodePoint(rest.codePointAt(0) ?? 0) || ' ');
    if (found) begin(found[1] === undefined ? 1 : found[1].length);
    else if (repetition) atom = (atom + 1) * Math.max(Number(repetition[2] || repetition[1]), 1) + 1;
    else if (head) {
      begin(0);
      open.push(0);
    } else if (taken === ')') close();
    else if ('*+?'.includes(taken)) atom += 1;
    else begin(1);
    rest = rest.slice(taken.length);
  }
  return open.reduce((sum, size) => sum + size, atom);
}
