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
import { execute, query, sql } from '../../src/platform/database/sql.ts';
import { Child } from '../support/child.ts';
import { DeliveryProject } from '../support/delivery-project.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp, TestClock } from '../support/test-app.ts';
import type { DeliveryChildOptions } from './delivery-child.ts';

const KILLS = rounds({ short: 3, long: 100 });
const CHILD = path.join(import.meta.dirname, 'delivery-child.ts');
const serverUrl = process.env.TEST_DATABASE_URL;

it.skipIf(!serverUrl)(
  'loses no deployment, whenever either of two processes that publish and send is killed',
  async () => {
    const { url, drop } = await createServerDatabase(serverUrl ?? '', findDatabaseFiles().migrationsDirectory);
    const directory = await mkdtemp(path.join(tmpdir(), 'stele-delivery-'));
    const database = await openDatabase({ kind: 'postgres', url, poolSize: 4 }, { log: silentLog });
    const receiver = await Receiver.start();
    let failing = 0;
    receiver.answer = (request, response, raw) => {
      // Some fail at first, and some take long enough to be killed during them.
      const answer = json({}, failing++ % 5 === 0 ? 503 : 200);
      void setTimeout(Math.random() * 40).then(() => answer(request, response, raw));
    };
    const app = await startTestApp({ database, directory, clock: new TestClock(Date.now() * 10) });
    const made = await DeliveryProject.make(app);
    const targets = [await made.target({ quiet_seconds: 0 }), await made.target({ quiet_seconds: 1 })];
    const options: DeliveryChildOptions = {
      databaseUrl: url,
      directory,
      projectId: made.site.project.id,
      origins: receiver.origins,
    };
    const published = new Set<string>();
    const collect = (child: Child | undefined): void => {
      for (const message of child?.received ?? []) published.add((message as { published: string }).published);
    };
    const start = async (): Promise<Child> => {
      const child = await Child.start(CHILD, [JSON.stringify(options)]);
      await child.next();
      child.send('publish');
      return child;
    };
    const children = [await start(), await start()];
    for (let kill = 0; kill < KILLS; kill++) {
      await setTimeout(Math.random() * 300);
      const victim = kill % 2;
      await children[victim]?.kill();
      collect(children[victim]);
      children[victim] = await start();
    }
    for (const child of children) {
      await child.kill();
      collect(child);
    }
    // The next process sends the rest; no one publishes any more.
    const last = await Child.start(CHILD, [JSON.stringify(options)]);
    await last.next();
    const open = async () =>
      execute(database.pool, sql`SELECT 1 FROM deployments WHERE status IN ('queued', 'sending')`);
    while ((await open()) > 0) await setTimeout(50);
    await last.kill();

    const told = new Set(receiver.deployments);
    for (const target of targets) {
      const rows = await query(
        database.pool,
        sql`SELECT id, seq, status FROM deployments WHERE target_id = ${target} ORDER BY seq`,
        { id: text, seq: int, status: text },
      );
      // Each change that went live is recorded, and the newest one was sent.
      const { liveSeq } = await database.prisma.project.findUniqueOrThrow({ where: { id: made.site.project.id } });
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: liveSeq }, (_, place) => place + 1));
      expect(rows.at(-1)?.status).toBe('triggered');
      for (const { id, status } of rows) if (status === 'triggered') expect(told).toContain(id);
    }
    const live = await query(database.pool, sql`SELECT entry_id AS id FROM publications WHERE until_seq IS NULL`, {
      id: text,
    });
    expect(published.size).toBeGreaterThan(0);
    const ids = new Set(live.map(({ id }) => id));
    expect([...published].filter((id) => !ids.has(id))).toEqual([]);
    await app.close();
    await receiver.close();
    await database.close();
    await drop();
    await rm(directory, { recursive: true, force: true });
  },
  // Only against hangs.
  1_800_000,
);
