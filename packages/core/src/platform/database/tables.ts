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
