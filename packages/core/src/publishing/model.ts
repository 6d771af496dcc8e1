import type { SchemaDocument } from '@stele/schema';
import type { ManifestFile } from '@stele/snapshot';
import type { CheckedValues, ListFacts } from '../content/draft-values.ts';
import type { NewContent } from '../content/render-content.ts';
import type { EntryRecord, LiveState } from '../entries/entry.ts';
import type { UniqueClaim } from '../entries/unique-values.store.ts';

/** The state on which a change was planned has moved: nothing was written, and the change has to be planned again. */
export class StateMoved extends Error {}

/** Assets that content shows, each with the version of its row that was rendered. */
export type ShownAssets = ReadonlyMap<string, string>;

/** A project with its published state, as a change is planned on it. */
export interface ProjectLiveState {
  readonly id: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly schemaVersion: number;
  /** Null while none was pushed. */
  readonly schema: SchemaDocument | null;
  readonly liveSeq: number;
  /** Counts the events that make builds plan again though published content stayed the same. */
  readonly epoch: number;
  readonly live: {
    readonly snapshotId: string;
    readonly publishedAt: Date;
    readonly files: readonly ManifestFile[];
  } | null;
}

/** New published content of a locale, or the same content with another sort key. */
export interface LiveChange {
  readonly content: NewContent;
  /** Whether version and time of publication stay, since only the sort key or what the values render to changes. */
  readonly moved: boolean;
  /** Given when it was live before and is restored: the data of its former publication. */
  readonly again?: Pick<LiveState, 'version' | 'publishedAt' | 'schemaVersion'>;
  /** Collection of the file that it stays in, when that may not be the entry's own. */
  readonly collectionKey?: string;
}

/** What is also written when an entry, or its former content, is restored. */
export interface RestoredState {
  /** Drafts for locales that have none, or can't keep the one that they have. */
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly unique: readonly UniqueClaim[];
}

/** How a change affects an entry. */
export interface Plan {
  /** Locale → what is published there from now on; null takes the locale off the site. */
  readonly live: ReadonlyMap<string, LiveChange | null>;
  /**
   * The record that the change adds to the history; null for a change that makes no version. Its locales are those of
   * `live`, unless given.
   */
  readonly record: {
    readonly kind: 'publish' | 'unpublish' | 'restore';
    readonly imported: boolean;
    readonly locales?: readonly string[];
  } | null;
  /** Given when the entry goes to the trash; null when it leaves it. */
  readonly trashedAt?: Date | null;
  readonly restored?: RestoredState;
  readonly position?: string;
  /** Title and sort key; given when restored drafts differ from what they were. */
  readonly listed?: ListFacts;
}

/** Entries by id, with the changes so far applied; missing ones don't exist. */
export type ChangedEntries = ReadonlyMap<string, EntryRecord>;
