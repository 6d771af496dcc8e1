import type { SchemaDocument } from '@stele/schema';
import type { ManifestFile } from '@stele/snapshot';
import type { CheckedValues, ListFacts } from '../content/draft-values.ts';
import type { NewContent } from '../content/render-content.ts';
import type { EntryRecord, LiveState } from '../entries/entry.ts';
import type { UniqueClaim } from '../entries/unique-values.store.ts';

/** The state on which a change was planned has changed: nothing was written, and the change must be planned again. */
export class StateMoved extends Error {}

/** The assets that content shows, with the version of each asset's row that was rendered. */
export type ShownAssets = ReadonlyMap<string, string>;

/** A project with its published state, as a change is planned on it. */
export interface ProjectLiveState {
  readonly id: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  readonly schemaVersion: number;
  /** Null before the first push. */
  readonly schema: SchemaDocument | null;
  readonly liveSeq: number;
  /** Name of its live file. */
  readonly liveName: string;
  /** Counts events that make builds plan again although published content is unchanged. */
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
  /** Whether version and time of publication stay, because only the sort key or the rendering changes. */
  readonly moved: boolean;
  /** Data of the former publication, when it's restored. */
  readonly again?: Pick<LiveState, 'version' | 'publishedAt' | 'schemaVersion'>;
  /** Collection of the file in which it stays, if that may differ from the entry's. */
  readonly collectionKey?: string;
}

/** Further writes when an entry, or its former content, is restored. */
export interface RestoredState {
  /** Drafts for locales without one, or with one that can't stay. */
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly unique: readonly UniqueClaim[];
}

/** How a change affects an entry. */
export interface Plan {
  /** Locale → the new published content; null takes the locale off the site. */
  readonly live: ReadonlyMap<string, LiveChange | null>;
  /**
   * The record that the change adds to the history; null for a change that makes no version. By default, its locales are those of
   * `live`.
   */
  readonly record: {
    readonly kind: 'publish' | 'unpublish' | 'delete' | 'undelete' | 'restore';
    readonly imported: boolean;
    readonly locales?: readonly string[];
  } | null;
  /** Set when the entry goes to the trash; null when it leaves the trash; undefined when neither. */
  readonly trashedAt?: Date | null;
  readonly restored?: RestoredState;
  readonly position?: string;
  /** Title and sort key, when restored drafts differ from the earlier ones. */
  readonly listed?: ListFacts;
}

/** Entries by id, with the previous changes of the round applied. Missing ones don't exist. */
export type ChangedEntries = ReadonlyMap<string, EntryRecord>;
