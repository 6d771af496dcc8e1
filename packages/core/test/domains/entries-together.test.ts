import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEntry } from '../../src/domains/entries/create-entry.ts';
import { underCurrentRules } from '../../src/domains/entries/current-rules.ts';
import { getEntry } from '../../src/domains/entries/get-entry.ts';
import { systemProjectContext } from '../../src/system-context.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const TITLES = ['one', 'two', 'three', 'four', 'five', 'six'];

let app: TestApp;
let project: TestProject;
let counted: StatementCount;
/** Whether the database is to fail a statement that makes entries. */
let fails: () => boolean;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  project = await app.project({ locales: ['en', 'de'] });
  fails = () => false;
  counted = countStatements(app.database, (sql) => isInsert(sql) && fails());
});
afterEach(() => counted.stop());
afterAll(() => app.close());

const isInsert = (sql: string): boolean => sql.includes('INSERT INTO entries');
const inserts = (): number => counted.statements.filter(isInsert).length;
const valuesOf = (title: string) => ({
  en: { title },
  ...(title.length > 3 && { de: { title: `${title} auf Deutsch` } }),
});

/** Makes entries all at once. @returns their ids, or why they weren't made */
async function createAll(titles: readonly string[], more: object = {}): Promise<PromiseSettledResult<string>[]> {
  const create = underCurrentRules(createEntry);
  const contexts = await Promise.all(titles.map(() => systemProjectContext(app.services, project.id)));
  return Promise.allSettled(
    contexts.map(async (ctx, index) => {
      const values = valuesOf(titles[index] ?? '');
      const input = { projectId: project.id, collection_key: 'posts', values, ...more };
      return (await create(ctx, input)).id;
    }),
  );
}

const idsOf = (results: readonly PromiseSettledResult<string>[]): string[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));

it('shares statements among entries that are made at once, and writes each of them whole', async () => {
  const ids = idsOf(await createAll(TITLES));
  expect(ids).toHaveLength(TITLES.length);
  expect(inserts()).toBe(2);
  const ctx = await systemProjectContext(app.services, project.id);
  for (const [index, entryId] of ids.entries()) {
    const title = TITLES[index] ?? '';
    expect(await getEntry(ctx, { projectId: project.id, entryId })).toMatchObject({ title, values: valuesOf(title) });
    const found = await project.api.get(`/projects/${project.id}/entries?search=${title}`);
    expect(found.body.data).toMatchObject([{ id: entryId }]);
    const versions = await project.api.get(`/projects/${project.id}/entries/${entryId}/versions`);
    expect(versions.body.data).toMatchObject([{ version: 1, kind: 'create', locales: Object.keys(valuesOf(title)) }]);
  }
  const records = await app.database.prisma.auditRecord.findMany({ where: { projectId: project.id } });
  expect(records.flatMap(({ action, targetId }) => (action === 'entry.create' ? [targetId] : [])).sort()).toEqual(
    [...ids].sort(),
  );
});

it('does not let an entry that the database refuses keep others from being made', async () => {
  await app.database.pool.query(`ALTER TABLE entries ADD CONSTRAINT refused CHECK (title <> 'two') NOT VALID`);
  const results = await createAll(TITLES);
  await app.database.pool.query('ALTER TABLE entries DROP CONSTRAINT refused');
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual(TITLES.map((title) => title !== 'two'));
  expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(TITLES.length - 1);
});

it('makes nothing twice where a shared statement failed', async () => {
  let left = 1;
  fails = () => left-- > 0;
  expect(idsOf(await createAll(TITLES))).toHaveLength(TITLES.length);
  expect(inserts()).toBe(6);
  expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(TITLES.length);
});

it('does not try again when nobody knows whether a shared statement was carried out', async () => {
  const { pool } = app.database;
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let sent = 0;
  Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const result = await query(...args);
      if (!isInsert((args[0] as { text?: string }).text ?? '')) return result;
      sent++;
      throw new Error('Connection terminated unexpectedly');
    },
  });
  const results = await createAll(TITLES.slice(0, 4)).finally(() => Reflect.deleteProperty(pool, 'query'));
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(sent).toBe(1);
  expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(4);
});

it('leaves an entry alone that another one could be in the way of', async () => {
  const results = await createAll(TITLES.slice(0, 3), { external_id: 'same' });
  expect(idsOf(results)).toHaveLength(1);
  expect(inserts()).toBe(3);
});

it('works all of them out anew when the rules moved meanwhile', async () => {
  const ctx = await systemProjectContext(app.services, project.id);
  await app.database.pool.query(`UPDATE projects SET locales = '{en}' WHERE id = $1`, [project.id]);
  const create = underCurrentRules(createEntry);
  const made = await Promise.allSettled([
    create(ctx, { projectId: project.id, collection_key: 'posts', values: { en: { title: 'one' } } }),
    create(ctx, { projectId: project.id, collection_key: 'posts', values: { de: { title: 'zwei' } } }),
  ]);
  expect(made).toMatchObject([
    { status: 'fulfilled', value: { title: 'one' } },
    { status: 'rejected', reason: { errorCode: 'validation_failed' } },
  ]);
});
