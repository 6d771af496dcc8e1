import type { LocaleValues } from '../api.ts';
import type { FailureDetail } from '../errors.ts';

/** Names an entry in files: its collection and its external_id. */
export type EntryName = readonly [collection: string, externalId: string];

/** A line of a content file. */
export interface ContentLine {
  readonly collection: string;
  /** Identifies the entry for good. */
  readonly externalId: string;
  /** The slug that a line from elsewhere gives beside its values. */
  readonly slug?: string;
  /** Drafts. References name their entries as `{"$entry": ["collection", "external_id"]}`. */
  readonly values: LocaleValues;
  /** Place among the file's entries of the collection, if that is ordered by hand: 1 for the first. */
  readonly order?: number;
  /** What is live; null when the file leaves open what is, as files from elsewhere do. */
  readonly live: LocaleValues | null;
  /** What is wrong with values that the API is going to refuse, said better than it could. */
  readonly refusals?: readonly FailureDetail[];
}

/** An entry's name as a key for maps. */
export function nameKey([collection, externalId]: EntryName): string {
  return `${collection}\n${externalId}`;
}
