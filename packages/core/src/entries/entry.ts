import type { Json } from '@stele/snapshot';
import type { AssetUse, Mentioned } from '../content/mentions.ts';
import type { Actor } from '../platform/actor.ts';

/** An entry's newest values in one locale. */
export interface DraftState {
  readonly version: number;
  readonly valuesHash: string;
  readonly values: Readonly<Record<string, Json>>;
  /** Fields that a machine translated, and no one has changed or checked since. */
  readonly uncheckedFields?: readonly string[] | undefined;
}

/** The published state of an entry in one locale. */
export interface LiveState {
  /** Collection of the file that contains it. After a restoration, the entry may have left this collection. */
  readonly collectionKey: string;
  /** The schema under which it was published. */
  readonly schemaVersion: number;
  /** The schema that its values follow: the last one to which they were migrated while published. */
  readonly conformsTo: number;
  readonly version: number;
  readonly valuesHash: string;
  readonly contentHash: string;
  readonly sortKey: string;
  readonly publishedAt: Date;
  /** The assets that its values use. */
  readonly assetUses: readonly AssetUse[];
}

/** An entry, with its drafts and published content. */
export interface EntryState {
  readonly id: string;
  readonly collectionKey: string;
  readonly version: number;
  readonly valuesVersion: number;
  readonly title: string;
  /** Sort key in lists by title; null until it's made. */
  readonly titleKey: string | null;
  readonly trashedAt: Date | null;
  /** Sort key in a collection that is ordered by hand. */
  readonly position: string;
  /** Sort key in a collection that is ordered by a field; empty in others. */
  readonly orderKey: string;
  readonly drafts: ReadonlyMap<string, DraftState>;
  readonly live: ReadonlyMap<string, LiveState>;
}

/** Someone's approval of an entry's values in one locale. */
export interface Approval {
  /** Fingerprint of the values, shared ones included: `DraftState.valuesHash`. */
  readonly hash: string;
  /** Key of the state that it's an approval for. */
  readonly state: string;
  readonly by: Actor;
  readonly at: string;
}

/** Where an entry is in its workflow, and who takes care of it. */
export interface ReviewState {
  /** The state to which someone moved it last; null for the first one. */
  readonly state: string | null;
  /** The newest version that changed values when all of it was approved; null when it isn't. */
  readonly approvedVersion: number | null;
  /** The approvals, by locale. */
  readonly approved: Readonly<Record<string, Approval>>;
  readonly movedAt: string | null;
  readonly movedBy: Actor | null;
  readonly note: string | null;
  readonly assignee: { readonly id: string; readonly name: string } | null;
  /** A date, such as 2026-11-30. */
  readonly dueOn: string | null;
}

/** An entry with all that is stored about its current state. */
export interface EntryRecord extends EntryState {
  /** Locale → the draft values of the published version; empty unless they were loaded. */
  readonly liveValues: ReadonlyMap<string, Readonly<Record<string, Json>>>;
  /** Locale → the stored mentions of its draft; empty for a new entry. */
  readonly draftMentions: ReadonlyMap<string, Mentioned>;
  /** Null while no one has moved or assigned it. */
  readonly review: ReviewState | null;
  readonly projectId: string;
  readonly externalId: string | null;
  /** In the trash: the locales that were live until it went there. Otherwise empty. */
  readonly wasLiveIn: readonly string[];
  readonly createdAt: Date;
  readonly createdBy: Actor;
  readonly updatedAt: Date;
  readonly updatedBy: Actor;
}

/** How long entries stay in the trash before they're purged. */
export const TRASH_RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
