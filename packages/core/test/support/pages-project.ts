import { collection, defineConfig, type EntryPage, reference, richtext, slug, text } from '@stele/schema';
import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import { checkLive } from './live-state.ts';
import type { TestApp, TestProject } from './test-app.ts';

const posts = collection({
  key: 'posts',
  path: '/blog/{slug}',
  fields: {
    title: text(),
    slug: slug({ localized: true }),
    page: reference('pages'),
    body: richtext({ localized: true }),
  },
});
const notes = collection({ key: 'notes', fields: { title: text(), page: reference(['pages', 'posts']) } });

/** Pages in a tree, posts with paths, and notes without. */
export const { schema: pagesSchema } = defineConfig({
  collections: [
    collection({ key: 'pages', tree: true, fields: { title: text(), slug: slug({ localized: true }) } }),
    posts,
    notes,
  ],
});

/** The same without any path. */
export const { schema: flatSchema } = defineConfig({
  collections: [
    collection({
      key: 'pages',
      order: 'manual',
      fields: { title: text(), slug: slug({ localized: true, unique: false }), parent: reference('pages') },
    }),
    collection({ key: 'posts', fields: posts.fields }),
    notes,
  ],
});

type Values = Readonly<Record<string, unknown>>;

/** A project with pages. */
export class PagesProject {
  readonly project: TestProject;
  readonly here: string;
  readonly #app: TestApp;

  private constructor(app: TestApp, project: TestProject) {
    this.#app = app;
    this.project = project;
    this.here = `/projects/${project.id}`;
  }

  static async make(app: TestApp, schema: object = pagesSchema): Promise<PagesProject> {
    const made = new PagesProject(app, await app.project());
    await made.push(schema, 0);
    return made;
  }

  async push(schema: object, base: number): Promise<void> {
    const { confirm_token } = (await this.project.api.post(`${this.here}/schema/diff`, { schema })).body;
    const pushed = await this.project.api.post(`${this.here}/schema/sync`, {
      schema,
      base_version: base,
      confirm_token,
    });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
  }

  async create(key: string, values: Readonly<Record<string, Values>>): Promise<string> {
    const answer = await this.project.api.post(`${this.here}/entries`, { collection_key: key, values });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  }

  /** A page with its slug in each locale. */
  page(own: string, parent: string | null = null, locales: readonly string[] = ['en']): Promise<string> {
    return this.create('pages', Object.fromEntries(locales.map((locale) => [locale, { slug: own, parent }])));
  }

  async save(id: string, values: Readonly<Record<string, Values>>): Promise<ApiAnswer<LooseBody>> {
    const { body } = await this.project.api.get(`${this.here}/entries/${id}`);
    const merged = Object.fromEntries(
      Object.entries(values).map(([locale, own]) => [locale, { ...body.values[locale], ...own }]),
    );
    return this.project.api.put(`${this.here}/entries/${id}/draft`, { values: merged, base_version: body.version });
  }

  publish(id: string, locales: readonly string[] = ['en'], query = ''): Promise<ApiAnswer<LooseBody>> {
    return this.project.api.post(`${this.here}/entries/${id}/publish${query}`, { locales });
  }

  async live(id: string, locales: readonly string[] = ['en']): Promise<string> {
    const answer = await this.publish(id, locales);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return id;
  }

  bulk(action: string, ids: readonly string[], more: object = {}): Promise<ApiAnswer<LooseBody>> {
    return this.project.api.post(`${this.here}/entries/bulk`, { action, entry_ids: ids, ...more });
  }

  post(id: string, verb: string, body: object = {}): Promise<ApiAnswer<LooseBody>> {
    return this.project.api.post(`${this.here}/entries/${id}/${verb}`, body);
  }

  /** All published values by entry, of a locale. */
  async values(locale = 'en'): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const { files } = await checkLive(this.#app.database, this.#app.storage, this.project.id);
    const own = Object.entries(files).filter(([name]) => name.endsWith(`.${locale}`));
    return new Map(own.flatMap(([, entries]) => entries.map(({ id, values }) => [id, values] as const)));
  }

  /**
   * Where all pages are, by entry and locale, as published content says; and checks that the table says the same, and that
   * references lead to these paths.
   */
  async pages(locales: readonly string[] = ['en']): Promise<ReadonlyMap<string, EntryPage>> {
    const found = new Map<string, EntryPage>();
    const { rows } = await this.#app.database.pool.query<{ key: string; page: EntryPage }>(
      `SELECT entry_id || ' ' || locale AS key, json_build_object('path', path, 'parent', parent_id, 'depth', depth) AS page
       FROM live_pages WHERE project_id = $1`,
      [this.project.id],
    );
    for (const locale of locales) {
      const values = await this.values(locale);
      for (const [id, { _page: page }] of values) if (page) found.set(`${id} ${locale}`, page as EntryPage);
      for (const { page, parent } of values.values()) {
        for (const link of [page, parent] as ({ id: string; path?: string } | undefined)[]) {
          if (link) expect(link.path ?? null).toBe(found.get(`${link.id} ${locale}`)?.path ?? null);
        }
      }
    }
    const byKey = (entries: Iterable<readonly [string, EntryPage]>) =>
      [...entries]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { path, parent, depth }]) => [key, path, parent, depth]);
    expect(byKey(rows.map(({ key, page }) => [key, page] as const))).toEqual(byKey(found));
    return found;
  }

  /** Entry → path, in a locale. */
  async paths(locale = 'en'): Promise<Readonly<Record<string, string | null>>> {
    const pages = await this.pages(['en', 'de']);
    return Object.fromEntries(
      [...pages].flatMap(([key, { path }]) => (key.endsWith(` ${locale}`) ? [[key.split(' ')[0], path]] : [])),
    );
  }

  async sequence(): Promise<number> {
    return (await checkLive(this.#app.database, this.#app.storage, this.project.id)).sequence;
  }
}
