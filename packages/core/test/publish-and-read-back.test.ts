import { chunkKey, indexKey, manifestKey, readChunk, readPage, readRoot } from '@stele/snapshot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('creates, saves, publishes and reads back what was published', async () => {
  const { id, api, tokens } = await app.project();
  const none = await api.get(`/projects/${id}/snapshot/latest`);
  expect([none.status, none.body.error.code]).toEqual([404, 'snapshot.none_published']);

  const created = await api.post(`/projects/${id}/entries`, {
    collection_key: 'posts',
    values: { en: { title: 'Hello', body: 'one' }, de: { title: 'Hallo' } },
  });
  expect(created.status).toBe(201);
  const entryId: string = created.body.id;

  const saved = await api.put(`/projects/${id}/entries/${entryId}/draft`, {
    values: { en: { title: 'Hello', body: 'two' } },
    base_version: 1,
  });
  expect([saved.status, saved.body.version]).toEqual([200, 2]);

  const published = await api.post(`/projects/${id}/entries/${entryId}/publish`, { locales: ['en'] });
  expect(published.body).toEqual({
    version: 3,
    locales_status: { de: 'draft', en: 'published' },
    entry_status: 'published',
    published_at: published.body.published_at,
    unchanged: false,
    warnings: [],
  });

  const pointer = await app.client({ token: tokens.read_published }).get(`/projects/${id}/snapshot/latest`);
  expect(pointer.status).toBe(200);
  const read = async (key: string): Promise<Uint8Array> => {
    const found = await app.storage.get(key);
    if (!found) throw new Error(`missing ${key}`);
    return found.body;
  };
  const manifest = JSON.parse(new TextDecoder().decode(await read(manifestKey(id, pointer.body.snapshot_id))));
  expect(manifest.files.map((file: { locale: string; entries: number }) => [file.locale, file.entries])).toEqual([
    ['de', 0],
    ['en', 1],
  ]);
  const en = manifest.files[1];
  const root = readRoot(en.index, await read(indexKey(id, en.index)));
  const [page] = root.pages;
  const [chunk] = readPage(page?.sha256 ?? '', await read(indexKey(id, page?.sha256 ?? ''))).chunks;
  const entries = readChunk(chunk?.sha256 ?? '', await read(chunkKey(id, chunk?.sha256 ?? '')));
  expect(entries).toEqual([
    {
      id: entryId,
      version: 3,
      schema_version: 0,
      published_at: published.body.published_at,
      values: { title: 'Hello', body: 'two' },
    },
  ]);

  const again = await api.post(`/projects/${id}/entries/${entryId}/publish`, { locales: ['en'] });
  expect(again.body).toEqual({ ...published.body, unchanged: true });
});
