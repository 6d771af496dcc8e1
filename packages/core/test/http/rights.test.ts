import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GRANTS,
  type LimitedRight,
  type Permission,
  permissionsOf,
  type Rights,
} from '../../src/access/permissions.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const rights = (...more: (Permission | LimitedRight)[]): Rights => new Set([...GRANTS.roles.viewer, ...more]);
const limitedTo = (where: Omit<LimitedRight, 'permission'>): Rights =>
  rights({ permission: 'entry.write', ...where }, { permission: 'entry.publish', ...where });

/** Roles that the program's table doesn't have: viewers may publish, editors may write, owners both, of some content. */
const roles = {
  ...GRANTS.roles,
  viewer: rights('entry.publish'),
  editor: rights('entry.write'),
  owner: rights(),
};
const scopes = { ...GRANTS.scopes, read_published: rights('entry.publish'), read_draft: rights('entry.write') };

let app: TestApp;
let site: ContentProject;
let publisher: ApiClient;
let writer: ApiClient;
let limited: ApiClient;

beforeAll(async () => {
  app = await startTestApp({ grants: { roles, scopes } });
});
afterAll(() => app.close());
beforeEach(async () => {
  site = await ContentProject.make(app);
  const projectId = site.project.id;
  publisher = (await app.person({ projectId, role: 'viewer' })).api;
  writer = (await app.person({ projectId, role: 'editor' })).api;
  limited = (await app.person({ projectId, role: 'owner' })).api;
});

const at = (id: string): string => `${site.entries}/${id}`;
const bulk = (api: ApiClient, action: string, ids: readonly string[], more: object = {}) =>
  api.post(`${site.entries}/bulk`, { action, entry_ids: ids, ...more });
const make = (values: object = { en: { title: 'a' } }, collection = 'posts') => site.create(values, collection);
async function makeLive(): Promise<string> {
  const id = await make();
  await site.publish(id);
  return id;
}
async function makeTrashed(): Promise<string> {
  const id = await make();
  await site.api.delete(at(id));
  return id;
}
const refusedOnes = ({ body }: ApiAnswer<LooseBody>) =>
  body.error.details.map((one: LooseBody) => [one.entry_id, one.code]);

describe('the trash', () => {
  it('takes an entry that is not live from who may write, one by one and in bulk', async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    expect((await writer.delete(at(first))).status).toBe(200);
    expect((await bulk(writer, 'trash', [second])).status).toBe(200);
    expect(codeOf(await publisher.delete(at(third)))).toEqual([403, 'auth.insufficient_role']);
    const answer = await bulk(publisher, 'trash', [third]);
    expect(codeOf(answer)).toEqual([409, 'entry.bulk_refused']);
    expect(refusedOnes(answer)).toEqual([[third, 'auth.insufficient_role']]);
    expect((await site.get(third)).status).toBe('draft');
  });

  it('takes one that was unpublished from who may write', async () => {
    const id = await makeLive();
    await site.api.post(`${at(id)}/unpublish`, { locales: ['en'] });
    expect((await writer.delete(at(id))).status).toBe(200);
  });

  it('takes a live entry from who may publish, one by one and in bulk', async () => {
    const [first, second, third, draft] = [await makeLive(), await makeLive(), await makeLive(), await make()];
    expect((await publisher.delete(at(first))).status).toBe(200);
    expect((await bulk(publisher, 'trash', [second])).status).toBe(200);
    expect(codeOf(await writer.delete(at(third)))).toEqual([403, 'auth.insufficient_role']);
    const whole = await bulk(writer, 'trash', [third, draft]);
    expect(codeOf(whole)).toEqual([409, 'entry.bulk_refused']);
    expect(refusedOnes(whole)).toEqual([[third, 'auth.insufficient_role']]);
    const partly = await bulk(writer, 'trash', [third, draft], { partial: true });
    expect(partly.body.data.map((one: LooseBody) => [one.result, one.error?.code])).toEqual([
      ['refused', 'auth.insufficient_role'],
      ['changed', undefined],
    ]);
    expect((await site.get(third)).status).toBe('published');
  });

  it('gives an entry back to who may write, one by one and in bulk', async () => {
    const [first, second, third] = [await makeTrashed(), await makeTrashed(), await makeTrashed()];
    expect((await writer.post(`${at(first)}/restore`)).status).toBe(200);
    expect((await bulk(writer, 'restore', [second])).status).toBe(200);
    expect(codeOf(await publisher.post(`${at(third)}/restore`))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await bulk(publisher, 'restore', [third]))).toEqual([403, 'auth.insufficient_role']);
    expect((await site.get(third)).status).toBe('trashed');
  });

  it('asks the same of tokens', async () => {
    const { read_published, read_draft } = site.project.tokens;
    const [publishing, writing] = [app.client({ token: read_published }), app.client({ token: read_draft })];
    const [draft, live, trashed] = [await make(), await makeLive(), await makeTrashed()];
    const answers = [
      await publishing.delete(at(draft)),
      await writing.delete(at(live)),
      await publishing.post(`${at(trashed)}/restore`),
      await bulk(publishing, 'restore', [trashed]),
    ];
    for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'auth.insufficient_scope']);
    expect((await writing.delete(at(draft))).status).toBe(200);
    expect((await publishing.delete(at(live))).status).toBe(200);
    expect((await bulk(writing, 'restore', [draft, trashed])).status).toBe(200);
  });
});

describe('the actions of bulk', () => {
  it.each(['publish', 'unpublish', 'republish', 'undo_publish'])('%s takes the right to publish', async (action) => {
    const id = await makeLive();
    const more = action === 'undo_publish' ? { base_versions: [2] } : {};
    expect(codeOf(await bulk(writer, action, [id], more))).toEqual([403, 'auth.insufficient_role']);
    expect((await bulk(publisher, action, [id], more)).status).toBe(200);
  });

  it.each(['set', 'undo_set'])('%s takes the right to write', async (action) => {
    const id = await make();
    await site.save(id, { en: { title: 'b' } }, 1);
    const given = action === 'set' ? { field: 'note', value: 'x' } : { base_versions: [2] };
    const more = { ...given, partial: true };
    expect(codeOf(await bulk(publisher, action, [id], more))).toEqual([403, 'auth.insufficient_role']);
    expect((await bulk(writer, action, [id], more)).body.data).toMatchObject([{ id, result: 'changed' }]);
  });
});

describe('saving by external_id', () => {
  it('takes the right to publish only when it publishes', async () => {
    const place = `${site.entries}/by-external-id/posts/one`;
    const values = { en: { title: 'a' } };
    expect(codeOf(await writer.put(place, { values, publish: true }))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await site.api.get(place))).toEqual([404, 'entry.not_found']);
    expect((await writer.put(place, { values })).status).toBe(201);
    expect(codeOf(await publisher.put(place, { values }))).toEqual([403, 'auth.insufficient_role']);
  });
});

describe('a right that is limited', () => {
  beforeEach(() => {
    roles.owner = limitedTo({ collections: ['pages'] });
  });

  /** A request of each operation that changes an entry, in an order in which each has something to change. */
  const requests: Record<string, (id: string, collection: string, api: ApiClient) => Promise<ApiAnswer<LooseBody>>> = {
    'entries.create': (_, collection_key, api) =>
      api.post(site.entries, { collection_key, values: { en: { title: 'new' } } }),
    'entries.saveDraft': (id, _, api) =>
      api.put(`${at(id)}/draft`, { values: { en: { title: 'saved' } }, base_version: 1 }),
    'entries.patchDraft': (id, _, api) =>
      api.patch(`${at(id)}/draft`, { values: { en: { title: 'patched' } }, base_version: 2 }),
    'entries.restoreVersion': (id, _, api) => api.post(`${at(id)}/versions/1/restore`, {}),
    'entries.saveByExternalId': (_, collection, api) =>
      api.put(`${site.entries}/by-external-id/${collection}/one`, { values: { en: { title: 'one' } }, publish: true }),
    'imports.entries': (_, collection_key, api) =>
      api.post(`${site.entries}/import`, {
        entries: [{ collection_key, external_id: 'many', values: { en: { title: 'many' } }, publish: true }],
      }),
    'entries.duplicate': (id, _, api) => api.post(`${at(id)}/duplicate`, {}),
    'entries.order': (id, collection_key, api) =>
      api.post(`${site.entries}/order`, { collection_key, entry_ids: [id] }),
    'entries.publish': (id, _, api) => api.post(`${at(id)}/publish`, { locales: ['en'] }),
    'entries.undoPublish': (id, _, api) => api.post(`${at(id)}/undo-publish`, { version: 5 }),
    'entries.republish': (id, _, api) => api.post(`${at(id)}/republish`, {}),
    'entries.unpublish': (id, _, api) => api.post(`${at(id)}/unpublish`, { locales: ['en'] }),
    'entries.delete': (id, _, api) => api.delete(at(id)),
    'entries.restore': (id, _, api) => api.post(`${at(id)}/restore`),
    'entries.bulk': (id, _, api) => bulk(api, 'publish', [id]),
  };

  it('is asked for by every operation that changes an entry', () => {
    const asking = compileRoutes(appRouter).filter(({ operation }) =>
      permissionsOf(operation.access)?.some((one) => one === 'entry.write' || one === 'entry.publish'),
    );
    const changing = asking
      .map(({ key }) => key)
      // Reviews have rules of their own: `entry-workflow.test.ts`. So have imports and machine translations: `translations.test.ts`,
      // `machine-translation.test.ts`, `translation-runs.test.ts`. Moves are of trees only: `pages.test.ts`.
      .filter(
        (key) =>
          ![
            'embeds.lookUp',
            'entries.validate',
            'entries.updateReview',
            'entries.updateReviews',
            'pages.move',
          ].includes(key) && !/^translation(s|Runs)\./.test(key),
      )
      .filter((key) => !key.startsWith('views.'));
    expect(Object.keys(requests).sort()).toEqual(changing.sort());
  });

  it('changes what it is for', async () => {
    const id = await make({ en: { title: 'a' } }, 'pages');
    for (const [key, send] of Object.entries(requests)) {
      const { status, body } = await send(id, 'pages', limited);
      expect(status, `${key}: ${JSON.stringify(body)}`).toBeLessThan(300);
    }
  });

  it('changes nothing in another collection', async () => {
    const id = await make();
    for (const [key, send] of Object.entries(requests)) {
      const answer = await send(id, 'posts', limited);
      if (key === 'entries.bulk') expect(refusedOnes(answer)).toEqual([[id, 'auth.insufficient_role']]);
      else if (key === 'imports.entries') expect(answer.body.data[0].error.code).toBe('auth.insufficient_role');
      else expect([key, ...codeOf(answer)]).toEqual([key, 403, 'auth.insufficient_role']);
      await send(id, 'posts', site.api);
    }
  });

  it('is what a token for some collections has, in each operation', async () => {
    const owner = (await app.person({ projectId: site.project.id, role: 'developer' })).api;
    const made = await owner.post(`/projects/${site.project.id}/tokens`, {
      name: 'Pages',
      scope: 'admin',
      collections: ['pages'],
    });
    const token = app.client({ token: made.body.secret });
    const [page, hidden] = [await make({ en: { title: 'a' } }, 'pages'), await make()];
    for (const [key, send] of Object.entries(requests)) {
      const { status, body } = await send(page, 'pages', token);
      expect(status, `${key}: ${JSON.stringify(body)}`).toBeLessThan(300);
    }
    for (const [key, send] of Object.entries(requests)) {
      const { status, body } = await send(hidden, 'posts', token);
      const [refusal = body.error] = body.data?.map(({ error }: LooseBody) => error) ?? body.error.details ?? [];
      const { code } = refusal;
      expect([key, status, code]).toEqual([
        key,
        expect.any(Number),
        expect.stringMatching(/^(entry\.not_found|auth\.insufficient_scope)$/),
      ]);
      await send(hidden, 'posts', site.api);
    }
  });

  it('changes nothing in another locale, and no entry as a whole', async () => {
    roles.owner = limitedTo({ locales: ['en'] });
    const id = await make({ en: { title: 'a' }, de: { title: 'a' } }, 'pages');
    const refused = [
      await site.save(id, { de: { title: 'b' } }, 1, {}, limited),
      await limited.post(`${at(id)}/publish`, { locales: ['en', 'de'] }),
      await limited.delete(at(id)),
      await limited.post(`${site.entries}/order`, { collection_key: 'pages', entry_ids: [id] }),
    ];
    expect((await site.save(id, { en: { title: 'b' } }, 1, {}, limited)).status).toBe(200);
    expect((await limited.post(`${at(id)}/publish`, { locales: ['en'] })).status).toBe(200);
    for (const answer of refused) expect(codeOf(answer)).toEqual([403, 'auth.insufficient_role']);
  });

  it('shows in what a check of a save and a publish answers', async () => {
    const check = async (collection_key: string) =>
      (
        await limited.post(`${site.entries}/validate`, {
          collection_key,
          values: { en: { title: 'a' } },
          publish: ['en'],
        })
      ).body;
    expect(await check('pages')).toMatchObject({ valid: true, errors: [] });
    expect(await check('posts')).toMatchObject({ valid: false, errors: [{ code: 'auth.insufficient_role' }] });
  });
});
