import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf } from '@stele/testing/api-client';
import { freePorts } from '@stele/testing/free-ports';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { limits, parseLimits } from '../../src/server/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { checkLive } from '../support/live-state.ts';
import { baseBackup, hasPostgres, postgres, startServer } from '../support/postgres-programs.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';

const UNLIMITED = parseLimits(
  Object.keys(limits)
    .map((name) => `${name}=1000000`)
    .join(),
);
const WRITERS = 4;
/** Publishes that must succeed after each fault. */
const ENOUGH = 20;
const undos: (() => Promise<unknown>)[] = [];
const later = (undo: () => Promise<unknown>): void => void undos.push(undo);
afterEach(async () => {
  for (const undo of undos.splice(0).reverse()) await undo();
});

/** An address whose target changes, as that of a managed database does. */
async function openProxy(target: number) {
  const proxy = { target, port: 0, cut: () => sockets.forEach((socket) => void socket.destroy()) };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(proxy.target, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const one of [near, far]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        near.destroy();
        far.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.port = (server.address() as AddressInfo).port;
  later(async () => {
    server.close();
    proxy.cut();
  });
  return proxy;
}

/** A server with a standby that has every commit before it's acknowledged. */
async function startPair(folder: string): Promise<{ port: number; standby: string; standbyPort: number }> {
  const [port = 0, standbyPort = 0] = await freePorts(2);
  const primary = path.join(folder, 'primary');
  await startServer(primary, port);
  const stop = (data: string) =>
    postgres('pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate').catch(() => undefined);
  later(() => stop(path.join(primary, 'data')));
  const standby = path.join(primary, 'standby');
  await baseBackup(standby, port, '--write-recovery-conf');
  const options = `-c listen_addresses=127.0.0.1 -c port=${standbyPort} -c max_connections=200 -c unix_socket_directories=''`;
  await postgres('pg_ctl', 'start', '--pgdata', standby, '--wait', '--options', options);
  later(() => stop(standby));
  const settings = ["synchronous_standby_names = '*'"];
  await appendFile(path.join(primary, 'data', 'postgresql.conf'), `${settings.join('\n')}\n`);
  await postgres('pg_ctl', 'reload', '--pgdata', path.join(primary, 'data'));
  return { port, standby, standbyPort };
}

it.skipIf(!hasPostgres)(
  'a server that restarts, has no connection left or fails over loses nothing that was acknowledged',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stele-faults-'));
    later(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    const { port, standby, standbyPort } = await startPair(folder);
    const primary = path.join(folder, 'primary', 'data');
    const proxy = await openProxy(port);
    const url = `postgres://stele@127.0.0.1:${proxy.port}/postgres`;
    const database = await openDatabase({ kind: 'postgres', url, poolSize: 5 }, { log: silentLog, migrate: true });
    later(() => database.close());
    const directory = path.join(folder, 'objects');
    const app = await startTestApp({ database, directory, limits: UNLIMITED });
    later(() => app.close());
    const site = await ContentProject.make(app);

    const published = new Set<string>();
    const refused = new Set<string>();
    let ended = false;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !ended; n++) {
        const values = { en: { title: `writer ${writer} entry ${n}` } };
        const made = await site.api.post(site.entries, { collection_key: 'posts', values });
        const answer = made.status === 201 ? await site.publish(made.body.id) : made;
        if (answer.status === 200) published.add(made.body.id);
        else refused.add(codeOf(answer).join(' '));
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_none, writer) => write(writer)));
    /** Waits until publishes succeed again. */
    const goesOn = async (): Promise<void> => {
      const before = published.size;
      await expect.poll(() => published.size, { timeout: 60_000 }).toBeGreaterThan(before + ENOUGH);
    };
    await goesOn();

    await postgres('pg_ctl', 'restart', '--pgdata', primary, '--mode', 'immediate', '--wait');
    await goesOn();

    const others: Client[] = [];
    /** Takes all connections that the server has left. */
    const takeAll = async (): Promise<void> => {
      for (let isFull = false; !isFull; ) {
        const client = new Client({ connectionString: url.replace(String(proxy.port), String(port)) });
        client.on('error', () => undefined);
        isFull = await client.connect().then(
          () => others.push(client) === 0,
          () => true,
        );
      }
    };
    const readiness = async (): Promise<number> => {
      proxy.cut();
      await Promise.all([takeAll(), takeAll(), takeAll()]);
      return (await fetch(`${app.url}/readyz`)).status;
    };
    await expect.poll(readiness, { timeout: 60_000 }).toBe(503);
    expect((await fetch(`${app.url}/livez`)).status).toBe(200);
    await Promise.all(others.map((client) => client.end()));
    await goesOn();

    await postgres('pg_ctl', 'stop', '--pgdata', primary, '--mode', 'immediate');
    await postgres('pg_ctl', 'promote', '--pgdata', standby, '--wait');
    proxy.target = standbyPort;
    await goesOn();
    ended = true;
    await writers;

    expect([...refused]).toEqual(['503 unavailable']);
    const { files } = await checkLive(database, app.storage, site.project.id);
    const live = new Set(files['posts.en']?.map(({ id }) => id));
    expect([...published].filter((id) => !live.has(id))).toEqual([]);
    expect((await verifyInstance({ database, storage: app.storage }, () => undefined)).faults).toEqual([]);
  },
);
