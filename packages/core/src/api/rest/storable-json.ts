import { ErrorDetails } from '../../platform/error-details.ts';
import { ApiError } from '../../platform/errors.ts';

/**
 * The deepest nesting of objects and arrays in a body. The deepest rich text (`MAX_RICHTEXT_DEPTH`) fits into the deepest field
 * (`MAX_NESTING`), with two levels of JSON for each of theirs.
 */
export const MAX_DEPTH = 128;
/** PostgreSQL's text can't contain U+0000; a lone surrogate is no character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for
const UNSTORABLE_TEXT = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Whether a text can be stored and read back as it is. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE_TEXT.test(text);
}

/**
 * Checks that a value can be stored and read back as it is.
 *
 * @throws ApiError `validation_failed` with the paths of the parts that can't
 */
export function assertStorable(value: unknown): void {
  const checker = new Checker();
  checker.visit(value);
  if (checker.details.found > 0) throw new ApiError('validation_failed', { details: checker.details.list() });
}

class Checker {
  readonly details = new ErrorDetails();
  readonly #path: (string | number)[] = [];

  visit(value: unknown): void {
    if (typeof value === 'string') {
      if (!isStorable(value)) this.#say('The text contains U+0000 or a lone surrogate.');
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) this.#say('The number is outside the range of a double.');
    } else if (value !== null && typeof value === 'object') {
      if (this.#path.length >= MAX_DEPTH) this.#say(`The value is nested more than ${MAX_DEPTH} levels deep.`);
      else if (Array.isArray(value)) for (const [index, item] of value.entries()) this.#within(index, item);
      else for (const [key, item] of Object.entries(value)) this.#property(key, item);
    }
  }

  #property(key: string, value: unknown): void {
    if (key === '__proto__') this.#sayAt(key, 'A key cannot be named __proto__.');
    else if (!isStorable(key)) {
      this.#sayAt(key.replaceAll('\0', ''), 'The key contains a character that cannot be stored.');
    } else this.#within(key, value);
  }

  #within(step: string | number, value: unknown): void {
    this.#path.push(step);
    this.visit(value);
    this.#path.pop();
  }

  #sayAt(step: string, message: string): void {
    this.#path.push(step);
    this.#say(message);
    this.#path.pop();
  }

  #say(message: string): void {
    if (this.details.isFull) this.details.count(1);
    else this.details.add({ path: [...this.#path], message });
  }
}
