import { isObject, type Json, normalized } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import type { FailureDetail } from '../errors.ts';

/** Names an entry in files: its collection and its external_id. */
export type EntryName = readonly [collection: string, externalId: string];

export interface ContentLine {
  readonly collection: string;
  /** Identifies the entry for good. */
  readonly externalId: string;
  /** Where it's written, if that's a line of a file. */
  readonly place?: string;
  /** The slug that a line from another system gives beside its values. */
  readonly slug?: string;
  /** Drafts. References name their entries as `{"$entry": ["collection", "external_id"]}`. */
  readonly values: LocaleValues;
  /** Place among the file's entries of the collection, if that is ordered by hand: 1 for the first. */
  readonly order?: number;
  /** The published values; null when the file doesn't say, as files from other systems don't. */
  readonly live: LocaleValues | null;
  /** A digest of the entry's content when it was exported. */
  readonly base?: string;
  /** Whether the line says something else than its entry did then. */
  readonly isEdited?: boolean;
  /** Problems of values that the API will refuse, in better words than the API has. */
  readonly refusals?: readonly FailureDetail[];
}

/** An entry's name as a key for maps: the same for an id in any form of Unicode. */
export function nameKey([collection, externalId]: EntryName): string {
  return `${collection}\n${normalized(externalId, 'NFC')}`;
}

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
