import { randomUUID } from 'node:crypto';
import { type FailureDetail, UserError } from './errors.ts';

/** No double needs more characters. */
const LONGEST = 400;
/** The most characters of a number in a message. */
const SHOWN = 40;
/** A text or a number of JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g;

/** A text as JSON; undefined when it's none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}

/** The JSON of a file. @throws UserError that says what is wrong with it */
export function requireJson(text: string, file: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutMark(text));
  } catch (error) {
    throw new UserError(`${file} isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [inexact] = inexactNumbers(text);
  if (inexact) throw new UserError(`${file}, ${inexact.path.join('.')}: ${inexact.message}`);
  return parsed;
}

/** The numbers of a text that would become others, with their places. @param text valid JSON */
export function inexactNumbers(text: string): FailureDetail[] {
  const found: FailureDetail[] = [];
  // In place of each such number, a text that no other one is equal to.
  const marks = new Map<string, string>();
  const marked = withoutMark(text).replace(TOKEN, (token) => {
    const message = token.startsWith('"') ? null : whyInexact(token);
    if (message === null) return token;
    const mark = randomUUID();
    marks.set(mark, message);
    return `"${mark}"`;
  });
  if (marks.size === 0) return [];
  const visit = (value: unknown, path: readonly (string | number)[]): void => {
    const message = typeof value === 'string' ? marks.get(value) : undefined;
    if (message !== undefined) found.push({ path, message });
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    }
  };
  visit(JSON.parse(marked), []);
  return found;
}

/** Why a number can't be held as it is written; null when it can. @param source in decimal digits */
export function whyInexact(source: string): string | null {
  const number = Number(source);
  const shortest = String(number);
  const isLong = source.length > LONGEST;
  if (source === shortest || (!isLong && normal(source) === normal(shortest))) return null;
  const shown = source.length > SHOWN ? `${source.slice(0, SHOWN)}…` : source;
  if (isLong) return `The number ${shown} is written with more than ${LONGEST} characters.`;
  const becomes = Number.isFinite(number) ? `it would become ${number}` : 'it is too large';
  return `The number ${shown} cannot be held exactly; ${becomes}.`;
}

/** A decimal number in one form, whatever way it's written. */
function normal(source: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (sign === undefined) return source;
  if (kept === '') return '0';
  return `${sign === '-' ? '-' : ''}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** Text without the byte order mark that some editors put before it. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
