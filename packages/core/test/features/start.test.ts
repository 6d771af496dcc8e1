import { collection, defineConfig, reference, text } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import { countStatements } from '../support/statements.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: { title: text({ localized: true }), see: reference('posts') },
      workflow: {
        states: ['draft', 'review', 'approved'],
        publish_needs: 'approved',
        approval: 'another_person',
      },
    }),
    collection({ key: 'pages', fields: { title: text({ localized: true }), see: reference('pages') } }),
  ],
});

let app: TestApp;
let site: ContentProject;
let here: string;
let ada: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  here = `/projects/${site.project.id}`;
  const { body: diff } = await site.api.post(`${here}/schema/diff`, { schema });
  const pushed = await site.api.post(`${here}/schema/sync`, {
    schema,
    base_version: 1,
    ...(diff.confirm_token && { confirm_token: diff.confirm_token }),
  });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
  const projectId = site.project.id;
  ada = await app.person({ projectId, role: 'owner' });
  ben = await app.person({ projectId, role: 'editor' });
});

const made = async (by: TestPerson, title: string, collectionKey = 'posts', more: object = {}): Promise<string> => {
  const values = { en: { title, ...more } };
  const answer = await by.api.post(site.entries, { collection_key: collectionKey, values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const review = async (by: TestPerson, id: string, change: object): Promise<void> => {
  const { version } = await site.get(id);
  const answer = await by.api.patch(`${site.entries}/${id}/review`, { base_version: version, ...change });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const titles = ({ entries }: LooseBody): string[] => entries.map(({ title }: LooseBody) => title);
const startOf = async (who: TestPerson, query = ''): Promise<LooseBody> => {
  const { status, body } = await who.api.get(`${here}/start${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const listsOf = async (who: TestPerson): Promise<Record<string, string[]>> => {
  const lists = Object.entries(await startOf(who)).map(([name, list]): [string, string[]] => [name, titles(list)]);
  return Object.fromEntries(lists);
};

describe('what waits for a person', () => {
  it('is what others ask them to approve, but not what they handed in themselves or others are to review', async () => {
    const asked = await made(ben, 'Asked');
    await review(ben, asked, { state: 'review' });
    const own = await made(ada, 'Own');
    await review(ada, own, { state: 'review' });
    const theirs = await made(ben, 'Theirs');
    const cid = await app.person({ projectId: site.project.id, role: 'publisher' });
    await review(ben, theirs, { state: 'review', assignee_id: cid.id });
    await made(ben, 'Begun');
    const { to_review: list } = await startOf(ada);
    expect(list).toMatchObject({ count: 1, entries: [{ id: asked, title: 'Asked', actor: { id: ben.id } }] });
    expect(titles((await startOf(cid)).to_review).sort()).toEqual(['Asked', 'Own', 'Theirs']);
    const author = await app.person({ projectId: site.project.id, role: 'author' });
    expect((await startOf(author)).to_review.count).toBe(0);
    await review(ada, asked, { state: 'approved' });
    expect((await startOf(ada)).to_review.count).toBe(0);
  });

  it('is what is assigned to them until it is approved, what is due first before the rest', async () => {
    const [later, soon] = [await made(ben, 'Later'), await made(ben, 'Soon')];
    await review(ben, later, { assignee_id: ada.id });
    await review(ben, soon, { assignee_id: ada.id, due_on: '2026-12-01' });
    const { assigned } = await startOf(ada);
    expect(titles(assigned)).toEqual(['Soon', 'Later']);
    expect(assigned.entries[0].due_on).toBe('2026-12-01');
    await review(ben, soon, { state: 'review' });
    expect(await listsOf(ada)).toMatchObject({ to_review: ['Soon'], assigned: ['Later'] });
    await review(ada, soon, { state: 'approved' });
    expect(await listsOf(ada)).toMatchObject({ to_review: [], assigned: ['Later'] });
  });

  it('is what they changed last and left as a draft, the newest first, and counts what it leaves out', async () => {
    await made(ada, 'One', 'pages');
    await made(ben, 'Others', 'pages');
    const live = await made(ada, 'Two', 'pages');
    await site.publish(live);
    expect(await listsOf(ada)).toMatchObject({ drafts: ['One'], live: ['Two'] });
    await ada.api.put(`${site.entries}/${live}/draft`, { values: { en: { title: 'Three' } }, base_version: 2 });
    expect(await listsOf(ada)).toMatchObject({ drafts: ['Three', 'One'] });
    expect((await startOf(ada, '?limit=1')).drafts).toMatchObject({ count: 2, entries: [{ id: live }] });
    await ada.api.delete(`${site.entries}/${live}`);
    expect(await listsOf(ada)).toMatchObject({ drafts: ['One'], live: [] });
  });

  it('is only of collections that they may read, in one statement besides what recognises them', async () => {
    const page = await made(ada, 'Page', 'pages');
    await site.publish(page);
    const post = await made(ada, 'Post');
    await review(ada, post, { state: 'review', assignee_id: ben.id });
    await ada.api.patch(`${here}/members/${ben.id}`, { limits: { reads: ['pages'] } });
    expect(await listsOf(ben)).toEqual({ to_review: [], assigned: [], drafts: [], live: ['Page'] });
    const counted = countStatements(app.database);
    await startOf(ada);
    const before = counted.statements.length;
    for (const title of ['A', 'B', 'C', 'D']) await made(ada, title, 'pages');
    counted.reset();
    await startOf(ada);
    expect(counted.statements.length).toBeLessThanOrEqual(before);
    counted.stop();
  });
});

describe('the problems of a site', () => {
  const problems = async (who: TestPerson): Promise<LooseBody> => (await who.api.get(`${here}/problems`)).body;

  it('are live entries that refer to what is not on the site', async () => {
    const target = await made(ada, 'Target', 'pages');
    const from = await made(ada, 'From', 'pages', { see: target });
    await made(ada, 'Only a draft', 'pages', { see: target });
    await site.publish(target);
    await site.publish(from);
    expect((await problems(ada)).broken_references).toEqual({ count: 0, entries: [] });
    const { status } = await site.api.post(`${site.entries}/${target}/unpublish`, { locales: ['en'] });
    expect(status).toBe(200);
    expect((await problems(ada)).broken_references).toMatchObject({ count: 1, entries: [{ id: from, title: 'From' }] });
    await ada.api.patch(`${here}/members/${ben.id}`, { limits: { reads: ['posts'] } });
    expect((await problems(ben)).broken_references.count).toBe(0);
  });

  it('are pictures without a text that they need, by language', async () => {
    await site.api.patch(here, { locales: ['en', 'de'] });
    expect((await problems(ada)).missing_alt).toEqual([]);
    const [first, second] = await fillAssets(app.database.pool, site.project.id, 2, (n) => ({ filename: `${n}.jpg` }));
    await site.api.patch(`${here}/assets/${first}`, { alt_text: { en: 'A lighthouse' } });
    await site.api.patch(`${here}/assets/${second}`, { alt_text: { en: 'A boat', de: 'Ein Boot' } });
    expect((await problems(ada)).missing_alt).toEqual([{ locale: 'de', count: 1 }]);
  });
});
