import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson, type TestProject } from '../support/test-app.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
let project: TestProject;
let editor: TestPerson;
let links: string;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('entry.create=100000') });
});
beforeEach(async () => {
  project = await app.project();
  editor = await app.person({ projectId: project.id, role: 'editor' });
  links = `/projects/${project.id}/preview-links`;
});
afterAll(() => app.close());

/** An entry that is published with the title `old`, and has a draft with the title `new`; with `isNew`, only the draft. */
const makeEntry = async (collection = 'posts', isNew = false): Promise<string> => {
  const entries = `/projects/${project.id}/entries`;
  const { body } = await project.api.post(entries, { collection_key: collection, values: { en: { title: 'old' } } });
  if (isNew) return body.id;
  await project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] });
  await project.api.patch(`${entries}/${body.id}/draft`, { base_version: 1, values: { en: { title: 'new' } } });
  return body.id;
};
const share = async (person: TestPerson, more: object = {}): Promise<LooseBody> => {
  const answer = await person.api.post(links, more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const read = (secret: string, collection = 'posts') =>
  app.client({ token: secret }).get(`/projects/${project.id}/drafts/${collection}.en.json`);
const titles = async (secret: string, collection = 'posts'): Promise<LooseBody> => {
  const { status, body } = await read(secret, collection);
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(body.entries.map(({ id, values }: LooseBody) => [id, values.title]));
};

it('shows all drafts for a day, and says so, but nothing else', async () => {
  const [one, other] = [await makeEntry(), await makeEntry('posts', true)];
  const link = await share(editor);
  expect(link).toMatchObject({
    entry_id: null,
    created_by: { id: editor.id },
    secret: expect.stringMatching(/^stl_view_/),
  });
  expect(await titles(link.secret)).toEqual({ [one]: 'new', [other]: 'old' });
  const visitor = app.client({ token: link.secret });
  const { secret: _, created_by: __, ...told } = link;
  expect((await visitor.get(`${links}/me`)).body).toEqual(told);
  expect((await visitor.get(`/projects/${project.id}/snapshot/latest`)).status).toBe(200);
  for (const path of ['entries', 'events', 'preview-links', 'schema', 'assets']) {
    expect(codeOf(await visitor.get(`/projects/${project.id}/${path}`)), path).toEqual([
      403,
      'auth.insufficient_scope',
    ]);
  }
  const create = await visitor.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values: {} });
  expect(codeOf(create)).toEqual([403, 'auth.insufficient_scope']);
  expect(codeOf(await visitor.get('/tokens/me'))).toEqual([401, 'auth.invalid_token']);
  const elsewhere = await app.project();
  expect(codeOf(await visitor.get(`/projects/${elsewhere.id}/drafts/posts.en.json`))).toEqual([
    404,
    'project.not_found',
  ]);
  clock.advance(24 * HOUR_MS + 1);
  expect(codeOf(await read(link.secret))).toEqual([401, 'auth.invalid_token']);
});

it('shows the draft of one entry only, and of all others what is published', async () => {
  const [shared, live, unpublished] = [await makeEntry(), await makeEntry(), await makeEntry('posts', true)];
  const link = await share(editor, { entry_id: shared });
  expect(await titles(link.secret)).toEqual({ [shared]: 'new', [live]: 'old' });
  const draft = await share(editor, { entry_id: unpublished });
  expect(await titles(draft.secret)).toEqual({ [shared]: 'old', [live]: 'old', [unpublished]: 'old' });
});

it('ends when it is revoked, by whoever made it or publishes', async () => {
  const author = await app.person({ projectId: project.id, role: 'author' });
  const publisher = await app.person({ projectId: project.id, role: 'publisher' });
  expect(codeOf(await author.api.post(links, {}))).toEqual([403, 'auth.insufficient_role']);
  expect(codeOf(await project.api.post(links, {}))).toEqual([403, 'auth.insufficient_scope']);
  const [first, second] = [await share(editor), await share(publisher)];
  const listed = (await editor.api.get(links)).body.data;
  expect(listed.map(({ id }: LooseBody) => id)).toEqual([second.id, first.id]);
  expect(JSON.stringify(listed)).not.toContain('secret');
  expect((await publisher.api.delete(`${links}/${first.id}`)).body.id).toBe(first.id);
  expect(codeOf(await read(first.secret))).toEqual([401, 'auth.invalid_token']);
  expect(codeOf(await publisher.api.delete(`${links}/${first.id}`))).toEqual([404, 'preview_link.not_found']);
  expect((await editor.api.get(links)).body.data).toHaveLength(1);
  expect(codeOf(await project.api.get(`${links}/me`))).toEqual([404, 'preview_link.not_found']);
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const { data } = (await owner.api.get(`/projects/${project.id}/audit?action=preview_link.`)).body;
  expect(data.map(({ action }: LooseBody) => action)).toEqual([
    'preview_link.revoke',
    'preview_link.create',
    'preview_link.create',
  ]);
});

it('has the rights of the person who made it, and ends with them', async () => {
  const [post, salary] = [await makeEntry(), await makeEntry('salaries')];
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const link = await share(editor);
  expect(await titles(link.secret, 'salaries')).toEqual({ [salary]: 'new' });
  const member = `/projects/${project.id}/members/${editor.id}`;
  await owner.api.patch(member, { limits: { reads: ['posts'] } });
  expect(await titles(link.secret, 'salaries')).toEqual({ [salary]: 'old' });
  expect(await titles(link.secret)).toEqual({ [post]: 'new' });
  const hidden = await editor.api.post(links, { entry_id: salary });
  expect(codeOf(hidden)).toEqual([404, 'entry.not_found']);
  const ofOwner = await share(owner, { entry_id: salary });
  expect((await editor.api.get(links)).body.data.map(({ id }: LooseBody) => id)).toEqual([link.id]);
  expect(codeOf(await editor.api.delete(`${links}/${ofOwner.id}`))).toEqual([403, 'auth.insufficient_role']);
  await owner.api.patch(member, { role: 'viewer' });
  expect(codeOf(await read(link.secret))).toEqual([401, 'auth.invalid_token']);
  await owner.api.patch(member, { role: 'editor' });
  expect((await read(link.secret)).status).toBe(200);
  await owner.api.delete(member);
  expect(codeOf(await read(link.secret))).toEqual([401, 'auth.invalid_token']);
});

const prismaLink = (id: string) => app.services.database.prisma.previewLink.findUniqueOrThrow({ where: { id } });

it('refuses times that have passed or are far away, entries of others, and too many', async () => {
  const at = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  for (const expires_at of [at(-1), at(91 * 24 * HOUR_MS), 'tomorrow']) {
    const answer = await editor.api.post(links, { expires_at });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details[0].path).toEqual(['expires_at']);
  }
  const elsewhere = await app.project();
  const { body: foreign } = await elsewhere.api.post(`/projects/${elsewhere.id}/entries`, {
    collection_key: 'posts',
    values: { en: {} },
  });
  expect(codeOf(await editor.api.post(links, { entry_id: foreign.id }))).toEqual([404, 'entry.not_found']);
  const { id: _, ...first } = await prismaLink((await share(editor, { expires_at: at(HOUR_MS) })).id);
  const more = Array.from({ length: 199 }, (_, n) => ({ ...first, id: `pvl_${n}`, secretHash: `${project.id} ${n}` }));
  await app.services.database.prisma.previewLink.createMany({ data: more as never });
  expect(codeOf(await editor.api.post(links, {}))).toEqual([409, 'preview_link.limit_reached']);
  clock.advance(HOUR_MS);
  await share(editor);
});
