import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findDatabaseFiles } from '../../src/database/database-files.ts';
import type { DatabaseSettings } from '../../src/database/database-settings.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { Child } from '../support/child.ts';
import { createServerDatabase } from '../support/server-databases.ts';
import { silentLog } from '../support/silent-log.ts';
import { startTestApp } from '../support/test-app.ts';
import type { ChildOptions, ChildReport } from './publishing-child-protocol.ts';

const LANES = 2;
const KILLS_PER_LANE = 100;
const CHILD = path.join(import.meta.dirname, 'publishing-child.ts');

type Message = Partial<{ created: string; stoppedAt: string; committed: boolean; published: string; result: object }>;

/** A project in a database and a storage folder that outlive the processes that work on them. */
async function prepare(): Promise<{ options: ChildOptions; dispose: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-kill-'));
  const serverUrl = process.env.TEST_DATABASE_URL;
  const server = serverUrl ? await createServerDatabase(serverUrl, findDatabaseFiles().migrationsDirectory) : null;
  const settings: DatabaseSettings = server
    ? { kind: 'postgres', url: server.url, poolSize: 3 }
    : { kind: 'pglite', directory: path.join(folder, 'database') };
  const directory = path.join(folder, 'objects');
  const database = await openDatabase(settings, { log: silentLog, migrate: !server });
  const app = await startTestApp({ database, directory });
  const project = await app.project();
  await app.close();
  await database.close();
  return {
    options: { database: settings, directory, projectId: project.id, secret: project.tokens.read_published },
    dispose: async () => {
      await server?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Kills processes one after another, each at another step of a publish, and checks what the next one finds. */
async function runLane(lane: number): Promise<string[]> {
  const { options, dispose } = await prepare();
  const live = new Set<string>();
  const drafts = new Set<string>();
  const points: string[] = [];
  let stopAt = 1;
  try {
    for (let round = 0; points.length < KILLS_PER_LANE; round++) {
      const child = new Child(CHILD, [JSON.stringify(options)]);
      const report = (await child.next()) as ChildReport;
      expect(new Set(report.live.map(([, title]) => title))).toEqual(live);
      expect(report.mirroredSequence).toBe(report.sequence);
      expect(new Set(report.drafts.map((draft) => draft.title))).toEqual(drafts);
      // Once per round several publishes in a row, so that processes die in their first publish and in later ones.
      for (let nth = 0; ; nth++) {
        const title = `lane ${lane} round ${round} publish ${nth}`;
        const kill = nth === round % 3;
        child.send({ create: title, stopAt: kill ? stopAt : null });
        await child.next();
        drafts.add(title);
        const outcome = (await child.next()) as Message;
        if (outcome.stoppedAt) {
          points.push(outcome.stoppedAt);
          if (outcome.committed) live.add(title);
          stopAt++;
          break;
        }
        expect(outcome.result).toMatchObject({ unchanged: false, entry_status: 'published' });
        live.add(title);
        if (kill) {
          stopAt = 1;
          break;
        }
      }
      await child.kill();
    }
  } finally {
    await dispose();
  }
  return points;
}

it(`loses nothing acknowledged and puts nothing live half, over ${LANES * KILLS_PER_LANE} kills at every write and around the commit`, {
  timeout: 900_000,
}, async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  const points = lanes.flat();
  expect(points.length).toBeGreaterThanOrEqual(LANES * KILLS_PER_LANE);
  expect(new Set(points)).toEqual(
    new Set(['put:before', 'put:after', 'commit:before', 'commit:after', 'answer:before']),
  );
});
