import {
  blocks,
  collection,
  defineConfig,
  file,
  files,
  image,
  list,
  markdown,
  object,
  richtext,
  text,
} from '@stele/schema';
import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import { type AssetFilling, fillAssets } from './fill-assets.ts';
import { checkLive } from './live-state.ts';
import type { TestApp, TestProject } from './test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true }),
        hero: image({ localized: true }),
        print: file({ accept: ['application/pdf'] }),
        gallery: files({ localized: true }),
        body: markdown({ localized: true }),
        rich: richtext({ localized: true }),
        meta: object({ picture: image() }, { localized: true }),
        slides: list(image(), { localized: true }),
        parts: blocks({ figure: { picture: file() } }, { localized: true }),
      },
    }),
  ],
});

/** Any digest that files may have. */
export const FILES = '0123456789abcdef01234567';

/** A project with posts that show pictures wherever a schema lets them, and what's done in it. */
export class PictureProject {
  readonly project: TestProject;
  readonly api: ApiClient;
  /** Path of the project. */
  readonly here: string;
  readonly #app: TestApp;

  private constructor(app: TestApp, project: TestProject) {
    this.#app = app;
    this.project = project;
    this.api = project.api;
    this.here = `/projects/${project.id}`;
  }

  static async make(app: TestApp): Promise<PictureProject> {
    const made = new PictureProject(app, await app.project());
    await made.push(schema);
    return made;
  }

  async push(pushed: object, more: object = {}): Promise<LooseBody> {
    const { version } = (await this.api.get(`${this.here}/schema`)).body;
    const body = { schema: pushed, base_version: version ?? 0, ...more };
    const answer = await this.api.post(`${this.here}/schema/sync`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  /** A picture that is ready. */
  async asset(filling: Partial<AssetFilling> = {}): Promise<string> {
    const made = { filename: 'photo.jpg', files: FILES, ...filling };
    const [id = ''] = await fillAssets(this.#app.database.pool, this.project.id, 1, () => made);
    return id;
  }

  async create(values: object): Promise<string> {
    const answer = await this.api.post(`${this.here}/entries`, { collection_key: 'posts', values });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  }

  async save(id: string, values: object): Promise<ApiAnswer<LooseBody>> {
    const { version } = await this.entry(id);
    return this.api.put(`${this.here}/entries/${id}/draft`, { values, base_version: version });
  }

  publish(id: string, locales: readonly string[] = ['en']): Promise<ApiAnswer<LooseBody>> {
    return this.api.post(`${this.here}/entries/${id}/publish`, { locales });
  }

  /** Makes an entry and publishes it in all its locales. */
  async live(values: object): Promise<string> {
    const id = await this.create(values);
    const answer = await this.publish(id, Object.keys(values));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return id;
  }

  async entry(id: string): Promise<LooseBody> {
    return (await this.api.get(`${this.here}/entries/${id}`)).body;
  }

  /** The values of an entry in the live snapshot. */
  async shown(id: string, locale = 'en'): Promise<LooseBody> {
    const { files: live } = await checkLive(this.#app.database, this.#app.storage, this.project.id);
    return live[`posts.${locale}`]?.find((entry) => entry.id === id)?.values as LooseBody;
  }

  /** Each use of an asset in one line: `title field (locale) draft live`. */
  async uses(id: string): Promise<string[]> {
    const answer = await this.api.get(`${this.here}/assets/${id}/usage?limit=100`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.flatMap(({ title, uses }: LooseBody) =>
      uses.map(({ field, locale, draft, live }: LooseBody) =>
        [title, field, `(${locale})`, ...(draft ? ['draft'] : []), ...(live ? ['live'] : [])].join(' '),
      ),
    );
  }
}
