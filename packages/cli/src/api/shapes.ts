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
  readonly changed_locales: readonly string[];
}

/** An entry with its drafts. */
export interface Entry extends ListedEntry {
  readonly values: LocaleValues;
}

/** An entry with its drafts, and the values that are live in the form of drafts. */
export interface EntryContent extends Entry {
  readonly live_values: LocaleValues;
}

/** Something to know of what was published, or would be. */
export interface EntryWarning {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
}

/** What publishing answers. */
export interface PublishResult {
  readonly version: number;
  readonly unchanged: boolean;
  readonly warnings: readonly EntryWarning[];
}

/** What publishing many entries answers: an item for each. */
export interface BulkResult {
  readonly data: readonly {
    readonly id: string;
    readonly result: 'changed' | 'unchanged' | 'refused';
    /** Why it was refused. */
    readonly error: {
      readonly code: string;
      readonly message: string;
      readonly details: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
    } | null;
  }[];
}

/** A version of an entry, in a list. */
export interface VersionItem {
  readonly version: number;
  readonly kind: 'create' | 'save' | 'publish' | 'unpublish' | 'restore' | 'duplicate' | 'migrate';
  readonly imported: boolean;
}

/** A save, and a publish after it, that are to be checked. */
export interface EntryCheck {
  readonly entry_id?: string;
  readonly collection_key?: string;
  readonly external_id?: string;
  readonly values: Readonly<Record<string, Values | null>>;
  readonly replace?: boolean;
  readonly publish: readonly string[];
}

/** What a save, and a publish after it, would say. */
export interface EntryValidation {
  readonly valid: boolean;
  readonly errors: readonly {
    readonly code: string;
    readonly path: readonly (string | number)[];
    readonly message: string;
  }[];
  readonly warnings: readonly EntryWarning[];
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
  /** Of these, those that lose values or go away. */
  readonly lost_entries: number;
  readonly sample_entry_ids: readonly string[];
  /** Entries of which published content changes. */
  readonly live_entries: number;
  /** Live entries that can't be published again before somebody edits them. */
  readonly unpublishable_entries: number;
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

/** Something that was sent to a deploy target, or waits to be. */
export interface Deployment {
  readonly id: string;
  readonly target_id: string;
  readonly snapshot_id: string | null;
  readonly sequence: number;
  readonly reason: string;
  readonly status: 'queued' | 'sending' | 'triggered' | 'failed' | 'superseded';
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
  readonly due_at: string | null;
  readonly created_at: string;
  readonly build: { readonly state: 'building' | 'built' | 'failed'; readonly error: string | null } | null;
  readonly built_at: string | null;
  readonly seen_at: string | null;
}

/** A time at which something was known. */
export type Fact = { readonly at: string } | null;

/** How far the last change of what is published of an entry has come. */
export interface EntryLive {
  readonly entry_id: string;
  readonly published: { readonly sequence: number; readonly snapshot_id: string; readonly at: string } | null;
  readonly targets: readonly LiveTarget[];
}

/** How far it has come at one deploy target. */
export interface LiveTarget {
  readonly target_id: string;
  readonly name: string;
  readonly status: 'active' | 'paused';
  readonly triggered: Fact;
  readonly built: Fact;
  readonly seen: Fact;
  readonly can_be_seen: boolean;
  readonly deployment: Deployment | null;
  readonly site_check: { readonly at: string; readonly error: string | null } | null;
}

/** A token as lists show it. */
export interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly scope: string;
  /** The secret's last characters. */
  readonly hint: string;
  readonly revoked_at: string | null;
}

/** A token just made, or rotated. */
export interface NewToken extends ListedToken {
  readonly secret: string;
}
