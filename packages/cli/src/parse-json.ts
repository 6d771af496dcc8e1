import { UserError } from './errors.ts';

/** A text as JSON; undefined when it's none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON of a file. @throws UserError that says what is wrong with it */
export function requireJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${file} isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
