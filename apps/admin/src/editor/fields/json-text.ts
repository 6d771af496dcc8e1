import type { Json } from '@stele/schema';

/** What a text says as JSON; nothing is null. */
type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** Reads JSON text. */
export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { ok: true, value: null };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A value as JSON text, indented; '' for null. */
export function writeJson(value: Json): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}
