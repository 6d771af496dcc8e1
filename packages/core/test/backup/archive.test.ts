import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ObjectStorage } from '@stele/storage';
import { codeOf } from '@stele/testing/api-client';
import { gate } from '@stele/testing/gate';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FORGET_PERSON, type ForgottenPerson } from '../../src/access/forget-person.store.ts';
import { loadAuthors } from '../../src/domains/entries/review/approval-authors.store.ts';
import { loadArchivable, lockArchivable } from '../../src/features/archives/archive-history.store.ts';
import { archiveHistory } from '../../src/features/archives/archive-history.ts';
import { replaceNamesInArchives } from '../../src/features/archives/forget-in-archives.ts';
import { inTransaction } from '../../src/platform/database/in-transaction.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let clock: TestClock;
let site: ContentProject;
let owner: TestPerson;
let path: string;

beforeAll(async () => {
  clock = new TestClock(Date.now());
  app = await startTestApp({ clock });
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  path = `/projects/${site.project.id}`;
  owner = await app.person({ projectId: site.project.id, role: 'owner' });
});
afterAll(() => app.close());

const run = (storage: ObjectStorage = app.storage) =>
  archiveHistory({ ...app.services, storage, clock }, new AbortController().signal);

/** The storage with some methods of its own. */
const storageWith = (own: Partial<ObjectStorage>): ObjectStorage =>
  new Proxy(app.storage, {
    get: (target, key) => {
      const found = Reflect.get(own, key) ?? Reflect.get(target, key);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
/** A day later, files of archives that weren't completed are removed. */
const runNextDay = () => {
  clock.advance(DAY_MS + 1);
  return run();
};
const set = (days: number | null, api = owner.api) => api.put(`${path}/archives`, { after_days: days });

/** An entry whose German changes once, with two publications. @returns the entry's id, and the values of each version */
async function makeHistory(): Promise<{ id: string; values: Map<number, object> }> {
  const id = await site.create({ en: { title: 'en 1', slug: 's' }, de: { title: 'de 1', slug: 's' } });
  let version = 1;
  const save = async (title: string, more: object = {}) => {
    version = (await site.save(id, { en: { title, slug: 's' }, ...more }, version)).body.version;
  };
  await save('en 2', { de: { title: 'de 2', slug: 's' } });
  await save('en 3');
  await site.publish(id, ['en']);
  version = (await site.get(id)).version;
  await save('en 5');
  await site.publish(id, ['en']);
  version = (await site.get(id)).version;
  await save('en 7');
  await save('en 8');
  const values = new Map<number, object>();
  for (const { version: one } of await site.versions(id)) {
    values.set(one, (await site.api.get(`${site.entries}/${id}/versions/${one}`)).body.values);
  }
  return { id, values };
}

interface Line {
  readonly id?: string;
  readonly version?: { readonly version: number };
  readonly values?: readonly object[];
}

/** The files of all archives of the project, checked against what is listed of them. */
async function readArchives(): Promise<{ audit: Line[]; versions: Line[] }> {
  const lines: { audit: Line[]; versions: Line[] } = { audit: [], versions: [] };
  const { data } = (await owner.api.get(`${path}/archives`)).body;
  for (const one of data) {
    const { body } = (await app.storage.get(`${site.project.id}/archives/${one.sha256}.ndjson.gz`)) ?? {};
    if (!body) throw new Error('A file is missing.');
    expect([createHash('sha256').update(body).digest('hex'), body.length]).toEqual([one.sha256, one.bytes]);
    const read = gunzipSync(body).toString().trimEnd().split('\n');
    expect(read.length).toBe(one.rows);
    lines[one.kind as 'audit' | 'versions'].push(...read.map((line) => JSON.parse(line)));
  }
  return lines;
}

async function keysInStorage(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.storage.list(`${site.project.id}/archives/`)) keys.push(key);
  return keys;
}

/** The versions of an entry that are still there. */
const left = async (id: string): Promise<number[]> =>
  (await site.versions(id)).map(({ version }) => version).sort((a, b) => a - b);

const auditIds = async () =>
  (await app.database.prisma.auditRecord.findMany({ where: { projectId: site.project.id } })).map(({ id }) => id);

describe('archiving', () => {
  it('moves nothing unless an owner says so, and only what is older', async () => {
    await makeHistory();
    clock.advance(100 * DAY_MS);
    expect(await run()).toBe(0);
    const editor = await app.person({ projectId: site.project.id, role: 'developer' });
    expect(codeOf(await set(30, editor.api))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await set(29))).toEqual([400, 'validation_failed']);
    expect((await set(101)).body).toEqual({ after_days: 101 });
    expect(await run()).toBe(0);
    expect((await owner.api.get(`${path}/archives`)).body).toEqual({ data: [], next_cursor: null, after_days: 101 });
    await set(null);
  });

  it('moves earlier versions and records to files, and keeps what is needed as it was', async () => {
    const { id, values } = await makeHistory();
    const before = await auditIds();
    await set(30);
    clock.advance(100 * DAY_MS);
    const current = (await site.get(id)).version;
    expect(await run()).toBeGreaterThan(before.length);
    const { audit, versions } = await readArchives();

    const stayed = await left(id);
    const gone = versions.map((line) => line.version?.version ?? 0);
    expect([...stayed, ...gone].sort((a, b) => a - b)).toEqual([...values.keys()].sort((a, b) => a - b));
    expect(stayed).toContain(current);
    const ledger = await app.database.prisma.publication.findMany({ where: { entryId: id } });
    expect(ledger.length).toBe(2);
    for (const { version } of ledger) expect(stayed).toContain(version);
    // The first has the source of what was never translated since.
    expect(gone).toEqual([3, 5, 7]);
    for (const version of stayed) {
      const { body } = await site.api.get(`${site.entries}/${id}/versions/${version}`);
      expect(body.values).toEqual(values.get(version));
    }
    expect(versions[0]?.values?.length).toBe(2);
    expect(codeOf(await site.api.get(`${site.entries}/${id}/versions/3`))).toEqual([404, 'entry.version_not_found']);

    const kept = await auditIds();
    expect(kept.length).toBeLessThan(3);
    const moved = audit.map((line) => line.id ?? '');
    expect(moved.filter((one) => kept.includes(one))).toEqual([]);
    expect([...moved].sort()).toEqual(expect.arrayContaining(before.sort()));
    expect((await site.publish(id, ['en', 'de'])).status).toBe(200);

    const [first] = (await owner.api.get(`${path}/archives?limit=1`)).body.data;
    const link = await owner.api.get(`${path}/archives/${first.id}/file`);
    expect([link.status, link.body.url]).toEqual([200, expect.stringContaining('ndjson.gz')]);
    const missing = `${path}/archives/arc_${'0'.repeat(26)}/file`;
    expect(codeOf(await owner.api.get(missing))).toEqual([404, 'archive.not_found']);
    await set(null);
  });
});

describe('archiving of an entry', () => {
  it('keeps a version until it was replaced long enough ago', async () => {
    const id = await site.create({ en: { title: 'en 1' } });
    await set(30);
    clock.advance(100 * DAY_MS);
    await site.save(id, { en: { title: 'en 2' } }, 1);
    await run();
    expect(await left(id)).toEqual([1, 2]);
    clock.advance(31 * DAY_MS);
    await run();
    expect(await left(id)).toEqual([2]);
    await set(null);
  });

  it('keeps the last change of each person and token, since they may not approve it', async () => {
    const [one, other] = [
      await app.person({ projectId: site.project.id, role: 'editor' }),
      await app.person({ projectId: site.project.id, role: 'editor' }),
    ];
    const id = await site.create({ en: { title: 'en 1' } });
    for (const [index, by] of [one, one, other, site, site].entries()) {
      await site.save(id, { en: { title: `en ${index + 2}` } }, index + 1, {}, by.api);
    }
    await set(30);
    clock.advance(100 * DAY_MS);
    await run();
    expect(await left(id)).toEqual([3, 4, 6]);
    const authors = await loadAuthors(app.database.pool, { id, live: new Map() }, ['en']);
    expect(authors.map(({ actor }) => actor.id)).toEqual([one.id, other.id, expect.stringMatching(/^tok_/)]);
    await set(null);
  });

  it('removes values once no version has them, and writes those that a version had', async () => {
    const id = await site.create({ en: { title: 'en 1' } });
    await site.save(id, { en: { title: 'en 2' } }, 1);
    await site.publish(id, ['en']);
    await site.save(id, { en: { title: 'en 4' } }, 3);
    const kept = async () => {
      const found = await app.database.prisma.entryValues.findMany({ where: { entryId: id } });
      return found.map(({ version }) => version).sort();
    };
    await set(30);
    clock.advance(100 * DAY_MS);
    await run();
    expect([await left(id), await kept()]).toEqual([
      [3, 4],
      [2, 4],
    ]);
    // As if no kept snapshot had it any more.
    await app.database.prisma.publication.deleteMany({ where: { entryId: id } });
    await run();
    expect([await left(id), await kept()]).toEqual([[4], [4]]);
    const lines = (await readArchives()).versions.sort((a, b) => (a.version?.version ?? 0) - (b.version?.version ?? 0));
    const of = (version: number, title: string) => ({
      version: { version },
      values: [{ locale: 'en', values: expect.objectContaining({ title }) }],
    });
    expect(lines).toMatchObject([of(1, 'en 1'), of(2, 'en 2'), of(3, 'en 2')]);
    await set(null);
  });

  it('locks the versions that go', async () => {
    const { id } = await makeHistory();
    clock.advance(100 * DAY_MS);
    const source = { locale: 'en', localized: null };
    const scope = { projectId: site.project.id, kind: 'versions', source, before: clock.now() } as const;
    const { pool } = app.database;
    const rows = await loadArchivable(pool, scope);
    expect(rows.length).toBeGreaterThan(0);
    const free = 'SELECT version FROM entry_versions WHERE entry_id = $1 ORDER BY version FOR UPDATE SKIP LOCKED';
    const locked = await inTransaction(pool, async (client) => {
      await lockArchivable(client, scope, rows);
      if (app.database.kind !== 'postgres') return null;
      return (await pool.query<{ version: number }>(free, [id])).rows.map(({ version }) => version);
    });
    if (locked) for (const row of rows) expect(locked).not.toContain(row.version);
  });

  it('keeps what the source of a translation is compared with', async () => {
    const id = await site.create({ en: { title: 'en 1' }, de: { title: 'de 1' } });
    await site.save(id, { en: { title: 'en 2' }, de: { title: 'de 2' } }, 1);
    await site.save(id, { en: { title: 'en 3' } }, 2);
    // Shared fields are written to all languages.
    await site.save(id, { en: { note: 'x' } }, 3);
    await site.save(id, { en: { title: 'en 5' } }, 4);
    const compared = () => site.api.get(`${site.entries}/${id}/translation?locale=de`);
    const before = (await compared()).body;
    expect(before).toMatchObject({ translated_version: 2, changed_fields: ['title'] });
    await set(30);
    clock.advance(100 * DAY_MS);
    expect(await run()).toBeGreaterThan(0);
    // The first is what fields are compared with that the translation doesn't have.
    expect(await left(id)).toEqual(expect.arrayContaining([1, 2]));
    expect(await left(id)).not.toContain(3);
    expect((await compared()).body).toEqual(before);
    await set(null);
  });
});

describe('archiving that is interrupted', () => {
  const faults: Record<string, (bare: ObjectStorage) => Partial<ObjectStorage>> = {
    'before a file is written': () => ({ put: () => Promise.reject(new Error('killed')) }),
    'after a file is written': (bare) => ({
      put: async (...given) => {
        await bare.put(...given);
        throw new Error('killed');
      },
    }),
    'while a file is read back': () => ({ get: () => Promise.reject(new Error('killed')) }),
    'by a file that storage damaged': (bare) => ({
      put: async (key, _body, options) => bare.put(key, Buffer.from('damaged'), options),
    }),
  };

  it.each(Object.keys(faults))('%s loses nothing, and leaves nothing twice', { tags: ['full'] }, async (name) => {
    const { id } = await makeHistory();
    await set(30);
    clock.advance(100 * DAY_MS);
    const before = [await auditIds(), (await site.versions(id)).length];
    const storage = storageWith(faults[name]?.(app.storage) ?? {});
    for (let time = 0; time < 2; time++) await expect(run(storage)).rejects.toThrow();
    expect([await auditIds(), (await site.versions(id)).length]).toEqual(before);
    expect((await owner.api.get(`${path}/archives`)).body.data).toEqual([]);

    expect(await run()).toBeGreaterThan(0);
    expect(await runNextDay()).toBe(0);
    const { audit, versions } = await readArchives();
    expect(new Set(audit.map((line) => line.id)).size).toBe(audit.length);
    expect(versions.length + (await site.versions(id)).length).toBe(before[1]);
    expect((await keysInStorage()).length).toBe(
      await app.database.prisma.archive.count({
        where: { projectId: site.project.id },
      }),
    );
    await set(null);
  });

  it('leaves no file once archiving is off', async () => {
    await makeHistory();
    await set(30);
    clock.advance(100 * DAY_MS);
    await expect(run(storageWith({ get: () => Promise.reject(new Error('killed')) }))).rejects.toThrow('killed');
    expect((await keysInStorage()).length).toBe(1);
    await set(null);
    expect(await run()).toBe(0);
    expect((await keysInStorage()).length).toBe(1);
    expect(await runNextDay()).toBe(0);
    expect(await keysInStorage()).toEqual([]);
    expect(await app.database.prisma.archive.count({ where: { projectId: site.project.id } })).toBe(0);
  });

  it('in one project goes on with the others, and fails in the end', async () => {
    const projects = [site, await ContentProject.make(app)].map(({ project: { id } }) => id).sort();
    const ofThem = { id: { in: projects } };
    await app.database.prisma.project.updateMany({ where: ofThem, data: { archiveDays: 30 } });
    clock.advance(100 * DAY_MS);
    const put: ObjectStorage['put'] = async (key, ...given) => {
      if (key.startsWith(projects[0] ?? '')) throw new Error('killed');
      return app.storage.put(key, ...given);
    };
    await expect(run(storageWith({ put }))).rejects.toThrow('killed');
    const found = await app.database.prisma.archive.findMany({ where: { completedAt: { not: null } } });
    const done = new Set(found.map(({ projectId }) => projectId));
    expect(projects.map((id) => done.has(id))).toEqual([false, true]);
    await app.database.prisma.project.updateMany({ where: ofThem, data: { archiveDays: null } });
  });

  it('by a change of a row leaves that row for the next time', async () => {
    await makeHistory();
    await set(30);
    clock.advance(100 * DAY_MS);
    const [first] = await auditIds();
    let changes = 0;
    const storage = storageWith({
      get: async (...given) => {
        const change = `UPDATE audit_records SET data = jsonb_build_object('changes', $2::int) WHERE id = $1`;
        await app.database.pool.query(change, [first, ++changes]);
        return app.storage.get(...given);
      },
    });
    await run(storage);
    expect(await auditIds()).toContain(first);
    await run();
    await runNextDay();
    const { audit } = await readArchives();
    expect(audit.filter(({ id }) => id === first)).toMatchObject([{ data: { changes } }]);
    expect((await keysInStorage()).length).toBe((await owner.api.get(`${path}/archives`)).body.data.length);
    await set(null);
  });
});

describe('archives that name a person who is deleted', () => {
  /** A name that JSON and regular expressions have to escape. */
  const NAME = 'Ünal "Q" \\ {x} (y';

  /** All files in storage as they are, whether an archive has them or not. */
  async function textInStorage(): Promise<string> {
    const texts = (await keysInStorage()).map(async (key) => {
      const { body } = (await app.storage.get(key)) ?? {};
      return body ? gunzipSync(body).toString() : '';
    });
    return (await Promise.all(texts)).join('');
  }

  /** A person who wrote versions and sent an invitation; the records of both are in archives. */
  async function archivedPerson(): Promise<ForgottenPerson & { readonly email: string }> {
    const { id, email, api } = await app.person({ projectId: site.project.id, role: 'owner' });
    await app.database.prisma.user.update({ where: { id }, data: { name: NAME } });
    const entry = await site.create({ en: { title: 'en 1' } });
    await site.save(entry, { en: { title: 'en 2' } }, 1, {}, api);
    // The last one stays with the entry: they may not approve it.
    await site.save(entry, { en: { title: 'en 3' } }, 2, {}, api);
    await owner.api.patch(`${path}/members/${id}`, { role: 'editor' });
    await owner.api.post(`${path}/invitations`, { email, role: 'viewer' });
    const role = 'viewer';
    expect((await owner.api.post(`${path}/invitations`, { email: 'other@example.org', role })).status).toBe(201);
    await site.save(entry, { en: { title: 'en 4' } }, 3, {}, owner.api);
    await set(30);
    clock.advance(100 * DAY_MS);
    await run();
    await set(null);
    return { id, email, addresses: [{ email, until: clock.now().toISOString() }] };
  }

  const forget = (person: ForgottenPerson, storage: ObjectStorage = app.storage) =>
    replaceNamesInArchives({ ...app.services, storage, clock }, person, new AbortController().signal);

  it('say “Deleted person” once the job ran that replaces names', async () => {
    const person = await archivedPerson();
    const job = { kind: FORGET_PERSON, key: person.id, payload: { ...person }, runAt: clock.now() };
    await enqueueJobs(app.database.pool, [job], clock.now());
    expect(await textInStorage()).toContain(person.email);
    await app.services.jobs.runAll([FORGET_PERSON]);
    await runNextDay();
    expect(await textInStorage()).not.toContain(person.email);
  });

  it('say “Deleted person” instead, and nothing else changes', async () => {
    const person = await archivedPerson();
    const before = await readArchives();
    const text = await textInStorage();
    expect([text.includes('Ünal'), text.includes(person.email)]).toEqual([true, true]);
    const listed = (await owner.api.get(`${path}/archives`)).body.data;

    expect(await forget(person)).toBeGreaterThan(2);
    await runNextDay();
    const without = await textInStorage();
    expect([without.includes('Ünal'), without.includes(person.email)]).toEqual([false, false]);
    expect(without).toContain(JSON.stringify({ id: person.id, name: 'Deleted person', type: 'user' }));
    const after = await readArchives();
    const bare = (lines: readonly Line[]) => lines.map(({ id, version, values }) => [id, version?.version, values]);
    expect([bare(after.audit), bare(after.versions)]).toEqual([bare(before.audit), bare(before.versions)]);
    expect(after.audit.filter((line) => JSON.stringify(line).includes('other@example.org'))).toHaveLength(1);
    const now = (await owner.api.get(`${path}/archives`)).body.data;
    const constant = ({ id, rows, first_at, created_at }: Record<string, unknown>) => [id, rows, first_at, created_at];
    expect(now.map(constant)).toEqual(listed.map(constant));
    expect((await keysInStorage()).length).toBe(now.length);
    expect(await forget(person)).toBe(0);
  });

  it.each<[string, Partial<ObjectStorage>]>([
    ['before a file is written', { put: () => Promise.reject(new Error('killed')) }],
    ['after a file is written', { get: () => Promise.reject(new Error('killed')) }],
  ])('lose it too when this is interrupted %s', async (_when, own) => {
    const person = await archivedPerson();
    for (let time = 0; time < 2; time++) {
      await forget(person, storageWith(own)).catch((error) => expect(error.message).toBe('killed'));
    }
    await forget(person);
    await runNextDay();
    const text = await textInStorage();
    expect([text.includes('Ünal'), text.includes(person.email)]).toEqual([false, false]);
    expect((await keysInStorage()).length).toBe((await owner.api.get(`${path}/archives`)).body.data.length);
    await readArchives();
  });

  it('are rewritten for one person at a time', async () => {
    const person = await archivedPerson();
    // Each may lose one of the archives to the other.
    for (const done of await Promise.allSettled([forget(person), forget(person)])) {
      if (done.status === 'rejected') expect(done.reason.message).toContain('changed by others');
    }
    await forget(person);
    await runNextDay();
    expect((await textInStorage()).includes('Ünal')).toBe(false);
    expect((await keysInStorage()).length).toBe((await owner.api.get(`${path}/archives`)).body.data.length);
    await readArchives();
  });

  it('are rewritten though one of them is damaged or missing, which is said in the end', async () => {
    const person = await archivedPerson();
    const { data } = (await owner.api.get(`${path}/archives`)).body;
    const keyOf = ({ sha256 }: { sha256: string }) => `${site.project.id}/archives/${sha256}.ndjson.gz`;
    // The oldest, with which it begins.
    const key = keyOf(data.at(-1));
    const whole = (await app.storage.get(key))?.body ?? Buffer.alloc(0);
    const type = { contentType: 'application/gzip' };
    await app.storage.put(key, Buffer.from('damaged'), type);
    await expect(forget(person)).rejects.toThrow();
    await app.storage.delete([key]);
    await expect(forget(person)).rejects.toThrow('missing');
    await app.storage.put(key, Buffer.from(whole), type);
    await forget(person);
    await runNextDay();
    expect((await textInStorage()).includes('Ünal')).toBe(false);
    await readArchives();
  });

  it('keep their file while another process takes them for given up', async () => {
    if (app.database.kind !== 'postgres') return;
    const person = await archivedPerson();
    const before = await readArchives();
    const known = await keysInStorage();
    // The archiver of a process whose clock is ahead removes the new file before it takes the place of the earlier one.
    const ahead = new TestClock(clock.now().getTime() + 2 * DAY_MS);
    const slow = gate();
    const slowly = storageWith({
      delete: async (keys) => {
        if (keys.some((key) => key.startsWith(site.project.id))) await slow.begin();
        await app.storage.delete(keys);
      },
    });
    let sweeping: Promise<unknown> | undefined;
    const storage = storageWith({
      get: async (key, ...given) => {
        const found = await app.storage.get(key, ...given);
        if (!key.startsWith(site.project.id) || known.includes(key) || sweeping) return found;
        sweeping = archiveHistory({ ...app.services, storage: slowly, clock: ahead }, new AbortController().signal);
        await slow.begun;
        return found;
      },
    });
    const forgetting = forget(person, storage).catch((error: Error) => error.message);
    await vi.waitFor(async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      expect((await app.database.pool.query(waiting)).rowCount).toBe(1);
    }, 10_000);
    slow.goOn();
    expect(await forgetting).toContain('changed by others');
    await sweeping;
    const after = await readArchives();
    expect([after.audit.length, after.versions.length]).toEqual([before.audit.length, before.versions.length]);
  });
});
