import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ExaminedInstance, examineInstance, type Finding, fault, ok, warn } from '@stele/core';
import { diskReserveFromEnv, openStorage, storageSettingsFromEnv } from '@stele/storage';
import { type Environment, readEnvironment } from './env.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Never used: the command uploads to buckets only. */
const NO_UPLOAD_KEY = 'x'.repeat(32);
const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skip: 'skip' } as const;
const INDENT = 18;

/**
 * Checks the instance that the environment describes, and prints what it finds and what to do.
 *
 * @param json prints JSON
 * @returns the exit code: 1 when something fails
 */
export async function runDoctor(
  env: Variables,
  { json = false }: { json?: boolean },
  print: (text: string) => void,
): Promise<number> {
  const findings = (await examine(env)).map((finding) => withoutSecrets(finding, env));
  const healthy = findings.every(({ verdict }) => verdict !== 'fail');
  if (json) print(`${JSON.stringify({ healthy, checks: findings }, null, 2)}\n`);
  else print(findings.map(describe).join(''));
  return healthy ? 0 : 1;
}

async function examine(env: Variables): Promise<Finding[]> {
  try {
    const settings = readEnvironment(env);
    return [...checkSettings(settings), ...(await examineInstance(await instanceOf(env, settings)))];
  } catch (error) {
    const advice = 'Correct it. Nothing else was checked: the API does not start like this.';
    return [fault('settings', (error as Error).message, advice)];
  }
}

function checkSettings(settings: Environment): Finding[] {
  const findings = [ok('settings', 'All settings can be read.')];
  const { databaseUrl, proxySecret, operatorSecret, allowsPrivateTargets } = settings;
  const say = (message: string, advice: string) => findings.push(warn('settings', message, advice));
  if (databaseUrl !== null && proxySecret === null) {
    say('All clients of the admin count as one.', 'Set STELE_PROXY_SECRET, the same for API and admin.');
  }
  if (databaseUrl !== null && operatorSecret === null) {
    say('There are no metrics.', 'Set STELE_OPERATOR_SECRET, and let Prometheus ask /metrics.');
  }
  if (allowsPrivateTargets) {
    say(
      'Owners of projects can make the API ask private addresses.',
      'Unset STELE_ALLOW_PRIVATE_TARGETS unless all owners may.',
    );
  }
  return findings;
}

/** Describes an instance by its settings and the files of its data folder. Makes no file that is missing. */
async function instanceOf(env: Variables, settings: Environment): Promise<ExaminedInstance> {
  const { dataDirectory, databaseUrl, redis, mail, trustedProxies } = settings;
  const urls = { api: settings.apiUrl, admin: settings.adminUrl, content: settings.contentUrl };
  const storage = await storageSettingsFromEnv(
    { ...env, STELE_UPLOAD_KEY: env.STELE_UPLOAD_KEY || NO_UPLOAD_KEY },
    { dataDirectory, publicUrl: urls.content },
  );
  const directory = path.join(dataDirectory, 'database');
  const embedded = existsSync(directory) ? ({ kind: 'pglite', directory } as const) : null;
  const isBucket = storage.driver === 's3';
  const usesDisk = databaseUrl === null || !isBucket;
  return {
    urls,
    database: databaseUrl === null ? embedded : { kind: 'postgres', url: databaseUrl },
    storage: storage.driver === 's3' || existsSync(storage.directory) ? await openStorage(storage) : null,
    isBucket,
    disk: usesDisk ? { folder: dataDirectory, reserveBytes: diskReserveFromEnv(env) } : null,
    redis,
    mail,
    trustedProxies,
    authSecret: settings.authSecret ?? (await readKept(dataDirectory, 'auth.secret')),
    encryptionKeys: settings.encryptionKeys ?? (await readKept(dataDirectory, 'encryption.keys')),
  };
}

async function readKept(dataDirectory: string, file: string): Promise<string | null> {
  const place = path.join(dataDirectory, file);
  return existsSync(place) ? (await readFile(place, 'utf8')).trim() : null;
}

/** Errors of libraries can repeat what they were given. */
function withoutSecrets(finding: Finding, env: Variables): Finding {
  const secrets = Object.entries(env).flatMap(([name, value = '']) => {
    if (/SECRET|KEY|TOKEN/.test(name)) return value.length >= 8 ? [value] : [];
    const password = /_URL$/.test(name) && URL.canParse(value) ? new URL(value).password : '';
    return password === '' ? [] : [value, password, decodeURIComponent(password)];
  });
  const hide = (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text);
  const { message, advice } = finding;
  return { ...finding, message: hide(message), ...(advice !== undefined && { advice: hide(advice) }) };
}

function describe({ verdict, check, message, advice }: Finding): string {
  const line = `${MARKS[verdict]}  ${check.padEnd(INDENT - 6)}${message}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(INDENT)}→ ${advice}\n`;
}
