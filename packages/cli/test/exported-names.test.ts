import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { collection, defineConfig, reference, text } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const { schema } = defineConfig({
  collections: [
    collection({ key: 'authors', order: 'manual', fields: { name: text({ required: true }), role: text() } }),
    collection({ key: 'posts', fields: { title: text(), author: reference('authors') } }),
  ],
});

let app: TestApp;
let place: Workplace;
let home: TestProject;
let copy: TestProject;

beforeAll(async () => {
  app = await sharedApp();
  place = await makeWorkplace(() => ({ STELE_URL: app.url }));
});
beforeEach(async () => {
  home = await newProject();
  copy = await newProject();
});
afterAll(() => place.remove());

async function newProject(): Promise<TestProject> {
  const project = await app.project({ locales: ['en'] });
  const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(pushed.status).toBe(200);
  return project;
}
const as = (project: TestProject, ...args: string[]): Promise<Run> =>
  place.run(args, { STELE_TOKEN: project.tokens.admin });
const bring = async (project: TestProject, ...more: string[]): Promise<LooseBody> =>
  JSON.parse((await as(project, 'import', 'content.jsonl', '--json', ...more)).stdout);
const write = async (project: TestProject): Promise<LooseBody[]> => {
  expect((await as(project, 'export', 'content.jsonl')).code).toBe(0);
  return (await readFile(path.join(place.folder, 'content.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};
const rewrite = (lines: readonly object[]): Promise<string> =>
  place.write('content.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const entriesOf = ({ id }: TestProject): string => `/projects/${id}/entries`;
const make = async (project: TestProject, collection_key: string, values: object): Promise<LooseBody> => {
  const { body } = await project.api.post(entriesOf(project), { collection_key, values: { en: values } });
  const here = `${entriesOf(project)}/${body.id}`;
  expect((await project.api.post(`${here}/publish`, { locales: ['en'] })).status).toBe(200);
  return (await project.api.get(here)).body;
};
const edit = async (project: TestProject, id: string, values: object): Promise<void> => {
  const here = `${entriesOf(project)}/${id}`;
  const { version } = (await project.api.get(here)).body;
  const body = { values: { en: values }, base_version: version };
  expect((await project.api.patch(`${here}/draft`, body)).status).toBe(200);
};
const all = async (project: TestProject): Promise<LooseBody[]> =>
  (await project.api.get(`${entriesOf(project)}?include=values,live_values`)).body.data;
/** The authors' names: in drafts, and live. */
const names = async (project: TestProject): Promise<unknown[]> =>
  (await all(project))
    .filter(({ collection_key: key }) => key === 'authors')
    .map(({ values, live_values: live }) => [values.en.name, live.en?.name])
    .sort();

describe('an exported entry', () => {
  it('keeps its name when others are deleted, and when it comes back', async () => {
    const ada = await make(home, 'authors', { name: 'Ada' });
    const bob = await make(home, 'authors', { name: 'Bob' });
    await make(home, 'posts', { title: 'One', author: bob.id });
    await write(home);
    expect(await bring(copy)).toMatchObject({ created: 3, failed: [] });
    await home.api.delete(`${entriesOf(home)}/${ada.id}`);
    const lines = await write(home);
    expect(lines.map(({ external_id }) => external_id)).toContain(bob.id);
    expect(await bring(copy)).toMatchObject({ created: 0, updated: 0, published: 0, failed: [] });
    const both = [
      ['Ada', 'Ada'],
      ['Bob', 'Bob'],
    ];
    expect(await names(copy)).toEqual(both);
    // And back, where one of them is in the trash.
    await write(copy);
    expect(await bring(home)).toMatchObject({ created: 0, updated: 0, trashed: 1, failed: [] });
    expect(await names(home)).toEqual([['Bob', 'Bob']]);
  });

  it('is left alone by an import into its own project, also where it refers to the trash', async () => {
    const ada = await make(home, 'authors', { name: 'Ada' });
    await make(home, 'posts', { title: 'One', author: ada.id });
    await home.api.delete(`${entriesOf(home)}/${ada.id}`);
    await write(home);
    const before = await all(home);
    expect(await bring(home)).toMatchObject({ created: 0, updated: 0, differing: 0, unchanged: 1, failed: [] });
    expect(await all(home)).toEqual(before);
  });

  it('may be named by one line only', async () => {
    await make(home, 'authors', { name: 'Ada' });
    const [line] = await write(home);
    await rewrite([line, { ...line, values: { en: { name: 'Bob' } } }]);
    const run = await as(home, 'import', 'content.jsonl');
    expect([run.code, run.stdout]).toEqual([2, expect.stringContaining('It means the same entry as content.jsonl:1.')]);
    expect(await names(home)).toEqual([['Ada', 'Ada']]);
  });

  it('that was added takes its place among those that people have moved', async () => {
    const made: LooseBody[] = [];
    for (const name of ['a', 'b', 'c']) made.push(await make(home, 'authors', { name }));
    await write(home);
    await bring(copy);
    const order = async () => {
      const { data } = (await copy.api.get(`${entriesOf(copy)}?collection=authors&sort=position`)).body;
      return data.map(({ title }: LooseBody) => title);
    };
    const last = (await all(copy)).find(({ title }) => title === 'c');
    const first = { collection_key: 'authors', entry_ids: [last?.id], after: null };
    expect((await copy.api.post(`${entriesOf(copy)}/order`, first)).status).toBe(200);
    const added = await make(home, 'authors', { name: 'd' });
    const behind = { collection_key: 'authors', entry_ids: [added.id], after: made[0]?.id };
    await home.api.post(`${entriesOf(home)}/order`, behind);
    await write(home);
    expect(await bring(copy)).toMatchObject({ created: 1, failed: [] });
    expect(await order()).toEqual(['c', 'a', 'd', 'b']);
  });
});

describe('a file that was edited', () => {
  it('changes what is as it was exported, and names what was changed since', async () => {
    const [ada, bob] = [await make(home, 'authors', { name: 'Ada' }), await make(home, 'authors', { name: 'Bob' })];
    const lines = await write(home);
    await rewrite(lines.map(({ values, ...line }) => ({ ...line, values: { en: { ...values.en, role: 'Poet' } } })));
    await edit(home, bob.id, { name: 'Robert' });
    const told = {
      skipped: [{ collection: 'authors', externalId: bob.id, reason: 'changed' }],
      differing: 1,
      failed: [],
    };
    expect(await bring(home, '--dry-run')).toMatchObject(told);
    const said = (await as(home, 'import', 'content.jsonl', '--dry-run')).stdout;
    expect(said).toContain(`--overwrite-edits.\n  authors/${bob.id}\n`);
    expect(await bring(home)).toMatchObject({ ...told, updated: 1 });
    const now = new Map((await all(home)).map(({ id, values }) => [id, values.en]));
    expect([now.get(ada.id), now.get(bob.id)]).toEqual([{ name: 'Ada', role: 'Poet' }, { name: 'Robert' }]);
    expect(await bring(home, '--overwrite-edits')).toMatchObject({ updated: 1, differing: 0 });
    expect(await names(home)).toContainEqual(['Bob', 'Bob']);
  });

  it('never brings back what was taken off the site since, nor what was live before', async () => {
    const [ada, bob] = [await make(home, 'authors', { name: 'Ada' }), await make(home, 'authors', { name: 'Bob' })];
    await write(home);
    await bring(copy);
    const file = await readFile(path.join(place.folder, 'content.jsonl'), 'utf8');
    const there = new Map((await all(copy)).map((entry) => [entry.external_id, entry.id]));
    const post = (id: string, what: string) =>
      copy.api.post(`${entriesOf(copy)}/${there.get(id)}/${what}`, { locales: ['en'] });
    expect((await post(ada.id, 'unpublish')).status).toBe(200);
    await edit(copy, there.get(bob.id), { name: 'Robert' });
    expect((await post(bob.id, 'publish')).status).toBe(200);
    const now = await all(copy);
    // Changes made in the copy come home, and the first file is older than they are.
    await write(copy);
    await bring(home, '--overwrite-edits');
    expect(await names(home)).toContainEqual(['Robert', 'Robert']);
    await place.write('content.jsonl', file);
    for (const [project, reason] of [
      [copy, 'changed'],
      [home, 'older'],
    ] as const) {
      const before = await all(project);
      expect((await bring(project)).skipped).toContainEqual({ collection: 'authors', externalId: bob.id, reason });
      expect(await all(project)).toEqual(before);
    }
    expect(await all(copy)).toEqual(now);
  });
});

describe('a file of a release that numbered entries', () => {
  const numbered = [
    { collection: 'authors', external_id: 'entry-000001', values: { en: { name: 'Ada' } }, live: {} },
    { collection: 'posts', external_id: 'one', values: { en: {} }, live: {} },
  ];
  const referring = [
    {
      collection: 'posts',
      external_id: 'one',
      values: { en: { author: { $entry: ['authors', 'entry-000001'] } } },
      live: {},
    },
  ];
  it.each([
    ['has a number', numbered],
    ['refers to one', referring],
  ])('is refused when it %s and there are entries already', async (_what, lines) => {
    await make(home, 'authors', { name: 'Bob' });
    await rewrite(lines);
    const before = await all(home);
    for (const more of [[], ['--dry-run'], ['--overwrite-edits'], ['--existing', 'skip']]) {
      const run = await as(home, 'import', 'content.jsonl', ...more);
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('Export again with this release.')]);
    }
    expect(await all(home)).toEqual(before);
  });

  it('is imported as new where there is nothing yet, and gets names that stay', async () => {
    await rewrite(numbered);
    expect(await bring(copy)).toMatchObject({ created: 2, failed: [] });
    await rewrite([{ ...numbered[0], values: { en: { name: 'Bob' } } }]);
    expect((await as(copy, 'import', 'content.jsonl')).code).toBe(2);
    expect(await names(copy)).toEqual([['Ada', undefined]]);
    await write(copy);
    expect(await bring(copy)).toMatchObject({ created: 0, updated: 0, failed: [] });
    expect(await bring(home)).toMatchObject({ created: 2, failed: [] });
  });
});
