import path from 'node:path';

/** PostgreSQL in this process, its data in a folder, or in memory when the directory is `memory://`. */
export interface EmbeddedDatabaseSettings {
  kind: 'pglite';
  directory: string;
  /** With less free disk space than this, in bytes, the database is read-only; by default 0. */
  reserveBytes?: number;
}

/** The `application_name` of connections of processes that stay. */
export const APPLICATION_NAME = 'stele';

/** A PostgreSQL server. */
export interface DatabaseServerSettings {
  kind: 'postgres';
  url: string;
  /** The most connections; by default 10. */
  poolSize?: number;
  /** The `application_name` of the connections; by default `APPLICATION_NAME`. */
  applicationName?: string;
}

export type DatabaseSettings = EmbeddedDatabaseSettings | DatabaseServerSettings;

/** The part of the environment that says which database to use. */
export interface DatabaseEnvironment {
  DATABASE_URL?: string | undefined;
  STELE_DATA_DIR?: string | undefined;
}

/** The server that `DATABASE_URL` names, else the embedded database of the data folder (`STELE_DATA_DIR`, or `.stele`). */
export function selectDatabase(environment: DatabaseEnvironment): DatabaseSettings {
  if (environment.DATABASE_URL) return { kind: 'postgres', url: environment.DATABASE_URL };
  return { kind: 'pglite', directory: path.resolve(environment.STELE_DATA_DIR || '.stele', 'database') };
}
