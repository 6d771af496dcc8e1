import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStorage } from '@stele/storage';
import { freePorts } from '@stele/testing/free-ports';
import { afterEach, expect, it } from 'vitest';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { baseBackup, hasPostgres, postgres, startServer } from '../support/postgres-programs.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';
import { Cleanup, diskSettings, quiet } from './backup-support.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

// The recipe of docs/operating.md, "To any moment".
it.skipIf(!hasPostgres)('a server comes back as it was at a moment between two publishes', async () => {
  const folder = await cleanup.folder();
  await chmod(folder, 0o755);
  const [port = 0, newPort = 0] = await freePorts(2);
  const server = path.join(folder, 'server');
  const [archive, base] = [path.join(server, 'archive'), path.join(server, 'base')];
  const url = await startServer(server, port);
  const stop = (data: string) =>
    postgres('pg_ctl', 'stop', '--pgdata', data, '--mode', 'fast', '--wait').catch(() => undefined);
  cleanup.later(() => stop(path.join(server, 'data')));
  await mkdir(archive);
  await chmod(archive, 0o777);
  const log = ['archive_mode = on', `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`];
  await appendFile(path.join(server, 'data', 'postgresql.conf'), `${log.join('\n')}\n`);
  await postgres('pg_ctl', 'restart', '--pgdata', path.join(server, 'data'), '--wait');

  const directory = await cleanup.folder();
  const database = await openDatabase({ kind: 'postgres', url: url }, { log: silentLog, migrate: true });
  const app = await startTestApp({ database, directory });
  const { api, id: projectId } = await app.project();
  const publish = async (title: string): Promise<void> => {
    const entries = `/projects/${projectId}/entries`;
    const { id } = (await api.post(entries, { collection_key: 'posts', values: { en: { title } } })).body;
    expect((await api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(200);
  };
  await publish('before the base backup');
  await baseBackup(base, port);
  await publish('wanted');
  const { rows } = await database.pool.query<{ moment: string }>('SELECT clock_timestamp()::text AS moment');
  await publish('a mistake');
  await database.pool.query('SELECT pg_switch_wal()');
  await app.close();
  await database.close();
  await stop(path.join(server, 'data'));

  const recovery = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${rows[0]?.moment}'`,
    "recovery_target_action = 'promote'",
    `port = ${newPort}`,
  ];
  await appendFile(path.join(base, 'postgresql.auto.conf'), `${recovery.join('\n')}\n`);
  await writeFile(path.join(base, 'recovery.signal'), '');
  const options = `-c listen_addresses=127.0.0.1 -c port=${newPort} -c max_connections=200 -c unix_socket_directories=''`;
  await postgres(
    'pg_ctl',
    'start',
    '--pgdata',
    base,
    '--wait',
    '--log',
    path.join(server, 'recovered.log'),
    '--options',
    options,
  ).catch(async () => expect.unreachable(await readFile(path.join(server, 'recovered.log'), 'utf8')));
  cleanup.later(() => stop(base));
  const recovered = await openDatabase(
    { kind: 'postgres', url: url.replace(String(port), String(newPort)) },
    { log: silentLog },
  );
  cleanup.later(() => recovered.close());
  const titles = await recovered.prisma.entry.findMany({ select: { title: true }, orderBy: { id: 'asc' } });
  expect(titles.map(({ title }) => title)).toEqual(['before the base backup', 'wanted']);
  // Objects that were written since are still there, and hurt no one.
  const storage = await openStorage(diskSettings(directory));
  expect((await verifyInstance({ database: recovered, storage }, quiet)).faults).toEqual([]);
});
