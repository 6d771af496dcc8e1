import type { SchemaDocument, UniqueValue } from '@stele/schema';
import type { ManifestFile } from '@stele/snapshot';
import type { CheckedValues } from '../content/draft-values.ts';
import type { NewContent } from '../content/render-content.ts';
import type { Neighbours } from '../content/surroundings.store.ts';
import type { EntryState, LiveState } from '../entries/entry.ts';
import type { Actor } from '../platform/actor.ts';
import type { PendingAnswer } from '../platform/write-context.ts';

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

/** A unique value that an entry needs, for its draft, for its published content, or for both. */
export interface UniqueClaim extends UniqueValue {
  readonly entryId: string;
  readonly collectionKey: string;
  readonly draft: boolean;
  readonly live: boolean;
}

/** What an entry needs to be live again as it was. */
export interface Comeback {
  /** Drafts for locales that have none. */
  readonly drafts: ReadonlyMap<string, CheckedValues>;
  readonly unique: readonly UniqueClaim[];
}

/** What a command wants to change of an entry. */
export interface Plan {
  /** Locale → what's live there from now on; null takes the locale off the site. */
  readonly live: ReadonlyMap<string, LiveChange | null>;
  /** The version record that the change leaves; null for a change that makes no version. */
  readonly record: { readonly kind: 'publish' | 'unpublish' | 'restore'; readonly imported: boolean } | null;
  /** Given when the entry goes to the trash; null when it leaves it. */
  readonly trashedAt?: Date | null;
  /** What is written besides when what was live before comes back. */
  readonly comeback?: Comeback;
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
  /** Time of the snapshot that holds the change; null when published content stays as it is. */
  readonly publishedAt: Date | null;
}

/** A change of published content, waiting for its turn. It's carried out whole or not at all. */
export interface PublishCommand<Answer = unknown> {
  readonly projectId: string;
  /** Entries that it may change; they can be those that `prepare` has found. */
  readonly entryIds: readonly string[];
  readonly reason: 'publish' | 'unpublish' | 'republish' | 'delete' | 'order' | 'asset';
  /** What it's about instead of the entries that it changes: for it alone the history has an item then. */
  readonly about?: { readonly asset_ids: readonly string[] };
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
