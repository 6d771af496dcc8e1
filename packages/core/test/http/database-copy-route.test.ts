import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandToken } from '../../src/access/command-token.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { DATABASE_COPY_PATH } from '../../src/server/database-copy-route.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-copy-'));
  const database = await openDatabase({ kind: 'pglite', directory: path.join(folder, 'database') }, { log: silentLog });
  app = await startTestApp({ database });
});
afterAll(async () => {
  await app.close();
  await app.database.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (on: TestApp, token: string, method = 'POST') =>
  fetch(`${on.url}${DATABASE_COPY_PATH}`, { method, headers: { authorization: `Bearer ${token}` } });

it('copies the embedded database for who knows the secret of the sessions, and for no one else', async () => {
  const { authSecret } = app.services.settings;
  const token = commandToken(authSecret, 'backup');
  for (const wrong of ['', authSecret, `${token}0`, token.replace(/^./, (first) => (first === '0' ? '1' : '0'))]) {
    const refused = await ask(app, wrong);
    expect(refused.status).toBe(401);
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('auth.invalid_token');
  }
  expect((await ask(app, token, 'GET')).status).toBe(405);
  expect(existsSync(path.join(folder, 'database.copy'))).toBe(false);
  const answer = await ask(app, token);
  expect(await answer.json()).toEqual({ folder: path.join(folder, 'database.copy') });
  const copy = await openDatabase(
    { kind: 'pglite', directory: path.join(folder, 'database.copy') },
    { log: silentLog },
  );
  // While a backup reads it.
  expect((await ask(app, token)).status).toBe(503);
  await copy.close();
});

it('does not exist where the database is not embedded in a folder', async () => {
  const other = await startTestApp();
  expect((await ask(other, commandToken(other.services.settings.authSecret, 'backup'))).status).toBe(404);
  await other.close();
});
