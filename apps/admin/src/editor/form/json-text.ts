import { InexactNumberError, type Json, parseExactJson } from '@stele/schema';

/** The JSON value of a text; nothing is null. When it's none, whether only because a number can't be held exactly. */
type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly isInexact?: true };

/** Reads JSON text. A number that would change is no JSON. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { ok: true, value: null };
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch (error) {
    return { ok: false, ...(error instanceof InexactNumberError && { isInexact: true }) };
  }
}

/** A value as JSON text, indented; '' for null. */
export function writeJson(value: Json): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}
