import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import module from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { afterEach, beforeEach, expect, it } from 'vitest';

const COMMAND = path.join(import.meta.dirname, '..', 'dist', 'main.js');

/** Reports, when it's asked: how large the scripts are that the process has loaded, and the programs that it waited for. */
const REPORTER = `
  import childProcess from 'node:child_process';
  import { Session } from 'node:inspector';
  import { syncBuiltinESMExports } from 'node:module';
  const waited = [];
  for (const name of ['execFileSync', 'execSync', 'spawnSync']) {
    const run = childProcess[name];
    childProcess[name] = (...given) => { waited.push(given[0]); return run(...given); };
  }
  syncBuiltinESMExports();
  const scripts = [];
  const session = new Session();
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.push([params.url, params.length]));
  session.post('Debugger.enable');
  process.once('message', () => { process.send({ scripts, waited }); process.disconnect(); });
  process.channel.unref();`;

interface Report {
  readonly scripts: readonly (readonly [url: string, characters: number])[];
  readonly waited: readonly string[];
}

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  if (!existsSync(COMMAND)) throw new Error('Build the server first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-start-'));
});
afterEach(async () => {
  const ended = new Promise((resolve) => running?.once('close', resolve));
  if (running?.kill('SIGTERM')) await ended;
  await rm(folder, { recursive: true, force: true });
});

it('loads nothing that no request has needed, and waits for no other program', async () => {
  const [port = 0] = await freePorts(1);
  const env = { ...process.env, API_PORT: String(port), STELE_DATA_DIR: folder, STELE_SEED: '0' };
  const reporter = `data:text/javascript,${encodeURIComponent(REPORTER)}`;
  running = spawn(process.execPath, ['--import', reporter, COMMAND, 'api'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, String), { timeout: 60_000 })
    .toBe(true);
  const asked = new Promise<Report>((resolve) => running?.once('message', (report) => resolve(report as Report)));
  running.send('report');
  const { scripts, waited } = await asked;
  expect(existsSync(path.join(folder, 'compile-cache'))).toBe('enableCompileCache' in module);
  expect(waited).toEqual([]);
  // The embedded database is there in any case.
  const own = scripts.filter(([url]) => url.startsWith('file:') && !url.includes('pglite'));
  expect(own.length).toBeGreaterThan(1);
  expect(own.length).toBeLessThan(60);
  // With what signs people in, describes the API, sends mail and requests, reads translations, and compiles Prisma's queries, these
  // would be 16 million.
  expect(own.reduce((sum, [, characters]) => sum + characters, 0)).toBeLessThan(4_500_000);
});
