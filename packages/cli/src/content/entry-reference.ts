import { isObject, type Json } from '@stele/schema';
import type { EntryName } from './line.ts';

/** A reference as files hold it, which stays the same in every project. */
export function toFileReference([collection, externalId]: EntryName): Json {
  return { $entry: [collection, externalId] };
}

/** The entry that a reference in a file names; null for anything else. */
export function readFileReference(value: Json): EntryName | null {
  if (!isObject(value) || Object.keys(value).length !== 1 || !Array.isArray(value.$entry)) return null;
  const [collection, externalId, ...others] = value.$entry as readonly Json[];
  if (typeof collection !== 'string' || typeof externalId !== 'string' || others.length > 0) return null;
  return [collection, externalId];
}
