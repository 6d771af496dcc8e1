import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
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
const republish = (id: string, more: object = {}) => site.api.post(`${site.entries}/${id}/republish`, more);
const unpublish = (id: string, ...locales: string[]) => site.api.post(`${site.entries}/${id}/unpublish`, { locales });
const trash = (id: string) => site.api.delete(`${site.entries}/${id}`);
const bulk = (action: string, ids: readonly string[], more: object = {}) =>
  site.api.post(`${site.entries}/bulk`, { action, entry_ids: ids, ...more });
const uniqueRows = async () =>
  (
    await app.database.pool.query(
      "SELECT locale || ' ' || value AS value, draft, live FROM unique_values WHERE project_id = $1 ORDER BY 1",
      [site.project.id],
    )
  ).rows.map(({ value, draft, live: isLive }) => [value, draft, isLive]);

/** An entry that is live in both locales, and whose drafts say something else. */
async function edited(): Promise<string> {
  const id = await site.create({ en: { title: 'Live', slug: 'live' }, de: { title: 'Da', slug: 'da' } });
  await site.publish(id, ['en', 'de']);
  await site.save(id, { en: { title: 'Draft', slug: 'draft' } }, 2);
  return id;
}

describe('undoing that an entry left the site', () => {
  it('puts exactly what was live back, in one snapshot, and leaves the drafts as they are', async () => {
    const id = await edited();
    const before = await live();
    await trash(id);
    expect((await live()).files['posts.en']).toEqual([]);
    const { sequence } = await live();
    const answer = await republish(id);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        entry_status: 'published',
        unchanged: false,
        locales_status: { en: 'published', de: 'published' },
        warnings: [],
      },
    ]);
    const after = await live();
    expect(after.files).toEqual(before.files);
    expect(after.sequence).toBe(sequence + 1);
    expect(await site.get(id)).toMatchObject({
      status: 'published',
      trashed_at: null,
      changed_locales: ['en'],
      values: { en: { title: 'Draft', slug: 'draft' }, de: { title: 'Da' } },
    });
    expect(await uniqueRows()).toEqual([
      ['de da', true, true],
      ['en draft', true, false],
      ['en live', false, true],
    ]);
    expect((await site.versions(id))[0]).toMatchObject({ kind: 'restore', locales: ['de', 'en'] });
    const again = await republish(id);
    expect(again.body).toMatchObject({ unchanged: true, version: answer.body.version });
    expect((await live()).sequence).toBe(sequence + 1);
  });

  it('lets it be edited, published and deleted as any other afterwards', async () => {
    const id = await edited();
    await trash(id);
    const { version } = (await republish(id)).body;
    expect((await site.save(id, { en: { title: 'Newer', slug: 'newer' } }, version)).status).toBe(200);
    expect((await site.publish(id)).status).toBe(200);
    expect((await live()).files['posts.en']).toMatchObject([{ values: { title: 'Newer' } }]);
    expect(await uniqueRows()).toEqual([
      ['de da', true, true],
      ['en newer', true, true],
    ]);
    await trash(id);
    expect(await uniqueRows()).toEqual([]);
  });

  it('brings back the locales that left together last, or those that are named', async () => {
    const id = await edited();
    await unpublish(id, 'de');
    await unpublish(id, 'en');
    expect((await republish(id)).body.locales_status).toEqual({ en: 'published', de: 'draft' });
    expect((await live()).files).toMatchObject({ 'posts.en': [{ values: { title: 'Live' } }] });
    expect((await republish(id)).body.unchanged).toBe(true);
    expect((await republish(id, { locales: ['de', 'en'] })).body.locales_status).toEqual({
      en: 'published',
      de: 'published',
    });
    expect((await live()).files['posts.de']).toMatchObject([{ values: { title: 'Da' } }]);
  });

  it('gives a locale a draft again whose draft was taken away meanwhile', async () => {
    const id = await edited();
    await unpublish(id, 'de');
    const { version } = await site.get(id);
    expect(
      (await site.save(id, { de: null, en: { title: 'Draft', slug: 'draft', note: 'new' } }, version)).status,
    ).toBe(200);
    const answer = await republish(id, { locales: ['de'] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await live()).files['posts.de']).toMatchObject([{ values: { title: 'Da' } }]);
    const entry = await site.get(id);
    expect(entry.values.de).toEqual({ title: 'Da', slug: 'da', note: 'new' });
    const stale = await site.save(id, { en: { title: 'Late' } }, version);
    expect(codeOf(stale)).toEqual([409, 'entry.version_conflict']);
  });

  it('names who did it in the history, the audit log and the outbox', async () => {
    const id = await edited();
    await trash(id);
    await republish(id);
    const { body } = await (await app.person({ projectId: site.project.id, role: 'owner' })).api.get(
      `/projects/${site.project.id}/audit?target=${id}&limit=1`,
    );
    expect(body.data).toMatchObject([{ action: 'entry.republish', data: { locales: ['de', 'en'] } }]);
    const sequences = await app.database.prisma.liveSequence.findMany({
      where: { projectId: site.project.id },
      orderBy: { seq: 'desc' },
    });
    expect(sequences[0]?.changes).toMatchObject([{ reason: 'republish', entry_id: id }]);
    const events = await app.database.prisma.event.findMany({
      where: { projectId: site.project.id, subjectId: id },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(events.map(({ kind }) => kind).sort()).toEqual(['entry.published', 'entry.restored']);
  });
});

describe('refusing', () => {
  it('what was never live, and entries and locales that are not there', async () => {
    const id = await site.create({ en: { title: 'Draft' } });
    expect(codeOf(await republish(id))).toEqual([409, 'entry.never_live']);
    await trash(id);
    expect(codeOf(await republish(id))).toEqual([409, 'entry.never_live']);
    expect(codeOf(await republish('ent_none'))).toEqual([404, 'entry.not_found']);
    const other = await site.create({ en: { title: 'Live' }, de: { title: 'Draft' } });
    await site.publish(other);
    await trash(other);
    const never = await republish(other, { locales: ['en', 'de'] });
    expect(codeOf(never)).toEqual([409, 'entry.never_live']);
    expect(never.body.error.details).toMatchObject([{ path: ['locales', 1] }]);
    expect(codeOf(await republish(other, { locales: ['fr'] }))).toEqual([400, 'validation_failed']);
    expect(codeOf(await republish(other, { locales: ['en', 'en'] }))).toEqual([400, 'validation_failed']);
    expect(await site.get(other)).toMatchObject({ status: 'trashed' });
  });

  it('content of which another entry has a unique value by now', async () => {
    const id = await edited();
    await trash(id);
    const thief = await site.create({ en: { slug: 'live' } });
    const refused = await republish(id);
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body.error.details).toMatchObject([{ path: ['values', 'en', 'slug'], entry_id: thief }]);
    expect(await site.get(id)).toMatchObject({ status: 'trashed' });
    await trash(thief);
    expect((await republish(id)).status).toBe(200);
  });

  it('content that the schema of now does not take', async () => {
    const id = await edited();
    await trash(id);
    const stricter = defineConfig({
      collections: [
        collection({
          key: 'posts',
          title: 'title',
          fields: {
            title: text({ localized: true, min: 10 }),
            slug: slug({ localized: true }),
            see: reference('posts'),
          },
        }),
      ],
    }).schema;
    const path = `/projects/${site.project.id}/schema`;
    const { base_version, confirm_token } = (await site.api.post(`${path}/diff`, { schema: stricter })).body;
    const pushed = await site.api.post(`${path}/sync`, { schema: stricter, base_version, confirm_token });
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200);
    const refused = await republish(id);
    expect(codeOf(refused)).toEqual([400, 'validation_failed']);
    expect(refused.body.error.details.map(({ path: place }: LooseBody) => place.join('.')).sort()).toEqual([
      'values.de.title',
      'values.en.title',
    ]);
  });

  it('who may only read', async () => {
    const id = await edited();
    await trash(id);
    const viewer = await app.person({ projectId: site.project.id, role: 'viewer' });
    const answer = await viewer.api.post(`${site.entries}/${id}/republish`, {});
    expect(codeOf(answer)).toEqual([403, 'auth.insufficient_role']);
  });
});

describe('many entries', () => {
  it('come back together in one snapshot, though they refer to each other', async () => {
    const a = await site.create({ en: { title: 'a', slug: 'a' } });
    const b = await site.create({ en: { title: 'b', slug: 'b', see: a } });
    await site.save(a, { en: { title: 'a', slug: 'a', see: b } }, 1);
    expect((await bulk('publish', [a, b])).status).toBe(200);
    const before = (await live()).files;
    await bulk('trash', [a, b]);
    const { sequence } = await live();
    const answer = await bulk('republish', [a, b]);
    expect([answer.status, answer.body.warnings]).toEqual([200, []]);
    expect(answer.body.data).toMatchObject([{ result: 'changed' }, { result: 'changed' }]);
    expect(await live()).toMatchObject({ files: before, sequence: sequence + 1 });
  });

  it('say of each what is in the way, those among them that want the same value too', async () => {
    const a = await site.create({ en: { title: 'a', slug: 'same' } });
    await site.publish(a);
    await trash(a);
    const b = await site.create({ en: { title: 'b', slug: 'same' } });
    await site.publish(b);
    await trash(b);
    const never = await site.create({ en: { title: 'never' } });
    const refused = await bulk('republish', [a, b, never]);
    expect(codeOf(refused)).toEqual([409, 'entry.bulk_refused']);
    expect(refused.body.error.details).toMatchObject([
      { entry_id: b, code: 'validation_failed' },
      { entry_id: never, code: 'entry.never_live' },
    ]);
    const partial = await bulk('republish', [a, b, never], { partial: true });
    expect(partial.body.data.map(({ result }: LooseBody) => result)).toEqual(['changed', 'refused', 'refused']);
    expect((await live()).files['posts.en']).toMatchObject([{ id: a }]);
  });

  it('come back while others are published and deleted', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index++) {
      const id = await site.create({ en: { title: `t${index}`, slug: `s${index}` } });
      ids.push(id);
    }
    await bulk('publish', ids);
    const [a = '', b = '', c = ''] = ids;
    await bulk('trash', [a, b]);
    const answers = await Promise.all([republish(a), republish(b), trash(a), site.publish(b), trash(c)]);
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    await live();
    for (const id of [a, b, c]) {
      const { status } = await site.get(id);
      if (status === 'trashed') expect((await republish(id)).status).toBe(200);
    }
    expect((await live()).files['posts.en']).toHaveLength(6);
  });
});
