// @module-tag full
import {
  assetsIn,
  collection,
  defineConfig,
  files,
  findCollection,
  image,
  markdown,
  type SchemaDocument,
  text,
} from '@stele/schema';
import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocaleValues } from '../../src/content/draft-values.ts';
import { purgeTrash } from '../../src/entries/purge-trash.store.ts';
import { RERENDER_ASSETS } from '../../src/publishing/rerender/changed-assets.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { fillAssets, madeUpRenditions } from '../support/fill-assets.ts';
import { checkLive } from '../support/live-state.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = new TestClock(Date.now());
let app: TestApp;

beforeAll(async () => {
  const many = 1_000_000;
  const limits = ['entry.publish', 'entry.create', 'entry.save_draft', 'schema.sync', 'schema.diff', 'snapshot.restore']
    .concat('asset.change', 'entry.list')
    .map((name) => `${name}=${many}`)
    .join();
  app = await startTestApp({ clock, limits: parseLimits(limits) });
});
afterAll(() => app.close());

/** Schemas that change back and forth: types and keys of fields, whole fields, and whole collections. */
const SCHEMAS = [
  { posts: { title: text(), hero: image({ localized: true }), body: markdown({ localized: true }) } },
  { posts: { title: text(), hero: text({ localized: true }), body: text({ localized: true }) } },
  { posts: { title: text(), hero: image(), body: markdown({ localized: true }), gallery: files({ localized: true }) } },
  { posts: { title: text(), body: markdown() }, pages: { title: text(), hero: image() } },
  { pages: { title: text(), hero: image({ localized: true }), body: text() } },
].map(
  (collections) =>
    defineConfig({ collections: Object.entries(collections).map(([key, fields]) => collection({ key, fields })) })
      .schema,
);

interface Uses {
  /** `entry locale field asset`, sorted. */
  readonly draft: string[];
  readonly live: string[];
}

/** A project in which random things happen. */
class Chaos {
  readonly #random: () => number;
  readonly #project: { readonly id: string; readonly api: ApiClient };
  readonly #owner: ApiClient;
  readonly #assets: string[] = [];
  readonly #entries: string[] = [];
  readonly did: string[] = [];

  constructor(seed: number, project: { readonly id: string; readonly api: ApiClient }, owner: ApiClient) {
    this.#random = randomNumbers(seed);
    this.#project = project;
    this.#owner = owner;
  }

  async step(): Promise<void> {
    const steps: readonly [number, () => Promise<ApiAnswer<LooseBody> | null>][] = [
      [3, () => this.#upload()],
      [9, () => this.#create()],
      [8, () => this.#save()],
      [8, () => this.#publish()],
      [2, () => this.#post(`entries/${this.#entry()}/unpublish`, { locales: [this.#pick(['en', 'de'])] })],
      [2, () => this.#project.api.delete(`${this.#here}/entries/${this.#entry()}`)],
      [3, () => this.#post(`entries/${this.#entry()}/restore`)],
      [2, () => this.#post(`entries/${this.#entry()}/duplicate`, {})],
      [2, () => this.#post(`entries/${this.#entry()}/versions/${1 + this.#below(4)}/restore`, {})],
      [2, () => this.#bulk()],
      [3, () => this.#restoreSnapshot()],
      [3, () => this.#push()],
      [3, () => this.#changeAsset()],
      [2, () => this.#project.api.delete(`${this.#here}/assets/${this.#asset()}`)],
      [2, () => this.#post(`assets/${this.#asset()}/restore`)],
      [1, () => this.#purge()],
    ];
    const total = steps.reduce((sum, [weight]) => sum + weight, 0);
    let at = this.#random() * total;
    for (const [weight, run] of steps) {
      at -= weight;
      if (at >= 0) continue;
      const answer = await run();
      this.did.push(`${String(run).replace(/\s+/g, ' ')} → ${answer?.status} ${answer?.body?.error?.code ?? ''}`);
      if (answer && answer.status >= 500) throw new Error(JSON.stringify(answer.body));
      return;
    }
  }

  /** The uses of assets that rows hold, apart from entries in the trash. */
  async stored(): Promise<Uses> {
    const rows = await this.#query<{ live: boolean; use: string }>(
      `SELECT false AS live, concat_ws(' ', d.entry_id, d.locale, x.field, x.asset) AS use
       FROM entry_drafts d JOIN entries e ON e.id = d.entry_id, unnest(d.assets, d.asset_fields) AS x(asset, field)
       WHERE e.project_id = $1 AND e.trashed_at IS NULL
       UNION ALL SELECT true, concat_ws(' ', l.entry_id, l.locale, x.field, x.asset)
       FROM publications l, unnest(l.assets, l.asset_fields) AS x(asset, field)
       WHERE l.project_id = $1 AND l.until_seq IS NULL`,
    );
    const of = (live: boolean): string[] =>
      rows
        .filter((row) => row.live === live)
        .map(({ use }) => use)
        .sort();
    return { draft: of(false), live: of(true) };
  }

  /** The same, worked out from the values under the schemas that they keep to. */
  async recomputed(): Promise<Uses> {
    const schemas = new Map<number, SchemaDocument>(
      (
        await this.#query<{ version: number; document: SchemaDocument }>(
          'SELECT version, document FROM schema_versions WHERE project_id = $1',
        )
      ).map(({ version, document }) => [version, document]),
    );
    const rows = await this.#query<{
      entry: string;
      locale: string;
      collection: string;
      schema: number;
      values: LocaleValues;
      live: boolean;
    }>(
      `SELECT d.entry_id AS entry, d.locale, e.collection_key AS collection, p.schema_version AS schema, v.values,
         false AS live
       FROM projects p JOIN entries e ON e.project_id = p.id JOIN entry_drafts d ON d.entry_id = e.id
       JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
       WHERE p.id = $1 AND e.trashed_at IS NULL
       UNION ALL SELECT l.entry_id, l.locale, l.collection_key, l.conforms_to, (SELECT v.values FROM entry_values v
         WHERE v.entry_id = l.entry_id AND v.locale = l.locale AND v.version <= l.version ORDER BY v.version DESC LIMIT 1),
         true
       FROM publications l WHERE l.project_id = $1 AND l.until_seq IS NULL`,
    );
    const of = (wanted: boolean): string[] =>
      rows
        .filter(({ live }) => live === wanted)
        .flatMap(({ entry, locale, collection: key, schema, values }) => {
          const found = findCollection(schemas.get(schema) ?? null, key);
          const uses = found ? assetsIn(found, values) : [];
          return [...new Set(uses.map(({ path, id }) => `${entry} ${locale} ${path[0]} ${id}`))];
        })
        .sort();
    return { draft: of(false), live: of(true) };
  }

  /** The uses of each asset in the API, which must be all uses. */
  async told(): Promise<Uses> {
    const told: { draft: string[]; live: string[] } = { draft: [], live: [] };
    for (const asset of this.#assets) {
      const { data } = (await this.#project.api.get(`${this.#here}/assets/${asset}/usage?limit=100`)).body;
      const { usage_count } = (await this.#project.api.get(`${this.#here}/assets/${asset}`)).body;
      expect(usage_count).toBe(data.length);
      for (const { id, uses } of data) {
        for (const { locale, field, draft, live } of uses) {
          if (draft) told.draft.push(`${id} ${locale} ${field} ${asset}`);
          if (live) told.live.push(`${id} ${locale} ${field} ${asset}`);
        }
      }
    }
    return { draft: told.draft.sort(), live: told.live.sort() };
  }

  /** Which entries have an asset's address in the live snapshot, though someone wrote it by hand; and which use one. */
  async shown(): Promise<{ readonly files: string[]; readonly uses: string[] }> {
    const { files: live } = await checkLive(app.database, app.storage, this.#project.id);
    const shown = Object.entries(live).flatMap(([file, entries]) =>
      entries.flatMap(({ id, values }) => {
        const found = JSON.stringify(values).matchAll(/\.\.\/\.\.\/media\/(ast_[0-9a-z]+)\//g);
        return Array.from(found, ([, asset]) => `${id} ${file.split('.')[1]} ${asset}`);
      }),
    );
    const uses = (await this.stored()).live
      .map((use) => use.split(' '))
      .map(([id, locale, , asset]) => `${id} ${locale} ${asset}`);
    return { files: [...new Set(shown)].sort(), uses: [...new Set(uses)].sort() };
  }

  get #here(): string {
    return `/projects/${this.#project.id}`;
  }

  async #upload(): Promise<null> {
    const filling = { filename: 'x.jpg', files: '0123456789abcdef01234567' };
    this.#assets.push(...(await fillAssets(app.database.pool, this.#project.id, 1, () => filling)));
    return null;
  }

  async #create() {
    const values = { en: this.#values(), ...(this.#random() < 0.6 && { de: this.#values() }) };
    const body = { collection_key: this.#pick(['posts', 'posts', 'pages']), values };
    const answer = await this.#post('entries', body);
    if (answer.status === 201) this.#entries.push(answer.body.id);
    return answer;
  }

  async #save() {
    const id = this.#entry();
    const { version = 1 } = (await this.#project.api.get(`${this.#here}/entries/${id}`)).body;
    const values = { [this.#pick(['en', 'de'])]: this.#random() < 0.15 ? null : this.#values() };
    return this.#project.api.put(`${this.#here}/entries/${id}/draft`, { values, base_version: version });
  }

  async #publish() {
    const locales = this.#pick([['en'], ['de'], ['en', 'de']]);
    return this.#post(`entries/${this.#entry()}/publish`, { locales });
  }

  async #bulk() {
    const ids = [...new Set([this.#entry(), this.#entry(), this.#entry()])];
    const action = this.#pick(['publish', 'unpublish', 'trash', 'restore']);
    return this.#post('entries/bulk', { action, entry_ids: ids, partial: true });
  }

  async #restoreSnapshot() {
    const { data } = (await this.#owner.get(`${this.#here}/snapshots?limit=10`)).body;
    const chosen = data.length > 0 ? this.#pick<LooseBody>(data) : null;
    if (!chosen) return null;
    const answer = await this.#owner.post(`${this.#here}/snapshots/${chosen.snapshot_id}/restore`);
    return answer;
  }

  async #push() {
    const { version = 0 } = (await this.#project.api.get(`${this.#here}/schema`)).body;
    const proposed = { schema: this.#pick(SCHEMAS) };
    const { confirm_token, changes = [] } = (await this.#post('schema/diff', proposed)).body;
    const migrations = changes.flatMap(({ migration }: LooseBody) => (migration ? [migration] : []));
    const again = migrations.length > 0 ? (await this.#post('schema/diff', { ...proposed, migrations })).body : null;
    const token = again ? again.confirm_token : confirm_token;
    return this.#post('schema/sync', {
      ...proposed,
      base_version: version,
      ...(migrations.length > 0 && { migrations }),
      ...(token && { confirm_token: token }),
    });
  }

  async #changeAsset() {
    const id = this.#asset();
    if (this.#random() < 0.5) {
      const renditions = madeUpRenditions(this.#project.id, id, String(this.#below(1e9)).padStart(24, '0'));
      await this.#query('UPDATE assets SET renditions = $2 WHERE project_id = $1 AND id = $3', [
        JSON.stringify(renditions),
        id,
      ]);
    }
    const answer = await this.#project.api.patch(`${this.#here}/assets/${id}`, { alt_text: `text ${this.#below(5)}` });
    await app.services.jobs.drain({ kinds: [RERENDER_ASSETS] });
    return answer;
  }

  async #purge() {
    clock.advance(31 * DAY_MS);
    await purgeTrash(app.services);
    return null;
  }

  #values(): object {
    const [hero, inText] = [this.#asset(), this.#asset()];
    // Now and then what stands in published text already, without being a use.
    const address = `../../media/${inText}/0123456789abcdef01234569/file.webp`;
    const body = this.#pick(['no asset', `![](asset:${inText})`, `asset:${inText} asset:${hero}`, `![](${address})`]);
    return {
      ...(this.#random() < 0.7 && { hero }),
      ...(this.#random() < 0.7 && { body }),
      ...(this.#random() < 0.2 && { gallery: [...new Set([hero, inText])] }),
      ...(this.#random() < 0.2 && { title: hero }),
    };
  }

  #post(path: string, body?: object): Promise<ApiAnswer<LooseBody>> {
    return this.#project.api.post(`${this.#here}/${path}`, body);
  }

  async #query<Row extends object>(text: string, more: readonly unknown[] = []): Promise<Row[]> {
    return (await app.database.pool.query<Row & Record<string, unknown>>(text, [this.#project.id, ...more])).rows;
  }

  #entry(): string {
    return this.#entries.length > 0 ? this.#pick(this.#entries.slice(-8)) : 'ent_none';
  }

  #asset(): string {
    return this.#assets.length > 0 ? this.#pick(this.#assets.slice(-4)) : 'ast_none';
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }
}

it.each(Array.from({ length: rounds({ short: 2, long: 40 }) }, (_, n) => n + 1))(
  'whatever happens, uses are those that values have (%i)',
  async (n) => {
    const seed = process.env.TEST_SEED ? Number(process.env.TEST_SEED) + n : (Date.now() + n * 7919) % 1_000_000;
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const chaos = new Chaos(seed, project, owner.api);
    const failed = (cause: unknown): never => {
      throw new Error(`seed ${seed}\n${chaos.did.join('\n')}`, { cause });
    };
    const steps = rounds({ short: 60, long: 200 });
    for (let step = 0; step < steps; step++) {
      await chaos.step().catch(failed);
      const stored = await chaos.stored();
      const told = () => `seed ${seed}\n${chaos.did.join('\n')}`;
      expect(stored, told()).toEqual(await chaos.recomputed());
      if (step % 10 < 9) continue;
      const known = (uses: readonly string[]) => uses.filter((use) => !use.endsWith(' ast_none'));
      expect(await chaos.told(), told()).toEqual({ draft: known(stored.draft), live: known(stored.live) });
      const { files: shown, uses } = await chaos.shown().catch(failed);
      expect(
        known(uses).filter((one) => !shown.includes(one)),
        told(),
      ).toEqual([]);
    }
  },
  rounds({ short: 120_000, long: 900_000 }),
);
