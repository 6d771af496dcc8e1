import type { Json } from './document.ts';
import type { Issue, Path } from './issues.ts';

/** Digits that a double may not represent exactly. Most texts have none, and aren't checked further. */
const SUSPICIOUS = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]{2}/;

/** No double needs more characters. */
const MAX_NUMBER_LENGTH = 400;
/** The most characters of a number in a message. */
const SHOWN = 40;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A number of a JSON text that a double would change. */
export class InexactNumberError extends Error implements Issue {
  readonly path: Path;

  constructor({ path, message }: Issue) {
    super(message);
    this.name = 'InexactNumberError';
    this.path = path;
  }
}

/**
 * `JSON.parse`, but no number changes by being read.
 *
 * @throws SyntaxError when the text isn't JSON
 * @throws InexactNumberError with the path of the first number that a double can't hold
 */
export function parseExactJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  const issue = findInexactNumber(text);
  if (issue) throw new InexactNumberError(issue);
  return value;
}

/** Whether a text is a decimal number, such as `-1.50e3`, that a double holds as it's written. */
export function isExactNumber(text: string): boolean {
  if (text.length > MAX_NUMBER_LENGTH) return false;
  const written = decimal(text);
  return written !== null && written === decimal(String(Number(text)));
}

/** The first number of a JSON text that a double can't hold. @param text valid JSON */
export function findInexactNumber(text: string): Issue | null {
  return inexactNumbers(text).next().value ?? null;
}

/**
 * The numbers of a JSON text that a double can't hold, with their places: `9007199254740993` would silently become …992.
 *
 * @param text valid JSON
 */
export function* inexactNumbers(text: string): Generator<Issue, void> {
  if (!SUSPICIOUS.test(text)) return;
  const path: (string | number)[] = [];
  const isArray: boolean[] = [];
  let key: string | null = null;
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const top = path.length - 1;
    const start = index++;
    if (code === QUOTE) {
      index = endOfString(text, index);
      key = isArray[top] ? null : (JSON.parse(text.slice(start, index)) as string);
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      isArray.push(code === OPEN_BRACKET);
      path.push(code === OPEN_BRACKET ? 0 : '');
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      isArray.pop();
      path.pop();
    } else if (code === COMMA) {
      const place = path[top];
      if (isArray[top] && typeof place === 'number') path[top] = place + 1;
    } else if (code === COLON) {
      if (key !== null) path[top] = key;
    } else if (isDigit(code) || code === MINUS) {
      while (isPartOfNumber(text.charCodeAt(index))) index++;
      const source = text.slice(start, index);
      const message = whyInexact(source);
      if (message !== null) yield { path: [...path], message };
    }
  }
}

function endOfString(text: string, start: number): number {
  let index = start;
  while (index < text.length && text.charCodeAt(index) !== QUOTE) index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index + 1;
}

/** Why a double can't hold a number as it's written; null when it can. @param source in decimal digits */
export function whyInexact(source: string): string | null {
  if (isExactNumber(source)) return null;
  const shown = source.length > SHOWN ? `${source.slice(0, SHOWN)}…` : source;
  if (source.length > MAX_NUMBER_LENGTH) {
    return `The number ${shown} is written with more than ${MAX_NUMBER_LENGTH} characters.`;
  }
  const number = Number(source);
  const becomes = Number.isFinite(number) ? `it would become ${number}` : 'it is too large';
  return `The number ${shown} cannot be held exactly; ${becomes}.`;
}

/** A normal form of a decimal number, whatever way it's written; null for what is none. */
function decimal(source: string): string | null {
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(source);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  let [first, end] = [0, digits.length];
  while (digits.charCodeAt(first) === ZERO) first++;
  while (end > first && digits.charCodeAt(end - 1) === ZERO) end--;
  if (end === first) return digits === '' ? null : '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign === '-' ? '-' : ''}${digits.slice(first, end)}e${power}`;
}

const [MINUS, PLUS, DOT, ZERO, NINE, UPPER_E, LOWER_E] = [0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x45, 0x65];

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isPartOfNumber(code: number): boolean {
  return isDigit(code) || code === DOT || code === PLUS || code === MINUS || code === LOWER_E || code === UPPER_E;
}
