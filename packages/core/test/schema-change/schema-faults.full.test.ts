// @module-tag full
import { setTimeout } from 'node:timers/promises';
import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { countStatements } from '../support/statements.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const NO_LIMITS = parseLimits(
  'entry.create=1000000,entry.publish=1000000,entry.save_draft=1000000,schema.sync=1000000,schema.diff=1000000',
);
const TABLES = [
  'entries',
  'entry_drafts',
  'entry_versions',
  'entry_values',
  'unique_values',
  'schema_versions',
  'publications',
  'contents',
  'snapshots',
  'live_sequences',
  'audit_records',
];

const before = defineConfig({
  collections: [
    collection({ key: 'posts', fields: { title: text({ localized: true }), slug: slug(), old: text() } }),
    collection({ key: 'links', fields: { to: reference('posts') } }),
  ],
}).schema;
const after = defineConfig({
  collections: [
    collection({
      key: 'articles',
      renamed_from: 'posts',
      order: { field: 'name', direction: 'asc' },
      fields: { name: text({ localized: true, renamed_from: 'title' }), slug: slug() },
    }),
    collection({ key: 'links', fields: { to: reference('articles') } }),
  ],
}).schema;

let app: TestApp;
let storageFails: () => boolean = () => false;
let beforeWrite: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  app = await startTestApp({
    limits: NO_LIMITS,
    wrapStorage: (storage) =>
      new FaultyStorage(storage, async (point, key, n) => {
        if (point !== 'put:before' || key.startsWith('pointers/')) return;
        await beforeWrite();
        if (storageFails()) throw new StorageUnavailableError('down');
        // Some writes are still running when another one fails.
        await setTimeout(20 * (n % 4));
      }),
  });
});
afterAll(() => app.close());

/** A project with live, changed, draft and trashed content, and the old schema. */
async function prepare(): Promise<TestProject> {
  const project = await app.project();
  const { api, id } = project;
  const entries = `/projects/${id}/entries`;
  expect((await api.post(`/projects/${id}/schema/sync`, { schema: before, base_version: 0 })).status).toBe(200);
  for (const [index, name] of ['b', 'a', 'c'].entries()) {
    const values = { en: { title: name, slug: name, old: 'x' }, de: { title: `${name} auf Deutsch` } };
    const post = (await api.post(entries, { collection_key: 'posts', values })).body.id;
    if (index < 2) await api.post(`${entries}/${post}/publish`, { locales: ['en', 'de'] });
    if (index === 1) {
      await api.put(`${entries}/${post}/draft`, { values: { en: { title: 'newer' } }, base_version: 2 });
      const link = (await api.post(entries, { collection_key: 'links', values: { en: { to: post } } })).body.id;
      await api.post(`${entries}/${link}/publish`, { locales: ['en'] });
    }
  }
  return project;
}

/** How much of pushes is staged. */
async function countStaged(): Promise<number> {
  const { rows } = await app.database.pool.query('SELECT count(*)::int AS count FROM staged_changes');
  return rows[0].count;
}

/** All that's stored of a project. */
async function dump(projectId: string): Promise<Record<string, unknown>> {
  const rows: [string, unknown][] = [];
  for (const table of TABLES) {
    const own = ['entry_drafts', 'entry_versions', 'entry_values'].includes(table)
      ? 'entry_id IN (SELECT id FROM entries WHERE project_id = $1)'
      : 'project_id = $1';
    const sql = `SELECT coalesce(json_agg(t ORDER BY t::text), '[]') AS rows FROM ${table} t WHERE ${own}`;
    rows.push([table, (await app.database.pool.query(sql, [projectId])).rows[0].rows]);
  }
  const project = await app.database.pool.query('SELECT * FROM projects WHERE id = $1', [projectId]);
  return { ...Object.fromEntries(rows), projects: project.rows };
}

async function sync({ api, id }: TestProject) {
  const { body } = await api.post(`/projects/${id}/schema/diff`, { schema: after });
  const { base_version, confirm_token } = body;
  return () => api.post(`/projects/${id}/schema/sync`, { schema: after, base_version, confirm_token });
}

async function expectMoved({ id }: TestProject): Promise<void> {
  const { files } = await checkLive(app.database, app.storage, id);
  expect(files['articles.en']?.map(({ values }) => values)).toEqual([
    { name: 'a', slug: 'a' },
    { name: 'b', slug: 'b' },
  ]);
  expect(files['links.en']).toMatchObject([{ values: { to: { collection: 'articles' } } }]);
  expect((await dump(id)).unique_values).toMatchObject(
    ['a', 'b', 'c'].map((value) => ({ value, collection_key: 'articles', draft: true, live: value !== 'c' })),
  );
}

describe('a schema that is pushed while something fails', () => {
  it('changes nothing when any one of its statements fails, and works afterwards', async () => {
    const project = await prepare();
    const attempt = await sync(project);
    const untouched = await dump(project.id);
    let failures = 0;
    for (let nth = 1; ; nth++) {
      let sent = 0;
      const counted = countStatements(app.database, (sql) => !/ROLLBACK/.test(sql) && ++sent === nth);
      const answer = await attempt();
      counted.stop();
      if (answer.status === 200) break;
      failures++;
      expect([answer.status, answer.body.error.code], counted.statements.at(nth - 1)).toEqual([500, 'internal']);
      expect(await dump(project.id), counted.statements.at(nth - 1)).toEqual(untouched);
    }
    expect(failures).toBeGreaterThan(12);
    expect(await countStaged()).toBe(0);
    await expectMoved(project);
  });

  it('changes nothing when any one of its writes to storage fails, and works afterwards', async () => {
    const project = await prepare();
    const attempt = await sync(project);
    const untouched = await dump(project.id);
    let failures = 0;
    for (let nth = 1; ; nth++) {
      let writes = 0;
      storageFails = () => ++writes === nth;
      const answer = await attempt();
      storageFails = () => false;
      if (answer.status === 200) break;
      failures++;
      expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
      expect(await dump(project.id)).toEqual(untouched);
    }
    expect(failures).toBeGreaterThan(5);
    expect(await countStaged()).toBe(0);
    await expectMoved(project);
  });

  it('begins again when what it staged is lost, as when the database was started again', async () => {
    const project = await prepare();
    const attempt = await sync(project);
    let losing: Promise<{ rowCount: number | null }> | undefined;
    beforeWrite = () => {
      losing ??= app.database.pool.query('DELETE FROM staged_changes');
      return losing;
    };
    const answer = await attempt();
    beforeWrite = async () => undefined;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await losing)?.rowCount).toBeGreaterThan(0);
    await expectMoved(project);
  });

  it('leaves what a process staged that died to the clean-up, and what others stage alone', async () => {
    await app.database.pool.query(`INSERT INTO staged_changes (push_id, entry_id, locale, staged_at, change) VALUES
      ('psh_dead', 'ent_1', '', now() - interval '46 minutes', '{}'),
      ('psh_alive', 'ent_1', '', now() - interval '46 minutes', '{}'), ('psh_alive', 'ent_2', '', now(), '{}')`);
    await app.services.jobs.runAll();
    const { rows } = await app.database.pool.query('DELETE FROM staged_changes RETURNING push_id');
    expect(rows).toEqual([{ push_id: 'psh_alive' }, { push_id: 'psh_alive' }]);
  });
});

describe('a schema that is pushed while objects of the site are lost', () => {
  it('makes the files that it changes again, from what it moves and from what stays', async () => {
    const schema = (rule: object) =>
      defineConfig({ collections: [collection({ key: 'posts', fields: { title: text(), kind: text(rule) } })] }).schema;
    const project = await app.project();
    const { api, id } = project;
    await api.post(`/projects/${id}/schema/sync`, { schema: schema({}), base_version: 0 });
    const entries = `/projects/${id}/entries`;
    for (let number = 0; number < 12; number++) {
      const values = { en: { title: `${number}`, ...(number % 3 !== 0 && { kind: 'own' }) } };
      const made = (await api.post(entries, { collection_key: 'posts', values })).body.id;
      expect((await api.post(`${entries}/${made}/publish`, { locales: ['en'] })).status).toBe(200);
    }
    const chunks: string[] = [];
    for await (const { key } of app.storage.list(`${id}/chunks/`)) chunks.push(key);
    await app.storage.delete(chunks);
    // The first process remembers them.
    const other = await startTestApp({ limits: NO_LIMITS, database: app.database, directory: app.directory });
    const there = other.client({ token: project.tokens.admin });
    const pushed = await there.post(`/projects/${id}/schema/sync`, {
      schema: schema({ required: true }),
      base_version: 1,
      migrations: [{ kind: 'set_default', path: ['posts', 'kind'], value: 'given' }],
    });
    expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ version: 2, migrated_entries: 4 });
    const { files } = await checkLive(app.database, app.storage, id);
    const kinds = files['posts.en']?.map(({ values }) => [Number(values.title) % 3, values.kind]);
    expect(kinds).toHaveLength(12);
    for (const [rest, kind] of kinds ?? []) expect(kind).toBe(rest === 0 ? 'given' : 'own');
    await other.close();
  });
});

describe('a schema that is pushed while others write', () => {
  it('loses none of their writes, from this process or another, and leaves no value that does not fit it', async () => {
    const other = await startTestApp({ limits: NO_LIMITS, database: app.database, directory: app.directory });
    const project = await prepare();
    const entries = `/projects/${project.id}/entries`;
    const there = other.client({ token: project.tokens.admin });
    const attempt = await sync(project);
    const written: string[] = [];
    const write = async (api: typeof there, index: number): Promise<void> => {
      for (const [collection, field] of [
        ['posts', 'title'],
        ['articles', 'name'],
      ] as const) {
        const body = { collection_key: collection, values: { en: { [field]: `written ${index}` } } };
        const made = await api.post(entries, body);
        if (made.status !== 201) continue;
        written.push(made.body.id);
        await api.post(`${entries}/${made.body.id}/publish`, { locales: ['en'] });
        return;
      }
    };
    const [pushed] = await Promise.all([
      attempt(),
      ...Array.from({ length: 12 }, (_, index) => write(index % 2 === 0 ? there : project.api, index)),
    ]);
    if (pushed.status !== 200) {
      expect([pushed.status, pushed.body.error.code]).toEqual([503, 'unavailable']);
      expect((await (await sync(project))()).status).toBe(200);
    }
    const { files } = await checkLive(app.database, app.storage, project.id);
    const live = new Map(files['articles.en']?.map(({ id, values }) => [id, values]));
    expect(written).toHaveLength(12);
    for (const id of written) {
      expect(live.get(id)).toEqual({ name: expect.stringContaining('written') });
      expect((await project.api.get(`${entries}/${id}`)).body).toMatchObject({
        collection_key: 'articles',
        values: { en: { name: expect.stringContaining('written') } },
      });
    }
    await other.close();
  });
});

describe('a schema that is pushed to a project in use', () => {
  it('is taken over though someone saves all the time, and whose saves are all kept', async () => {
    const project = await prepare();
    const { api, id } = project;
    const entries = `/projects/${id}/entries`;
    const made = await Promise.all(
      Array.from({ length: 150 }, () =>
        api.post(entries, { collection_key: 'posts', values: { en: { title: 'x'.repeat(2000) } } }),
      ),
    );
    const edited: string = made[0]?.body.id;
    let running = true;
    let last = '';
    const saving = (async () => {
      for (let n = 0; running; n++) {
        const { version, values } = (await api.get(`${entries}/${edited}`)).body;
        const field = 'name' in values.en ? 'name' : 'title';
        const saved = await api.put(`${entries}/${edited}/draft`, {
          values: { en: { [field]: `v${n}` } },
          base_version: version,
        });
        if (saved.status === 200) last = `v${n}`;
        else expect([400, 409]).toContain(saved.status);
      }
    })();
    await expect.poll(() => last, { timeout: 30_000 }).not.toBe('');
    const pushed = await (await sync(project))();
    running = false;
    await saving;
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
    expect((await api.get(`${entries}/${edited}`)).body.values.en.name).toBe(last);
    await checkLive(app.database, app.storage, id);
  });
});

describe('a schema that moves much content', () => {
  it('takes and sends it in small parts', async () => {
    const project = await app.project();
    const { api, id } = project;
    await api.post(`/projects/${id}/schema/sync`, { schema: before, base_version: 0 });
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        api.post(`/projects/${id}/entries`, {
          collection_key: 'posts',
          values: { en: { title: `${number} ${'x'.repeat(50_000)}` } },
        }),
      ),
    );
    const ids = made.map(({ body }) => body.id);
    const published = await api.post(`/projects/${id}/entries/bulk`, { action: 'publish', entry_ids: ids });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    const attempt = await sync(project);
    const counted = countStatements(app.database);
    const answer = await attempt();
    counted.stop();
    expect(answer.body).toMatchObject({ version: 2, migrated_entries: 60 });
    const sizes = counted.values.map((values) => Math.max(0, ...values.map(sizeOf)));
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
    const { files } = await checkLive(app.database, app.storage, id);
    expect(files['articles.en']).toHaveLength(60);
  });
});

/** How many bytes a value takes that's sent with a statement. */
function sizeOf(value: unknown): number {
  return Buffer.isBuffer(value) ? value.byteLength : (JSON.stringify(value)?.length ?? 0);
}

describe('a schema that moves many entries', () => {
  it('takes few statements for thousands of them', async () => {
    const project = await app.project();
    const { api, id } = project;
    await api.post(`/projects/${id}/schema/sync`, { schema: before, base_version: 0 });
    const values = { en: { title: 'many', old: 'x' } };
    const first = (await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values })).body.id;
    for (const table of ['entries', 'entry_drafts', 'entry_versions', 'entry_values']) {
      const { rows } = await app.database.pool.query(
        `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
         WHERE table_name = $1 AND column_name NOT IN ('id', 'entry_id') AND is_generated = 'NEVER'`,
        [table],
      );
      const key = table === 'entries' ? 'id' : 'entry_id';
      await app.database.pool.query(
        `INSERT INTO ${table} (${key}, ${rows[0].names})
         SELECT 'ent_copy' || lpad(n::text, 10, '0'), ${rows[0].names} FROM ${table}, generate_series(1, 2499) AS n
         WHERE ${key} = $1`,
        [first],
      );
    }
    const attempt = await sync(project);
    const counted = countStatements(app.database);
    const answer = await attempt();
    counted.stop();
    expect(answer.body).toMatchObject({ version: 2, migrated_entries: 2500 });
    expect(counted.statements.length).toBeLessThanOrEqual(30);
    const moved = await app.database.pool.query(
      `SELECT count(*)::int AS count FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
       JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
       WHERE e.project_id = $1 AND v.values = '{"name": "many"}'`,
      [id],
    );
    expect(moved.rows).toEqual([{ count: 2500 }]);
  });
});
