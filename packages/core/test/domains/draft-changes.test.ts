import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseLimits } from '../../src/access/limits/limits.ts';
import type { ApiClient, LooseBody } from '../support/api-client.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let project: TestProject;
const clock = new TestClock(Date.now());
beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('entry.create=100000') });
  project = await app.project();
});
afterAll(() => app.close());

const create = async (title: string, collection_key = 'posts'): Promise<string> => {
  const body = { collection_key, values: { en: { title } } };
  return (await project.api.post(`/projects/${project.id}/entries`, body)).body.id;
};
const save = (id: string, base_version: number, title: string) =>
  project.api.patch(`/projects/${project.id}/entries/${id}/draft`, { base_version, values: { en: { title } } });
/** Changes become visible when their transaction ends, so those of the last seconds are sent once more. */
const later = (): void => clock.advance(MINUTE_MS);
const read = async (since?: string, client: ApiClient = project.api): Promise<LooseBody> => {
  const query = since === undefined ? '' : `?since=${since}`;
  return (await client.get(`/projects/${project.id}/drafts/posts.en.json${query}`)).body;
};
const titlesOf = ({ entries }: LooseBody) => entries.map(({ values }: LooseBody) => values.title);

it('has only what changed since an earlier file, with the order of all', async () => {
  const [one, two] = [await create('one'), await create('two')];
  const first = await read();
  expect(first).toMatchObject({ since: null, ids: null, as_of: clock.now().toISOString() });
  expect(titlesOf(first)).toEqual(['one', 'two']);
  later();
  const same = await read(first.as_of);
  later();
  const nothing = await read(same.as_of);
  expect(nothing).toMatchObject({ since: same.as_of, ids: null, entries: [] });

  later();
  await save(two, 1, 'two, edited');
  const three = await create('three');
  await create('elsewhere', 'pages');
  const changed = await read(nothing.as_of);
  expect(changed).toMatchObject({ since: nothing.as_of, ids: [one, two, three] });
  expect(titlesOf(changed)).toEqual(['two, edited', 'three']);

  later();
  const calm = await read(changed.as_of);
  later();
  await project.api.post(`/projects/${project.id}/entries/${one}/publish`, { locales: ['en'] });
  const published = await read(calm.as_of);
  expect(published.entries).toMatchObject([{ id: one, published_at: expect.any(String) }]);
});

it('has all when something changed that any draft may show, or when the earlier file is old', async () => {
  const gone = await create('gone');
  later();
  const { as_of } = await read();
  later();
  await project.api.delete(`/projects/${project.id}/entries/${gone}`);
  const all = await read(as_of);
  expect(all).toMatchObject({ since: null, ids: null });
  expect(titlesOf(all)).toEqual(['one', 'two, edited', 'three']);
  later();
  clock.advance(60 * MINUTE_MS);
  expect(await read(all.as_of)).toMatchObject({ since: null, ids: null });
  const refused = await read('yesterday');
  expect(refused.error).toMatchObject({ code: 'validation_failed', details: [{ path: ['since'] }] });
});

it('has all for those who see only some drafts', async () => {
  later();
  const { as_of } = await read();
  const editor = await app.person({ projectId: project.id, role: 'editor' });
  const link = (await editor.api.post(`/projects/${project.id}/preview-links`, {})).body;
  const shown = await read(as_of, app.client({ token: link.secret }));
  expect(shown).toMatchObject({ since: null });
  expect(titlesOf(shown)).toHaveLength(3);
});
