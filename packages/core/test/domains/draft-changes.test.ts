import { collection, defineConfig, image, reference, slug, text } from '@stele/schema';
import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/database/in-transaction.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { fillAssets } from '../support/fill-assets.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from '../support/test-app.ts';

const STEPS = rounds({ short: 80, long: 1000 });
const DAY_MS = 24 * 60 * 60_000;

const schemaWith = (more: object = {}) =>
  defineConfig({
    collections: [
      collection({
        key: 'posts',
        order: 'manual',
        fields: {
          title: text({ localized: true }),
          slug: slug({ localized: true, unique: true }),
          see: reference('posts'),
          hero: image(),
          ...more,
        },
      }),
    ],
  }).schema;

let app: TestApp;
let project: TestProject;
let path: string;
let assets: string[];
const clock = new TestClock(Date.now());

beforeAll(async () => {
  const many = ['entry.create', 'entry.publish', 'entry.save_draft', 'entry.order', 'entry.set', 'snapshot.restore'];
  const limits = parseLimits(many.map((name) => `${name}=1000000`).join());
  app = await startTestApp({ clock, limits });
});
beforeEach(async () => {
  project = await app.project();
  path = `/projects/${project.id}`;
  await project.api.post(`${path}/schema/sync`, { schema: schemaWith(), base_version: 0 });
  assets = await fillAssets(app.database.pool, project.id, 3, (n) => ({ filename: `${n}.jpg`, files: 'a'.repeat(24) }));
});
afterAll(() => app.close());

async function read(since?: string, client: ApiClient = project.api, more = ''): Promise<LooseBody> {
  const answer = await client.get(`${path}/drafts/posts.en.json?${since ? `since=${since}` : ''}${more}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const create = async (values: object): Promise<string> => {
  const answer = await project.api.post(`${path}/entries`, { collection_key: 'posts', values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const save = async (id: string, values: object) => {
  const { version } = (await project.api.get(`${path}/entries/${id}`)).body;
  return project.api.patch(`${path}/entries/${id}/draft`, { base_version: version, values });
};
const titlesOf = ({ entries }: LooseBody) => entries.map(({ values }: LooseBody) => values.title);

/** On a server, others' transactions that haven't ended make more drafts count as changed. */
const isAlone = (): boolean => app.database.kind !== 'postgres';
const entryIn = ({ entries }: LooseBody, id: string): LooseBody => entries.find((entry: LooseBody) => entry.id === id);
/** The drafts with these titles were sent, and no others. */
function onlyOf(file: LooseBody, titles: readonly string[]): void {
  expect(titlesOf(file)).toEqual(isAlone() ? titles : expect.arrayContaining([...titles]));
}

/** Someone who keeps the file, and reads only what changed. */
class Keeper {
  #entries = new Map<string, LooseBody>();
  #asOf: string | undefined;
  /** How many entries were sent. */
  sent = 0;

  async read(): Promise<LooseBody[]> {
    const { entries, as_of: asOf, since, ids } = await read(this.#asOf);
    this.sent += entries.length;
    const sent = new Map<string, LooseBody>(entries.map((entry: LooseBody) => [entry.id, entry]));
    const order: string[] = since === null ? [...sent.keys()] : (ids ?? [...this.#entries.keys()]);
    this.#entries = new Map(
      order.map((id) => {
        const entry = sent.get(id) ?? this.#entries.get(id);
        expect(entry, `${id} was neither sent nor known`).toBeDefined();
        return [id, entry];
      }),
    );
    this.#asOf = asOf;
    return [...this.#entries.values()];
  }
}

describe('the file of drafts since an earlier one', () => {
  it('has only what changed, and all ids in order when one came, went or moved', async () => {
    const [one, two] = [
      await create({ en: { title: 'one' } }),
      await create({ en: { title: 'two', hero: assets[0] } }),
    ];
    const first = await read();
    expect(first).toMatchObject({ since: null, ids: null, as_of: expect.any(String) });
    expect(titlesOf(first)).toEqual(['one', 'two']);
    const same = await read(first.as_of);
    expect(same).toMatchObject({ since: first.as_of, ids: null });
    onlyOf(same, []);

    await save(two, { en: { title: 'two, edited' } });
    const edited = await read(same.as_of);
    expect(edited.ids).toBeNull();
    onlyOf(edited, ['two, edited']);
    const three = await create({ en: { title: 'three', see: one } });
    const more = await read(edited.as_of);
    expect(more.ids).toEqual([one, two, three]);
    onlyOf(more, ['three']);

    await project.api.patch(`${path}/assets/${assets[0]}`, { alt_text: { en: 'A heron' } });
    const described = await read(more.as_of);
    expect(entryIn(described, two)).toMatchObject({ values: { hero: { alt: 'A heron' } } });
    await project.api.delete(`${path}/entries/${one}`);
    const gone = await read(described.as_of);
    // Entries that refer to it can't be published any more.
    expect([gone.ids, entryIn(gone, three)]).toMatchObject([[two, three], { invalid: true }]);
    await project.api.post(`${path}/entries/${two}/publish`, { locales: ['en'] });
    const published = await read(gone.as_of);
    expect(entryIn(published, two)).toMatchObject({ published_at: expect.any(String) });
  });

  it('is like the whole file, whatever is done', async () => {
    const random = randomNumbers(Number(process.env.TEST_SEED ?? 7));
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push(await create({ en: { title: `t${n}` }, de: { title: `d${n}` } }));
    let schemaVersion = 1;
    const { api } = await app.person({ projectId: project.id, role: 'owner' });
    const post = (route: string, body: object = {}) => api.post(`${path}/${route}`, body);
    const acts: Record<string, () => Promise<ApiAnswer<LooseBody>>> = {
      save: () => save(pick(ids), { en: { title: `t${random()}` } }),
      'save the other language': () => save(pick(ids), { de: { title: `d${random()}` } }),
      refer: () => save(pick(ids), { en: { see: pick(ids) } }),
      show: () => save(pick(ids), { en: { hero: pick(assets) } }),
      'remove a language': () => save(pick(ids), { en: null }),
      create: async () => {
        const made = await post('entries', {
          collection_key: 'posts',
          values: { en: { title: 'new', see: pick(ids) } },
        });
        ids.push(made.body.id);
        return made;
      },
      duplicate: () => post(`entries/${pick(ids)}/duplicate`),
      publish: () => post(`entries/${pick(ids)}/publish`, { locales: ['en'] }),
      unpublish: () => post(`entries/${pick(ids)}/unpublish`, { locales: ['en'] }),
      'undo a publish': async () => {
        const id = pick(ids);
        const { version } = (await post(`entries/${id}/publish`, { locales: ['en'] })).body;
        return post(`entries/${id}/undo-publish`, { version });
      },
      trash: () => api.delete(`${path}/entries/${pick(ids)}`),
      restore: () => post(`entries/${pick(ids)}/restore`),
      move: () => post('entries/order', { collection_key: 'posts', entry_ids: [pick(ids)], after: pick(ids) }),
      describe: () => api.patch(`${path}/assets/${pick(assets)}`, { alt_text: { en: `a${random()}` } }),
      'publish many': () => post('entries/bulk', { action: 'publish', entry_ids: ids.slice(0, 5), partial: true }),
      'push a schema': async () => {
        const schema = schemaWith({ [`more_${schemaVersion}`]: text() });
        const pushed = await post('schema/sync', { schema, base_version: schemaVersion });
        schemaVersion = pushed.body.version ?? schemaVersion;
        return pushed;
      },
      'restore a snapshot': async () => {
        const { data } = (await api.get(`${path}/snapshots?limit=5`)).body;
        return post(`snapshots/${data.at(-1)?.snapshot_id}/restore`);
      },
    };
    const keeper = new Keeper();
    const names = Object.keys(acts);
    const done = new Set<string>();
    let whole = 0;
    for (let step = 0; step < STEPS; step++) {
      const act = pick(names.filter((name) => step % 2 === 1 || !done.has(name)).concat(step % 2 ? [] : ['save']));
      const answer = await acts[act]?.();
      if (answer && answer.status < 300) done.add(act);
      const { entries } = await read();
      expect(await keeper.read(), `step ${step}: ${act}`).toEqual(entries);
      whole += entries.length;
    }
    expect([...done].sort()).toEqual(names.sort());
    if (isAlone()) expect(keeper.sent).toBeLessThan(whole / 2);
  });

  it('has what a transaction wrote that ended after the earlier file was read', async () => {
    if (app.database.kind !== 'postgres') return;
    const [one, two] = [await create({ en: { title: 'one' } }), await create({ en: { title: 'two' } })];
    const asOf = await inTransaction(app.database.pool, async (client) => {
      const rename = `UPDATE entry_values SET values = values || '{"title": "one, edited"}' WHERE entry_id = $1`;
      await client.query(rename, [one]);
      await client.query('SAVEPOINT inner_one');
      await client.query('UPDATE entry_drafts SET search_stale = true WHERE entry_id = $1', [one]);
      // One that begins later and ends before.
      await save(two, { en: { title: 'two, edited' } });
      return (await read()).as_of;
    });
    expect(titlesOf(await read(asOf))).toContain('one, edited');
  });

  it('has what refers to an entry that was purged since', async () => {
    const one = await create({ en: { title: 'one' } });
    const two = await create({ en: { title: 'two', see: one } });
    await project.api.delete(`${path}/entries/${one}`);
    clock.advance(30 * DAY_MS - 60_000);
    const before = await read();
    expect(entryIn(before, two).values).toHaveProperty('see');
    clock.advance(120_000);
    await app.services.jobs.drain({ kinds: ['purge-entries'] });
    expect(await app.database.prisma.entry.count({ where: { id: one } })).toBe(0);
    expect(entryIn(await read(before.as_of), two).values).not.toHaveProperty('see');
  });

  it('is whole for who has another or an old file, and for who sees only some drafts', async () => {
    const one = await create({ en: { title: 'one' } });
    const { as_of: asOf } = await read();
    expect(await read(asOf, project.api, '&marks=true')).toMatchObject({ since: null });
    expect(await read(undefined, project.api, `&ids=${one}`)).toMatchObject({ since: null, as_of: null });
    const both = await project.api.get(`${path}/drafts/posts.en.json?since=${asOf}&ids=${one}`);
    expect([codeOf(both), both.body.error.details]).toMatchObject([[400, 'validation_failed'], [{ path: ['since'] }]]);
    const other = asOf.replace(/^\d+/, '99999999999999999999');
    expect(await read(other)).toMatchObject({ since: null });
    expect(await read(asOf.replace(/\.[0-9a-f]{16}\./, `.${'0'.repeat(16)}.`))).toMatchObject({ since: null });
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    const link = (await editor.api.post(`${path}/preview-links`, { entry_id: one })).body;
    expect(await read(asOf, app.client({ token: link.secret }))).toMatchObject({ since: null });
    const refused = await project.api.get(`${path}/drafts/posts.en.json?since=yesterday`);
    expect([codeOf(refused), refused.body.error.details]).toMatchObject([
      [400, 'validation_failed'],
      [{ path: ['since'], message: 'Send the `as_of` of a file of drafts as it is.' }],
    ]);
    clock.advance(8 * DAY_MS);
    expect(await read(asOf)).toMatchObject({ since: null });
  });
});
