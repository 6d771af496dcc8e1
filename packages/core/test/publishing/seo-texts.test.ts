import { collection, defineConfig, seo, text, textarea } from '@stele/schema';
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

/** Pushes a collection whose texts for search engines stand in from other fields. */
async function push(from: object, version: number): Promise<void> {
  const fields = {
    title: text({ localized: true }),
    intro: textarea({ localized: true }),
    more: textarea({ localized: true }),
    seo: seo({ localized: true, from }),
  };
  const { schema } = defineConfig({ collections: [collection({ key: 'notes', fields })] });
  const current = (await site.api.get(`/projects/${site.project.id}/schema`)).body.schema.collections;
  const others = current.filter(({ key }: { key: string }) => key !== 'notes');
  const pushed = await site.api.post(`/projects/${site.project.id}/schema/sync`, {
    schema: { ...schema, collections: [...schema.collections, ...others] },
    base_version: version,
  });
  expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
}

async function publishedSeo(id: string): Promise<unknown> {
  const { files } = await checkLive(app.database, app.storage, site.project.id);
  const entries = files['notes.en'] as unknown as { id: string; values: { seo: unknown } }[];
  return entries.find((entry) => entry.id === id)?.values.seo;
}

describe('texts for search engines', () => {
  it('are published whole, and again when a push names other fields', async () => {
    await push({ description: 'intro' }, 1);
    const values = { title: 'A bridge', intro: 'Short.', more: 'Longer.', seo: { noindex: true } };
    const id = await site.create({ en: values }, 'notes');
    expect((await site.publish(id, ['en'])).body.warnings).toEqual([]);
    expect(await publishedSeo(id)).toEqual({ title: 'A bridge', description: 'Short.', noindex: true });
    await push({ title: 'intro', description: 'more' }, 2);
    expect(await publishedSeo(id)).toEqual({ title: 'Short.', description: 'Longer.', noindex: true });
    // The draft keeps what its editors wrote.
    const entry = await site.api.get(`/projects/${site.project.id}/entries/${id}`);
    expect(entry.body.values.en.seo).toEqual({ noindex: true });
  });

  it('warn where they are missing, and where search engines cut them', async () => {
    await push({ description: 'intro' }, 1);
    const id = await site.create({ en: { title: 'W'.repeat(31) }, de: { title: 'Gut', intro: 'Kurz' } }, 'notes');
    expect((await site.publish(id, ['en', 'de'])).body.warnings).toEqual([
      {
        code: 'seo.too_long',
        message: 'Search engines cut the title in English: it is 585 pixels wide, and they show 580.',
        path: ['values', 'en', 'seo', 'title'],
      },
      {
        code: 'seo.missing',
        message: 'Search engines get no description in English.',
        path: ['values', 'en', 'seo', 'description'],
      },
    ]);
  });
});
