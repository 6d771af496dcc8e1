import path from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { prepareChildProject } from '../publishing/prepare-child-project.ts';
import { Child } from '../support/child.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { silentLog } from '../support/silent-log.ts';
import { TestClock } from '../support/test-app.ts';
import { textProcessor } from './test-processors.ts';

const CHILD = path.join(import.meta.dirname, 'processing-child.ts');
/** Before anything is made, and around what is stored. */
const STEPS = ['process', 'put:before 0', 'put:after 1', 'put:after 3'];

it('takes up what a killed process was working on, wherever that was', async () => {
  const { options, dispose } = await prepareChildProject();
  const clock = new TestClock(Date.now());
  const withApp = async <Result>(work: (library: AssetLibrary, app: MediaApp) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase(options.database, { log: silentLog, migrate: false });
    const app = await startMediaApp({
      database,
      directory: options.directory,
      clock,
      mediaProcessor: textProcessor(),
    });
    const { prisma } = database;
    const token = await prisma.projectToken.findFirstOrThrow({ where: { scope: 'admin' } });
    const owner = await app.person({ projectId: token.projectId, role: 'owner' });
    const result = await work(new AssetLibrary({ id: options.projectId, api: owner.api }), app);
    await app.close();
    await database.close();
    return result;
  };
  try {
    for (const stopAt of STEPS) {
      const id = await withApp(async (library, app) => {
        await app.services.media.processing.stop();
        return (await library.upload(testFile())).id;
      });
      const child = new Child(CHILD, [JSON.stringify({ ...options, stopAt })]);
      expect(await child.next()).toEqual({ stoppedAt: stopAt });
      await child.kill();
      await withApp(async (library, app) => {
        const { attempts, stage } = await app.database.prisma.asset.findUniqueOrThrow({ where: { id } });
        expect([stage, attempts]).toEqual(['processing', 1]);
        clock.advance(Date.now() + 120_001 - clock.now().getTime());
        app.services.media.processing.wake();
        const asset = await library.settled(id);
        expect(asset.status).toBe('ready');
        for (const { url } of [asset, ...asset.variants]) expect((await fetch(url)).status).toBe(200);
      });
    }
  } finally {
    await dispose();
  }
});
