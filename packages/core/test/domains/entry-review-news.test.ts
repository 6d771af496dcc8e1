import { collection, defineConfig, text } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

const clock = new TestClock();
const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;
let site: ContentProject;
let author: TestPerson;
let publisher: TestPerson;
let other: TestPerson;
let entry: string;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app.close());
beforeEach(async () => {
  site = await ContentProject.make(app);
  const { id: projectId } = site.project;
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text({ localized: true }) },
        workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
      }),
    ],
  });
  const { body: diff } = await site.api.post(`/projects/${projectId}/schema/diff`, { schema });
  const pushed = { schema, base_version: 1, confirm_token: diff.confirm_token };
  expect((await site.api.post(`/projects/${projectId}/schema/sync`, pushed)).status).toBe(200);
  author = await app.person({ projectId, role: 'author' });
  publisher = await app.person({ projectId, role: 'publisher' });
  other = await app.person({ projectId, role: 'publisher' });
  const values = { en: { title: 'News' } };
  entry = (await author.api.post(site.entries, { collection_key: 'posts', values })).body.id;
});

const review = async ({ api }: TestPerson, change: object): Promise<void> => {
  const { status, body } = await api.patch(`${site.entries}/${entry}/review`, change);
  expect(status, JSON.stringify(body)).toBe(200);
};
const move = async (by: TestPerson, state: string): Promise<void> =>
  review(by, { state, base_version: (await site.get(entry)).version });
/** People's news, newest first. */
const told = async (...people: TestPerson[]): Promise<string[][]> =>
  Promise.all(
    people.map(async ({ api }) =>
      (await api.get(`/projects/${site.project.id}/inbox`)).body.data.map(({ kind }: LooseBody) => kind),
    ),
  );

describe('who is told of a review', () => {
  it('is the assignee who is to review, and then who asked', async () => {
    await review(author, { assignee_id: publisher.id });
    expect(await told(author, publisher, other)).toEqual([[], ['assigned'], []]);
    await move(author, 'review');
    expect(await told(author, publisher, other)).toEqual([[], ['review_requested', 'assigned'], []]);
    await move(publisher, 'draft');
    expect(await told(author)).toEqual([['review_decided']]);
    await move(author, 'review');
    await move(publisher, 'approved');
    expect(await told(author, other)).toEqual([['review_decided', 'review_decided'], []]);
    // Nobody is told of what they do themselves.
    await review(publisher, { assignee_id: null });
    await review(publisher, { assignee_id: publisher.id });
    expect((await told(publisher))[0]).toHaveLength(3);
  });

  it('are those who may approve, when nobody takes care of the entry', async () => {
    await move(author, 'review');
    expect(await told(author, publisher, other)).toEqual([[], ['review_requested'], ['review_requested']]);
    await move(other, 'approved');
    expect(await told(author, publisher)).toEqual([['review_decided'], ['review_requested']]);
  });

  it('are those who may approve, when who takes care of the entry asks', async () => {
    await review(publisher, { assignee_id: author.id });
    await move(author, 'review');
    expect(await told(author, publisher, other)).toEqual([['assigned'], ['review_requested'], ['review_requested']]);
  });

  it('is who changed an approved entry, when it is approved again', async () => {
    await move(author, 'review');
    await move(publisher, 'approved');
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    expect((await site.save(entry, { en: { title: 'Changed' } }, 1, {}, editor.api)).status).toBe(200);
    await move(publisher, 'approved');
    expect(await told(author, editor)).toEqual([['review_decided'], ['review_decided']]);
  });

  it('is once the assignee of an entry whose day has passed everywhere, unless it is approved', async () => {
    const day = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const wait = async (days: number): Promise<void> => {
      clock.advance(days * DAY_MS);
      await app.services.jobs.runAll();
    };
    await review(author, { assignee_id: publisher.id, due_on: day(2) });
    await wait(2);
    expect(await told(publisher)).toEqual([['assigned']]);
    await wait(2);
    expect(await told(publisher, author)).toEqual([['due', 'assigned'], []]);
    await wait(2);
    expect(await told(publisher)).toEqual([['due', 'assigned']]);
    // The same day, and the same person, are nothing to be told of again.
    const { due_on } = (await site.get(entry)).review;
    await review(author, { assignee_id: publisher.id, due_on });
    await wait(1);
    expect(await told(publisher)).toEqual([['due', 'assigned']]);
    // Another day is another one to be told of; what is approved is done.
    await review(author, { due_on: day(1) });
    await move(publisher, 'approved');
    await wait(4);
    expect((await told(publisher))[0]).toEqual(['due', 'assigned']);
    await site.save(entry, { en: { title: 'Changed' } }, (await site.get(entry)).version);
    await wait(1);
    expect((await told(publisher))[0]).toEqual(['due', 'due', 'assigned']);
  });
});
