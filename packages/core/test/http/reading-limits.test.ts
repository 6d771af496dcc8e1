import { collection, defineConfig, image, reference, text } from '@stele/schema';
import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../src/access/permissions.ts';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/domains/router.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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
/** An editor who may read posts, and not salaries. */
let limited: ApiClient;
/** Who reads everything, for comparison. */
let whole: ApiClient;
let base: string;
let salary: string;
let post: string;
let proof: string;
let view: string;
let snapshot: string;
let limitedId: string;
let cookie: string;

const titled = (title: string, more: object = {}) => ({ en: { title, ...more } });
const make = async (collection_key: string, values: object, more: object = {}): Promise<string> => {
  const answer = await owner.post(`${base}/entries`, { collection_key, values, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

beforeAll(async () => {
  app = await startTestApp();
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
  ({ api: limited, id: limitedId, cookie } = person);
  const set = await owner.patch(`${base}/members/${limitedId}`, { limits: { reads: ['posts'] } });
  expect(set.body).toMatchObject({ limits: { reads: ['posts'] } });
});
afterAll(() => app.close());

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

describe('a member who may not read a collection', () => {
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

  it('finds nothing of it by any route that reads, where others do', async () => {
    const shown = new Set<string>();
    for (const { key, operation } of reads) {
      for (const path of pathsOf(key, operation.path)) {
        const [secret, open] = [await limited.get(path), await whole.get(path)];
        expect(JSON.stringify(secret.body), path).not.toContain(SECRET);
        expect(JSON.stringify(secret.body), path).not.toContain(view);
        if (JSON.stringify(open.body).includes(SECRET)) shown.add(key);
      }
    }
    // What the loop compares isn't empty.
    expect([...shown].sort()).toEqual([
      'assets.usage',
      'drafts.read',
      'entries.diffVersions',
      'entries.get',
      'entries.getByExternalId',
      'entries.getVersion',
      'entries.list',
      'snapshots.list',
      'translations.export',
      'views.list',
    ]);
  });

  it('gets the same answer for a hidden entry as for one that does not exist', async () => {
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
      expect([key, ...codeOf(await limited.send(operation.method, path + query, body))]).toEqual([
        key,
        404,
        'entry.not_found',
      ]);
    }
  });

  it('counts, publishes, checks and trashes without naming it', async () => {
    const counts = (await limited.get(`${base}/entries/counts?include=locales`)).body.data;
    expect(counts.map((one: { collection_key: string }) => one.collection_key)).toEqual(['posts']);
    const bulk = (more: object) =>
      limited.post(`${base}/entries/bulk`, { action: 'publish', entry_ids: [salary], dry_run: true, ...more });
    const answers = [
      await bulk({}),
      await bulk({ partial: true }),
      await bulk({ action: 'trash', entry_ids: [post] }),
      await limited.post(`${base}/entries/validate`, { entry_id: salary, publish: ['en'] }),
      await limited.post(`${base}/entries/validate`, {
        collection_key: 'salaries',
        external_id: 'one',
        values: titled('x'),
        base_version: 1,
      }),
      await limited.put(`${base}/entries/by-external-id/salaries/one`, { values: titled('x'), base_version: 1 }),
      await limited.post(`${base}/entries`, { collection_key: 'posts', values: titled('x', { about: salary }) }),
      await limited.post(`${base}/entries/order`, { collection_key: 'salaries', entry_ids: [salary] }),
      await limited.delete(`${base}/assets/${proof}`),
      await limited.post(`${base}/entries/${post}/unpublish`, { locales: ['en'] }),
      await limited.delete(`${base}/entries/${post}`),
      await bulk({ action: 'set', field: 'title', value: 'x', partial: true, dry_run: false }),
      await bulk({ action: 'undo_set', base_versions: [2], partial: true, dry_run: false }),
    ];
    for (const { body } of answers) {
      expect(JSON.stringify(body)).not.toContain(SECRET);
      expect(JSON.stringify(body)).not.toMatch(/"entry_status":"published"|version_conflict/);
    }
    expect(answers[1]?.body.data).toMatchObject([{ version: null, error: { code: 'entry.not_found' } }]);
    for (const { body } of answers.slice(-2)) {
      expect(body.data).toMatchObject([{ version: null, error: { code: 'entry.not_found' } }]);
    }
    // Limited members change no files: what uses one may be hidden.
    expect(codeOf(answers[8] ?? never())).toEqual([403, 'auth.insufficient_role']);
    const { body } = await owner.get(`${base}/entries/${salary}`);
    expect(body).toMatchObject({ version: 3, status: 'published' });
    // A published entry that refers to a hidden one in the trash is refused without its title.
    await owner.delete(`${base}/entries/${salary}`);
    await owner.post(`${base}/entries/${post}/restore`);
    const refused = await limited.post(`${base}/entries/${post}/publish`, { locales: ['en'] });
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(refused.body)).toContain(salary);
    expect(JSON.stringify(refused.body)).not.toContain(SECRET);
    await owner.post(`${base}/entries/${salary}/restore`);
  });

  it('hears of no event of it, and of events of others', async () => {
    const abort = new AbortController();
    const url = `${app.url}/v1${base}/events`;
    const stream = await fetch(url, { headers: { cookie, origin: app.url }, signal: abort.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const until = async (text: string): Promise<void> => {
      while (!told.includes(text)) told += (await reader?.read())?.value ?? never();
    };
    await until('retry');
    await owner.patch(`${base}/entries/${salary}/draft`, { values: titled('C'), base_version: 3 });
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
    expect([await found('Kuendigunx', limited), await found('Entlassux', limited)]).toEqual(decoys.map((id) => [id]));
    const words = (search: string) => limited.get(`${base}/entries?search=${search}&collection=salaries`);
    expect((await words('Kuendigunx')).body.data).toEqual([]);
  });

  it('cannot see the history of the site, which names entries', async () => {
    expect(codeOf(await limited.get(`${base}/snapshots`))).toEqual([403, 'auth.insufficient_role']);
  });
});

function never(): never {
  throw new Error('This must not happen.');
}
