import { collection, defineConfig, list, text } from '@stele/schema';
import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true }),
        tags: list(text()),
        words: list(text(), { localized: true }),
      },
    }),
    collection({ key: 'pages', fields: { title: text({ localized: true }), tags: list(text()) } }),
  ],
});

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
});

const create = async (tags: string[], rest: object = {}, collection_key = 'posts'): Promise<string> => {
  const values = { en: { title: 'One', tags, ...rest } };
  const answer = await project.api.post(`/projects/${project.id}/entries`, { collection_key, values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};
const used = (query: string) => project.api.get(`/projects/${project.id}/entries/used-values?${query}`);

describe('the texts that a list has in other entries', () => {
  it('are those of its collection outside of the trash, the most used first', async () => {
    await create(['rivers', 'birds']);
    await create(['birds', 'birds'], { words: ['low water'] });
    const live = await create(['weirs']);
    await project.api.post(`/projects/${project.id}/entries/${live}/publish`, { locales: ['en'] });
    await create(['pages only'], {}, 'pages');
    await project.api.delete(`/projects/${project.id}/entries/${await create(['gone'])}`);
    expect((await used('collection=posts&field=tags&locale=en')).body).toEqual({
      data: [
        { value: 'birds', entries: 2 },
        { value: 'rivers', entries: 1 },
        { value: 'weirs', entries: 1 },
      ],
    });
    expect((await used('collection=posts&field=words&locale=en')).body.data).toEqual([
      { value: 'low water', entries: 1 },
    ]);
    expect((await used('collection=posts&field=words&locale=de')).body.data).toEqual([]);
  });

  it('are refused of a field that is no list of texts', async () => {
    for (const query of ['field=title&locale=en', 'field=none&locale=en', 'field=tags&locale=fr']) {
      expect(codeOf(await used(`collection=posts&${query}`))).toEqual([400, 'validation_failed']);
    }
  });

  it('are none of a collection that a member may not read', async () => {
    await create(['secret']);
    const member = await app.person({ projectId: project.id, role: 'editor' });
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const limits = { limits: { reads: ['pages'] } };
    expect((await owner.api.patch(`/projects/${project.id}/members/${member.id}`, limits)).status).toBe(200);
    const path = `/projects/${project.id}/entries/used-values?collection=posts&field=tags&locale=en`;
    expect((await member.api.get(path)).body).toEqual({ data: [] });
  });
});
