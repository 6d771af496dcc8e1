import { findDatabaseFiles } from '../../platform/database/database-files.ts';
import { findPendingMigrations } from '../../platform/database/migrate.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { findLateJob } from '../../platform/job-queue.store.ts';
import { tryAllSecrets } from '../../platform/sealed-rows.store.ts';
import { SecretBox } from '../../platform/secret-box.ts';
import { registry } from '../../server/registry.ts';
import { loadOperatingFacts } from '../operating/operating-facts.store.ts';
import { loadDeadJobs, loadServerFacts, type ServerFacts } from './data-facts.store.ts';
import { type Check, type Finding, fault, ok, reasonOf, runChecks, skip, warn } from './finding.ts';
import { pooledByTransaction } from './pooler.store.ts';

/** The versions of PostgreSQL that tests run on, as `server_version_num`. */
const OLDEST_TESTED = 150_000;
const CLOCK_WARNING_MS = 2_000;
const LATE_MS = 60_000;

/** The database to check, and the keys of the secrets in it. */
export interface CheckedData {
  readonly database: Database;
  /** Null where they aren't known. */
  readonly encryptionKeys: string | null;
}

/** Checks the database, and what only it knows. Without it, the others are skipped. */
export async function checkData(data: CheckedData, mostMs: number): Promise<Finding[]> {
  const { database } = data;
  let facts: ServerFacts;
  try {
    facts = await loadServerFacts(database.pool);
  } catch (error) {
    const advice = 'Check DATABASE_URL, and whether the server runs and takes connections from here.';
    return [
      fault('database', reasonOf(error), advice),
      ...skipAll([...SERVER_CHECKS, ...TABLE_CHECKS], 'Only the database knows.'),
    ];
  }
  const all = (checks: readonly DataCheck[]): Promise<Finding[]> =>
    runChecks(
      checks.map(({ run, ...check }) => ({ ...check, run: () => run(data, facts) })),
      mostMs,
    );
  const ofServer = await all(SERVER_CHECKS);
  const hasTables = ofServer.some(({ check, verdict }) => check === 'migrations' && verdict === 'ok');
  const ofTables = hasTables
    ? await all(TABLE_CHECKS)
    : skipAll(TABLE_CHECKS, 'The tables are not those of this version.');
  return [...describeServer(database, facts), ...ofServer, ...ofTables];
}

function skipAll(checks: readonly DataCheck[], reason: string): Finding[] {
  return checks.map(({ name }) => skip(name, reason));
}

function describeServer({ kind, isReadOnly }: Database, facts: ServerFacts): Finding[] {
  const { version, versionNumber, role, isSuperuser } = facts;
  if (kind === 'pglite') {
    if (!isReadOnly()) return [ok('database', `The embedded database (PostgreSQL ${version}) answers.`)];
    const advice = 'Make space on the disk of the data folder; writes go on by themselves then.';
    return [fault('database', 'The embedded database is read-only: its disk is nearly full.', advice)];
  }
  const findings = [ok('database', `PostgreSQL ${version} answers to the role ${role}. It needs no extension.`)];
  if (facts.isReadOnly) {
    findings.push(fault('database', 'The server is read-only.', 'Let DATABASE_URL name the primary, not a replica.'));
  }
  if (versionNumber < OLDEST_TESTED) {
    const advice = 'Update the server to 15 or newer.';
    findings.push(warn('database', `PostgreSQL ${version} is older than what Stele is tested with.`, advice));
  }
  if (isSuperuser) {
    const advice = 'Give Stele a role of its own, which owns its database and nothing else.';
    findings.push(warn('database', `The role ${role} is a superuser.`, advice));
  }
  return findings;
}

interface DataCheck extends Omit<Check, 'run'> {
  run(data: CheckedData, facts: ServerFacts): Promise<readonly Finding[]>;
}

const SERVER_CHECKS: readonly DataCheck[] = [
  {
    name: 'migrations',
    advice: 'Run the version of Stele that the database was last used with, or a newer one.',
    run: checkMigrations,
  },
  { name: 'connections', advice: 'Use PgBouncer 1.21 or newer, or its session mode.', run: checkConnections },
  { name: 'clock', advice: 'Set the clock by the network (NTP).', run: checkClock },
];

const TABLE_CHECKS: readonly DataCheck[] = [
  { name: 'keys', advice: 'Give the keys that the database was used with as STELE_ENCRYPTION_KEYS.', run: checkKeys },
  { name: 'jobs', advice: 'See the log of the API.', run: checkJobs },
  { name: 'mirrors', advice: 'See the log of the API.', run: checkMirrors },
];

async function checkMigrations({ database }: CheckedData): Promise<Finding[]> {
  const pending = await findPendingMigrations(database.pool, findDatabaseFiles().migrationsDirectory);
  if (pending.length === 0) return [ok('migrations', 'The database has all migrations.')];
  const message = `${pending.length} migrations are still to be applied.`;
  return [warn('migrations', message, 'Start the API, which applies them.')];
}

async function checkConnections({ database }: CheckedData, { freeConnections }: ServerFacts): Promise<Finding[]> {
  if (database.kind === 'pglite') return [];
  const isPooled = await pooledByTransaction(database.pool);
  const how = isPooled ? 'A pooler in transaction mode stands before the server, and keeps prepared statements.' : '';
  // Each process of the API makes this many at most.
  const needed = database.pool.options.max;
  if (isPooled || freeConnections >= needed) {
    return [ok('connections', how || `The server can take ${freeConnections} more connections.`)];
  }
  const advice = `Raise max_connections, or put PgBouncer before the server: an API process uses up to ${needed}.`;
  return [warn('connections', `The server can take only ${freeConnections} more connections.`, advice)];
}

async function checkClock({ database }: CheckedData): Promise<Finding[]> {
  const asked = Date.now();
  const { now } = await loadServerFacts(database.pool);
  // No one knows when on its way the question was answered.
  const apart = Math.max(asked - now.getTime(), now.getTime() - Date.now());
  if (apart <= CLOCK_WARNING_MS) return [ok('clock', "This machine's clock and the database's agree.")];
  const message = `This machine's clock and the database's are ${Math.round(apart / 1000)} s apart.`;
  return [warn('clock', message, 'Set both by the network (NTP): signed addresses may fail.')];
}

async function checkKeys({ database, encryptionKeys }: CheckedData): Promise<Finding[]> {
  if (encryptionKeys === null) {
    return [skip('keys', 'There are no encryption keys yet: the first start makes them in the data folder.')];
  }
  const { rows, broken } = await tryAllSecrets(database.pool, registry.tables, new SecretBox(encryptionKeys));
  if (rows === 0) return [ok('keys', 'No deploy target or webhook has a secret.')];
  if (broken.length === 0) return [ok('keys', `The secrets of all ${rows} deploy targets and webhooks can be read.`)];
  const reasons = [...new Set(broken.map(({ message }) => message))].join(' ');
  const advice = 'Add the missing key to STELE_ENCRYPTION_KEYS, or enter these secrets again.';
  return [
    fault('keys', `The secrets of ${broken.length} of ${rows} targets and webhooks can't be read. ${reasons}`, advice),
  ];
}

async function checkJobs({ database }: CheckedData, { now }: ServerFacts): Promise<Finding[]> {
  const late = await findLateJob(database.pool, now, LATE_MS);
  const dead = await loadDeadJobs(database.pool);
  const findings = dead.map(({ kind, count, error }) => {
    const advice =
      'Mend the reason. Owners of the project retry them: POST /v1/projects/{projectId}/jobs/{jobId}/retry.';
    return warn('jobs', `Given up: ${count} of the kind ${kind}${error ? `, one because: ${error}` : '.'}`, advice);
  });
  if (!late) return findings.length > 0 ? findings : [ok('jobs', 'No job is late or was given up.')];
  const advice = 'Let a process run jobs (STELE_JOBS), or call /internal/jobs/run each minute.';
  return [warn('jobs', `A job of the kind ${late.kind} is due for ${late.dueSeconds} seconds.`, advice), ...findings];
}

async function checkMirrors({ database }: CheckedData): Promise<Finding[]> {
  const { mirrorsBehind } = await loadOperatingFacts(database.pool);
  if (mirrorsBehind === 0) return [ok('mirrors', 'All pointer mirrors are up to date.')];
  const advice = 'Check the storage, and whether a process runs jobs: they write mirrors every few seconds.';
  return [warn('mirrors', `${mirrorsBehind} pointer mirrors are missing or behind.`, advice)];
}
