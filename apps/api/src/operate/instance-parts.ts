import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  assertCurrent,
  commandToken,
  DATABASE_COPY_PATH,
  type Database,
  type DatabaseSettings,
  DataFolderInUseError,
  type InstanceSecrets,
  lockDataFolder,
  openDatabase,
} from '@stele/core';
import { type ObjectStorage, openStorage, storageSettingsFromEnv } from '@stele/storage';
import { pino } from 'pino';
import { type Environment, readEnvironment } from '../env.ts';

export const log = pino({ level: 'silent' });

/** The parts of an instance, as its settings describe them, without the API. */
export interface InstanceParts {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly secrets: InstanceSecrets;
  close(): Promise<void>;
}

/** The files of the data folder that hold what settings don't give. */
export const SECRET_FILES = {
  STELE_AUTH_SECRET: 'auth.secret',
  STELE_ENCRYPTION_KEYS: 'encryption.keys',
  STELE_UPLOAD_KEY: 'upload.key',
} as const;

export function databaseSettings({ databaseUrl, dataDirectory }: Environment): DatabaseSettings {
  if (databaseUrl !== null) return { kind: 'postgres', url: databaseUrl, applicationName: 'stele command' };
  return { kind: 'pglite', directory: path.join(dataDirectory, 'database') };
}

export async function storageOf(env: NodeJS.ProcessEnv): Promise<ObjectStorage> {
  const { dataDirectory, contentUrl } = readEnvironment(env);
  return openStorage(await storageSettingsFromEnv(env, { dataDirectory, publicUrl: contentUrl }));
}

/** The secrets of an instance, from its settings or its data folder; empty where there's none yet. */
export async function secretsOf(env: NodeJS.ProcessEnv): Promise<InstanceSecrets> {
  const { dataDirectory } = readEnvironment(env);
  const read = async (name: keyof typeof SECRET_FILES): Promise<string> => {
    const file = path.join(dataDirectory, SECRET_FILES[name]);
    return env[name] || (existsSync(file) ? (await readFile(file, 'utf8')).trim() : '');
  };
  return {
    STELE_AUTH_SECRET: await read('STELE_AUTH_SECRET'),
    STELE_ENCRYPTION_KEYS: await read('STELE_ENCRYPTION_KEYS'),
    STELE_UPLOAD_KEY: (await read('STELE_UPLOAD_KEY')) || null,
  };
}

/**
 * Opens an instance, running or not. Only the API can open an embedded database that runs: it's asked for a copy.
 *
 * @param direct opens no copy, so that what is written stays
 * @throws Error with a sentence: there's no instance, another version's, or one that doesn't answer
 */
export async function openInstance(
  env: NodeJS.ProcessEnv,
  { direct }: { readonly direct: boolean },
): Promise<InstanceParts> {
  const environment = readEnvironment(env);
  const settings = databaseSettings(environment);
  if (settings.kind === 'pglite' && !existsSync(settings.directory)) {
    throw new Error(`There is no instance in ${environment.dataDirectory}. Name its folder with --data.`);
  }
  const secrets = await secretsOf(env);
  const { database, close } = direct
    ? closable(await openDatabase(settings, AS_IT_IS))
    : await openToRead(settings, environment, secrets);
  try {
    await assertCurrent(database);
    return { database, storage: await storageOf(env), secrets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const AS_IT_IS = { log, migrate: false, create: false } as const;

type Opened = Pick<InstanceParts, 'database' | 'close'>;

const closable = (database: Database): Opened => ({ database, close: () => database.close() });

async function openToRead(
  settings: DatabaseSettings,
  environment: Environment,
  { STELE_AUTH_SECRET }: InstanceSecrets,
): Promise<Opened> {
  try {
    return closable(await openDatabase(settings, AS_IT_IS));
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    await askForCopy(environment, STELE_AUTH_SECRET, error);
    // The API may name its folder otherwise, in a container for example.
    const directory = `${error.folder}.copy`;
    const database = await openDatabase({ kind: 'pglite', directory }, AS_IT_IS);
    const close = async (): Promise<void> => {
      await database.close();
      await removeCopy(directory);
    };
    return { database, close };
  }
}

/** Removes a copy, unless another backup has it by now. */
async function removeCopy(directory: string): Promise<void> {
  try {
    const lock = await lockDataFolder(directory);
    await rm(directory, { recursive: true, force: true }).finally(() => lock.release());
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
  }
}

async function askForCopy({ host, port }: Environment, authSecret: string, inUse: DataFolderInUseError): Promise<void> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const headers = { authorization: `Bearer ${commandToken(authSecret, 'backup')}` };
  const response = await fetch(`${address}${DATABASE_COPY_PATH}`, { method: 'POST', headers }).catch(() => null);
  if (response?.ok) return;
  const why =
    response === null
      ? `no API answers at ${address}. Give the --port or API_PORT that it runs with.`
      : response.status === 503
        ? 'its API has no room for a copy of it, or another backup reads one.'
        : `the API at ${address} refused a copy (${response.status}): it may be another instance's. Give the right --port.`;
  throw new Error(`${inUse.message.split('.')[0]}, and ${why}`);
}
