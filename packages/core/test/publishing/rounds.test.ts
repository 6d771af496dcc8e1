import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RIGHTS } from '../../src/access/permissions.ts';
import { parseLimits } from '../../src/domains/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=1000000,entry.publish=1000000') });
});
afterAll(() => app.close());

/**
 * Sends requests while publishing stands still, one after the other, so that they wait in this order for the next round.
 */
async function inOneRound<Answer>(site: ContentProject, requests: readonly (() => Promise<Answer>)[]) {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { publisher } = app.services;
  const held = publisher.exclusively(site.project.id, () => gate);
  const submit = publisher.submit;
  let waiting = 0;
  publisher.submit = (command) => {
    waiting++;
    return submit.call(publisher, command) as ReturnType<typeof publisher.submit<never>>;
  };
  const answers: Promise<Answer>[] = [];
  for (const request of requests) {
    answers.push(request());
    await expect.poll(() => waiting).toBe(answers.length);
  }
  publisher.submit = submit;
  release();
  await held;
  return Promise.all(answers);
}

const sequenceOf = async (site: ContentProject) =>
  (await checkLive(app.database, app.storage, site.project.id)).sequence;

describe('a publish and an unpublish of the same locale in one round', () => {
  it('keeps the versions that both answers name, and the state that the last one left', async () => {
    const site = await ContentProject.make(app);
    const id = await site.create({ en: { title: 'one' } });
    const before = await sequenceOf(site);
    const [published, unpublished] = await inOneRound(site, [
      () => site.publish(id),
      () => site.api.post(`${site.entries}/${id}/unpublish`, { locales: ['en'] }),
    ]);
    expect([published?.body.version, unpublished?.body.version]).toEqual([2, 3]);
    expect(await site.get(id)).toMatchObject({ version: 3, status: 'draft', locales_status: { en: 'draft' } });
    expect((await site.versions(id)).map(({ version, kind }) => [version, kind])).toEqual([
      [3, 'unpublish'],
      [2, 'publish'],
      [1, 'create'],
    ]);
    // Nothing is on the site that wasn't: no snapshot was needed.
    expect(await sequenceOf(site)).toBe(before);
    const saved = await site.save(id, { en: { title: 'two' } }, 3);
    expect([saved.status, saved.body.version]).toEqual([200, 4]);
  });

  it('keeps the answer for the Idempotency-Key of each', async () => {
    const site = await ContentProject.make(app);
    const id = await site.create({ en: { title: 'one' } });
    const send = (action: string) =>
      site.api.post(`${site.entries}/${id}/${action}`, { locales: ['en'] }, { 'idempotency-key': `${id}-${action}` });
    const [published, unpublished] = await inOneRound(site, [() => send('publish'), () => send('unpublish')]);
    const [again, off] = [await send('publish'), await send('unpublish')];
    expect([again.body, off.body]).toEqual([published?.body, unpublished?.body]);
    expect((await site.get(id)).version).toBe(3);
  });
});

describe('a command that cannot be carried out', () => {
  it('moves none of the entries of an order when one of them went to the trash meanwhile', async () => {
    const site = await ContentProject.make(app);
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) {
      const id = await site.create({ en: { title } }, 'pages');
      ids.push(id);
      if (title !== 'c') await site.publish(id);
    }
    const [a, b, c, d] = ids as [string, string, string, string];
    const before = await checkLive(app.database, app.storage, site.project.id);
    const order = (ids: string[]) =>
      site.api.post(`${site.entries}/order`, { collection_key: 'pages', entry_ids: ids, after: null });
    const [, refused] = await inOneRound(site, [
      // A round takes one order along: the other one's turn comes after the deletion.
      () => order([a]),
      () => order([d, c, b]),
      () => site.api.delete(`${site.entries}/${c}`),
    ]);
    expect([refused?.status, refused?.body.error.details[0].path]).toEqual([400, ['entry_ids', 1]]);
    expect((await checkLive(app.database, app.storage, site.project.id)).files).toEqual(before.files);
    const listed = await site.api.get(`${site.entries}?collection=pages&sort=position`);
    expect(listed.body.data.map((entry: { id: string }) => entry.id)).toEqual([a, b, d]);
  });

  it('takes no other publish of its round down with it when it cannot even be prepared', async () => {
    const site = await ContentProject.make(app);
    const id = await site.create({ en: { title: 'fine' } });
    // A NUL isn't text for PostgreSQL: reading what the change needs fails.
    const broken = () =>
      app.services.publisher.submit<never>({
        projectId: site.project.id,
        change: { kind: 'unpublish', entries: [{ id: 'ent_\0', locales: null }], partial: false },
        actor: { type: 'system', id: 'test', name: 'Test' },
        rights: ALL_RIGHTS,
        requestId: 'broken',
        idempotency: null,
        answer: () => null as never,
      });
    const [published, refused] = await inOneRound<unknown>(site, [
      () => site.publish(id),
      () => broken().catch((error: Error) => error.message),
    ]);
    expect(published).toMatchObject({ status: 200, body: { unchanged: false } });
    expect(refused).toContain('invalid byte sequence');
  });
});

describe('orders in one round', () => {
  it('follow one another: the last one decides, and all places differ', async () => {
    const site = await ContentProject.make(app);
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) ids.push(await site.create({ en: { title } }, 'pages'));
    for (const id of ids) await site.publish(id);
    const [a, b, c, d] = ids as [string, string, string, string];
    const order = (entryIds: string[], after: string | null) => () =>
      site.api.post(`${site.entries}/order`, { collection_key: 'pages', entry_ids: entryIds, after });
    const before = await sequenceOf(site);
    const answers = await inOneRound(site, [order([d], a), order([c], a)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const listed = await site.api.get(`${site.entries}?collection=pages&sort=position`);
    expect(listed.body.data.map((entry: { id: string }) => entry.id)).toEqual([a, c, d, b]);
    const live = await checkLive(app.database, app.storage, site.project.id);
    expect(live.files['pages.en']?.map((entry) => entry.id)).toEqual([a, c, d, b]);
    expect(live.sequence - before).toBe(2);
  });

  it('takes one snapshot to move many entries', async () => {
    const site = await ContentProject.make(app);
    const ids: string[] = [];
    for (const title of ['a', 'b', 'c', 'd']) ids.push(await site.create({ en: { title } }, 'pages'));
    for (const id of ids) await site.publish(id);
    const before = await sequenceOf(site);
    const reversed = ids.toReversed();
    await site.api.post(`${site.entries}/order`, { collection_key: 'pages', entry_ids: reversed });
    const live = await checkLive(app.database, app.storage, site.project.id);
    expect(live.files['pages.en']?.map((entry) => entry.id)).toEqual(reversed);
    expect(live.sequence - before).toBe(1);
  });
});
