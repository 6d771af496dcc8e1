import { isSameJson, type Json } from '@stele/schema';
import type { LocaleValues } from '../../content/draft-values.ts';
import { ApiError } from '../../platform/errors.ts';

/** The keys of fields whose source isn't as it was translated. */
export function changedSince(fields: object, source: LocaleValues, now: LocaleValues): string[] {
  return Object.keys(fields).filter((key) => !isSameJson((source[key] ?? null) as Json, (now[key] ?? null) as Json));
}

/** The error for texts that were translated from an earlier version. */
export function sourceChanged(locale: string, fields: readonly string[], version: number): ApiError {
  const message = `This was changed after version ${version}, which was translated.`;
  return new ApiError('entry.version_conflict', {
    details: fields.map((field) => ({ path: ['values', locale, field], message })),
  });
}
