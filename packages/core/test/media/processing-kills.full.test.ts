// @module-tag full
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/platform/database/database-files.ts';
import type { Database } from '../../src/platform/database/open-database.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { Child } from '../support/child.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';

const KILLS = rounds({ short: 3, long: 30 });
const UPLOADS_A_KILL = 4;
const CHILD = path.join(import.meta.dirname, 'processing-child.ts');
const serverUrl = process.env.TEST_DATABASE_URL;

describe.skipIf(!serverUrl)('two processes that process assets on one PostgreSQL', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let url: string;
  let app: MediaApp;
  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase(serverUrl ?? '', findDatabaseFiles().migrationsDirectory));
    database = await openDatabase({ kind: 'postgres', url, poolSize: 4 }, { log: silentLog });
    app = await startMediaApp({
      database,
      runsJobs: false,
      limits: parseLimits('asset.upload=100000,asset.change=100000'),
    });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await drop();
  });

  it('leave no asset behind, whenever either is killed', async () => {
    const library = new AssetLibrary(await app.project());
    const start = async (): Promise<Child> => {
      const child = await Child.start(CHILD, [url, app.directory]);
      await child.next();
      return child;
    };
    const children = [await start(), await start()];
    const ids: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const files = Array.from({ length: UPLOADS_A_KILL }, () => testFile());
      const uploaded = await Promise.all(files.map(async (file) => (await library.upload(file)).id));
      ids.push(...uploaded);
      await library.api.patch(`${library.assets}/${uploaded[0]}`, { focal_point: { x: 0, y: 1 } });
      await setTimeout(Math.random() * 100);
      const victim = kill % 2;
      await children[victim]?.kill();
      children[victim] = await start();
    }
    const left = (): Promise<number> => database.prisma.job.count({ where: { kind: 'process-asset' } });
    while ((await left()) > 0) await setTimeout(100);
    await Promise.all(children.map((child) => child.kill()));
    const assets = await Promise.all(ids.map((id) => library.get(id)));
    for (const asset of assets) expect(asset).toMatchObject({ status: 'ready', processing: false, error: null });
    for (const { url: shown } of assets) expect((await fetch(shown)).status).toBe(200);
    const moved = assets.filter(({ focal_point: point }) => point !== null);
    expect(moved).toHaveLength(KILLS);
    for (const { url: shown } of moved)
      expect(await (await fetch(shown)).json()).toMatchObject({ focalPoint: { y: 1 } });
  });
});
