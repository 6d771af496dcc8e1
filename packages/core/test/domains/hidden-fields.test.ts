import { collection, defineConfig, reference, select, text } from '@stele/schema';
import { type ApiAnswer, codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { checkLive } from '../support/live-state.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

const kind = select({ options: ['video', 'text'] });
const isVideo = { field: 'kind', equals: 'video' } as const;

const hiding = defineConfig({
  collections: [
    collection({
      key: 'posts',
      icon: 'video',
      group: 'Media',
      fields: {
        title: text({ localized: true }),
        kind,
        address: text({ required: true, max: 5, unique: true, show_if: isVideo }),
        after: reference('posts', { show_if: isVideo }),
      },
    }),
  ],
}).schema;

const plain = defineConfig({
  collections: [
    collection({
      key: 'posts',
      fields: { title: text({ localized: true }), kind, address: text({ unique: true }), after: reference('posts') },
    }),
  ],
}).schema;

let app: TestApp;
let content: ContentProject;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  content = await ContentProject.make(app);
});

const schemaPath = (): string => `/projects/${content.project.id}/schema`;
const files = async () => (await checkLive(app.database, app.storage, content.project.id)).files;

async function push(schema: unknown): Promise<ApiAnswer<LooseBody>> {
  const { body } = await content.api.post(`${schemaPath()}/diff`, { schema });
  const { base_version, confirm_token } = body;
  return content.api.post(`${schemaPath()}/sync`, { schema, base_version, ...(confirm_token && { confirm_token }) });
}

it('publishes without what is hidden, and keeps it in the draft', async () => {
  expect((await push(hiding)).status).toBe(200);
  const other = await content.create({ en: { title: 'Other' } });
  const values = { title: 'A', kind: 'text', address: 'far too long', after: other };
  const id = await content.create({ en: values });
  expect((await content.publish(id)).body).toMatchObject({ unchanged: false, warnings: [] });
  const [live] = (await files())['posts.en'] ?? [];
  expect(live).toMatchObject({ id, values: { title: 'A', kind: 'text' } });
  expect(Object.keys(live?.values ?? {})).toEqual(['kind', 'title']);
  expect((await content.get(id)).values.en).toEqual(values);
  expect((await content.get(other)).used_by).toMatchObject([{ id, draft: true, live: false }]);
  expect((await content.publish(id)).body.unchanged).toBe(true);
});

it('holds what is shown to all rules again', async () => {
  await push(hiding);
  const id = await content.create({ en: { title: 'A', kind: 'text', address: 'far too long' } });
  const first = await content.publish(id);
  const shown = { title: 'A', kind: 'video', address: 'far too long' };
  const saved = await content.save(id, { en: shown }, first.body.version);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const refused = await content.publish(id);
  expect(codeOf(refused)).toEqual([400, 'validation_failed']);
  expect(refused.body.error.details).toMatchObject([{ path: ['values', 'en', 'address'] }]);
  const corrected = await content.save(id, { en: { ...shown, address: 'short' } }, saved.body.version);
  expect(corrected.status).toBe(200);
  expect((await content.publish(id)).status).toBe(200);
  expect((await files())['posts.en']).toMatchObject([{ values: { address: 'short' } }]);
});

it('lets two entries hide the same unique value, and one show it', async () => {
  await push(hiding);
  const hidden = { title: 'A', kind: 'text', address: 'same' };
  const one = await content.create({ en: hidden });
  const two = await content.create({ en: hidden });
  const show = (id: string) => content.save(id, { en: { ...hidden, kind: 'video' } }, 1);
  expect((await show(one)).status).toBe(200);
  const taken = await show(two);
  expect(codeOf(taken)).toEqual([400, 'validation_failed']);
  expect(taken.body.error.details).toMatchObject([{ path: ['values', 'en', 'address'], entry_id: one }]);
});

it('says what a condition takes off the site, and does it', async () => {
  expect((await push(plain)).status).toBe(200);
  const id = await content.create({ en: { title: 'A', kind: 'text', address: 'gone' } });
  await content.create({ en: { title: 'B', kind: 'video', address: 'stays' } });
  await content.publish(id);
  const { body } = await content.api.post(`${schemaPath()}/diff`, { schema: hiding });
  const shown = body.changes.find((change: LooseBody) => change.id === 'field.shown:posts.address');
  expect(shown).toMatchObject({ class: 'needs_migration', affected_entries: 1, sample_entry_ids: [id] });
  const described = body.changes.find((change: LooseBody) => change.kind === 'collection.described');
  expect(described).toMatchObject({ class: 'safe' });
  expect((await push(hiding)).status).toBe(200);
  const [live] = (await files())['posts.en'] ?? [];
  expect(live?.values).toEqual({ title: 'A', kind: 'text' });
  expect((await content.get(id)).values.en.address).toBe('gone');
  expect((await content.api.get(schemaPath())).body.schema.collections[0]).toMatchObject({
    icon: 'video',
    group: 'Media',
  });
});
