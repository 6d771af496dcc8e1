import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PARTS, type Part } from '../src/settings.ts';

const COMMAND = path.join(import.meta.dirname, '..', 'dist', 'main.js');
const run = promisify(execFile);

/** Who gets each secret. */
const SECRETS: Readonly<Record<string, readonly Part[]>> = {
  DATABASE_URL: ['api'],
  REDIS_URL: ['api'],
  SMTP_URL: ['api'],
  STELE_AUTH_SECRET: ['api'],
  STELE_ENCRYPTION_KEYS: ['api'],
  STELE_UPLOAD_KEY: ['api', 'content'],
  STELE_OPERATOR_SECRET: ['api', 'content'],
  STELE_PROXY_SECRET: ['api', 'admin'],
  STELE_BACKUP_PASSPHRASE: [],
  STELE_BACKUP_SIGNING_KEY: [],
  ANOTHER_PROGRAMS_SECRET: [],
};
const own = (part: Part): string[] => Object.keys(SECRETS).filter((name) => SECRETS[name]?.includes(part));

/** Settings that a part starts with: addresses of services that aren't there are empty. */
const ALL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(SECRETS).map((name) => [name, 's'.repeat(40)])),
  STELE_ENCRYPTION_KEYS: `a:${'B'.repeat(42)}A=`,
  DATABASE_URL: '',
  REDIS_URL: '',
  SMTP_URL: '',
};

/** Writes the names of its process's variables, once the process is asked to. */
const REPORTER = `
  import { renameSync, writeFileSync } from 'node:fs';
  const file = new URL('./variables.json', import.meta.url);
  process.on('SIGUSR2', () => {
    writeFileSync(new URL('./written', import.meta.url), JSON.stringify(Object.keys(process.env)));
    renameSync(new URL('./written', import.meta.url), file);
  });`;

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  if (!existsSync(COMMAND)) throw new Error('Build the server first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-given-'));
});
afterEach(async () => {
  if (running?.exitCode === null) {
    const ended = new Promise((resolve) => running?.once('close', resolve));
    running.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true });
});

it.each(PARTS)('%s, run alone, keeps no secret of another part', async (part) => {
  const [port = 0] = await freePorts(1);
  await writeFile(path.join(folder, 'reporter.mjs'), REPORTER);
  const reporter = ['--import', path.join(folder, 'reporter.mjs')];
  running = spawn(process.execPath, [...reporter, COMMAND, '--data', path.join(folder, 'data'), part], {
    env: { ...ALL, PATH: process.env.PATH, [`${part.toUpperCase()}_PORT`]: String(port), STELE_SEED: '0' },
    stdio: 'ignore',
  });
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => running?.exitCode,
    );
  await expect.poll(ready, { timeout: 120_000 }).toBe(200);
  running.kill('SIGUSR2');
  const report = path.join(folder, 'variables.json');
  await expect.poll(() => existsSync(report), { timeout: 60_000 }).toBe(true);
  const given = JSON.parse(await readFile(report, 'utf8')) as string[];
  expect(given.filter((name) => name in SECRETS).sort()).toEqual(own(part).sort());
});

it.each([
  ['', '\n'],
  ['\uFEFF', '\r\n'],
])(
  'split-settings gives each part a file with its own settings, as they are written, for its user only (%j)',
  async (mark, end) => {
    const all = { ...ALL, MAIL_FROM: '"Stele #1 <stele@example.org>"', API_URL: 'https://api.example.org' };
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`);
    const file = path.join(folder, 'stele.env');
    await writeFile(file, mark + [...lines, '# All settings', ''].join(end));
    await run(process.execPath, [COMMAND, 'split-settings', file, folder]);
    for (const part of PARTS) {
      const place = path.join(folder, part, 'stele.env');
      const given = parseEnv(await readFile(place, 'utf8'));
      expect(
        Object.keys(given)
          .filter((name) => name in SECRETS)
          .sort(),
      ).toEqual(own(part).sort());
      expect(given).toMatchObject({ API_URL: 'https://api.example.org' });
      expect(given.MAIL_FROM).toBe(part === 'api' ? 'Stele #1 <stele@example.org>' : undefined);
      expect((await stat(place)).mode & 0o777).toBe(0o600);
    }
  },
);

it('split-settings refuses what it would cut', async () => {
  const file = path.join(folder, 'stele.env');
  await writeFile(file, 'STELE_AUTH_SECRET="one\ntwo"\n');
  const split = run(process.execPath, [COMMAND, 'split-settings', file, folder]);
  await expect(split).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('takes more than one line') });
});
