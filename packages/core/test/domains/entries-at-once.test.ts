import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEntry } from '../../src/domains/entries/create-entry.ts';
import { getEntry } from '../../src/domains/entries/get-entry.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import { underCurrentRules } from '../../src/entries/current-rules.store.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const TITLES = ['one', 'two', 'three', 'four', 'five', 'six'];

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  project = await app.project({ locales: ['en', 'de'] });
});
afterAll(() => app.close());

const valuesOf = (title: string) => ({
  en: { title },
  ...(title.length > 3 && { de: { title: `${title} auf Deutsch` } }),
});

/** Makes entries all at once. @returns the entries' ids, or why they weren't made */
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

it('writes each of several entries that are made at once whole', async () => {
  const ids = idsOf(await createAll(TITLES));
  expect(ids).toHaveLength(TITLES.length);
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

it('makes one of several that want the same external id', async () => {
  const results = await createAll(TITLES.slice(0, 3), { external_id: 'same' });
  expect(idsOf(results)).toHaveLength(1);
});

it('works all of them out again when the rules moved meanwhile', async () => {
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
