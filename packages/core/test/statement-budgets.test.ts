import { collection, defineConfig, files, references, slug } from '@stele/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillAssets } from './support/fill-assets.ts';
import { countStatements, type StatementCount } from './support/statements.ts';
import { startTestApp, type TestApp, type TestProject } from './support/test-app.ts';

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt-BR', 'ja', 'ko'];

let app: TestApp;
let project: TestProject;
let counted: StatementCount;
let entry: string;

beforeAll(async () => {
  app = await startTestApp({ overHttp: true });
  project = await app.project({ locales: LOCALES });
  counted = countStatements(app.database);
  const values = Object.fromEntries(LOCALES.map((locale) => [locale, { title: locale }]));
  const created = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  entry = `/projects/${project.id}/entries/${created.body.id}`;
});
afterAll(async () => {
  counted.stop();
  await app.close();
});

/** The statements that a request sends, each by its first words. */
async function statementsOf(request: () => Promise<{ status: number }>): Promise<string[]> {
  counted.reset();
  const { status } = await request();
  expect(status).toBeLessThan(300);
  return counted.statements.map((text) => text.replace(/\s+/g, ' ').trim().split(' ').slice(0, 4).join(' '));
}

it('publish: at most 10 statements, whatever the number of locales; the first one of a project looks for its tokens, too', async () => {
  const first = await project.api.post(`/projects/${project.id}/entries`, {
    collection_key: 'pages',
    values: { en: {} },
  });
  const looking = await statementsOf(() =>
    project.api.post(`/projects/${project.id}/entries/${first.body.id}/publish`, { locales: ['en'] }),
  );
  const one = await statementsOf(() => project.api.post(`${entry}/publish`, { locales: ['en'] }));
  const others = await statementsOf(() => project.api.post(`${entry}/publish`, { locales: LOCALES.slice(1) }));
  expect(others).toEqual(one);
  expect([one.length, looking.length]).toEqual([10, 12]);
  expect(one).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "SELECT p.id, p.default_locale AS",
      "SELECT e.id, e.project_id AS",
      "BEGIN",
      "WITH doomed AS (SELECT",
      "SELECT id, version, trashed_at",
      "UPDATE publications l SET",
      "WITH new_contents AS (",
      "COMMIT",
      "UPDATE projects SET mirrored_seq",
    ]
  `);
});

it('publish that changes nothing: 3 statements', async () => {
  const statements = await statementsOf(() => project.api.post(`${entry}/publish`, { locales: ['en'] }));
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "SELECT p.id, p.default_locale AS",
      "SELECT e.id, e.project_id AS",
    ]
  `);
});

it('pointer: 1 statement', async () => {
  const statements = await statementsOf(() => project.api.get(`/projects/${project.id}/snapshot/latest`));
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
    ]
  `);
});

it('read an entry: 2 statements', async () => {
  expect(await statementsOf(() => project.api.get(entry))).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "SELECT e.id, e.project_id AS",
    ]
  `);
});

it('save: at most 5 statements', async () => {
  const statements = await statementsOf(() =>
    project.api.put(`${entry}/draft`, { values: { en: { title: 'x' }, de: { title: 'y' } }, base_version: 3 }),
  );
  expect(statements).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "SELECT e.id, e.project_id AS",
      "WITH project AS (",
    ]
  `);
});

it('create: 2 statements', async () => {
  const body = { collection_key: 'posts', values: { en: { title: 'x' } } };
  expect(await statementsOf(() => project.api.post(`/projects/${project.id}/entries`, body))).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "WITH project AS (",
    ]
  `);
});

it('list: 2 statements, however long', async () => {
  expect(
    await statementsOf(() => project.api.get(`/projects/${project.id}/entries?include=values`)),
  ).toMatchInlineSnapshot(`
    [
      "SELECT t.secret_hash AS hash,",
      "WITH page AS (SELECT",
    ]
  `);
});

it('redirect to a file: 1 statement', async () => {
  const pointer = await project.api.get(`/projects/${project.id}/snapshot/latest`);
  const path = `/projects/${project.id}/snapshots/${pointer.body.snapshot_id}/posts.en.json`;
  counted.reset();
  expect((await app.api.get(path)).status).toBe(302);
  expect(counted.statements).toHaveLength(1);
});

it('under a schema with references and unique values: save 4 statements, create 3, publish 11', async () => {
  const { api, id } = await app.project({ locales: LOCALES });
  const schema = defineConfig({
    collections: [collection({ key: 'posts', fields: { slug: slug({ localized: true }), see: references('posts') } })],
  }).schema;
  await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 });
  const target = (
    await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: { slug: 'target' } } })
  ).body.id;
  await api.post(`/projects/${id}/entries/${target}/publish`, { locales: ['en'] });
  const values = Object.fromEntries(
    LOCALES.map((locale) => [locale, { slug: `a-${locale.toLowerCase()}`, see: [target] }]),
  );
  let made = '';
  const create = await statementsOf(async () => {
    const answer = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values });
    made = `/projects/${id}/entries/${answer.body.id}`;
    return answer;
  });
  const save = await statementsOf(() =>
    api.put(`${made}/draft`, { values: { en: { slug: 'b', see: [target] } }, base_version: 1 }),
  );
  const publish = await statementsOf(() => api.post(`${made}/publish`, { locales: LOCALES }));
  expect([create.length, save.length, publish.length]).toEqual([3, 4, 11]);
});

it('with pictures: save 4 statements, create 3, publish 12, however many there are', async () => {
  const { api, id } = await app.project({ locales: LOCALES });
  const { schema } = defineConfig({
    collections: [collection({ key: 'posts', fields: { pictures: files({ localized: true }) } })],
  });
  await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 });
  const made = { filename: 'x.jpg', files: '0123456789abcdef01234567' };
  const pictures = await fillAssets(app.database.pool, id, 20, () => made);
  const values = Object.fromEntries(LOCALES.map((locale) => [locale, { pictures }]));
  let entryPath = '';
  // The first one loads the schema, and its publish looks for tokens.
  const first = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: {} } });
  await api.post(`/projects/${id}/entries/${first.body.id}/publish`, { locales: ['en'] });
  const create = await statementsOf(async () => {
    const answer = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values });
    entryPath = `/projects/${id}/entries/${answer.body.id}`;
    return answer;
  });
  const save = await statementsOf(() =>
    api.put(`${entryPath}/draft`, { values: { en: { pictures: pictures.slice(1) } }, base_version: 1 }),
  );
  const publish = await statementsOf(() => api.post(`${entryPath}/publish`, { locales: LOCALES }));
  expect([create.length, save.length, publish.length]).toEqual([3, 4, 12]);
});

it('a changed field: 3 statements, and 2 for each entry; its undoing 2 more, whatever the number of locales', async () => {
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c']) {
    const values = Object.fromEntries(LOCALES.map((locale) => [locale, { title }]));
    const made = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
    ids.push(made.body.id as string);
  }
  const bulk = (body: object) =>
    project.api.post(`/projects/${project.id}/entries/bulk`, { entry_ids: ids, partial: true, ...body });
  const set = await statementsOf(() => bulk({ action: 'set', field: 'title', value: 'new' }));
  const undo = await statementsOf(() => bulk({ action: 'undo_set', base_versions: [2, 2, 2] }));
  expect([set.length, undo.length]).toEqual([3 + 2 * ids.length, 3 + 4 * ids.length]);
});

it('has what creates and saves send prepared by name', async () => {
  const posts = `/projects/${project.id}/entries`;
  const made = await project.api.post(posts, { collection_key: 'posts', values: { en: { title: 'One' } } });
  await project.api.put(`${posts}/${made.body.id}/draft`, { base_version: 1, values: { en: { title: 'Two' } } });
  const { rows } = await app.database.pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  for (const part of [
    'INSERT INTO entries',
    'UPDATE entries SET',
    'FROM entries e WHERE e.project_id = $1 AND e.id = $2',
  ]) {
    expect(rows.some(({ statement }) => statement.includes(part))).toBe(true);
  }
});
