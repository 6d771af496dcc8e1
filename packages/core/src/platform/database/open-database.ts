import { existsSync } from 'node:fs';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { DiskSpace } from '@stele/storage';
import type { Pool } from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';
import { once } from '../once.ts';
import type { ClosablePool } from './closable-pool.ts';
import { type DatabaseFiles, findDatabaseFiles } from './database-files.ts';
import type { DatabaseLog } from './database-log.ts';
import {
  APPLICATION_NAME,
  type DatabaseServerSettings,
  type DatabaseSettings,
  type EmbeddedDatabaseSettings,
} from './database-settings.ts';
import { migrate } from './migrate.ts';
import { createServerPool } from './server-pool.ts';

/** An open database: the same connections for Prisma and for plain SQL. */
export interface Database {
  kind: DatabaseSettings['kind'];
  pool: Pool;
  readonly prisma: PrismaClient;
  /** Whether it refuses writes, because its disk is nearly full. Always false for a server, whose disk isn't known. */
  isReadOnly(): boolean;
  /** Copies the files of an embedded database for a backup, see `copyDatabase`; null for a server, and in memory. */
  copyFiles: (() => Promise<string>) | null;
  /** Waits for running statements, then closes all connections, and the embedded database with its lock. */
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  log: DatabaseLog;
  /** The places of migrations and snapshot, if `findDatabaseFiles` can't find them. */
  files?: Partial<DatabaseFiles>;
  /**
   * Whether to apply pending migrations first. By default, only the embedded database is migrated, since only this process can do
   * it; a server is left to `pnpm db:migrate`.
   */
  migrate?: boolean;
  /** Whether a folder that holds no embedded database becomes one; by default true. */
  create?: boolean;
  /** Decides when the disk of the embedded database is nearly full; by default with the settings' reserve. */
  space?: DiskSpace;
}

/** Milliseconds. */
const SERVER_TRANSACTIONS = { maxWait: 10_000, timeout: 30_000 };

/** All transactions share one connection, so one may wait for many others. */
const EMBEDDED_TRANSACTIONS = { maxWait: 60_000, timeout: 30_000 };

const CONNECT_TIMEOUT = 10_000;

/**
 * Opens a database. All code opens it here.
 *
 * A server is connected to at the first query. The embedded database has a single connection. So use only the transaction's own
 * client inside a transaction, and do no I/O there, since all other callers wait.
 *
 * @throws {DataFolderInUseError} when the folder of an embedded database is open elsewhere.
 * @throws {MigrationHistoryError} {@link migrate}
 * @throws {MigrationFailedError} {@link migrate}
 */
export async function openDatabase(settings: DatabaseSettings, options: OpenDatabaseOptions): Promise<Database> {
  const space = spaceOf(settings, options);
  const connections = settings.kind === 'pglite' ? await openEmbedded(settings, options, space) : openServer(settings);
  const database = useConnections(settings.kind, connections, options.log, space);
  if (settings.kind === 'pglite' && path.isAbsolute(settings.directory)) {
    const { copyDatabase } = await import('./copy-database.ts');
    database.copyFiles = () => copyDatabase(database.pool, settings.directory, settings.reserveBytes ?? 0);
  }
  try {
    if (options.migrate ?? settings.kind === 'pglite') {
      await migrate(database.pool, findDatabaseFiles(options.files).migrationsDirectory, options.log);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Makes a database of open connections, and closes them with it.
 *
 * @param space decides whether it's read-only; null if its disk isn't known
 */
export function useConnections(
  kind: Database['kind'],
  { pool, close }: ClosablePool,
  log: DatabaseLog,
  space: DiskSpace | null = null,
): Database {
  pool.on('error', (error) => log.error({ err: error }, 'an idle database connection failed'));
  const onConnectionError = (error: Error): void => log.error({ err: error }, 'a database connection failed');
  const transactionOptions = kind === 'pglite' ? EMBEDDED_TRANSACTIONS : SERVER_TRANSACTIONS;
  // Made at its first use: it takes 14 MB.
  let prisma: PrismaClient | undefined;
  return {
    kind,
    pool,
    get prisma() {
      prisma ??= new PrismaClient({ adapter: new PrismaPg(pool, { onConnectionError }), transactionOptions });
      return prisma;
    },
    isReadOnly: () => space?.isShort ?? false,
    copyFiles: null,
    close: once(async () => {
      await prisma?.$disconnect();
      await close();
    }),
  };
}

/** Null for a server, whose disk isn't known, and for a database in memory. */
function spaceOf(settings: DatabaseSettings, { space }: OpenDatabaseOptions): DiskSpace | null {
  if (space !== undefined || settings.kind === 'postgres') return space ?? null;
  return settings.reserveBytes === undefined ? null : new DiskSpace(settings.directory, settings.reserveBytes);
}

function openServer({ url, poolSize, applicationName }: DatabaseServerSettings): ClosablePool {
  return createServerPool({
    connectionString: url,
    max: poolSize ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: applicationName ?? APPLICATION_NAME,
  });
}

/** Loads PGlite only here: it has 15 MB, and a server doesn't need it. */
async function openEmbedded(
  settings: EmbeddedDatabaseSettings,
  options: OpenDatabaseOptions,
  space: DiskSpace | null,
): Promise<ClosablePool> {
  const { IN_MEMORY, openPGlite } = await import('./open-pglite.ts');
  const { connectPGlite } = await import('./pglite-pool.ts');
  const { lockDataFolder } = await import('./lock-data-folder.ts');
  const directory = settings.directory === IN_MEMORY ? IN_MEMORY : path.resolve(settings.directory);
  if (options.create === false && !existsSync(path.join(directory, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${directory}.`);
  }
  const lock = directory === IN_MEMORY ? undefined : await lockDataFolder(directory);
  try {
    const { pool, close } = connectPGlite(await openPGlite(directory, await findSnapshot(options)), space);
    return { pool, close: () => close().finally(() => lock?.release()) };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

async function findSnapshot({ files, log }: OpenDatabaseOptions): Promise<string | undefined> {
  const { locateSnapshot } = await import('./database-snapshot.ts');
  const file = await locateSnapshot(findDatabaseFiles(files)).catch((error: unknown) => {
    log.warn(
      { err: error },
      'the prepared database snapshot cannot be reached; a new database will take longer to open',
    );
    return undefined;
  });
  return file !== undefined && existsSync(file) ? file : undefined;
}
