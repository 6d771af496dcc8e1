import { collection, defineConfig, image, reference, text } from '@stele/schema';
import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf, takesTokens } from '../../src/access/permissions.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

const SECRET = 'Topsecret';
const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: { title: text({ localized: true }), about: reference('salaries') },
    }),
    collection({
      key: 'salaries',
      title: 'title',
      fields: { title: text({ localized: true }), proof: image(), of: reference('posts') },
    }),
  ],
});

let app: TestApp;
let owner: ApiClient;
/** Who may read posts, and not salaries: an editor, and tokens. */
const limited: Record<string, ApiClient> = {};
/** Who reads everything, for comparison. */
let whole: ApiClient;
let base: string;
let salary: string;
let post: string;
let proof: string;
let view: string;
let snapshot: string;
/** How they open streams. */
const headersOf: Record<string, Record<string, string>> = {};

const titled = (title: string, more: object = {}) => ({ en: { title, ...more } });
const make = async (collection_key: string, values: object, more: object = {}): Promise<string> => {
  const answer = await owner.post(`${base}/entries`, { collection_key, values, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

beforeAll(async () => {
  app = await sharedTestApp();
  const project = await app.project();
  base = `/projects/${project.id}`;
  owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
  expect((await owner.post(`${base}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
  [proof = ''] = await fillAssets(app.database.pool, project.id, 1, () => ({
    filename: 'proof.pdf',
    mime: 'image/png',
  }));
  post = await make('posts', titled('Public'));
  salary = await make('salaries', titled(`${SECRET} A`, { proof, of: post }), { external_id: 'one' });
  // Both refer to each other: live, and with a newer secret draft of the salary.
  await owner.patch(`${base}/entries/${post}/draft`, { values: { en: { about: salary } }, base_version: 1 });
  for (const id of [salary, post]) {
    const answer = await owner.post(`${base}/entries/${id}/publish`, { locales: ['en'] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  await owner.patch(`${base}/entries/${salary}/draft`, { values: titled(`${SECRET} B`), base_version: 2 });
  const made = await owner.post(`${base}/views`, {
    name: 'Pay',
    collection_key: 'salaries',
    query: { search: SECRET },
  });
  view = made.body.id;
  snapshot = (await owner.get(`${base}/snapshots`)).body.data[0].snapshot_id;
  whole = (await app.person({ projectId: project.id, role: 'editor' })).api;
  const person = await app.person({ projectId: project.id, role: 'editor' });
  const set = await owner.patch(`${base}/members/${person.id}`, { limits: { reads: ['posts'] } });
  expect(set.body).toMatchObject({ limits: { reads: ['posts'] } });
  limited.member = person.api;
  headersOf.member = { cookie: person.cookie, origin: app.url };
  for (const scope of ['admin', 'read_draft']) {
    const made = await owner.post(`${base}/tokens`, { name: scope, scope, collections: ['posts'] });
    expect(made.body).toMatchObject({ collections: ['posts'] });
    limited[`${scope} token`] = app.client({ token: made.body.secret });
    headersOf[`${scope} token`] = { authorization: `Bearer ${made.body.secret}` };
  }
});

/** More queries than the bare path of a route, that could show the secret. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'entries.list': [
    'include=values,live_values',
    `search=${SECRET}`,
    'search=Topsecrat',
    'collection=salaries&include=short_values',
    'collection=salaries&sort=order',
    'sort=-updated&include=values',
    'status=changed&include=values',
    'translation=de:missing,outdated&include=values,translations',
  ],
  'entries.get': ['include=live_values'],
  'entries.compareTranslation': ['locale=de'],
  'translations.export': ['state=missing,outdated,current', 'collection=salaries'],
};

const as = (who: string): ApiClient => limited[who] ?? never();
const isToken = (who: string): boolean => who.endsWith('token');
/** The error for a caller without a permission. */
const refusal = (who: string) => [403, isToken(who) ? 'auth.insufficient_scope' : 'auth.insufficient_role'];
/** Callers who work on entries. */
const WORKING = ['member', 'admin token'];

describe('who may not read a collection', () => {
  /** Each route that reads, with the hidden entry and what belongs to it in its path. */
  const reads = compileRoutes(appRouter).filter(
    ({ operation: { method, path, access, streams } }) =>
      method === 'GET' && path.startsWith('/projects/{projectId}') && permissionsOf(access) && !streams,
  );
  const pathsOf = (key: string, path: string): string[] => {
    const params: Record<string, string> = {
      projectId: base.slice('/projects/'.length),
      entryId: salary,
      assetId: proof,
      snapshotId: snapshot,
      otherId: snapshot,
      version: '1',
      other: '3',
      collection: 'salaries',
      locale: key.startsWith('translations.') ? 'de' : 'en',
      externalId: 'one',
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'x');
    return ['', ...(QUERIES[key] ?? [])].map((query) => (query ? `${filled}?${query}` : filled));
  };

  it.each([...WORKING, 'read_draft token'])(
    'finds nothing of it by any route that reads, where others do: %s',
    async (who) => {
      const shown = new Set<string>();
      for (const { key, operation } of reads) {
        for (const path of pathsOf(key, operation.path)) {
          const [secret, open] = [await as(who).get(path), await whole.get(path)];
          expect(JSON.stringify(secret.body), path).not.toContain(SECRET);
          expect(JSON.stringify(secret.body), path).not.toContain(view);
          if (JSON.stringify(open.body).includes(SECRET)) shown.add(key);
        }
      }
      // These operations show the secret to callers who may read it.
      expect([...shown].sort()).toEqual([
        'assets.usage',
        'drafts.read',
        'entries.diffVersions',
        'entries.get',
        'entries.getByExternalId',
        'entries.getVersion',
        'entries.list',
        'snapshots.list',
        'start.get',
        'translations.export',
        'views.list',
      ]);
    },
  );

  it('reads what it may', async () => {
    for (const [who, api] of Object.entries(limited)) {
      const { status, body } = await api.get(`${base}/drafts/posts.en.json`);
      expect([who, status, JSON.stringify(body).includes(post)]).toEqual([who, 200, true]);
    }
    expect((await as('admin token').get(base)).body).toMatchObject({ role: null, limits: { reads: ['posts'] } });
  });

  it.each(WORKING)('gets the same answer for a hidden entry as for one that does not exist: %s', async (who) => {
    const ofEntry = compileRoutes(appRouter).filter(({ operation }) => operation.path.includes('{entryId}'));
    const bodies: Record<string, object> = {
      'entries.saveDraft': { values: titled('x'), base_version: 1 },
      'entries.patchDraft': { values: titled('x'), base_version: 1 },
      'entries.publish': { locales: ['en'] },
      'entries.unpublish': { locales: ['en'] },
      'entries.undoPublish': { version: 2 },
      'entries.announcePresence': { tab: 'tab-of-one', is_here: true },
      'entries.updateReview': { due_on: null },
      'translations.confirm': { base_version: 1 },
      'pages.move': { parent: null },
      'comments.create': { body: 'x' },
      'comments.update': { body: 'x' },
    };
    for (const { key, operation } of ofEntry) {
      const path = operation.path
        .replace('/projects/{projectId}', base)
        .replace('{version}', '1')
        .replace('{other}', '2')
        .replace('{locale}', 'de')
        .replace('{entryId}', salary);
      const query = QUERIES[key]?.[0] ? `?${QUERIES[key]?.[0]}` : '';
      const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : (bodies[key] ?? {});
      const isOpen = !isToken(who) || takesTokens(permissionsOf(operation.access) ?? []);
      const expected = isOpen ? [404, 'entry.not_found'] : refusal(who);
      expect([key, ...codeOf(await as(who).send(operation.method, path + query, body))]).toEqual([key, ...expected]);
    }
  });

  it.each(WORKING)('counts, publishes, checks and trashes without naming it: %s', async (who) => {
    const api = as(who);
    const { version } = (await owner.get(`${base}/entries/${salary}`)).body;
    const counts = (await api.get(`${base}/entries/counts?include=locales`)).body.data;
    expect(counts.map((one: { collection_key: string }) => one.collection_key)).toEqual(['posts']);
    const bulk = (more: object) =>
      api.post(`${base}/entries/bulk`, { action: 'publish', entry_ids: [salary], dry_run: true, ...more });
    const answers = [
      await bulk({}),
      await bulk({ partial: true }),
      await bulk({ action: 'trash', entry_ids: [post] }),
      await api.post(`${base}/entries/validate`, { entry_id: salary, publish: ['en'] }),
      await api.post(`${base}/entries/validate`, {
        collection_key: 'salaries',
        external_id: 'one',
        values: titled('x'),
        base_version: 1,
      }),
      await api.put(`${base}/entries/by-external-id/salaries/one`, { values: titled('x'), base_version: 1 }),
      await api.post(`${base}/entries`, { collection_key: 'posts', values: titled('x', { about: salary }) }),
      await api.post(`${base}/entries/order`, { collection_key: 'salaries', entry_ids: [salary] }),
      await api.delete(`${base}/assets/${proof}`),
      await api.post(`${base}/entries/${post}/unpublish`, { locales: ['en'] }),
      await api.delete(`${base}/entries/${post}`),
      await bulk({ action: 'set', field: 'title', value: 'x', partial: true, dry_run: false }),
      await bulk({ action: 'undo_set', base_versions: [2], partial: true, dry_run: false }),
    ];
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toContain(SECRET);
      expect(JSON.stringify(body)).not.toMatch(/"entry_status":"published"|version_conflict/);
    }
    expect(answers[1]?.body.data).toMatchObject([{ version: null, error: { code: 'entry.not_found' } }]);
    const reviewed = await api.post(`${base}/entries/reviews`, { entry_ids: [salary], due_on: '2026-12-01' });
    expect(reviewed.body.data).toMatchObject([{ review: null, error: { code: 'entry.not_found' } }]);
    for (const { body } of answers.slice(-2)) {
      expect(body.data).toMatchObject([{ version: null, error: { code: 'entry.not_found' } }]);
    }
    // Who is limited changes no files: what uses one may be hidden.
    expect(codeOf(answers[8] ?? never())).toEqual(refusal(who));
    const { body } = await owner.get(`${base}/entries/${salary}`);
    expect(body).toMatchObject({ version, status: 'published' });
    // A published entry that refers to a hidden one in the trash is refused without its title.
    await owner.delete(`${base}/entries/${salary}`);
    await owner.post(`${base}/entries/${post}/restore`);
    const refused = await api.post(`${base}/entries/${post}/publish`, { locales: ['en'] });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(refused.body)).toContain(salary);
    expect(JSON.stringify(refused.body)).not.toContain(SECRET);
    await owner.post(`${base}/entries/${salary}/restore`);
    for (const id of [salary, post]) {
      expect((await owner.post(`${base}/entries/${id}/republish`, {})).status).toBe(200);
    }
  });

  it.each(WORKING)('hears of no event of it, and of events of others: %s', async (who) => {
    const abort = new AbortController();
    const url = `${app.url}/v1${base}/events`;
    const stream = await fetch(url, { headers: headersOf[who] ?? {}, signal: abort.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const until = async (text: string): Promise<void> => {
      while (!told.includes(text)) told += (await reader?.read())?.value ?? never();
    };
    await until('retry');
    const { version } = (await owner.get(`${base}/entries/${salary}`)).body;
    await owner.patch(`${base}/entries/${salary}/draft`, { values: titled(`C ${who}`), base_version: version });
    const { id } = (await owner.post(`${base}/entries`, { collection_key: 'posts', values: titled('x') })).body;
    await until(id);
    abort.abort();
    expect(told).not.toContain(salary);
  });

  it('learns no word of a title from which similar words are found', async () => {
    const decoys = [await make('posts', titled('Kuendigzzx')), await make('posts', titled('Entlaszzx'))];
    const hidden = await make('salaries', titled('Kuendigung'));
    const found = async (search: string, by: ApiClient) =>
      (await by.get(`${base}/entries?search=${search}`)).body.data.map(({ id }: { id: string }) => id);
    // Two letters are wrong in the decoys, and one in the hidden title, which is nearer.
    expect(await found('Kuendigunx', whole)).toEqual([hidden]);
    for (const api of WORKING.map(as)) {
      expect([await found('Kuendigunx', api), await found('Entlassux', api)]).toEqual(decoys.map((id) => [id]));
      const words = (search: string) => api.get(`${base}/entries?search=${search}&collection=salaries`);
      expect((await words('Kuendigunx')).body.data).toEqual([]);
    }
  });

  it('cannot see the history of the site, which names entries', async () => {
    for (const who of WORKING) expect(codeOf(await as(who).get(`${base}/snapshots`))).toEqual(refusal(who));
  });
});

function never(): never {
  throw new Error('This must not happen.');
}
