// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { lockDataFolder } from '@stele/core/testing/internals';
import { createEmptyServerDatabase } from '@stele/core/testing/server-databases';
import { freePorts } from '@stele/testing/free-ports';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, '..', 'dist', 'main.js');
const OPERATOR_SECRET = 'o'.repeat(40);
const KILLS = rounds({ short: 1, long: 8 });

interface Instance {
  readonly api_url: string;
  readonly content_url: string;
  readonly project_id: string;
  readonly tokens: { readonly admin: string; readonly read_published: string };
}

interface Run {
  readonly code: number | null;
  readonly output: string;
}

let folder: string;
let place: string;
let port: number;
/** Options of commands for the one instance of all tests. */
let at: readonly string[];
let backup: readonly string[];
let instance: ChildProcess;
let described: Instance;
/** The instance's answers when its newest backup was made, and at last. */
let backedUp: string[];
let last: string[];
const started = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-operator-'));
  place = path.join(folder, 'place');
  [port = 0] = await freePorts(1);
  at = ['--data', 'one', '--port', String(port)];
  backup = ['backup', '--to', place, '--secrets', 'keys.env'];
  instance = await startInstance('one', port, { STELE_OPERATOR_SECRET: OPERATOR_SECRET });
  described = await describeInstance('one');
});
afterAll(async () => {
  await Promise.all([...started].map(stop));
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(STELE_|S3_|DATABASE_URL|API_|ADMIN_|CONTENT_)/.test(name),
  );
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(own), STELE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('close', () => started.delete(child));
  return child;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const child = start(args, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** Starts a whole instance. @returns the instance's process, once it's ready */
async function startInstance(data: string, port: number, env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const child = start(['--data', data, '--port', String(port)], env);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('Press Ctrl-C')) resolve();
      });
    }
    child.once('close', () => reject(new Error(`It ended: ${output}`)));
  });
  return child;
}

const describeInstance = async (data: string): Promise<Instance> =>
  JSON.parse(await readFile(path.join(folder, data, 'instance.json'), 'utf8'));

async function call(instance: Instance, method: string, route: string, body?: object): Promise<Response> {
  return fetch(`${instance.api_url}/v1/projects/${instance.project_id}${route}`, {
    method,
    headers: { authorization: `Bearer ${instance.tokens.admin}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Publishes one entry after another until it's told to stop. @returns the ids of those that were acknowledged */
function keepPublishing(instance: Instance): { readonly stop: () => Promise<string[]> } {
  let stopping = false;
  const ids: string[] = [];
  const work = (async () => {
    while (!stopping) {
      const values = { en: { title: `Written ${ids.length}` } };
      const { id } = (await (await call(instance, 'POST', '/entries', { collection_key: 'posts', values })).json()) as {
        id: string;
      };
      const published = await call(instance, 'POST', `/entries/${id}/publish`, { locales: ['en'] });
      if (published.ok) ids.push(id);
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      await work;
      return ids;
    },
  };
}

/** The answers of the API and the content host about everything in the project. */
async function answers(instance: Instance): Promise<string[]> {
  const pages: string[] = [];
  for (let route = '/entries?limit=100'; ; ) {
    const page = (await (await call(instance, 'GET', route)).json()) as { data: object[]; next_cursor: string | null };
    pages.push(JSON.stringify(page.data));
    if (page.next_cursor === null) break;
    route = `/entries?limit=100&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  pages.push(await (await call(instance, 'GET', '/assets')).text());
  const pointer = (await (await call(instance, 'GET', '/snapshot/latest')).json()) as { content_base_url: string };
  const base = instance.content_url + new URL(pointer.content_base_url).pathname;
  const manifest = await (await fetch(`${base}/manifest.json`)).text();
  pages.push(manifest);
  for (const { collection, locale } of (JSON.parse(manifest) as { files: { collection: string; locale: string }[] })
    .files) {
    pages.push(await (await fetch(`${base}/${collection}.${locale}.json`)).text());
  }
  return pages.map((page) => page.replaceAll(/http:\/\/localhost:\d+/g, ''));
}

async function countFiles(place: string): Promise<number> {
  if (!existsSync(place)) return 0;
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

/** Runs a command and kills it once it has written so many files more. @returns whether it was killed in time */
async function killAfter(files: number, place: string, args: readonly string[]): Promise<boolean> {
  const before = await countFiles(place);
  const child = start(args);
  const closed = once(child, 'close');
  let ended = false;
  void closed.then(() => {
    ended = true;
  });
  while (!ended && (await countFiles(place)) < before + files) await pause(20);
  child.kill('SIGKILL');
  const [, signal] = (await closed) as [number | null, string | null];
  return signal === 'SIGKILL';
}

it('a running instance is backed up while it is written to, whatever is killed', async () => {
  const writer = keepPublishing(described);
  for (let kill = 0; kill < KILLS; kill++) await killAfter(randomInt(1, 60), place, [...at, ...backup]);
  expect(await run([...at, ...backup])).toMatchObject({ code: 0 });
  const written = await writer.stop();
  expect(written.length).toBeGreaterThan(0);
  const headers = { authorization: `Bearer ${OPERATOR_SECRET}` };
  const metrics = await (await fetch(`${described.api_url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/^stele_backup_age_seconds \d+(?:\.\d+)?$/m);
  const { output } = await run(['restore', '--from', place, '--data', 'amid']);
  expect(output).toContain('Verified: 1 project');
  expect(output).toContain('STELE_ENCRYPTION_KEYS lacks the key');
});

it('an entry comes back as a new draft, and bad options are said', async () => {
  const values = { en: { title: 'Lost' } };
  const { id } = (await (await call(described, 'POST', '/entries', { collection_key: 'posts', values })).json()) as {
    id: string;
  };
  expect(await run([...at, ...backup, '--keep', '2'])).toMatchObject({ code: 0 });
  backedUp = await answers(described);
  const entry = ['restore', '--from', place, '--entry', id];
  const { output } = await run([...at, ...entry, '--token', described.tokens.admin]);
  const [, draft] = /new draft, (\S+)\./.exec(output) ?? [];
  const restored = (await (await call(described, 'GET', `/entries/${draft}`)).json()) as { values: object };
  expect(restored.values, output).toMatchObject(values);
  expect(output).toContain('Without what other entries have now: en.slug.');
  await writeFile(path.join(folder, 'other.env'), 'STELE_DATA_DIR=three\n');
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [['backup'], 'Say with --to'],
    [['backup', '--to', place, '--keep', '0'], 'at least 1'],
    [['backup', 'list', '--from', path.join(folder, 'nothing')], 'no backups'],
    [['restore', '--from', place, '--backup', 'nope'], 'no backup nope'],
    [['restore', '--from', place], 'already open'],
    [[...entry], 'give an admin token'],
    [['move', '--to', 'missing.env'], 'missing.env'],
    [['move', '--to', 'other.env'], 'Stop that one first'],
    [['verify', '--data', 'nowhere'], 'no instance in'],
  ];
  for (const [args, said] of mistakes) {
    const result = await run([...at, ...args]);
    expect(result.output, args.join(' ')).toContain(said);
    expect(result.code, args.join(' ')).toBe(1);
  }
});

it('comes back as it was, though restoring it was cut off', async () => {
  last = await answers(described);
  await stop(instance);
  const refused = await run(['--data', 'one', 'restore', '--from', place]);
  expect(refused.output).toContain('Restore into an empty one');
  const list = (await run(['backup', 'list', '--from', place])).output.trim().split('\n');
  expect(list.every((line) => /^\d{8}T\d{9}Z-[0-9a-f]{6} {2}2/.test(line))).toBe(true);
  expect((await run(['backup', 'verify', '--from', place])).output).toMatch(/Verified \d{8}T/);
  expect((await stat(path.join(folder, 'keys.env'))).mode & 0o777).toBe(0o600);

  const restore = ['--data', 'two', 'restore', '--from', place, '--secrets', 'keys.env'];
  await killAfter(randomInt(1, 30), path.join(folder, 'two'), restore);
  const restored = await run(restore);
  expect(restored, restored.output).toMatchObject({ code: 0 });
  expect(restored.output).not.toContain('of the backup:');
  expect(restored.output).not.toContain('another one than in the backup');
  for (const key of ['auth.secret', 'encryption.keys', 'upload.key']) {
    const read = (data: string) => readFile(path.join(folder, data, key), 'utf8');
    expect(await read('two')).toBe(await read('one'));
  }
  const other = await startInstance('two', port);
  expect(await answers(described)).toEqual(backedUp);
  const verified = await run(['--data', 'two', '--port', String(port), 'verify']);
  expect(verified, verified.output).toMatchObject({ code: 0 });
  await stop(other);
});

it('is backed up from the copy in its own folder, wherever the API says that it is', async () => {
  const database = path.join(folder, 'one', 'database');
  const elsewhere = path.join(folder, 'elsewhere', 'database.copy');
  const api = createServer((_, response) => response.end(JSON.stringify({ folder: elsewhere })));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port: apiPort } = api.address() as AddressInfo;
  const lock = await lockDataFolder(database);
  try {
    const args = ['--data', 'one', '--port', String(apiPort), 'backup', '--to', path.join(folder, 'copies')];
    const without = await run(args);
    expect(without.output).toContain(`There is no database in ${database}.copy`);
    expect(without.code).toBe(1);
    expect(existsSync(elsewhere)).toBe(false);
    await cp(database, `${database}.copy`, { recursive: true });
    const result = await run(args);
    expect(result, result.output).toMatchObject({ code: 0 });
    expect(existsSync(`${database}.copy`)).toBe(false);
  } finally {
    lock.release();
    api.close();
  }
  expect(await run(['backup', 'list', '--from', path.join(folder, 'copies')])).toMatchObject({
    output: expect.stringMatching(/[1-9]\d* files? of/),
  });
});

it.skipIf(!process.env.TEST_DATABASE_URL)('a stopped instance moves to PostgreSQL, and answers the same', async () => {
  const server = await createEmptyServerDatabase(process.env.TEST_DATABASE_URL ?? '');
  try {
    await writeFile(path.join(folder, 'new.env'), `DATABASE_URL=${server.url}\nSTELE_DATA_DIR=three\n`);
    const moved = await run(['--data', 'one', 'move', '--to', 'new.env']);
    expect(moved, moved.output).toMatchObject({ code: 0 });
    const secrets = await readFile(path.join(folder, 'new.env.secrets'), 'utf8');
    const other = await startInstance('three', port, { ...parseEnv(secrets), DATABASE_URL: server.url });
    expect(await answers(described)).toEqual(last);
    await stop(other);
  } finally {
    await server.drop();
  }
});

it('signs backups with a key, and then restores none that has not its signature', async () => {
  const signed = { STELE_BACKUP_SIGNING_KEY: 's'.repeat(32) };
  const [plain, place] = [path.join(folder, 'plain'), path.join(folder, 'signed')];
  const command = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => run(['--data', 'one', ...args], env);
  const refusedBy = async (what: readonly string[], env: NodeJS.ProcessEnv, said: string) => {
    const { code, output } = await command(what, env);
    expect([code, output]).toEqual([1, expect.stringContaining(said)]);
  };
  expect((await command(['backup', '--to', plain])).output).toContain('It is not signed');
  expect(await command(['backup', '--to', place], signed)).toMatchObject({ code: 0 });
  expect(await command(['backup', 'verify', '--from', place], signed)).toMatchObject({
    code: 0,
    output: expect.not.stringContaining('Not authenticated'),
  });
  const unchecked = await command(['backup', 'verify', '--from', place]);
  expect(unchecked).toMatchObject({ code: 0, output: expect.stringContaining('Not authenticated') });
  for (const what of [
    ['backup', 'verify', '--from', plain],
    ['restore', '--from', plain, '--data', 'five'],
  ]) {
    await refusedBy(what, signed, 'has no signature');
  }
  const other = { STELE_BACKUP_SIGNING_KEY: 'x'.repeat(32) };
  await refusedBy(['restore', '--from', place, '--data', 'five'], other, 'is wrong: it was altered');
  await refusedBy(['backup', 'list', '--from', place], { STELE_BACKUP_SIGNING_KEY: 'short' }, 'at least 32 characters');
  expect(existsSync(path.join(folder, 'five'))).toBe(false);
  const restored = await command(['restore', '--from', place, '--data', 'five'], signed);
  expect(restored, restored.output).toMatchObject({ code: 0 });
});

it.skipIf(!process.env.TEST_DATABASE_URL)('an encrypted backup brings its keys to PostgreSQL', async () => {
  const server = await createEmptyServerDatabase(process.env.TEST_DATABASE_URL ?? '');
  try {
    const place = path.join(folder, 'encrypted');
    const key = { STELE_BACKUP_PASSPHRASE: 'open sesame' };
    const made = await run(['--data', 'one', 'backup', '--to', place], key);
    expect(made, made.output).toMatchObject({ code: 0 });
    const restored = await run(['--data', 'four', 'restore', '--from', place], { ...key, DATABASE_URL: server.url });
    expect(restored, restored.output).toMatchObject({ code: 0 });
    expect(restored.output).not.toContain('of the backup:');
    expect(restored.output).not.toContain('another one than in the backup');
    const file = path.join(folder, 'four', 'restored.secrets');
    expect(restored.output).toContain(`Start Stele with the keys in ${file}.`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const keys = parseEnv(await readFile(file, 'utf8'));
    const held = await readFile(path.join(folder, 'one', 'encryption.keys'), 'utf8');
    expect(keys.STELE_ENCRYPTION_KEYS).toBe(held.trim());
    const verified = await run(['--data', 'four', 'verify'], { ...keys, DATABASE_URL: server.url });
    expect(verified, verified.output).toMatchObject({ code: 0 });
  } finally {
    await server.drop();
  }
});
