const DAY_MS = 24 * 60 * 60_000;
/** Rows that are removed by one statement at most. */
const SOME = 500;
/** Of entries fewer: they take their drafts, versions and values along. */
const FEW = 50;

/** What is known of a table, wherever tables are gone through one by one. */
export interface TableFacts {
  /** The column that names the project of a row, in tables that have one. */
  readonly project?: string;
  /**
   * How rows leave with what they belong to: so many in a statement when a project is removed; with the row of another
   * table, by a foreign key that cascades; when their time is over; or never.
   */
  readonly removal: { readonly atOnce: number } | { readonly with: string } | 'expires' | 'never';
  /**
   * What a copy of a project does with them: takes them as they are, makes them again from the others, or leaves them out,
   * because they're of people, of this instance or of work under way. A restored copy has the same.
   */
  readonly copy: 'rows' | 'made again' | 'left out';
  /** The time from which rows are kept, and for how long; then the job `expire-rows` removes them. */
  readonly expires?: { readonly from: string; readonly keptMs: number };
  /** Jobs that remove or reduce rows by rules of their own. */
  readonly jobs?: readonly string[];
}

const ofPeople = { removal: { with: 'users' }, copy: 'left out' } as const;
const inProject = { project: 'project_id', removal: { atOnce: SOME }, copy: 'rows' } as const;
const withProject = { ...inProject, removal: { with: 'projects' } } as const;
const withEntry = { removal: { with: 'entries' }, copy: 'rows' } as const;
const atItsTime = { from: 'expires_at', keptMs: 0 } as const;

/** Every table of the database. Rows of a removed project go in this order. */
export const tables = {
  instance: { removal: 'never', copy: 'left out' },
  users: { removal: 'never', copy: 'left out' },
  sessions: { ...ofPeople, expires: atItsTime },
  accounts: ofPeople,
  verifications: { removal: 'expires', copy: 'left out', expires: atItsTime },
  two_factors: ofPeople,
  passkeys: ofPeople,
  password_resets: { ...ofPeople, expires: atItsTime },
  device_codes: { ...ofPeople, expires: atItsTime },

  project_tokens: { ...inProject, copy: 'left out' },
  members: { ...inProject, copy: 'left out' },
  invitations: { ...inProject, copy: 'left out', expires: { from: 'expires_at', keptMs: 30 * DAY_MS } },
  webhook_deliveries: { ...inProject, copy: 'left out', expires: { from: 'created_at', keptMs: 30 * DAY_MS } },
  webhooks: { ...inProject, jobs: ['expire-rows'] },
  deployments: { ...inProject, copy: 'left out', jobs: ['expire-rows'] },
  deploy_targets: inProject,
  unique_values: { ...inProject, copy: 'made again' },
  entries: { ...inProject, removal: { atOnce: FEW }, jobs: ['purge-entries'] },
  publications: { ...inProject, jobs: ['sweep-snapshots'] },
  contents: { ...inProject, jobs: ['sweep-snapshots'] },
  live_sequences: inProject,
  snapshots: { ...inProject, jobs: ['sweep-snapshots'] },
  doomed_objects: { ...inProject, copy: 'left out', jobs: ['sweep-snapshots'] },
  asset_uploads: { ...inProject, copy: 'left out', jobs: ['sweep-uploads'] },
  asset_versions: { ...inProject, jobs: ['sweep-media'] },
  assets: { ...inProject, jobs: ['sweep-media', 'sweep-uploads'] },
  stored_files: { ...inProject, jobs: ['sweep-media'] },
  events: { ...inProject, copy: 'left out', expires: { from: 'created_at', keptMs: 30 * DAY_MS } },
  saved_views: inProject,

  entry_drafts: withEntry,
  entry_versions: { ...withEntry, jobs: ['prune-versions'] },
  entry_values: { ...withEntry, jobs: ['prune-versions'] },
  jobs: { ...withProject, copy: 'left out', expires: { from: 'dead_at', keptMs: 30 * DAY_MS } },
  asset_folders: withProject,
  project_storage: { ...withProject, copy: 'made again' },
  publishing_turns: { ...withProject, copy: 'left out' },
  schema_versions: withProject,
  projects: { project: 'id', removal: { atOnce: 1 }, copy: 'rows' },

  audit_records: { project: 'project_id', removal: 'never', copy: 'rows' },
  idempotency_records: { removal: 'expires', copy: 'left out', expires: atItsTime },
  retired_mirrors: { removal: 'expires', copy: 'left out', jobs: ['mirror-pointers'] },
  staged_changes: { removal: 'expires', copy: 'left out', jobs: ['expire-rows'] },
} as const satisfies Readonly<Record<string, TableFacts>>;

/** The tables, each with its name. */
export const allTables: readonly (TableFacts & { readonly name: string })[] = Object.entries<TableFacts>(tables).map(
  ([name, facts]) => ({ name, ...facts }),
);
