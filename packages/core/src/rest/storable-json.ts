import { ApiError, type ErrorDetail } from '../errors.ts';

/** How deep objects and arrays of a body may be nested. */
export const MAX_DEPTH = 64;
const MAX_REPORTED = 50;
/** PostgreSQL's text can't hold U+0000; a surrogate alone is no character at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for
const UNSTORABLE_TEXT = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Checks that a value can be stored and read back as it is.
 *
 * @throws ApiError `validation_failed` with the path of each piece that can't
 */
export function assertStorable(value: unknown): void {
  const details: ErrorDetail[] = [];
  visit(value, [], details);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

function visit(value: unknown, path: readonly (string | number)[], details: ErrorDetail[]): void {
  if (details.length >= MAX_REPORTED) return;
  if (typeof value === 'string') {
    if (UNSTORABLE_TEXT.test(value)) details.push({ path, message: 'The text holds U+0000 or half a surrogate pair.' });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) details.push({ path, message: 'The number is outside of what a double can hold.' });
  } else if (value !== null && typeof value === 'object') {
    if (path.length >= MAX_DEPTH) {
      details.push({ path, message: `The value is nested more than ${MAX_DEPTH} levels deep.` });
      return;
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, index], details);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') details.push({ path: [...path, key], message: 'A key cannot be named __proto__.' });
      else if (UNSTORABLE_TEXT.test(key)) {
        details.push({
          path: [...path, key.replaceAll('\0', '')],
          message: 'The key holds a character that cannot be stored.',
        });
      } else visit(item, [...path, key], details);
    }
  }
}
