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
   * What a copy of a project does with the rows: copies them, derives them from other rows, or leaves them out, because they
   * belong to people, to this instance or to running work. The same is true for a restored copy.
   */
  readonly copy: 'rows' | 'made again' | 'left out';
  /** The column with the time of expiry, and how long rows are kept after it. The job `expire-rows` removes them. */
  readonly expires?: { readonly from: string; readonly keptMs: number };
  /** Jobs that remove or reduce rows by rules of their own. */
  readonly jobs?: readonly string[];
  /** JSON columns that name people. When a person is deleted for good, the names in them are replaced. */
  readonly people?: readonly string[];
  /** Whether they have their JSON as text. */
  readonly peopleAsText?: true;
  /**
   * What its number of rows follows: fixed numbers and those that limits bound, people, the content that editors keep, or each
   * thing that is done.
   */
  readonly grows: 'bounded' | 'with people' | 'with content' | 'with use';
  /** Why rows stay for good, of a table that grows with use and that nothing prunes. */
  readonly kept?: string;
}

const ofPeople = { removal: { with: 'users' }, copy: 'left out', grows: 'with people' } as const;
const inProject = { project: 'project_id', removal: { atOnce: SOME }, copy: 'rows' } as const;
const bounded = { grows: 'bounded' } as const;
const withContent = { grows: 'with content' } as const;
const withUse = { grows: 'with use' } as const;
const withProject = { ...inProject, removal: { with: 'projects' } } as const;
const withEntry = { removal: { with: 'entries' }, copy: 'rows' } as const;
const atItsTime = { from: 'expires_at', keptMs: 0 } as const;

/** Every table of the database. Rows of a removed project go in this order. */
export const tables = {
  instance: { removal: 'never', copy: 'left out', ...bounded },
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

  project_tokens: { people: ['created_by'], ...inProject, copy: 'left out', ...bounded },
  members: { ...inProject, copy: 'left out', grows: 'with people' },
  invitations: { ...inProject, copy: 'left out', expires: { from: 'expires_at', keptMs: 30 * DAY_MS }, ...withUse },
  preview_links: {
    people: ['created_by'],
    ...inProject,
    copy: 'left out',
    expires: { from: 'expires_at', keptMs: 30 * DAY_MS },
    ...withUse,
  },
  webhook_deliveries: {
    people: ['body'],
    peopleAsText: true,
    ...inProject,
    copy: 'left out',
    expires: { from: 'created_at', keptMs: 30 * DAY_MS },
    ...withUse,
  },
  webhooks: { people: ['created_by'], ...inProject, jobs: ['expire-rows'], ...bounded },
  deployments: { ...inProject, copy: 'left out', jobs: ['expire-rows'], ...withUse },
  deploy_targets: { people: ['created_by'], ...inProject, ...bounded },
  translation_services: { ...inProject, ...bounded },
  glossaries: { ...inProject, ...bounded },
  translation_runs: {
    people: ['actor', 'undone_by'],
    ...inProject,
    copy: 'left out',
    expires: { from: 'ended_at', keptMs: 30 * DAY_MS },
    ...withUse,
  },
  translation_run_entries: {
    removal: { with: 'translation_runs' },
    copy: 'left out',
    jobs: ['expire-rows'],
    ...withUse,
  },
  unique_values: { ...inProject, copy: 'made again', ...withContent },
  notifications: {
    people: ['actor'],
    ...inProject,
    copy: 'left out',
    expires: { from: 'created_at', keptMs: 90 * DAY_MS },
    ...withUse,
  },
  comments: { people: ['author', 'resolved_by'], ...inProject, ...withContent },
  entries: {
    people: ['created_by', 'updated_by'],
    ...inProject,
    removal: { atOnce: FEW },
    jobs: ['purge-entries'],
    ...withContent,
  },
  publications: { ...inProject, jobs: ['sweep-snapshots'], ...withUse },
  contents: { ...inProject, jobs: ['sweep-snapshots'], ...withUse },
  live_sequences: { people: ['changes'], ...inProject, ...bounded },
  snapshots: { ...inProject, jobs: ['sweep-snapshots'], ...withUse },
  doomed_objects: { ...inProject, copy: 'left out', jobs: ['sweep-snapshots'], ...withUse },
  asset_uploads: { ...inProject, copy: 'left out', jobs: ['sweep-uploads'], ...withUse },
  asset_versions: { people: ['replaced_by'], ...inProject, jobs: ['sweep-media'], ...withUse },
  assets: {
    people: ['created_by', 'replacement'],
    ...inProject,
    jobs: ['sweep-media', 'sweep-uploads'],
    ...withContent,
  },
  stored_files: { ...inProject, jobs: ['sweep-media'], ...withContent },
  events: {
    people: ['data'],
    ...inProject,
    copy: 'left out',
    expires: { from: 'created_at', keptMs: 30 * DAY_MS },
    ...withUse,
  },
  archives: {
    ...inProject,
    ...withUse,
    kept: 'what was archived is found by them; one stands for thousands of rows',
  },
  saved_views: { people: ['created_by'], ...inProject, ...bounded },

  entry_reviews: { people: ['moved_by'], ...withEntry, project: 'project_id', ...withContent },
  entry_drafts: { ...withEntry, ...withContent },
  entry_versions: { people: ['created_by'], ...withEntry, jobs: ['prune-versions', 'archive-history'], ...withUse },
  entry_values: { ...withEntry, jobs: ['prune-versions', 'archive-history'], ...withUse },
  jobs: { ...withProject, copy: 'left out', expires: { from: 'dead_at', keptMs: 30 * DAY_MS }, ...withUse },
  asset_folders: { ...withProject, ...bounded },
  project_storage: { ...withProject, copy: 'made again', ...bounded },
  publishing_turns: { ...withProject, copy: 'left out', ...bounded },
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
  presence_reports: { removal: 'expires', copy: 'left out', expires: { from: 'at', keptMs: DAY_MS }, ...withUse },
  retired_mirrors: { removal: 'expires', copy: 'left out', jobs: ['mirror-pointers'], ...withUse },
  staged_changes: { removal: 'expires', copy: 'left out', jobs: ['expire-rows'], ...withUse },
} as const satisfies Readonly<Record<string, TableFacts>>;

/** The tables, each with its name. */
export const allTables: readonly (TableFacts & { readonly name: string })[] = Object.entries<TableFacts>(tables).map(
  ([name, facts]) => ({ name, ...facts }),
);
