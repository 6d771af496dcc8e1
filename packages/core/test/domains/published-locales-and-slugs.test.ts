import { boolean, collection, defineConfig, slug, text } from '@stele/schema';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { checkLive } from '../support/live-state.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
});

const live = () => checkLive(app.database, app.storage, site.project.id);

describe('locales that are added', () => {
  it('are in a snapshot at once, with nothing else changed, and in the history of the site', async () => {
    const path = `/projects/${site.project.id}`;
    await site.publish(await site.create({ en: { title: 'A' }, de: { title: 'Ä' } }), ['en', 'de']);
    const before = await live();
    const { locales } = (await site.api.get(path)).body;
    expect((await site.api.patch(path, { locales: [...locales, 'fr', 'it'] })).status).toBe(200);
    const after = await live();
    const added = { 'pages.fr': [], 'pages.it': [], 'posts.fr': [], 'posts.it': [] };
    expect([after.sequence, after.files]).toEqual([before.sequence + 1, { ...before.files, ...added }]);
    const { api: owner } = await app.person({ projectId: site.project.id, role: 'owner' });
    const [newest] = (await owner.get(`${path}/snapshots`)).body.data;
    expect(newest).toMatchObject({ live: true, added: 0, changed: 0, removed: 0, changes: [{ reason: 'locales' }] });
    // No other change of the project makes one.
    for (const change of [{ name: 'Renamed' }, { locales: [...locales, 'fr'] }, { locales: ['fr', ...locales] }]) {
      expect((await site.api.patch(path, change)).status).toBe(200);
      expect((await live()).sequence).toBe(after.sequence);
    }
  });

  it('make no snapshot where nothing was ever published', async () => {
    const path = `/projects/${site.project.id}`;
    const { locales } = (await site.api.get(path)).body;
    expect((await site.api.patch(path, { locales: [...locales, 'fr'] })).status).toBe(200);
    expect((await live()).sequence).toBe(0);
  });
});

describe('an entry whose slug cannot be made of its title', () => {
  const fields = (options: object) => ({ title: text({ localized: true }), hides: boolean(), slug: slug(options) });
  async function warningsWith(options: object, values: object): Promise<unknown[]> {
    const { schema } = defineConfig({ collections: [collection({ key: 'notes', fields: fields(options) })] });
    const pushed = await site.api.post(`/projects/${site.project.id}/schema/sync`, {
      schema: { ...schema, collections: [...schema.collections, ...(await others())] },
      base_version: 1,
    });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
    const id = await site.create(values, 'notes');
    return (await site.publish(id, Object.keys(values))).body.warnings;
  }
  const others = async () => (await site.api.get(`/projects/${site.project.id}/schema`)).body.schema.collections;

  it.each(['🎉🎉', '---', '。'])('is published with a warning: %s', async (title) => {
    const both = { en: { title }, de: { title: 'Gut' } };
    expect(await warningsWith({ localized: true, source: 'title' }, both)).toEqual([
      {
        code: 'entry.without_slug',
        message: 'It has no Slug in English, and so perhaps no address on the website.',
        path: ['values', 'en', 'slug'],
      },
    ]);
  });

  it('is named once where all locales share the slug', async () => {
    const both = { en: { title: '🎉' }, de: { title: '🎉' } };
    expect(await warningsWith({ source: 'title' }, both)).toMatchObject([{ code: 'entry.without_slug' }]);
  });

  it.each([
    ['is hidden', { source: 'title', show_if: { field: 'hides', equals: true } }],
    ['is of nothing else', {}],
  ])('needs none where the slug %s', async (_what, options) => {
    expect(await warningsWith(options, { en: { title: '🎉' } })).toEqual([]);
  });
});
