import type { Json, Migration, Rename, SchemaDocument, SchemaPath, Values } from '@stele/schema';

/** Locale → field → value. */
export type LocaleValues = Readonly<Record<string, Values>>;

/** Identity of the token in use. */
export interface TokenIdentity {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly default_locale: string;
    readonly locales: readonly string[];
  };
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

/** An entry as lists show it. */
export interface ListedEntry {
  readonly id: string;
  readonly external_id: string | null;
  readonly collection_key: string;
  readonly status: string;
  readonly version: number;
  readonly locales_status: Readonly<Record<string, string>>;
}

/** An entry with its drafts. */
export interface Entry extends ListedEntry {
  readonly values: LocaleValues;
}

/** An entry with its drafts, and the values that are live in the form of drafts. */
export interface EntryContent extends Entry {
  readonly live_values: LocaleValues;
}

/** What publishing answers. */
export interface PublishResult {
  readonly version: number;
  readonly unchanged: boolean;
}

/** A schema that was pushed. */
export interface SchemaVersion {
  readonly version: number;
  readonly hash: string;
  readonly schema: SchemaDocument;
}

/** A schema that is to be pushed, with what was decided about it. */
export interface SchemaProposal {
  readonly schema: SchemaDocument;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
}

/** How a change bears on entries. */
export type ChangeClass = 'safe' | 'needs_migration' | 'destructive';

/** A change that a proposal makes. */
export interface SchemaChange {
  readonly id: string;
  readonly kind: string;
  readonly path: SchemaPath;
  readonly class: ChangeClass;
  readonly affected_entries: number;
  readonly sample_entry_ids: readonly string[];
  readonly message: string;
  /** What could be done with the values. */
  readonly migration: Migration | null;
  /** Whether nothing can be pushed before a migration says what becomes of the values. */
  readonly migration_required: boolean;
}

/** What a proposal would change. */
export interface SchemaDiff {
  readonly base_version: number;
  readonly hash: string;
  readonly unchanged: boolean;
  readonly changes: readonly SchemaChange[];
  readonly rename_candidates: readonly Rename[];
  readonly confirm_token: string | null;
}

/** What a push did. */
export interface SyncResult extends SchemaVersion {
  readonly unchanged: boolean;
  readonly migrated_entries: number;
  readonly snapshot_id: string | null;
}

/** An entry to be made. */
export interface NewEntry {
  readonly collection_key: string;
  readonly external_id: string;
  readonly values: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}
