import type { Json } from '@stele/snapshot';
import type { AssetUse, Mentioned } from '../content/mentions.ts';
import type { Actor } from '../platform/actor.ts';

/** An entry's newest values in one locale. */
export interface DraftState {
  readonly version: number;
  readonly valuesHash: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** What is published of an entry in one locale. */
export interface LiveState {
  /** Collection in whose files it stands: after a restoration it can be one that the entry has left. */
  readonly collectionKey: string;
  /** The schema under which it was published. */
  readonly schemaVersion: number;
  /** The last schema that its values were moved to while it was live. */
  readonly conformsTo: number;
  readonly version: number;
  readonly valuesHash: string;
  readonly contentHash: string;
  readonly sortKey: string;
  readonly publishedAt: Date;
  /** The assets that its values use. */
  readonly assetUses: readonly AssetUse[];
}

/** An entry as a command finds it. */
export interface EntryState {
  readonly id: string;
  readonly collectionKey: string;
  readonly version: number;
  readonly valuesVersion: number;
  /** What names it in lists. */
  readonly title: string;
  readonly trashedAt: Date | null;
  /** Place in a collection that is ordered by hand. */
  readonly position: string;
  /** What sorts it in a collection that is ordered by a field; empty in others. */
  readonly orderKey: string;
  readonly drafts: ReadonlyMap<string, DraftState>;
  readonly live: ReadonlyMap<string, LiveState>;
}

/** An entry with everything that is stored of its present state. */
export interface EntryRecord extends EntryState {
  /** Locale → the draft values behind the published version; empty unless they were asked for. */
  readonly liveValues: ReadonlyMap<string, Readonly<Record<string, Json>>>;
  /** Locale → what is kept beside its draft of what that mentions; empty for an entry in the making. */
  readonly draftMentions: ReadonlyMap<string, Mentioned>;
  readonly projectId: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly createdBy: Actor;
  readonly updatedAt: Date;
  readonly updatedBy: Actor;
}

/** Entries stay in the trash for so long before they're purged. */
export const TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
