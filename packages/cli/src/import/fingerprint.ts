import { createHash } from 'node:crypto';
import { asStored, type CollectionDocument, canonicalText, type Values } from '@stele/schema';
import type { LocaleValues } from '../api.ts';

/** Locale → fingerprint of its values. */
export type Fingerprints = ReadonlyMap<string, string>;

/** A short text that is the same for the same values. Fields that are null count as missing. */
export function fingerprint(collection: CollectionDocument | null, values: Values): string {
  const compared = collection ? asStored(collection.fields, values) : values;
  return createHash('sha256').update(canonicalText(compared)).digest('base64');
}

/** The fingerprints of fields that have a value. */
export function fieldFingerprints(collection: CollectionDocument | null, values: Values): Fingerprints {
  return new Map(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, fingerprint(collection, { [key]: value })]),
  );
}

export function fingerprints(collection: CollectionDocument | null, values: LocaleValues): Fingerprints {
  return new Map(Object.entries(values).map(([locale, own]) => [locale, fingerprint(collection, own)]));
}
