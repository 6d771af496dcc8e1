import type { Queryable } from './sql.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The most rows that one statement removes. */
const SOME = 500;
/** The most entries that one statement removes, with their drafts, versions and values. */
const FEW = 50;

/** Facts about a table, for code that handles all tables. */
export interface TableFacts {
  /** The column that names the project of a row, in tables that have one. */
  readonly project?: string;
  /**
   * How rows are removed: in batches, when their project is removed; with a row of another table, by a cascading foreign key;
   * when they expire; or never.
   */
  readonly removal: { readonly atOnce: number } | { readonly with: string } | 'expires' | 'never';
  /**
   * How a copy of a project treats the rows: copies them, derives them from other rows, or leaves them out, because they
   * belong to people, to this instance or to running work. The same is true for a restored copy.
   */
  readonly copy: 'rows' | 'made again' | 'left out';
  /** The column with the time of expiry, and how long rows are kept after it. The job `expire-rows` removes them. */
  readonly expires?: { readonly from: string; readonly keptMs: number };
  /** Jobs that remove or reduce rows by rules of their own. */
  readonly jobs?: readonly string[];
  /** Removes old rows, or old values in them, by a rule that no column says. The job `expire-rows` calls it. */
  readonly prune?: (on: Queryable, now: Date) => Promise<void>;
  /** Rows that go when someone leaves a project: those for which a boolean column is true, with the JSON column that names their owner. */
  readonly ofMember?: { readonly owner: string; readonly where: string };
  /** The columns with sealed secrets. Each secret is bound to the id of its row. */
  readonly sealed?: readonly string[];
  /** JSON columns that name people. When a person is deleted for good, the names in them are replaced. */
  readonly people?: readonly string[];
  /** The group in which the deletion of a person counts the rows, such as `entries`; `records` by default. */
  readonly countedAs?: string;
  /** Whether they have their JSON as text. */
  readonly peopleAsText?: true;
  /**
   * The measure that its number of rows follows: fixed numbers and those that limits bound, people, the content that editors
   * keep, or each thing that is done.
   */
  readonly grows: 'bounded' | 'with people' | 'with content' | 'with use';
  /** Why rows stay for good, of a table that grows with use and that nothing prunes. */
  readonly kept?: string;
}

/** Rows expire so many days after the time in a column. */
export function daysAfter(from: string, days: number): NonNullable<TableFacts['expires']> {
  return { from, keptMs: days * DAY_MS };
}

const ofPeople = { removal: { with: 'users' }, copy: 'left out', grows: 'with people' } as const;
export const withinProject = { project: 'project_id', removal: { atOnce: SOME }, copy: 'rows' } as const;
export const boundedRows = { grows: 'bounded' } as const;
export const withContent = { grows: 'with content' } as const;
export const withUse = { grows: 'with use' } as const;
export const withProject = { ...withinProject, removal: { with: 'projects' } } as const;
const withEntry = { removal: { with: 'entries' }, copy: 'rows' } as const;
const atItsTime = { from: 'expires_at', keptMs: 0 } as const;

/** The tables that belong to no feature alone. Features declare the others. Rows of a removed project go in this order. */
export const commonTables = {
  instance: { removal: 'never', copy: 'left out', ...boundedRows },
  users: { removal: 'never', copy: 'left out', grows: 'with people' },
  sessions: { ...ofPeople, ...withUse, expires: atItsTime },
  accounts: ofPeople,
  verifications: { removal: 'expires', copy: 'left out', expires: atItsTime, ...withUse },
  two_factors: ofPeople,
  passkeys: ofPeople,
  password_resets: { ...ofPeople, ...withUse, expires: atItsTime },
  device_codes: { ...ofPeople, ...withUse, expires: atItsTime },
  directory_users: ofPeople,
  directory_members: ofPeople,
  directory_groups: { removal: 'never', copy: 'left out', grows: 'with people' },

  members: { ...withinProject, copy: 'left out', grows: 'with people' },
  unique_values: { ...withinProject, copy: 'made again', ...withContent },
  live_pages: { ...withinProject, ...withContent },
  entries: {
    people: ['created_by', 'updated_by'],
    countedAs: 'entries',
    ...withinProject,
    removal: { atOnce: FEW },
    jobs: ['purge-entries'],
    ...withContent,
  },
  publications: { ...withinProject, jobs: ['sweep-snapshots'], ...withUse },
  contents: { ...withinProject, jobs: ['sweep-snapshots'], ...withUse },
  live_sequences: { people: ['changes'], ...withinProject, ...boundedRows },
  snapshots: { ...withinProject, jobs: ['sweep-snapshots'], ...withUse },
  doomed_objects: { ...withinProject, copy: 'left out', jobs: ['sweep-snapshots'], ...withUse },
  asset_uploads: { ...withinProject, copy: 'left out', jobs: ['sweep-uploads'], ...withUse },
  asset_versions: { people: ['replaced_by'], countedAs: 'files', ...withinProject, jobs: ['sweep-media'], ...withUse },
  assets: {
    people: ['created_by', 'replacement'],
    countedAs: 'files',
    ...withinProject,
    jobs: ['sweep-media', 'sweep-uploads'],
    ...withContent,
  },
  stored_files: { ...withinProject, jobs: ['sweep-media'], ...withContent },
  events: {
    people: ['data'],
    ...withinProject,
    copy: 'left out',
    expires: daysAfter('created_at', 30),
    ...withUse,
  },

  entry_reviews: {
    people: ['moved_by', 'approved'],
    countedAs: 'entries',
    ...withEntry,
    project: 'project_id',
    ...withContent,
  },
  review_moves: {
    people: ['created_by'],
    countedAs: 'entries',
    ...withEntry,
    ...withUse,
    kept: 'what was decided about an entry is part of its history; a row comes with a decision',
  },
  entry_drafts: { ...withEntry, ...withContent },
  entry_versions: {
    people: ['created_by'],
    countedAs: 'versions',
    ...withEntry,
    jobs: ['prune-versions', 'archive-history'],
    ...withUse,
  },
  entry_values: { ...withEntry, jobs: ['prune-versions', 'archive-history'], ...withUse },
  jobs: { ...withProject, copy: 'left out', expires: daysAfter('dead_at', 30), ...withUse },
  project_storage: { ...withProject, copy: 'made again', ...boundedRows },
  publishing_turns: { ...withProject, copy: 'left out', ...boundedRows },
  schema_versions: {
    people: ['created_by'],
    ...withProject,
    ...withUse,
    kept: 'earlier content is read by the schema that it was published under; a row comes with a push',
  },
  projects: { project: 'id', removal: { atOnce: 1 }, copy: 'rows', grows: 'with people' },

  audit_records: {
    people: ['actor', 'data'],
    project: 'project_id',
    removal: 'never',
    copy: 'rows',
    ...withUse,
    jobs: ['archive-history'],
  },
  idempotency_records: { people: ['answer'], removal: 'expires', copy: 'left out', expires: atItsTime, ...withUse },
  presence_reports: { removal: 'expires', copy: 'left out', expires: daysAfter('at', 1), ...withUse },
  retired_mirrors: { removal: 'expires', copy: 'left out', jobs: ['mirror-pointers'], ...withUse },
  staged_changes: { removal: 'expires', copy: 'left out', jobs: ['expire-rows'], ...withUse },
} as const satisfies Readonly<Record<string, TableFacts>>;

/** A table with its name. */
export interface Table extends TableFacts {
  readonly name: string;
}
