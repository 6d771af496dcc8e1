import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import { countStatements } from '../support/statements.ts';
import { StreamListener } from '../support/stream-listener.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
let owner: TestPerson;
let ada: TestPerson;
let ben: TestPerson;
let entry: string;
let comments: string;
let inbox: string;
const open: StreamListener[] = [];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const projectId = site.project.id;
  owner = await app.person({ projectId, role: 'owner' });
  ada = await app.person({ projectId, role: 'editor' });
  ben = await app.person({ projectId, role: 'viewer' });
  const made = await ada.api.post(site.entries, {
    collection_key: 'posts',
    values: { en: { title: 'Opening hours' } },
  });
  entry = made.body.id;
  comments = `${site.entries}/${entry}/comments`;
  inbox = `/projects/${projectId}/inbox`;
});

async function say({ api }: TestPerson, body: string, more: object = {}): Promise<LooseBody> {
  const answer = await api.post(comments, { body, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const bodies = ({ comments: said }: LooseBody): string[] => said.map(({ body }: LooseBody) => body);
const threads = async (query = '', { api }: TestPerson = ada): Promise<LooseBody[]> =>
  (await api.get(`${comments}${query}`)).body.data;
const lines = async ({ api }: TestPerson, query = ''): Promise<string[]> =>
  (await api.get(`${inbox}${query}`)).body.data.map(({ kind, comment }: LooseBody) => `${kind}: ${comment?.excerpt}`);
const unread = async ({ api }: TestPerson): Promise<number> => (await api.get(`${inbox}/count`)).body.unread;
const hide = (person: TestPerson) =>
  owner.api.patch(`/projects/${site.project.id}/members/${person.id}`, { limits: { reads: ['pages'] } });

describe('a comment', () => {
  it('begins a thread about an entry, a field or some words, and is replied to by viewers too', async () => {
    const anchor = { exact: 'hours', prefix: 'Opening ', suffix: '', start: 8 };
    const thread = await say(ada, ' Which ones? ', { locale: 'en', path: 'title', anchor });
    expect(thread).toMatchObject({ locale: 'en', path: 'title', anchor, resolved_at: null, resolved_by: null });
    const whole = await say(ben, 'About all of it.');
    expect(whole).toMatchObject({ locale: null, path: null, anchor: null });
    const replied = await say(ben, 'Those of winter.', { thread_id: thread.id, path: 'slug' });
    expect(replied).toMatchObject({ id: thread.id, path: 'title', anchor });
    expect(bodies(replied)).toEqual(['Which ones?', 'Those of winter.']);
    expect(replied.comments[1]).toMatchObject({ author: { id: ben.id }, edited_at: null, deleted_at: null });
    expect(await threads()).toEqual([whole, replied]);
  });

  it('is edited by its author alone, and marked so', async () => {
    const { id } = await say(ada, 'One');
    const path = `${comments}/${id}`;
    expect(codeOf(await owner.api.patch(path, { body: 'x' }))).toEqual([403, 'auth.insufficient_role']);
    const { body } = await ada.api.patch(path, { body: `Two, @[${ben.id}]` });
    expect(body.comments).toMatchObject([{ body: `Two, @[${ben.id}]`, mentions: [{ id: ben.id }] }]);
    expect(body.comments[0].edited_at).not.toBeNull();
    expect(await lines(ben)).toEqual(['mention: Two, @Person']);
    await ada.api.patch(path, { body: `Three, @[${ben.id}]` });
    expect(await unread(ben)).toBe(1);
  });

  it('is deleted by its author or an owner: a mark stays while others are in the thread, and no line in an inbox', async () => {
    const { id } = await say(ada, `Look, @[${ben.id}]`);
    await say(ben, 'Yes', { thread_id: id });
    const path = `${comments}/${id}`;
    expect(codeOf(await ben.api.delete(path))).toEqual([403, 'auth.insufficient_role']);
    expect(await unread(ben)).toBe(1);
    const { body } = await owner.api.delete(path);
    expect(bodies(body)).toEqual(['', 'Yes']);
    expect(body.comments[0]).toMatchObject({ mentions: [], author: { id: ada.id } });
    expect(body.comments[0].deleted_at).not.toBeNull();
    expect(await unread(ben)).toBe(0);
    for (const again of [ada.api.delete(path), ada.api.patch(path, { body: 'x' })]) {
      expect(codeOf(await again)).toEqual([404, 'comment.not_found']);
    }
    const last = await ben.api.delete(`${comments}/${body.comments[1].id}`);
    expect(last.body).toMatchObject({ id, comments: [] });
    expect(await threads()).toEqual([]);
  });

  it('that is deleted while someone replies leaves its mark above the reply, or the reply says that it is gone', async () => {
    const times = rounds({ short: 20, long: 200 });
    for (let n = 0; n < times; n++) {
      const thread = await say(ada, 'Which ones?');
      const [replied, deleted] = await Promise.all([
        ben.api.post(comments, { body: 'All of them.', thread_id: thread.id }),
        ada.api.delete(`${comments}/${thread.id}`),
      ]);
      expect(deleted.status).toBe(200);
      const left = (await threads()).filter(({ id }) => id === thread.id);
      if (replied.status === 201) expect(left.map(bodies)).toEqual([['', 'All of them.']]);
      else expect([codeOf(replied), left]).toEqual([[404, 'comment.not_found'], []]);
      if (replied.status === 201) await ben.api.delete(`${comments}/${replied.body.comments[1].id}`);
    }
  });

  it('is resolved with its thread by anyone who may comment, and a reply reopens it', async () => {
    const { id } = await say(ada, 'One');
    const reply = (await say(ben, 'Two', { thread_id: id })).comments[1].id;
    const done = await ben.api.post(`${comments}/${id}/resolve`);
    expect([done.status, done.body.resolved_by.id]).toEqual([200, ben.id]);
    expect((await ada.api.post(`${comments}/${id}/resolve`)).body).toEqual(done.body);
    expect([await threads(), (await threads('?state=resolved')).length]).toEqual([[], 1]);
    expect((await ada.api.post(`${comments}/${id}/reopen`)).body.resolved_at).toBeNull();
    await ada.api.post(`${comments}/${id}/resolve`);
    expect((await say(ben, 'Three', { thread_id: id })).resolved_at).toBeNull();
    for (const verb of ['resolve', 'reopen']) {
      expect(codeOf(await ada.api.post(`${comments}/${reply}/${verb}`))).toEqual([404, 'comment.not_found']);
    }
  });

  it.each([
    ['no text', { body: '  ' }, ['body']],
    ['a long text', { body: 'x'.repeat(2001) }, ['body']],
    ['too many mentions', { body: Array.from({ length: 21 }, (_, n) => `@[usr_${n}]`).join(' ') }, ['body']],
    ['words without a field', { anchor: { exact: 'x', prefix: '', suffix: '', start: 0 } }, ['path']],
    ['no words', { path: 'title', anchor: { exact: '', prefix: '', suffix: '', start: 0 } }, ['anchor', 'exact']],
    ['a long path', { path: 'x'.repeat(1001) }, ['path']],
  ])('is refused with %s', async (_what, wrong, path) => {
    const answer = await ada.api.post(comments, { body: 'x', ...wrong });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details[0].path).toEqual(path);
  });

  it('is not written in the trash, nor as the hundred-and-first of a thread', async () => {
    const { id } = await say(ada, 'One');
    const row = await app.database.prisma.comment.findUniqueOrThrow({ where: { id } });
    const more = Array.from({ length: 99 }, (_, n) => ({
      ...row,
      id: `cmt_${n}`,
      anchor: undefined,
      resolvedBy: undefined,
    }));
    await app.database.prisma.comment.createMany({ data: more as never });
    expect(codeOf(await ben.api.post(comments, { body: 'x', thread_id: id }))).toEqual([409, 'comment.limit_reached']);
    // Deleted ones stay as rows.
    expect((await ada.api.delete(`${comments}/cmt_7`)).status).toBe(200);
    expect(codeOf(await ben.api.post(comments, { body: 'x', thread_id: id }))).toEqual([409, 'comment.limit_reached']);
    expect((await site.api.delete(`${site.entries}/${entry}`)).status).toBe(200);
    expect(codeOf(await ada.api.post(comments, { body: 'x' }))).toEqual([409, 'entry.trashed']);
    expect(bodies((await threads())[0])).toHaveLength(100);
  });

  it('is listed in pages, in as many statements for many threads as for one', { tags: ['full'] }, async () => {
    await say(ada, 'first');
    const counted = countStatements(app.database);
    await threads();
    const cost = counted.statements.splice(0).length;
    for (let n = 0; n < 4; n++) await say(ben, `thread ${n}`);
    counted.statements.splice(0);
    const page = (await ada.api.get(`${comments}?limit=3`)).body;
    expect(counted.statements).toHaveLength(cost);
    counted.stop();
    expect(page.data.map((one: LooseBody) => bodies(one)[0])).toEqual(['thread 3', 'thread 2', 'thread 1']);
    const rest = (await ada.api.get(`${comments}?limit=3&cursor=${page.next_cursor}`)).body;
    expect([rest.data.length, rest.next_cursor]).toEqual([2, null]);
    const wrong = await ada.api.get(`${comments}?state=resolved&cursor=${page.next_cursor}`);
    expect(codeOf(wrong)).toEqual([400, 'validation_failed']);
  });

  it('is written once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `once-${entry}` };
    const first = await ada.api.post(comments, { body: 'x' }, headers);
    expect((await ada.api.post(comments, { body: 'x' }, headers)).body).toEqual(first.body);
    expect(await threads()).toHaveLength(1);
  });
});

describe('comments and inboxes', () => {
  it('are for people who may read the entry, and for no token', async () => {
    const { id } = await say(ada, `Psst, @[${ben.id}]`);
    await hide(ben);
    const [one, more] = [`${comments}/${id}`, { body: 'x' }];
    const requests = (api: TestPerson['api'], at = comments, it = one) => [
      () => api.get(at),
      () => api.post(at, more),
      () => api.patch(it, more),
      () => api.delete(it),
      () => api.post(`${it}/resolve`),
      () => api.post(`${it}/reopen`),
    ];
    for (const ask of requests(ben.api)) expect(codeOf(await ask())).toEqual([404, 'entry.not_found']);
    for (const ask of requests(site.api)) expect(codeOf(await ask())).toEqual([403, 'auth.insufficient_scope']);
    for (const path of [inbox, `${inbox}/count`]) {
      expect(codeOf(await site.api.get(path))).toEqual([403, 'auth.insufficient_scope']);
    }
    // News from before they lost the right is hidden too, and they get no more.
    expect([await lines(ben), await unread(ben)]).toEqual([[], 0]);
    await say(owner, `Once more, @[${ben.id}]`, { thread_id: id });
    expect((await threads())[0].comments[1].mentions).toEqual([]);
    expect([await unread(ben), await unread(ada)]).toEqual([0, 1]);

    const other = await ContentProject.make(app);
    const stranger = await app.person({ projectId: other.project.id, role: 'owner' });
    const post = await other.create({ en: { title: 'x' } });
    const theirs = `${other.entries}/${post}/comments`;
    for (const ask of requests(stranger.api)) expect(codeOf(await ask())).toEqual([404, 'project.not_found']);
    for (const ask of requests(
      stranger.api,
      `${other.entries}/${entry}/comments`,
      `${other.entries}/${entry}/comments/${id}`,
    )) {
      expect(codeOf(await ask())).toEqual([404, 'entry.not_found']);
    }
    for (const ask of requests(stranger.api, theirs, `${theirs}/${id}`).slice(2)) {
      expect(codeOf(await ask())).toEqual([404, 'comment.not_found']);
    }
    expect(codeOf(await stranger.api.post(theirs, { body: 'x', thread_id: id }))).toEqual([404, 'comment.not_found']);
    expect((await stranger.api.post(theirs, { body: `@[${ada.id}]` })).body.comments[0].mentions).toEqual([]);
    expect(await unread(ada)).toBe(1);
  });

  it('tell of a new thread who made the entry, of a reply who takes part, and of a mention only that', async () => {
    const thread = await say(ben, 'New');
    await say(owner, `Hm, @[${ada.id}]`, { thread_id: thread.id });
    await say(ada, 'Right', { thread_id: thread.id });
    expect(await lines(ada)).toEqual(['mention: Hm, @Person', 'comment: New']);
    expect(await lines(ben)).toEqual(['reply: Right', 'reply: Hm, @Person']);
    expect(await lines(owner)).toEqual(['reply: Right']);
    expect(await lines(ada, '?kind=mention')).toEqual(['mention: Hm, @Person']);
    expect(await lines(ada, '?kind=reply,comment')).toEqual(['comment: New']);
    const [page] = (await ada.api.get(`${inbox}?kind=mention,comment&limit=1`)).body.data;
    expect(page.kind).toBe('mention');
    expect(codeOf(await ada.api.get(`${inbox}?kind=mention,nothing`))).toEqual([400, 'validation_failed']);
    const { data } = (await ben.api.get(`${inbox}?limit=1`)).body;
    const { body } = await ben.api.post(`${inbox}/read`, { ids: [data[0].id] });
    expect(body).toEqual({ unread: 1 });
    expect(await lines(ben, '?unread=true')).toEqual(['reply: Hm, @Person']);
    expect((await ada.api.post(`${inbox}/read`, { ids: [data[0].id] })).body).toEqual({ unread: 2 });
    expect((await ada.api.post(`${inbox}/read`, {})).body).toEqual({ unread: 0 });
    expect([await unread(ben), await unread(owner)]).toEqual([1, 1]);
    const wrong = await ben.api.get(`${inbox}?cursor=x`);
    expect(codeOf(wrong)).toEqual([400, 'validation_failed']);
  });

  it('are heard of on open screens: the comment by all who may read it, the inbox by its person', {
    tags: ['full'],
  }, async () => {
    const limited = await app.person({ projectId: site.project.id, role: 'editor' });
    await hide(limited);
    const listen = ({ cookie }: TestPerson) => StreamListener.open(app, site.project.id, { headers: { cookie }, open });
    const [hears, mine, hidden] = [await listen(owner), await listen(ben), await listen(limited)];
    const headers = { authorization: `Bearer ${site.project.tokens.admin}` };
    const token = await StreamListener.open(app, site.project.id, { headers, open });
    const { id } = await say(ada, `Look, @[${ben.id}]`);
    expect((await mine.heard('inbox.changed')).data).toMatchObject({ subject_id: ben.id, data: {} });
    expect((await hears.heard('comment.created')).data).toMatchObject({ subject_id: id, data: { entry_id: entry } });
    await ada.api.post(`${comments}/${id}/resolve`);
    await hears.heard('comment.resolved');
    await site.create({ en: { title: 'x' } }, 'pages');
    for (const one of [hears, hidden, token]) await one.heard('entry.created');
    const told = (one: StreamListener) =>
      one.told.map(({ event }) => event).filter((type) => /comment|inbox/.test(type));
    expect([told(hears), told(hidden), told(token)]).toEqual([['comment.created', 'comment.resolved'], [], []]);
    expect(JSON.stringify(hears.told)).not.toContain('Look');
  });

  it('go to webhooks that ask for them, with ids and no text', async () => {
    const hooks = `/projects/${site.project.id}/webhooks`;
    const events = ['comment.created', 'comment.resolved'];
    const made = await owner.api.post(hooks, { name: 'Chat', url: 'https://example.com/hook', events });
    expect(made.status).toBe(201);
    const { id } = await say(ada, `Look, @[${ben.id}]`, { locale: 'en', path: 'title' });
    await ben.api.post(`${comments}/${id}/resolve`);
    await app.services.jobs.drain({ kinds: ['fan-out-events'] });
    const sent = await app.database.prisma.webhookDelivery.findMany({
      where: { webhookId: made.body.id },
      orderBy: { eventId: 'asc' },
    });
    const about = { comment_id: id, entry_id: entry, collection_key: 'posts', path: 'title', locales: ['en'] };
    expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'comment.created', data: { ...about, thread_id: id, actor: { id: ada.id } } },
      { type: 'comment.resolved', data: { ...about, actor: { id: ben.id } } },
    ]);
    expect(sent.map(({ body }) => body).join()).not.toContain('Look');
  });
});
