import { isExactNumber } from '@stele/schema';

/** The number of a text; when it's none, whether only because it can't be held exactly. */
type ReadNumber =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly isInexact?: true };

/**
 * Reads a number as people of a language write it. The decimal sign may be a comma or a point in every language; where
 * one of them could be either sign, the language decides.
 *
 * @param language tag of the reader's language, such as `de`
 */
export function readNumber(text: string, language: string, isInteger: boolean): ReadNumber {
  const compact = text.replace(/[\s'’_]/gu, '').replace('−', '-');
  if (compact === '') return { ok: true, value: null };
  const written = withPoint(compact, decimalSign(language));
  if (written === null || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return { ok: false };
  if (!isExactNumber(written)) return { ok: false, isInexact: true };
  const value = Number(written);
  if (isInteger && !Number.isSafeInteger(value)) return { ok: false };
  return { ok: true, value };
}

/** A number as people of a language write it in a form: with their decimal sign, and nothing between thousands. */
export function writeNumber(value: number, language: string): string {
  return String(value).replace('.', decimalSign(language));
}

/** By language: a formatter takes a tenth of a millisecond to make, and forms have hundreds of numbers. */
const decimalSigns = new Map<string, ',' | '.'>();

function decimalSign(language: string): ',' | '.' {
  const known = decimalSigns.get(language);
  if (known) return known;
  const sign = new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.';
  decimalSigns.set(language, sign);
  return sign;
}

/** A number with a point as its only sign; null when the signs make no sense. */
function withPoint(text: string, decimal: ',' | '.'): string | null {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (points > 0 && commas > 0) {
    const last = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    const grouping = last === '.' ? ',' : '.';
    const [whole = '', ...rest] = text.split(last);
    if (rest.length !== 1 || !isGrouped(whole, grouping)) return null;
    return `${whole.replaceAll(grouping, '')}.${rest[0]}`;
  }
  const sign = points > 0 ? '.' : ',';
  const count = points + commas;
  if (count === 0) return text;
  if (sign !== decimal && isGrouped(text, sign)) return text.replaceAll(sign, '');
  return count === 1 ? text.replace(sign, '.') : isGrouped(text, sign) ? text.replaceAll(sign, '') : null;
}

function isGrouped(text: string, sign: string): boolean {
  const [first = '', ...groups] = text.replace(/^[+-]/, '').split(sign);
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}
