import { collection, defineConfig, reference, references, slug, text } from '@stele/schema';
import type { ApiAnswer, ApiClient, LooseBody } from '@stele/testing/api-client';
import { expect } from 'vitest';
import type { TestApp, TestProject } from './test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true }),
        slug: slug({ localized: true }),
        see: reference('posts'),
        note: text(),
        related: references('posts', { localized: true }),
      },
    }),
    collection({ key: 'pages', order: 'manual', fields: { title: text({ localized: true }) } }),
  ],
});

/** A project with posts, which refer to each other, and pages, which are ordered by hand; and what's done in it. */
export class ContentProject {
  readonly project: TestProject;
  readonly api: ApiClient;
  /** Path of the entries. */
  readonly entries: string;

  private constructor(project: TestProject) {
    this.project = project;
    this.api = project.api;
    this.entries = `/projects/${project.id}/entries`;
  }

  static async make(app: TestApp): Promise<ContentProject> {
    const made = new ContentProject(await app.project());
    const answer = await made.api.post(`/projects/${made.project.id}/schema/sync`, { schema, base_version: 0 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return made;
  }

  async create(values: object, collectionKey = 'posts'): Promise<string> {
    const answer = await this.api.post(this.entries, { collection_key: collectionKey, values });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  }

  async get(id: string): Promise<LooseBody> {
    return (await this.api.get(`${this.entries}/${id}`)).body;
  }

  save(
    id: string,
    values: object,
    base: number,
    options: { readonly autosave?: boolean; readonly merge?: boolean } = {},
    api: ApiClient = this.api,
  ): Promise<ApiAnswer<LooseBody>> {
    return api.put(`${this.entries}/${id}/draft`, { values, base_version: base, ...options });
  }

  publish(id: string, locales: readonly string[] = ['en']): Promise<ApiAnswer<LooseBody>> {
    return this.api.post(`${this.entries}/${id}/publish`, { locales });
  }

  async versions(id: string, query = ''): Promise<LooseBody[]> {
    return (await this.api.get(`${this.entries}/${id}/versions${query}`)).body.data;
  }
}
