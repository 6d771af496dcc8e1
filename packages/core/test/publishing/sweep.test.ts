import type { ObjectStorage } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimAbandoned,
  claimObjects,
  doomObjects,
  forgetObjects,
} from '../../src/publishing/sweep/doomed-objects.store.ts';
import { DEFAULT_RETENTION } from '../../src/publishing/sweep/retention.ts';
import { Sweeper } from '../../src/publishing/sweep/sweep.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive, readSnapshot } from '../support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_LIMITS = parseLimits('entry.create=10000,entry.publish=10000,snapshot.restore=10000');

/** A storage in which a test holds reads and writes up. */
class PausableStorage extends FaultyStorage {
  hold: ((operation: 'get' | 'put' | 'delete', key: string) => Promise<void>) | null = null;

  constructor(inner: ObjectStorage) {
    super(inner, async (point, key) => {
      const [operation, moment] = point.split(':');
      if (moment === 'before') await this.hold?.(operation as 'put' | 'delete', key);
    });
  }

  override async get(key: string) {
    await this.hold?.('get', key);
    return super.get(key);
  }
}

/** Stops the first operation of a kind until it's let go. */
function stopAt(operation: 'get' | 'put' | 'delete', part: string, skip = 0) {
  let reached = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let seen = 0;
  let held = false;
  storage.hold = async (what, key) => {
    if (held || what !== operation || !key.includes(part) || seen++ < skip) return;
    held = true;
    reached();
    await released;
  };
  return {
    arrived,
    release: () => {
      storage.hold = null;
      release();
    },
  };
}

let app: TestApp;
let storage: PausableStorage;
let project: TestProject;
let owner: ApiClient;
let entries: string;
const clock = new TestClock(Date.now() + DAY_MS);

beforeAll(async () => {
  app = await startTestApp({
    clock,
    limits: NO_LIMITS,
    retention: { keepMs: 30 * DAY_MS, keepLast: 2, graceMs: DAY_MS },
    wrapStorage: (inner) => {
      storage = new PausableStorage(inner);
      return storage;
    },
  });
});
beforeEach(async () => {
  project = await app.project();
  owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
  entries = `/projects/${project.id}/entries`;
});
afterAll(() => app.close());

async function create(title: string): Promise<string> {
  return (await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } })).body.id;
}
async function publish(id: string): Promise<string> {
  const answer = await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return liveSnapshot();
}
const liveSnapshot = async (): Promise<string> =>
  (await project.api.get(`/projects/${project.id}/snapshot/latest`)).body.snapshot_id;
const restore = (id: string) => owner.post(`/projects/${project.id}/snapshots/${id}/restore`, {});
const sweep = () => app.services.sweeper.sweep(project.id);

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.storage.list(`${project.id}/`)) keys.push(key);
  return keys;
}

/** Checks that the live snapshot and every other that can be restored is whole. @returns the ids of the restorable ones */
async function checkKept(): Promise<string[]> {
  await checkLive(app.database, app.storage, project.id);
  const { data } = (await owner.get(`/projects/${project.id}/snapshots?limit=100`)).body;
  const kept = new Set<string>(
    data.flatMap((one: { restorable: boolean; snapshot_id: string }) => (one.restorable ? [one.snapshot_id] : [])),
  );
  for (const id of kept) await readSnapshot(app.storage, project.id, id);
  return [...kept];
}

/** Makes a project of whose objects some are unneeded, and become needed again when the entry returned is unpublished. */
async function prepare(): Promise<string> {
  const stays = await create('stays');
  await publish(stays);
  const other = await create('comes and goes');
  await publish(other);
  for (let n = 0; n < 3; n++) {
    await publish(stays);
    const { version } = (await project.api.get(`${entries}/${other}`)).body;
    await project.api.put(`${entries}/${other}/draft`, { values: { en: { title: `${n}` } }, base_version: version });
    await publish(other);
  }
  clock.advance(40 * DAY_MS);
  await app.services.sweeper.sweep(project.id);
  clock.advance(2 * DAY_MS);
  return other;
}

describe('old snapshots', () => {
  it('end with all that only they consisted of; what is live, was live lately or is among the newest stays', async () => {
    const a = await create('a');
    const first = await publish(a);
    const second = await publish(await create('b'));
    clock.advance(40 * DAY_MS);
    // The second was live until now.
    const third = await publish(await create('c'));
    const fourth = await publish(await create('d'));
    const before = await objects();

    expect(await sweep()).toMatchObject({ snapshots: 1, objects: 0 });
    expect(await checkKept()).toEqual([fourth, third, second]);
    expect(codeOf(await restore(first))).toEqual([404, 'snapshot.not_found']);
    const file = `/projects/${project.id}/snapshots/${first}/posts.en.json`;
    expect(codeOf(await project.api.get(file))).toEqual([404, 'snapshot.not_found']);
    expect(codeOf(await owner.get(`/projects/${project.id}/snapshots/${first}/diff/${fourth}`))).toEqual([
      404,
      'snapshot.not_found',
    ]);
    expect(await objects()).toEqual(before);

    // A website that was being built from it has had its time.
    clock.advance(2 * DAY_MS);
    const swept = await sweep();
    expect(swept.objects).toBeGreaterThan(0);
    const gone = before.filter((key) => !key.includes(second));
    expect((await objects()).length).toBe(before.length - swept.objects);
    expect(gone.some((key) => key.includes(first))).toBe(true);
    expect((await objects()).some((key) => key.includes(first))).toBe(false);
    expect(await checkKept()).toEqual([fourth, third, second]);
    expect(await sweep()).toEqual({ snapshots: 0, objects: 0, publications: 0, contents: 0 });
    const { data } = (await owner.get(`/projects/${project.id}/snapshots`)).body;
    expect(data.map((one: { restorable: boolean }) => one.restorable)).toEqual([true, true, true, false]);
  });

  it('stay when they are live again, however old they are', async () => {
    const a = await create('a');
    const first = await publish(a);
    for (const title of ['b', 'c', 'd']) await publish(await create(title));
    expect((await restore(first)).status).toBe(200);
    clock.advance(400 * DAY_MS);
    await sweep();
    clock.advance(2 * DAY_MS);
    await sweep();
    expect((await checkKept()).sort()).toContain(first);
    expect(await liveSnapshot()).toBe(first);
    await publish(await create('e'));
    await checkKept();
  });

  it('take the ledger with them that only they needed, and nothing else', async () => {
    const a = await create('a');
    for (const title of ['1', '2', '3', '4', '5']) {
      const { version } = (await project.api.get(`${entries}/${a}`)).body;
      await project.api.put(`${entries}/${a}/draft`, { values: { en: { title } }, base_version: version });
      await publish(a);
    }
    const rows = async (): Promise<[number, number]> => [
      await app.database.prisma.publication.count({ where: { projectId: project.id } }),
      await app.database.prisma.content.count({ where: { projectId: project.id } }),
    ];
    expect(await rows()).toEqual([5, 5]);
    clock.advance(40 * DAY_MS);
    // The newest two are kept, and what was live 30 days ago is the newest.
    expect(await sweep()).toMatchObject({ snapshots: 3, publications: 0, contents: 0 });
    // Snapshots that ended may still be read for a day: their publications stay on record.
    expect(await rows()).toEqual([5, 5]);
    clock.advance(DAY_MS + 1);
    expect(await sweep()).toMatchObject({ snapshots: 0, publications: 3, contents: 3 });
    expect(await rows()).toEqual([2, 2]);
    const [, older = ''] = await checkKept();
    expect((await restore(older)).status).toBe(200);
    expect((await checkLive(app.database, app.storage, project.id)).files['posts.en']).toMatchObject([
      { values: { title: '4' } },
    ]);
  });

  it('are swept once a day by the job, whichever process runs it', async () => {
    const first = await publish(await create('a'));
    for (const title of ['b', 'c', 'd']) await publish(await create(title));
    clock.advance(40 * DAY_MS);
    await app.services.jobs.runAll();
    expect(await checkKept()).not.toContain(first);
    expect((await objects()).some((key) => key.includes(first))).toBe(true);
    clock.advance(DAY_MS + 1);
    await Promise.all([app.services.jobs.runAll(), app.services.jobs.runAll()]);
    expect((await objects()).some((key) => key.includes(first))).toBe(false);
    await checkKept();
  });
});

describe('objects that no build needs', () => {
  it('of a build that failed are removed after the grace time', async () => {
    await publish(await create('a'));
    const before = await objects();
    storage.hold = async (operation, key) => {
      if (operation === 'put' && key.endsWith('manifest.json')) throw new Error('The disk is full.');
    };
    const id = await create('b');
    expect((await project.api.post(`${entries}/${id}/publish`, { locales: ['en'] })).status).toBe(500);
    storage.hold = null;
    const leftOver = (await objects()).length - before.length;
    expect(leftOver).toBeGreaterThan(0);
    const { database, storage: own, log } = app.services;
    const sweeperAt = (now: Date): Sweeper =>
      new Sweeper({ database, storage: own, log, clock: { now: () => now }, retention: DEFAULT_RETENTION });
    expect(await sweeperAt(new Date()).sweep(project.id)).toMatchObject({ objects: 0 });
    expect(await sweeperAt(new Date(Date.now() + 2 * DAY_MS)).sweep(project.id)).toMatchObject({ objects: leftOver });
    expect(await objects()).toEqual(before);
    await checkKept();
  });

  it('stay all when an index that is needed is missing, and no one knows what else is', async () => {
    await prepare();
    const before = await objects();
    const live = await app.database.prisma.snapshot.findFirstOrThrow({
      where: { projectId: project.id },
      orderBy: { seq: 'desc' },
    });
    const [file] = live.files as unknown as { index: string }[];
    const key = `${project.id}/indexes/${file?.index}.json`;
    const lost = await app.storage.get(key);
    await app.storage.delete([key]);
    await expect(sweep()).rejects.toThrow('which a kept snapshot needs');
    expect(await objects()).toEqual(before.filter((one) => one !== key));
    if (lost) await app.storage.put(key, lost.body, { contentType: 'application/json' });
    await checkKept();
  });
});

describe('a build beside a sweep', () => {
  /** Takes the other entry off the site, which writes objects that an ended snapshot consisted of. */
  const unpublish = (id: string) => project.api.post(`${entries}/${id}/unpublish`, { locales: ['en'] });

  it('is planned again when it had begun before objects were doomed', async () => {
    const other = await prepare();
    const stop = stopAt('put', '/snapshots/');
    const build = unpublish(other);
    await stop.arrived;
    expect((await sweep()).objects).toBeGreaterThan(0);
    stop.release();
    expect((await build).status).toBe(200);
    await checkKept();
  });

  it('keeps what it needs of the doomed when it goes live before their removal', async () => {
    const other = await prepare();
    const roots = await app.database.pool.query<{ count: number }>(
      `SELECT count(DISTINCT file->>'index')::int AS count FROM snapshots, jsonb_array_elements(files) AS file
       WHERE project_id = $1 AND swept_at IS NULL`,
      [project.id],
    );
    // The first round of reads finds what is needed; the second one, after objects were doomed, is held up.
    const stop = stopAt('get', '/indexes/', (roots.rows[0]?.count ?? 0) * 2);
    const sweeping = sweep();
    await stop.arrived;
    expect(await app.database.prisma.doomedObject.count({ where: { projectId: project.id } })).toBeGreaterThan(0);
    const build = await unpublish(other);
    expect(build.status, JSON.stringify(build.body)).toBe(200);
    stop.release();
    await sweeping;
    await checkKept();
    expect(await app.database.prisma.doomedObject.count({ where: { projectId: project.id } })).toBe(0);
  });

  it('is planned again when it wrote an object before that was removed', async () => {
    const other = await prepare();
    const gate = () => {
      let pass = (): void => undefined;
      let arrive = (): void => undefined;
      const passed = new Promise<void>((resolve) => {
        pass = resolve;
      });
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return { passed, pass, arrived, arrive };
    };
    const [sweepGate, buildGate] = [gate(), gate()];
    let isDoomed = false;
    storage.hold = async (operation, key) => {
      if (operation === 'get' && !isDoomed) {
        isDoomed = (await app.database.prisma.doomedObject.count({ where: { projectId: project.id } })) > 0;
        if (!isDoomed) return;
        sweepGate.arrive();
        await sweepGate.passed;
      } else if (operation === 'put' && key.endsWith('manifest.json')) {
        buildGate.arrive();
        await buildGate.passed;
      }
    };
    const sweeping = sweep();
    await sweepGate.arrived;
    const build = unpublish(other);
    await buildGate.arrived;
    sweepGate.pass();
    expect((await sweeping).objects).toBeGreaterThan(0);
    buildGate.pass();
    expect((await build).status).toBe(200);
    storage.hold = null;
    await checkKept();
  });

  it('waits for the end of a removal that has begun', async () => {
    const other = await prepare();
    const stop = stopAt('delete', '/chunks/');
    const sweeping = sweep();
    await stop.arrived;
    const build = unpublish(other);
    const first = await Promise.race([build, new Promise((resolve) => setTimeout(resolve, 50, 'waiting'))]);
    expect(first).toBe('waiting');
    stop.release();
    await sweeping;
    expect((await build).status).toBe(200);
    await checkKept();
  });

  it('is refused, and nothing is live that is missing, when the removal does not end', { tags: ['full'] }, async () => {
    const other = await prepare();
    const stop = stopAt('delete', '/chunks/');
    const sweeping = sweep();
    await stop.arrived;
    expect(codeOf(await unpublish(other))).toEqual([503, 'unavailable']);
    await checkLive(app.database, app.storage, project.id);
    stop.release();
    await sweeping;
    expect((await unpublish(other)).status).toBe(200);
    await checkKept();
  });

  it('goes on when the process died that had begun a removal, once another has ended it', {
    tags: ['full'],
  }, async () => {
    const other = await prepare();
    storage.hold = async (operation) => {
      if (operation === 'delete') throw new Error('The process was killed.');
    };
    await expect(sweep()).rejects.toThrow('killed');
    storage.hold = null;
    await app.database.pool.query(
      "UPDATE doomed_objects SET claimed_at = now() - interval '1 hour' WHERE project_id = $1",
      [project.id],
    );
    await app.services.jobs.runAll();
    expect(await app.database.prisma.doomedObject.count({ where: { projectId: project.id } })).toBe(0);
    expect((await unpublish(other)).status).toBe(200);
    await checkKept();
  });

  it('keeps what it put back while a second process was about to end the same removal', {
    tags: ['full'],
  }, async () => {
    const abandon = async (): Promise<string> => {
      const other = await prepare();
      storage.hold = async (operation) => {
        if (operation === 'delete') throw new Error('The process was killed.');
      };
      await expect(sweep()).rejects.toThrow('killed');
      storage.hold = null;
      return other;
    };
    await abandon();
    const earlier = project;
    project = await app.project();
    entries = `/projects/${project.id}/entries`;
    owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
    const other = await abandon();
    await app.database.pool.query("UPDATE doomed_objects SET claimed_at = now() - interval '1 hour'");
    const stop = stopAt('delete', earlier.id);
    const slow = app.services.sweeper.finishAbandoned();
    await stop.arrived;
    await app.services.sweeper.finishAbandoned();
    expect((await unpublish(other)).status).toBe(200);
    stop.release();
    await slow;
    await checkLive(app.database, app.storage, project.id);
    await checkKept();
  });

  it('leaves objects to the process that took over their removal', async () => {
    await prepare();
    const { pool, prisma } = app.database;
    const [key = ''] = await objects();
    const sweepNumber = await doomObjects(prisma, project.id, [key]);
    expect(await claimObjects(pool, project.id, sweepNumber, [key], 'slow')).toEqual([key]);
    await pool.query("UPDATE doomed_objects SET claimed_at = now() - interval '16 minutes' WHERE project_id = $1", [
      project.id,
    ]);
    expect(await claimAbandoned(pool, project.id, 10, 'quick')).toEqual([key]);
    await forgetObjects(pool, project.id, [key], 'slow');
    const listed = async () => prisma.doomedObject.count({ where: { projectId: project.id } });
    expect(await listed()).toBe(1);
    await forgetObjects(pool, project.id, [key], 'quick');
    expect(await listed()).toBe(0);
  });
});
