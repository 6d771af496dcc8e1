import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import {
  appointOperator,
  type Backup,
  type BackupKey,
  type BackupRepository,
  backUp,
  type InstanceSecrets,
  loadSecrets,
  lossesOf,
  MIN_SIGNING_KEY,
  moveInstance,
  noteBackup,
  openBackupRepository,
  openTarget,
  type Progress,
  removeOldBackups,
  restoreInstance,
  restoreProject,
  verifyBackup,
  verifyInstance,
} from '@stele/core';
import { readEnvironment } from '../env.ts';
import { openBackupStorage } from './backup-storage.ts';
import { databaseSettings, type InstanceParts, log, openInstance, storageOf } from './instance-parts.ts';
import { showProgress } from './progress.ts';
import { restoreEntry } from './restore-entry.ts';
import { placeSecrets, readSecretsFile, writeSecretsFile } from './secret-files.ts';

/** Options of a command, as the command line gives them. */
interface StorageOptions {
  readonly identity?: string;
}

interface BackUpCommand extends StorageOptions {
  readonly to: string;
  readonly keep?: string;
  readonly secrets?: string;
}

interface RestoreCommand extends StorageOptions {
  readonly from: string;
  readonly backup?: string;
  readonly project?: string;
  readonly entry?: string;
  readonly secrets?: string;
  readonly token?: string;
}

/** The setting with the key that signs backups. */
const SIGNING_KEY = 'STELE_BACKUP_SIGNING_KEY';
/** So many faulty files are named. */
const MOST_KEYS = 50;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Backs up the instance that the environment describes. */
export async function backUpCommand(options: BackUpCommand): Promise<void> {
  const keep = options.keep === undefined ? null : Number(options.keep);
  if (keep !== null && !(Number.isInteger(keep) && keep >= 1)) {
    throw new Error(`--keep is ${options.keep}: give how many backups stay, at least 1.`);
  }
  const place = await openPlaceAt(options.to, options, { create: true });
  await withInstance(async (instance) => {
    const backup = await withProgress((report) => backUp({ place, ...instance, report }));
    say(`Backed up as ${backup.id}: ${describe(backup)}.`);
    await noteBackup(instance.storage, backup).catch((error: Error) => {
      process.stderr.write(`The instance can't say when it was backed up: ${error.message}\n`);
    });
    if (!place.isAuthenticated) say(`It is not signed: set ${SIGNING_KEY} to notice if someone alters it.`);
    if (options.secrets !== undefined) await writeSecretsFile(options.secrets, instance.secrets);
    if (backup.secrets === null && options.secrets === undefined) {
      say('It holds no keys, since it is not encrypted: keep them apart with --secrets FILE, or encrypt it.');
    }
    complain('Not in it, since it is damaged or missing', backup.damaged);
    complain('In it only as an earlier backup had it, since it is damaged or missing', backup.kept);
    if (backup.damaged.length + backup.kept.length > 0) process.exitCode = 1;
  });
  if (keep === null) return;
  const { backups, files } = await removeOldBackups(place, keep);
  if (backups + files > 0) say(`Removed ${backups} older backups and ${files} files that no other one needs.`);
}

function complain(what: string, keys: readonly string[]): void {
  for (const key of keys.slice(0, MOST_KEYS)) process.stderr.write(`${what}: ${key}.\n`);
  if (keys.length > MOST_KEYS) process.stderr.write(`${what}: ${keys.length - MOST_KEYS} others.\n`);
}

/** Lists the backups of a place, newest last. */
export async function listCommand(options: StorageOptions & { readonly from: string }): Promise<void> {
  const place = await openPlaceAt(options.from, options, { create: false });
  const ids = await place.backupIds();
  if (ids.length === 0) say('There is no complete backup.');
  for (const id of ids) {
    const line = await place.getBackup(id).then(
      (backup) => `${backup.readAt}, ${describe(backup)}`,
      (error: Error) => error.message,
    );
    say(`${id}  ${line}`);
  }
}

/** Reads all of a backup, to tell whether it can be restored. */
export async function verifyBackupCommand(options: StorageOptions & { from: string; backup?: string }): Promise<void> {
  const { place, backup } = await openBackup(options);
  const faults = await withProgress((report) => verifyBackup(place, backup, report));
  for (const fault of faults) process.stderr.write(`Fault: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  else say(`Verified ${backup.id}: ${describe(backup)}.`);
}

/** Restores a whole instance, a project or an entry. */
export async function restoreCommand(options: RestoreCommand): Promise<void> {
  if (options.project !== undefined && options.entry !== undefined) {
    throw new Error('Give --project or --entry, not both.');
  }
  const { place, backup } = await openBackup(options);
  const { id } = backup;
  if (options.entry !== undefined) return say(await restoreEntry(place, backup, options.entry, options.token));
  if (options.project !== undefined) {
    const { project } = options;
    await withInstance(
      async (instance) => {
        await withProgress((report) => restoreProject({ place, backup, ...instance, report }, project));
        say(`Restored project ${project} from ${id}.`);
        for (const loss of await lossesOf(backup.fingerprints, instance.secrets, { ofProject: true })) say(loss);
        await reportFaults(instance);
      },
      { direct: true },
    );
    return;
  }
  const secrets =
    options.secrets === undefined ? await secretsIn(place, backup) : await readSecretsFile(options.secrets);
  const unset = process.env.DATABASE_URL ? secretsThatNoSettingGives(secrets) : {};
  const env = { ...process.env, ...unset };
  const target = await openTarget(databaseSettings(readEnvironment(env)), backup.migrations, log);
  try {
    // Before the rows, after which the database is no longer empty: a restoration that is cut off can be run again.
    const losses = await placeSecrets(env, secrets, backup.fingerprints);
    const howToStart = await keepForServer(env, unset, options.secrets);
    const storage = await storageOf(env);
    await withProgress((report) => restoreInstance({ place, backup, ...target, storage, report }));
    await target.migrateOn();
    say(`Restored ${id}: ${describe(backup)}.`);
    for (const sentence of [...losses, ...howToStart]) say(sentence);
    await reportFaults({ database: target.database, storage });
  } finally {
    await target.database.close();
  }
}

function secretsThatNoSettingGives(secrets: InstanceSecrets | null): Record<string, string> {
  const unset = Object.entries(secrets ?? {}).filter(([name, secret]) => secret && !process.env[name]);
  return Object.fromEntries(unset) as Record<string, string>;
}

/** Writes keys for an instance whose data folder isn't looked at, unless they're in a file. @returns how to start it */
async function keepForServer(
  env: NodeJS.ProcessEnv,
  secrets: Readonly<Record<string, string>>,
  file: string | undefined,
): Promise<string[]> {
  if (Object.keys(secrets).length === 0) return [];
  const { dataDirectory } = readEnvironment(env);
  if (file === undefined) {
    await mkdir(dataDirectory, { recursive: true });
    await writeSecretsFile(path.join(dataDirectory, 'restored.secrets'), secrets);
  }
  return [`Start Stele with the keys in ${file ?? path.join(dataDirectory, 'restored.secrets')}.`];
}

/** Checks that the instance that the environment describes is whole. */
export function verifyCommand(): Promise<void> {
  return withInstance(reportFaults);
}

/** Makes someone an operator of an instance whose operators have all left. */
export function makeOperatorCommand({ email }: { readonly email: string }): Promise<void> {
  return withInstance(
    async ({ database }) => {
      const secret = await appointOperator(database, email);
      say(`${email} is an operator of this instance.`);
      if (secret === null) return;
      const { adminUrl } = readEnvironment(process.env);
      say(
        `The address was not verified, so all that was set on the account has ended. Choose a password within a day: ${adminUrl}/reset-password#${secret}`,
      );
    },
    { direct: true },
  );
}

/** Moves an instance that isn't running to where the settings in a file say. */
export async function moveCommand({ to }: { readonly to: string }): Promise<void> {
  const given = { NODE_ENV: 'production', ...parseEnv(await readFile(to, 'utf8')) } as const;
  const from = await openInstance(process.env, { direct: true });
  try {
    const { STELE_AUTH_SECRET, STELE_ENCRYPTION_KEYS } = from.secrets;
    const target: NodeJS.ProcessEnv = { STELE_AUTH_SECRET, STELE_ENCRYPTION_KEYS, ...given };
    const settings = databaseSettings(readEnvironment(target));
    if (JSON.stringify(settings) === JSON.stringify(databaseSettings(readEnvironment(process.env)))) {
      throw new Error(`${to} names the database of this instance. Give another DATABASE_URL or STELE_DATA_DIR there.`);
    }
    const { database } = await openTarget(settings, null, log);
    try {
      const howToStart = await handOverSecrets(to, given, from.secrets);
      const storage = await storageOf(target);
      await withProgress((report) => moveInstance(from, { database, storage }, report));
      say(`Moved. The old place is as it was. ${howToStart}`);
      await reportFaults({ database, storage });
    } finally {
      await database.close();
    }
  } finally {
    await from.close();
  }
}

/** Gives the keys to a moved instance. @returns how to start it */
async function handOverSecrets(to: string, given: NodeJS.ProcessEnv, secrets: InstanceSecrets): Promise<string> {
  if (!given.DATABASE_URL) {
    await placeSecrets(given, secrets, {});
    return `Start Stele with the settings in ${to}.`;
  }
  await writeSecretsFile(`${to}.secrets`, secrets);
  return `Start Stele with the settings in ${to}, and with the keys in ${to}.secrets.`;
}

async function secretsIn(place: BackupRepository, { secrets }: Backup): Promise<InstanceSecrets | null> {
  return secrets === null ? null : loadSecrets(place, secrets);
}

async function reportFaults(instance: Parameters<typeof verifyInstance>[0]): Promise<void> {
  const { projects, objects, faults } = await withProgress((report) => verifyInstance(instance, report));
  for (const fault of faults) process.stderr.write(`Fault: ${fault}.\n`);
  if (faults.length > 0) process.exitCode = 1;
  else say(`Verified: ${counted(projects, 'project')} and ${counted(objects, 'file')} agree.`);
}

/** The backup that is named, or the newest one. */
async function openBackup(
  options: StorageOptions & { readonly from: string; readonly backup?: string },
): Promise<{ readonly place: BackupRepository; readonly backup: Backup }> {
  const place = await openPlaceAt(options.from, options, { create: false });
  const id = options.backup ?? (await place.backupIds()).at(-1);
  if (id === undefined) throw new Error('There is no complete backup in this place.');
  const backup = await place.getBackup(id);
  if (!place.isAuthenticated) {
    say(
      `Not authenticated: who can write to this place can have altered ${id}. ${SIGNING_KEY} checks backups it signed.`,
    );
  }
  return { place, backup };
}

async function openPlaceAt(
  at: string,
  { identity }: StorageOptions,
  how: { readonly create: boolean },
): Promise<BackupRepository> {
  const storage = await openBackupStorage(at, process.env, how);
  return openBackupRepository(storage, await readKey(identity), { ...how, signingKey: readSigningKey() });
}

function readSigningKey(): string | null {
  const key = process.env[SIGNING_KEY] || null;
  if (key === null || key.length >= MIN_SIGNING_KEY) return key;
  throw new Error(`The setting ${SIGNING_KEY} is wrong: it must have at least ${MIN_SIGNING_KEY} characters.`);
}

/** The key to an encrypted place: from the file of an age identity, or the passphrase in the environment. */
async function readKey(identity: string | undefined): Promise<BackupKey | null> {
  if (identity !== undefined) {
    const [key] = /^AGE-SECRET-KEY-1\S+$/m.exec(await readFile(identity, 'utf8')) ?? [];
    if (key === undefined) throw new Error(`${identity} holds no age identity; age-keygen makes one.`);
    return { identity: key };
  }
  const passphrase = process.env.STELE_BACKUP_PASSPHRASE;
  return passphrase ? { passphrase } : null;
}

async function withInstance(
  work: (instance: InstanceParts) => Promise<void>,
  how: { readonly direct: boolean } = { direct: false },
): Promise<void> {
  const instance = await openInstance(process.env, how);
  try {
    await work(instance);
  } finally {
    await instance.close();
  }
}

async function withProgress<Result>(work: (report: (progress: Progress) => void) => Promise<Result>): Promise<Result> {
  const { report, end } = showProgress();
  try {
    return await work(report);
  } finally {
    end();
  }
}

function describe({ tables, objects }: Backup): string {
  const rows = Object.values(tables).reduce((sum, { lines }) => sum + lines, 0);
  const megabytes = (objects.bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `${counted(rows, 'row')}, ${counted(objects.lines, 'file')} of ${megabytes} MB`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
