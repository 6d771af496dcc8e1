import type { ObjectStorage } from '@stele/storage';
import { commandToken } from '../../access/command-token.ts';
import type { RedisSettings } from '../../access/limits/redis-client.ts';
import type { MailSettings } from '../../access/mailer.ts';
import type { DatabaseSettings } from '../../platform/database/database-settings.ts';
import { DataFolderInUseError } from '../../platform/database/lock-data-folder.ts';
import { type Database, openDatabase } from '../../platform/database/open-database.ts';
import { addressCheck, askRunningApi, checkProxies, type DoctorAnswer } from './address-checks.ts';
import { checkData } from './data-checks.ts';
import { type Check, type Finding, MOST_MS, ok, runChecks, skip, warn } from './finding.ts';
import { corsCheck, diskCheck, mailCheck, redisCheck, storageCheck } from './peer-checks.ts';
import { checkScript, checkSignIn } from './use-checks.ts';

/** An instance as its settings describe it. */
export interface ExaminedInstance {
  readonly urls: { readonly api: string; readonly admin: string; readonly content: string };
  /** Null when the embedded database doesn't exist yet. */
  readonly database: DatabaseSettings | null;
  /** Null when the folder of objects doesn't exist yet. */
  readonly storage: ObjectStorage | null;
  /** Whether objects are in a bucket, which browsers upload to. */
  readonly isBucket: boolean;
  /** The folder of what is embedded, and how much of its disk stays free; null when nothing is. */
  readonly disk: { readonly folder: string; readonly reserveBytes: number } | null;
  readonly redis: RedisSettings | null;
  readonly mail: MailSettings | null;
  readonly trustedProxies: number;
  /** Null where there are none yet. */
  readonly authSecret: string | null;
  readonly encryptionKeys: string | null;
}

const noLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Checks all parts of an instance, running or not, at once and each for a bounded time. Changes nothing.
 *
 * @param mostMs how long each check may take
 */
export async function examineInstance(instance: ExaminedInstance, mostMs: number = MOST_MS): Promise<Finding[]> {
  const { urls, storage, disk, redis, mail } = instance;
  const asked = askRunningApi(urls.api, instance.authSecret && commandToken(instance.authSecret, 'doctor'), mostMs);
  const findings = await Promise.all([
    runChecks(
      [
        addressCheck('api', urls.api, 'API_URL', mostMs, [checkSignIn]),
        addressCheck('admin', urls.admin, 'ADMIN_URL', mostMs, [checkSignIn, checkScript]),
        addressCheck('content', urls.content, 'CONTENT_URL', mostMs),
      ],
      mostMs,
    ),
    storage ? [] : [skip('storage', 'There are no objects yet: the first start makes their folder.')],
    asked.then((answered) => [checkProxies(answered, urls.api, instance.trustedProxies)]),
    runChecks([dataCheck(instance, asked, mostMs)], 3 * mostMs),
    runChecks(
      [
        ...(storage ? [storageCheck(storage)] : []),
        ...(storage && instance.isBucket ? [corsCheck(storage, urls.admin)] : []),
        ...(disk ? [diskCheck(disk.folder, disk.reserveBytes)] : []),
      ],
      mostMs,
    ),
    redis ? runChecks([redisCheck(redis)], mostMs) : [withoutRedis(instance)],
    mail
      ? runChecks([mailCheck(mail)], mostMs)
      : [ok('mail', 'Mail is not set up: owners pass links for new passwords on.')],
  ]);
  return findings.flat();
}

function withoutRedis({ database }: ExaminedInstance): Finding {
  if (database?.kind !== 'postgres') return ok('redis', 'Limits are counted in the API process.');
  const advice = 'With more than one API process, set REDIS_URL.';
  return warn('redis', 'Limits are counted in each API process for itself.', advice);
}

function dataCheck(
  { database: settings, encryptionKeys }: ExaminedInstance,
  asked: Promise<DoctorAnswer>,
  mostMs: number,
): Check {
  const run = async (): Promise<Finding[]> => {
    if (settings === null) return [skip('database', 'There is no database yet: the first start makes it.')];
    let database: Database;
    try {
      database = await openDatabase(settings, { log: noLog, migrate: false });
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const answered = await asked;
      if ('findings' in answered) return [...answered.findings];
      const advice = 'Let API_URL lead to it, or stop it and run this again.';
      return [
        skip(
          'database',
          `The embedded database is open in a running API, which can't be asked. ${answered.why}`,
          advice,
        ),
      ];
    }
    try {
      return await checkData({ database, encryptionKeys }, mostMs);
    } finally {
      await database.close();
    }
  };
  return { name: 'database', run, advice: 'See the log of the API.' };
}
