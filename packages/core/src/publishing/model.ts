import type { SchemaDocument } from '@stele/schema';
import type { Json, ManifestFile } from '@stele/snapshot';
import type { Neighbours } from '../content/surroundings.store.ts';
import type { Actor, PendingAnswer } from '../context.ts';

/** An entry's newest values in one locale. */
export interface DraftState {
  readonly version: number;
  readonly valuesHash: string;
  readonly values: Readonly<Record<string, Json>>;
}

/** What is live of an entry in one locale. */
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
}

/** An entry as a command finds it. */
export interface EntryState {
  readonly id: string;
  readonly collectionKey: string;
  readonly version: number;
  readonly valuesVersion: number;
  readonly trashedAt: Date | null;
  /** Place in a collection that is ordered by hand. */
  readonly position: string;
  readonly drafts: ReadonlyMap<string, DraftState>;
  readonly live: ReadonlyMap<string, LiveState>;
}

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

/** What goes live of an entry in one locale. */
export interface NewContent {
  readonly valuesHash: string;
  readonly contentHash: string;
  readonly sortKey: string;
  readonly values: Readonly<Record<string, Json>>;
  /** Canonical JSON of the values as served. */
  readonly json: string;
  /** Ids of the entries that the values mention. */
  readonly refersTo: readonly string[];
}

/** What becomes of what is live in a locale: new content, or what's live already at another place. */
export interface LiveChange {
  readonly content: NewContent;
  /** Whether the content stays as it was published, and only its place changes. */
  readonly moved: boolean;
}

/** What a command wants to change of an entry. */
export interface Plan {
  /** Locale → what's live there from now on; null takes the locale off the site. */
  readonly live: ReadonlyMap<string, LiveChange | null>;
  /** The version record that the change leaves; null for a change that makes no version. */
  readonly record: { readonly kind: 'publish' | 'unpublish'; readonly imported: boolean } | null;
  /** Given when the entry goes to the trash. */
  readonly trashedAt?: Date;
  /** Given when the entry moves. */
  readonly position?: string;
}

/** The entries that a command names, as those before it in its round leave them; missing ones don't exist. */
export type CommandEntries = ReadonlyMap<string, EntryState>;

/** What a command is told when its change is live, or when there was nothing to change. */
export interface Outcome {
  /** Ids of the entries that it changed. */
  readonly changed: ReadonlySet<string>;
  /** Its entries with the change applied. */
  readonly entries: CommandEntries;
  /** Time of the snapshot that holds the change; null when nothing changed. */
  readonly publishedAt: Date | null;
}

/** A change of published content, waiting for its turn. It's carried out whole or not at all. */
export interface PublishCommand<Answer = unknown> {
  readonly projectId: string;
  /** Entries that it may change. */
  readonly entryIds: readonly string[];
  readonly reason: 'publish' | 'unpublish' | 'delete' | 'order';
  readonly actor: Actor;
  readonly requestId: string;
  readonly idempotency: PendingAnswer | null;
  /**
   * Reads from the database what the plan needs besides, once the project's state is known, and again whenever that has
   * moved. Other commands of the round aren't in the database yet: so each round takes one command that prepares, first.
   */
  prepare?(project: ProjectLiveState): Promise<void>;
  /**
   * Decides what to change, on the newest state. Called again whenever that state turns out to have moved.
   *
   * @param neighbours entries that the drafts refer to, and unique values that the entries hold
   * @returns a plan for each entry that changes
   * @throws ApiError to refuse; then none of the entries changes
   */
  plan(entries: CommandEntries, project: ProjectLiveState, neighbours: Neighbours): ReadonlyMap<string, Plan>;
  /** The answer for the caller. */
  answer(outcome: Outcome, project: ProjectLiveState): Answer;
}
