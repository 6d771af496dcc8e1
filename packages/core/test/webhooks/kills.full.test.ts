// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { json, Receiver } from '@stele/testing/receiver';
import { rounds } from '@stele/testing/rounds';
import { expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { int, text } from '../../src/platform/database/row.ts';
import { query, sql } from '../../src/platform/database/sql.ts';
import type { DeliveryChildOptions } from '../delivery/delivery-child.ts';
import { Child } from '../support/child.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, TestClock } from '../support/test-app.ts';
import { WebhookProject } from '../support/webhook-project.ts';

const KILLS = rounds({ short: 3, long: 20 });
const CHILD = path.join(import.meta.dirname, '../delivery/delivery-child.ts');
const serverUrl = process.env.TEST_DATABASE_URL;

it.skipIf(!serverUrl)(
  'loses no message, whenever either of two processes that publish and deliver is killed',
  async () => {
    const { url: databaseUrl, drop } = await createServerDatabase(
      serverUrl ?? '',
      findDatabaseFiles().migrationsDirectory,
    );
    const directory = await mkdtemp(path.join(tmpdir(), 'stele-webhooks-'));
    const database = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 4 }, { log: silentLog });
    const receiver = await Receiver.start();
    receiver.answer = (request, response, raw) => {
      // Long enough to be killed during it.
      void setTimeout(Math.random() * 20).then(() => json({})(request, response, raw));
    };
    const app = await startTestApp({
      database,
      directory,
      clock: new TestClock(Date.now() * 10 - 60_000),
      delivery: { allowsPrivateTargets: true },
    });
    const project = await WebhookProject.make(app);
    const hooks = [];
    for (const hook of ['/one', '/two']) {
      hooks.push(await project.create({ url: `${receiver.url}${hook}`, events: ['entry.published', 'snapshot.live'] }));
    }
    const projectId = project.site.project.id;
    const options: DeliveryChildOptions = { databaseUrl, directory, projectId, origins: {} };
    const start = async (isPublishing = true): Promise<Child> => {
      const child = await Child.start(CHILD, [JSON.stringify(options)]);
      await child.next();
      if (isPublishing) child.send('publish');
      return child;
    };
    const children = [await start(), await start()];
    for (let kill = 0; kill < KILLS; kill++) {
      await setTimeout(Math.random() * 300);
      const victim = kill % 2;
      await children[victim]?.kill();
      children[victim] = await start();
    }
    for (const child of children) await child.kill();
    // The next process sends the rest; no one publishes any more.
    const last = await start(false);
    const count = async (rows: ReturnType<typeof sql>): Promise<number> => {
      const [row] = await query(database.pool, sql`SELECT count(*)::int AS count FROM ${rows}`, { count: int });
      return row?.count ?? 0;
    };
    const left = async () =>
      (await count(sql`events WHERE NOT fanned_out AND kind IN ('entry.published', 'snapshot.live')`)) +
      (await count(sql`webhook_deliveries WHERE status = 'pending'`));
    while ((await left()) > 0) await setTimeout(50);
    await last.kill();

    const happened = await query(
      database.pool,
      sql`SELECT subject_id AS subject, kind FROM events WHERE kind IN ('entry.published', 'snapshot.live') ORDER BY id`,
      { subject: text, kind: text },
    );
    expect(happened.length).toBeGreaterThan(0);
    for (const hook of ['/one', '/two']) {
      const messages = receiver.requests.filter((request) => request.path === hook);
      const told = new Map(messages.map(({ headers, body }) => [String(headers['webhook-id']), JSON.parse(body)]));
      const subjects = [...told.values()].map(({ type, data }) =>
        type === 'snapshot.live' ? data.snapshot_id : data.entry_id,
      );
      // Each event has one message: repeats have the id of the first.
      expect(subjects.sort()).toEqual(happened.map(({ subject }) => subject).sort());
    }
    await app.close();
    await receiver.close();
    await database.close();
    await drop();
    await rm(directory, { recursive: true, force: true });
  },
  // Only against hangs.
  1_800_000,
);
