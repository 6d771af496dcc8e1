import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { isLiveFileKey, liveFileKey, pointerMirrorKey, pointerMirrorName, sha256 } from '@stele/snapshot';
import { StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive, readMirror, readOwnMirror } from '../support/live-state.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const NO_LIMITS = parseLimits('entry.publish=1000000,entry.create=1000000,entry.save_draft=1000000');

let app: TestApp;
/** Called before each write; `nth` counts those of snapshots, not of pointer mirrors, which may come late. */
let fault: (key: string, nth: number) => void = () => undefined;
let writes = 0;
const isOfPointers = (key: string): boolean => key.startsWith('pointers/') || isLiveFileKey(key);

beforeAll(async () => {
  app = await startTestApp({
    limits: NO_LIMITS,
    wrapStorage: (storage) =>
      new FaultyStorage(storage, (point, key) => {
        if (point !== 'put:before') return;
        if (!isOfPointers(key)) writes++;
        fault(key, writes);
      }),
  });
});
afterEach(() => {
  fault = () => undefined;
});
afterAll(() => app.close());

const live = (project: TestProject) => checkLive(app.database, app.storage, project.id);

async function createPost(project: TestProject, title: string): Promise<string> {
  const values = { en: { title }, de: { title, text: 'auf Deutsch' } };
  const created = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  return created.body.id;
}

const publish = (project: TestProject, entryId: string, locales = ['en', 'de']) =>
  project.api.post(`/projects/${project.id}/entries/${entryId}/publish`, { locales });

async function save(project: TestProject, entryId: string, title: string, base: number) {
  const values = { en: { title }, de: { title, text: 'auf Deutsch' } };
  return project.api.put(`/projects/${project.id}/entries/${entryId}/draft`, { values, base_version: base });
}

const titles = (content: Awaited<ReturnType<typeof live>>, file = 'posts.en'): unknown[] =>
  (content.files[file] ?? []).map((entry) => entry.values.title);

describe('while storage fails at any one write', () => {
  it('answers 503, leaves what is live as it was, and the same publish works afterwards', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'first');
    await publish(project, entry);
    let failures = 0;
    for (let nth = 1; ; nth++) {
      const before = await live(project);
      const other = await createPost(project, `other ${nth}`);
      const from = writes;
      fault = (key, now) => {
        if (now === from + nth && !key.startsWith('pointers/')) throw new StorageUnavailableError('down');
      };
      const answer = await publish(project, other);
      fault = () => undefined;
      if (answer.status === 200) break;
      failures++;
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
      expect(await live(project)).toEqual(before);
      const entryNow = await project.api.get(`/projects/${project.id}/entries/${other}`);
      expect(entryNow.body.status).toBe('draft');
      expect((await publish(project, other)).status).toBe(200);
      expect(titles(await live(project))).toContain(`other ${nth}`);
    }
    expect(failures).toBeGreaterThanOrEqual(7);
  });

  it('publishes anyway when only a pointer mirror cannot be written, and makes up for it later', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'one');
    fault = (key) => {
      if (isOfPointers(key)) throw new StorageUnavailableError('down');
    };
    expect((await publish(project, entry)).status).toBe(200);
    expect(await readMirror(app.storage, project.tokens.read_published)).toBeNull();
    fault = () => undefined;
    await app.services.mirrors.reconcile();
    const first = await readMirror(app.storage, project.tokens.read_published);
    await save(project, entry, 'two', 2);
    fault = (key) => {
      if (isOfPointers(key)) throw new StorageUnavailableError('down');
    };
    expect((await publish(project, entry)).status).toBe(200);
    expect(await readMirror(app.storage, project.tokens.read_published)).toEqual(first);
    fault = () => undefined;
    await app.services.mirrors.reconcile();
    const mirror = await readMirror(app.storage, project.tokens.read_published);
    expect(mirror?.snapshot_id).toBe((await live(project)).snapshotId);
  });

  it('writes pointer mirrors again that storage has lost', async () => {
    const project = await app.project();
    expect((await publish(project, await createPost(project, 'one'))).status).toBe(200);
    const mirror = await readMirror(app.storage, project.tokens.admin);
    await app.storage.delete([
      pointerMirrorKey(pointerMirrorName(sha256(project.tokens.admin))),
      liveFileKey(project.id, mirror?.live ?? ''),
    ]);
    // The mirror is noted after the publish was answered: a mirror that no one knows of yet isn't missed.
    const found = async () => {
      await app.services.mirrors.restoreLost();
      return readMirror(app.storage, project.tokens.admin);
    };
    await expect.poll(found, { timeout: 30_000 }).toEqual(mirror);
    expect(await app.storage.head(liveFileKey(project.id, mirror?.live ?? ''))).not.toBeNull();
  });

  it('writes live files again that are damaged, and those of no other project for it', async () => {
    const [project, other] = [await app.project(), await app.project()];
    for (const one of [project, other]) expect((await publish(one, await createPost(one, 'one'))).status).toBe(200);
    const [mirror, otherMirror] = await Promise.all(
      [project, other].map(({ tokens }) => readMirror(app.storage, tokens.admin)),
    );
    const key = liveFileKey(project.id, mirror?.live ?? '');
    const otherKey = liveFileKey(other.id, otherMirror?.live ?? '');
    await app.storage.delete([otherKey]);
    const found = async () => {
      await truncate(join(app.directory, 'data', `${key}@`), 100);
      await app.services.mirrors.restoreLost();
      return [await app.storage.get(key).catch(() => null), await app.storage.get(otherKey)].map(
        (file) => file !== null,
      );
    };
    await expect.poll(found, { timeout: 30_000 }).toEqual([true, true]);
    expect(await readMirror(app.storage, project.tokens.admin)).toEqual(mirror);
    expect((await publish(project, await createPost(project, 'two'))).status).toBe(200);
  });

  it('writes one file for all tokens, which each of them finds at once; their own mirrors follow by a job', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'one');
    await publish(project, entry);
    const { prisma } = app.database;
    const {
      id: _,
      secretHash: __,
      limits: ___,
      createdBy,
      ...token
    } = await prisma.projectToken.findFirstOrThrow({
      where: { projectId: project.id },
    });
    const secrets = Array.from({ length: 100 }, (_, n) => `secret ${n} of ${project.id}`);
    await prisma.projectToken.createMany({
      data: secrets.map((secret) => {
        const secretHash = sha256(secret);
        return {
          ...token,
          id: `tok_${secretHash.slice(0, 26)}`,
          secretHash,
          createdBy: createdBy ?? {},
          mirroredSeq: null,
        };
      }),
    });
    await app.services.mirrors.reconcile();
    const ofPointers: string[] = [];
    fault = (key) => {
      if (isOfPointers(key)) ofPointers.push(key);
    };
    await save(project, entry, 'two', 2);
    await publish(project, entry);
    const { liveName } = await prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    expect(ofPointers).toEqual([liveFileKey(project.id, liveName)]);
    const { sequence, snapshotId } = await live(project);
    for (const secret of [project.tokens.admin, ...secrets]) {
      expect(await readMirror(app.storage, secret)).toMatchObject({ sequence, snapshot_id: snapshotId });
      expect((await readOwnMirror(app.storage, secret))?.sequence).toBe(sequence - 1);
    }
    await app.services.mirrors.reconcile();
    expect(await readOwnMirror(app.storage, secrets[99] ?? '')).toMatchObject({ sequence, live: liveName });
    expect(ofPointers.filter(isLiveFileKey)).toHaveLength(2);
  });
});

describe('many publishes at once', () => {
  it('puts 50 of them live in at most 10 snapshots, each before its answer', async () => {
    const project = await app.project();
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => createPost(project, `post ${n}`)));
    const answers = await Promise.all(
      ids.map(async (id) => {
        const answer = await publish(project, id);
        const now = await app.database.prisma.publication.count({
          where: { projectId: project.id, entryId: id, untilSeq: null },
        });
        return [answer.status, answer.body.unchanged, now];
      }),
    );
    expect(answers).toEqual(ids.map(() => [200, false, 2]));
    const content = await live(project);
    expect(titles(content).length).toBe(50);
    expect(content.sequence).toBeLessThanOrEqual(10);
  });

  it('publishes one entry once when many ask for the same', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'same');
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(project, entry)));
    expect(answers.filter((answer) => answer.body.unchanged === false)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body.published_at)).size).toBe(1);
    expect((await live(project)).sequence).toBe(1);
  });

  it('never puts a save live that came after what was published', { tags: ['full'] }, async () => {
    const project = await app.project();
    const entry = await createPost(project, 'v1');
    let version = 1;
    for (let round = 0; round < 15; round++) {
      const [saved, published] = await Promise.all([
        save(project, entry, `title ${round}`, version),
        publish(project, entry),
      ]);
      expect([saved.status, published.status]).toEqual([200, 200]);
      version = Math.max(saved.body.version, published.body.version);
      const { body } = await project.api.get(`/projects/${project.id}/entries/${entry}`);
      const [title] = titles(await live(project));
      expect(body.changed_locales.length > 0).toBe(title !== body.values.en.title);
    }
  });
});

describe('a publish that changes nothing', () => {
  it('builds nothing, writes nothing and gives the earlier time, also after an edit was undone', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'same');
    const first = await publish(project, entry);
    await save(project, entry, 'other', 2);
    await save(project, entry, 'same', 3);
    const from = writes;
    const again = await publish(project, entry);
    expect(again.body).toMatchObject({ unchanged: true, version: 4, published_at: first.body.published_at });
    expect(writes).toBe(from);
    expect((await live(project)).sequence).toBe(1);
  });

  it('counts only the locales that it names', async () => {
    const project = await app.project();
    const entry = await createPost(project, 'both');
    expect((await publish(project, entry, ['en'])).body.unchanged).toBe(false);
    expect((await publish(project, entry, ['en'])).body.unchanged).toBe(true);
    expect((await publish(project, entry, ['en', 'de'])).body.unchanged).toBe(false);
    expect((await publish(project, entry, ['de'])).body.unchanged).toBe(true);
  });
});

describe('a damaged or lost object of the live snapshot', () => {
  it('is made up for from the ledger by the next publish', async () => {
    const project = await app.project();
    for (let n = 0; n < 5; n++) await publish(project, await createPost(project, `post ${n}`));
    const lost: string[] = [];
    for await (const { key } of app.storage.list(`${project.id}/chunks/`)) lost.push(key);
    for await (const { key } of app.storage.list(`${project.id}/indexes/`)) lost.push(key);
    await app.storage.delete(lost);
    const fresh = await startTestApp({ database: app.database, limits: NO_LIMITS, wrapStorage: () => app.storage });
    try {
      const entry = await createPost(project, 'new');
      const answer = await fresh
        .client({ token: project.tokens.admin })
        .post(`/projects/${project.id}/entries/${entry}/publish`, { locales: ['en', 'de'] });
      expect(answer.status).toBe(200);
      expect(titles(await live(project))).toHaveLength(6);
    } finally {
      await fresh.close();
    }
  });
});

describe('two API processes on one database', () => {
  it('publish at once without losing or mixing anything', async () => {
    const other = await startTestApp({ database: app.database, limits: NO_LIMITS, wrapStorage: () => app.storage });
    try {
      const project = await app.project();
      const clients = [project.api, other.client({ token: project.tokens.admin })];
      const ids = await Promise.all(Array.from({ length: 24 }, (_, n) => createPost(project, `post ${n}`)));
      const answers = await Promise.all(
        ids.map((id, n) =>
          clients[n % 2]?.post(`/projects/${project.id}/entries/${id}/publish`, { locales: ['en', 'de'] }),
        ),
      );
      const refused = answers.filter((answer) => answer?.status !== 200);
      expect(refused.every((answer) => answer?.status === 503)).toBe(true);
      const content = await live(project);
      expect(titles(content)).toHaveLength(answers.length - refused.length);
      const mirror = await readMirror(app.storage, project.tokens.admin);
      expect([mirror?.snapshot_id, mirror?.sequence]).toEqual([content.snapshotId, content.sequence]);
    } finally {
      await other.close();
    }
  });
});
