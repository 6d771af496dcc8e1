const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** Words of the operator's page. */
export const operating = {
  lead: 'What fails, what waits and what grows on this instance. Only its operator sees this page.',
  refresh: 'Refresh',
  instance: 'Instance',
  database: 'Database',
  databaseOf: (version: string, size: string) => `PostgreSQL ${version}, ${size}`,
  storage: 'Storage',
  works: 'Works',
  fails: 'Does not answer',
  redis: 'Redis',
  unused: 'Not used',
  backup: 'Last backup',
  noBackup: 'None known',
  backupFaults: (count: number) => (count === 1 ? '1 file damaged or missing' : `${count} files damaged or missing`),
  migration: 'Last migration',
  process: 'This process',
  processOf: (node: string, memory: string) => `Node.js ${node}, ${memory} of memory`,
  started: 'Started',
  mirrors: 'Pointer mirrors behind',
  jobs: 'Background jobs',
  noJobs: 'No jobs are waiting.',
  kind: 'Kind',
  waiting: 'Waiting',
  running: 'Running',
  dead: 'Given up',
  late: (seconds: number) => `late by ${seconds} s`,
  deadJobs: 'Jobs that were given up',
  attempts: (count: number) => counted(count, 'attempt', 'attempts'),
  retry: 'Run again',
  drop: 'Drop',
  dropTitle: (kind: string) => `Drop ${kind}?`,
  dropLead: 'Its work is never done.',
  dropped: 'The job is dropped.',
  retried: 'The job runs again.',
  projects: 'Projects',
  noProjects: 'There are no projects.',
  name: 'Name',
  entries: 'Entries',
  files: 'Files',
  people: 'People',
  published: 'Last published',
  never: 'Never',
  quotas: 'Quotas',
  ownQuotas: 'Its own',
  usualQuotas: 'As usual',
  quotasOf: (name: string) => `Quotas of “${name}”`,
  quotasLead:
    'An empty field follows the settings of the instance; 0 lifts the quota. What the project has already stays. A new number of requests begins a new count.',
  quotaNames: { entries: 'Entries', people: 'People', bytes: 'Storage in GB', requests: 'Requests of tokens in a day' },
  quotaNow: (most: string) => `now ${most}`,
  noQuota: 'now without a quota',
  quotasChanged: (name: string) => `The quotas of “${name}” are changed.`,
  accounts: 'Accounts',
  searchAccounts: 'Search by name or email',
  noAccounts: 'No account matches.',
  deactivated: 'Deactivated',
  inProjects: (count: number) => (count === 1 ? '1 project' : `${count} projects`),
  deletePerson: 'Delete for good',
  deletePersonTitle: (name: string) => `Delete ${name} for good?`,
  deletePersonLead:
    'Their account ends at once. What they wrote stays; instead of their name it says “Deleted person”. Backups keep the name. This cannot be undone.',
  personEnds: (ends: {
    memberships: number;
    sessions: number;
    passkeys: number;
    invitations: number;
    preview_links: number;
  }) =>
    `Ends: ${counted(ends.memberships, 'membership', 'memberships')}, ${counted(ends.sessions, 'session', 'sessions')}, ${counted(ends.passkeys, 'passkey', 'passkeys')}, ${counted(ends.invitations, 'open invitation', 'open invitations')}, ${counted(ends.preview_links, 'preview link', 'preview links')}.`,
  personNames: (names: { entries: number; versions: number; comments: number; files: number; records: number }) =>
    `Loses the name: ${counted(names.entries, 'entry', 'entries')}, ${counted(names.versions, 'version', 'versions')}, ${counted(names.comments, 'comment', 'comments')}, ${counted(names.files, 'file', 'files')}, ${counted(names.records, 'record', 'records')}.`,
  personStays: (tokens: number) =>
    `Stays: all content, and ${tokens === 1 ? '1 token of a project, which still works' : `${tokens} tokens of projects, which still work`}.`,
  onlyOwnerOf: (projects: string) => `These projects need another owner first: ${projects}.`,
  typeAddress: (email: string) => `Type “${email}” to confirm`,
  personDeleted: (records: number) =>
    `The account is deleted. The name is being replaced in ${counted(records, 'record', 'records')}.`,
  errors: 'Recent errors',
  errorsLead: 'Of the process that answered, since it started. The log has more under the same id.',
  noErrors: 'None.',
};
