import { findInexactNumber } from '@stele/schema';
import { UserError } from './errors.ts';

/** A text as JSON; undefined when it's none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}

/** The reason why a text isn't JSON, in the words of the platform. */
export function whyNotJson(text: string): string {
  try {
    JSON.parse(withoutMark(text));
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The JSON of a file. @throws UserError that says what is wrong with it */
export function requireJson(text: string, file: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutMark(text));
  } catch {
    throw new UserError(`${file} isn't JSON: ${whyNotJson(text)}`);
  }
  const inexact = findInexactNumber(withoutMark(text));
  if (inexact) throw new UserError(`${file}, ${inexact.path.join('.')}: ${inexact.message}`);
  return parsed;
}

/** Text without the byte order mark that some editors put before it. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
