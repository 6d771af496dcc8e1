import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { isSameMigration, type MigrationFile, readMigrationFiles } from './migration-files.ts';

/** The lock number of Prisma's own command, so that the two never run at the same time. */
const PRISMA_MIGRATE_LOCK = 72707369;

const CREATE_MIGRATIONS_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** The migrations in the folder don't match those that were applied to the database; nothing was changed. */
export class MigrationHistoryError extends Error {
  readonly migration: string;

  constructor(migration: string, reason: string) {
    super(`Migration ${migration} ${reason}`);
    this.name = 'MigrationHistoryError';
    this.migration = migration;
  }
}

/** A migration's SQL failed and was rolled back. The cause is the database's error. */
export class MigrationFailedError extends Error {
  readonly migration: string;

  constructor(migration: string, cause: unknown) {
    super(`Migration ${migration} failed and was undone: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'MigrationFailedError';
    this.migration = migration;
  }
}

/**
 * Applies the pending migrations of a folder, in order, each in its own transaction. Any number of processes may call it at
 * once: each migration is applied once, and all return when none is left. Its lock ends with the transaction, so it also works
 * behind a connection pooler. Applied migrations are recorded in `_prisma_migrations`, like Prisma's own command does.
 *
 * @param only the names of those that are wanted; all by default.
 * @returns the names of those that this call applied.
 * @throws {MigrationHistoryError} when an applied migration has since been changed or removed, or is unfinished.
 * @throws {MigrationFailedError} when one fails; those before it stay applied.
 */
export async function migrate(
  pool: Pool,
  migrationsDirectory: string,
  log: DatabaseLog,
  only?: readonly string[],
): Promise<string[]> {
  const all = await readMigrationFiles(migrationsDirectory);
  const files = only ? all.filter(({ name }) => only.includes(name)) : all;
  const applied: string[] = [];
  for (;;) {
    const name = await inTransactionOrClose(pool, (client) => applyNext(client, files));
    if (name === undefined) return applied;
    applied.push(name);
    log.info({ migration: name }, 'migration applied');
  }
}

/**
 * The names of the pending migrations of a folder.
 * @throws {MigrationHistoryError} as `migrate` does.
 */
export async function findPendingMigrations(pool: Pool, migrationsDirectory: string): Promise<string[]> {
  const files = await readMigrationFiles(migrationsDirectory);
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  const pending = rows[0]?.exists ? selectPending(files, await readApplied(pool)) : files;
  return pending.map(({ name }) => name);
}

async function applyNext(client: PoolClient, files: MigrationFile[]): Promise<string | undefined> {
  await client.query('SELECT pg_advisory_xact_lock($1::bigint)', [PRISMA_MIGRATE_LOCK]);
  await client.query(CREATE_MIGRATIONS_TABLE);
  const [next] = selectPending(files, await readApplied(client));
  if (next === undefined) return undefined;
  const startedAt = await readClock(client);
  try {
    await client.query(next.sql);
  } catch (error) {
    throw new MigrationFailedError(next.name, error);
  }
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), next.checksum, next.name, startedAt],
  );
  return next.name;
}

/** Unlike `now()`, not the time when the transaction began to wait for the lock. Prisma's command sorts by this time. */
async function readClock(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]?.now;
}

interface AppliedMigration {
  name: string;
  checksum: string;
  finished: boolean;
}

async function readApplied(client: Pool | PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

function selectPending(files: MigrationFile[], applied: AppliedMigration[]): MigrationFile[] {
  for (const { name, checksum, finished } of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!finished) {
      throw new MigrationHistoryError(
        name,
        "was begun by Prisma's command and not finished. Repair the database, then mark the migration with `prisma migrate resolve`.",
      );
    }
    if (file === undefined) {
      throw new MigrationHistoryError(
        name,
        'was applied to this database, but its file is missing. Is this an older version of Stele than the last one used?',
      );
    }
    if (!isSameMigration(file, checksum)) {
      throw new MigrationHistoryError(
        name,
        'was changed after it was applied to this database. Restore its file, and put the change into a new migration.',
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

async function inTransactionOrClose<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closes the connection instead of a ROLLBACK, because the failed SQL may have changed settings.
    client.release(true);
    throw error;
  }
}
