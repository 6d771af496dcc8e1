import type { SchemaDocument } from '@stele/schema';
import type { ManifestFile } from '@stele/snapshot';
import type { CheckedValues, ListFacts } from '../content/draft-values.ts';
import type { NewContent } from '../content/render-content.ts';
import type { EntryRecord, LiveState } from '../entries/entry.ts';
import type { UniqueClaim } from '../entries/unique-values.store.ts';

/** The project as a round of publishing finds it. */
export interface ProjectLiveState {
  readonly id: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly schemaVersion: number;
  /** Null while none was pushed. */
  readonly schema: SchemaDocument | null;
  readonly liveSeq: number;
  /** How often builds under way were made to plan anew so far, though what is live stayed. */
  readonly epoch: number;
  readonly live: {
    readonly snapshotId: string;
    readonly publishedAt: Date;
    readonly files: readonly ManifestFile[];
  } | null;
}

/** What becomes of what is live in a locale: new content, or what's live already at another place. */
export interface LiveChange {
  readonly content: NewContent;
  /** Whether the values stay as they were published, and only their place changes, or what they're made of. */
  readonly moved: boolean;
  /** When it was live before and comes back: what it was published as. */
  readonly again?: Pick<LiveState, 'version' | 'publishedAt' | 'schemaVersion'>;
  /** Collection in whose files it stays, when that may not be the entry's own. */
  readonly collectionKey?: string;
}

/** What an entry needs to be back as it was. */
export interface Comeback {
  /** Drafts for locales that have none, or can't keep the one that they have. */
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly unique: readonly UniqueClaim[];
}

/** What a change makes of an entry. */
export interface Plan {
  /** Locale → what's live there from now on; null takes the locale off the site. */
  readonly live: ReadonlyMap<string, LiveChange | null>;
  /**
   * The version record that the change leaves; null for a change that makes no version.
   * Its locales are those of `live`, unless given.
   */
  readonly record: {
    readonly kind: 'publish' | 'unpublish' | 'restore';
    readonly imported: boolean;
    readonly locales?: readonly string[];
  } | null;
  /** Given when the entry goes to the trash; null when it leaves it. */
  readonly trashedAt?: Date | null;
  /** What is written besides when the entry, or what it had live before, comes back. */
  readonly comeback?: Comeback;
  /** Given when the entry moves. */
  readonly position?: string;
  /** What lists show and sort by; given when drafts that come back aren't as they were. */
  readonly listed?: ListFacts;
}

/** Entries by id, as the changes so far leave them; missing ones don't exist. */
export type ChangedEntries = ReadonlyMap<string, EntryRecord>;
