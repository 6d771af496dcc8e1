/** How many parts a pattern may have with its repetitions written out. RE2's own programs bound them by their memory. */
export const MOST_PARTS = 5_000;
/** How many all patterns of a schema may have together: compiling one part takes at most about four microseconds. */
export const MOST_PARTS_OF_SCHEMA = 20_000;

/** Pieces that stand for other characters, in which no repetition is: a quotation, an escape or a set. */
const PIECES =
  /\\Q([\s\S]*?)(?:\\E|$)|\\E|\\[pPx]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*(?:\]|$)/gu;
const REPETITION = /([\s\S])?\{(\d+)(?:,(\d*))?\}/gu;
/** May end more than a single thing. */
const ENDS_MORE = /^[()|{}*+?]$/;

const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
const CHARACTER = String.raw`\\x\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}|\\[\s\S]|[^\\]`;
const RANGE = new RegExp(`(${CHARACTER})-(${CHARACTER})`, 'gu');
const CLASSES_OF_UNICODE = /\\[pP]/g;
/** A class of Unicode takes as long as so many parts. */
const PARTS_OF_CLASS = 60;
/** Without regard to case, each character of a range is looked up: so many take as long as one part. */
const FOLDED_IN_A_PART = 60;
/** RE2 looks up no others. */
const LAST_FOLDED = 0x1e943;

/**
 * At least as many parts as a pattern has once its repetitions are written out, and as its sets take time, without compiling it: forty
 * characters may become a hundred thousand. A repetition of a single character or set adds its count; any other multiplies all.
 *
 * @param pattern in RE2's syntax; of any other text, some number
 * @see {@link https://github.com/google/re2/wiki/Syntax}
 * @see {@link https://swtch.com/~rsc/regexp/regexp3.html} on bounding the memory of a program
 */
export function patternSize(pattern: string): number {
  const isFolded = IGNORES_CASE.test(pattern);
  // The beginning and the end of a pattern are parts, too.
  let sum = pattern.length + 1;
  let factor = 1;
  let sets = 0;
  const plain = pattern.replace(PIECES, (piece, quoted?: string) => {
    if (quoted === undefined) sets += partsOfSet(piece, isFolded);
    return piece === '\\E' ? '' : (quoted?.replace(/[\s\S]/gu, 'a') ?? 'a');
  });
  for (const [, before = '(', least, most] of plain.matchAll(REPETITION)) {
    const count = Math.max(Number(most || least), 1);
    if (ENDS_MORE.test(before)) factor *= count;
    else sum += count;
  }
  return 2 * sum * factor + sets;
}

/** How many parts take as long as the classes and ranges of a set. */
function partsOfSet(set: string, isFolded: boolean): number {
  let parts = (set.match(CLASSES_OF_UNICODE)?.length ?? 0) * PARTS_OF_CLASS;
  if (!isFolded) return parts;
  for (const [, first = '', last = ''] of set.matchAll(RANGE)) {
    const width = Math.min(codePointOf(last) ?? LAST_FOLDED, LAST_FOLDED) - (codePointOf(first) ?? 0);
    parts += Math.ceil(Math.max(width, 0) / FOLDED_IN_A_PART);
  }
  return parts;
}

/** Undefined for an escape whose character isn't known. */
function codePointOf(text: string): number | undefined {
  const [, hex] = /^\\x\{?([0-9a-fA-F]+)\}?$/.exec(text) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const [, octal] = /^\\([0-7]+)$/.exec(text) ?? [];
  if (octal !== undefined) return Number.parseInt(octal, 8);
  // A letter stands for another character; any other sign for itself.
  return /^\\[A-Za-z]/.test(text) ? undefined : text.codePointAt(text.startsWith('\\') ? 1 : 0);
}
