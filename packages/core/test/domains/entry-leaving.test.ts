import { collection, defineConfig, slug, text } from '@stele/schema';
import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

/** Whose approval publishing in a collection needs: nobody's, anyone's or another person's. */
type Rule = 'free' | 'anyone' | 'another_person';
/** Where an entry is: `live` was approved before it went live, `changed` has newer values, `approved` was approved since. */
type Stage = 'draft' | 'live' | 'changed' | 'approved';

const WORKFLOWS = {
  free: undefined,
  anyone: { states: ['draft', 'approved'] },
  another_person: { states: ['draft', 'approved'], approval: 'another_person' },
} as const;
const RULES: readonly Rule[] = ['free', 'anyone', 'another_person'];
const STAGES: readonly Stage[] = ['draft', 'live', 'changed', 'approved'];
const ROLES = ['viewer', 'author', 'publisher', 'editor', 'owner'] as const;
type Role = (typeof ROLES)[number] | 'program';

let app: TestApp;
let site: ContentProject;
/** Makes the entries. */
let author: TestPerson;
/** Approves them. */
let approver: TestPerson;

const { schema } = defineConfig({
  collections: RULES.map((key) =>
    collection({
      key,
      title: 'title',
      fields: { title: text({ localized: true }), slug: slug({ localized: true }) },
      ...(WORKFLOWS[key] && { workflow: WORKFLOWS[key] }),
    }),
  ),
});

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const { id: projectId } = site.project;
  const path = `/projects/${projectId}/schema`;
  const { body: diff } = await site.api.post(`${path}/diff`, { schema });
  const pushed = { schema, base_version: 1, confirm_token: diff.confirm_token };
  expect((await site.api.post(`${path}/sync`, pushed)).status).toBe(200);
  author = await app.person({ projectId, role: 'author' });
  approver = await app.person({ projectId, role: 'editor' });
});

const answered = (answer: { status: number; body: LooseBody }): LooseBody => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const approve = async (id: string, by: TestPerson = approver) => {
  const { version: base_version } = await site.get(id);
  return answered(
    await by.api.patch(`${site.entries}/${id}/review`, {
      state: 'approved',
      base_version,
      locales: ['en', 'de'],
      note: 'Fine.',
    }),
  );
};
const save = async (id: string, title: string): Promise<unknown> =>
  answered(await site.save(id, { en: { title } }, (await site.get(id)).version, {}, author.api));
const bulk = (api: ApiClient, action: string, ids: readonly string[], more: object = {}) =>
  api.post(`${site.entries}/bulk`, { action, entry_ids: ids, ...more });

/** An entry of the author's in a stage. */
async function made(rule: Rule, stage: Stage, title: string): Promise<string> {
  const values = { en: { title, slug: title.toLowerCase() }, de: { title } };
  const { body } = await author.api.post(site.entries, { collection_key: rule, values });
  const id: string = body.id;
  if (stage === 'draft') return id;
  if (rule !== 'free') await approve(id);
  answered(await site.publish(id, ['en', 'de']));
  if (stage === 'changed') await save(id, `${title} anew`);
  if (stage === 'approved' && rule !== 'free') await approve(id);
  return id;
}

const apiOf = async (role: Role): Promise<ApiClient> =>
  role === 'program' ? site.api : (await app.person({ projectId: site.project.id, role })).api;

/** Why something live may not leave the site; null when it may. */
function refusalOf(role: Role, rule: Rule, stage: Stage): string | null {
  const isLive = stage !== 'draft';
  if (role === 'viewer' || (isLive && role === 'author')) return 'auth.insufficient_role';
  if (!isLive) return role === 'publisher' ? 'auth.insufficient_role' : null;
  if (rule === 'free' || stage === 'approved') return null;
  if (rule === 'anyone' && stage === 'live') return null;
  return 'entry.leaving_not_approved';
}

describe.each([...ROLES, 'program'] as const)('for a %s', (role) => {
  const tags = role === 'author' || role === 'editor' ? [] : ['full' as const];
  it.each(RULES)('deleting and unpublishing follow the rule of publishing: %s', { tags }, async (rule) => {
    // An author deletes own entries.
    const api = role === 'author' ? author.api : await apiOf(role);
    for (const stage of STAGES) {
      const why = refusalOf(role, rule, stage);
      const said = `${role}, ${rule}, ${stage}`;
      const [one, other, kept] = await Promise.all(
        ['One', 'Other', 'Kept'].map((name) => made(rule, stage, `${name}-${stage}`)),
      );
      const before = await site.get(one ?? '');
      const removed = await api.delete(`${site.entries}/${one}`);
      expect([said, removed.status < 300 ? null : removed.body.error.code]).toEqual([said, why]);
      const status = stage === 'draft' ? 'draft' : 'published';
      expect([said, (await site.get(one ?? '')).status]).toEqual([said, why ? status : 'trashed']);
      if (why) expect(await site.get(one ?? '')).toEqual(before);

      const asked = await bulk(api, 'trash', [other ?? ''], { partial: true, dry_run: true });
      const done = await bulk(api, 'trash', [other ?? ''], { partial: true });
      if (role === 'viewer') {
        expect([asked, done].map(codeOf)).toEqual(Array(2).fill([403, 'auth.insufficient_role']));
      } else {
        for (const { body } of [asked, done]) {
          expect([said, body.data[0].error?.code ?? null]).toEqual([said, why]);
        }
      }
      if (stage === 'draft' || role === 'viewer') continue;
      const off = await api.post(`${site.entries}/${kept}/unpublish`, { locales: ['en', 'de'] });
      expect([said, off.status < 300 ? null : off.body.error.code]).toEqual([said, why]);
    }
  });
});

describe('what needs the approval of another person', () => {
  it('leaves the site only after someone else than who takes it off has approved it since it is live', async () => {
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    const id = await made('another_person', 'live', 'News');
    const refused = await editor.api.delete(`${site.entries}/${id}`);
    expect(codeOf(refused)).toEqual([409, 'entry.leaving_not_approved']);
    expect(refused.body.error.details).toMatchObject([
      { path: ['locales', 0], reason: 'not_approved', title: 'Approved', message: expect.stringContaining('live in') },
      { path: ['locales', 1] },
    ]);
    // Who approves it can't use this approval, and neither can a token of theirs.
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    await approve(id, owner);
    expect(codeOf(await owner.api.delete(`${site.entries}/${id}`))).toEqual([409, 'entry.leaving_not_approved']);
    const tokens = `/projects/${site.project.id}/tokens`;
    const { body: token } = await owner.api.post(tokens, { name: 'Sync', scope: 'admin' });
    const program = app.client({ token: token.secret });
    expect(codeOf(await program.delete(`${site.entries}/${id}`))).toEqual([409, 'entry.leaving_not_approved']);
    expect((await editor.api.delete(`${site.entries}/${id}`)).body.was_live_in).toEqual(['de', 'en']);
  });

  it('refuses none or only its own of many, as they are asked for', async () => {
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    const [live, draft] = [await made('another_person', 'live', 'Live'), await made('free', 'draft', 'Draft')];
    const all = await bulk(editor.api, 'trash', [live, draft]);
    expect(codeOf(all)).toEqual([409, 'entry.bulk_refused']);
    expect(all.body.error.details).toMatchObject([
      { path: ['entry_ids', 0, 'locales', 0], code: 'entry.leaving_not_approved', entry_id: live },
      { entry_id: live },
    ]);
    expect((await site.get(draft)).status).toBe('draft');
    const some = answered(await bulk(editor.api, 'trash', [live, draft], { partial: true }));
    expect(some.data.map(({ result }: LooseBody) => result)).toEqual(['refused', 'changed']);
  });

  it('is put live again out of the trash as the same version, without another approval', async () => {
    const id = await made('another_person', 'approved', 'News');
    await save(id, 'Not approved');
    await approve(id);
    const before = await site.get(id);
    const live = () =>
      app.database.prisma.publication.findMany({
        where: { entryId: id, untilSeq: null },
        select: { locale: true, version: true, publishedAt: true },
        orderBy: { locale: 'asc' },
      });
    const wasLive = await live();
    expect(wasLive).toMatchObject([{ locale: 'de' }, { locale: 'en' }]);
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    answered(await editor.api.delete(`${site.entries}/${id}`));
    expect(await site.get(id)).toMatchObject({ status: 'trashed', was_live_in: ['de', 'en'] });
    const listed = answered(await site.api.get(`${site.entries}?status=trashed`));
    expect(listed.data).toMatchObject([{ id, was_live_in: ['de', 'en'] }]);
    answered(await editor.api.post(`${site.entries}/${id}/republish`, {}));
    const after = await site.get(id);
    expect(after).toMatchObject({
      status: 'published',
      was_live_in: [],
      published_at: before.published_at,
      review: before.review,
      values: before.values,
    });
    expect(await live()).toEqual(wasLive);
  });

  it('keeps its approval when it leaves the trash as a draft', async () => {
    const id = await made('another_person', 'approved', 'News');
    answered(await bulk(site.api, 'trash', [id]));
    answered(await site.api.post(`${site.entries}/${id}/restore`, {}));
    expect(await site.get(id)).toMatchObject({ status: 'draft', was_live_in: [], review: { state: 'approved' } });
    answered(await site.publish(id, ['en', 'de']));
  });
});

it('stands in the history, with the languages that left, and so does the way back', async () => {
  const id = await made('free', 'live', 'News');
  const { body: off } = await site.api.delete(`${site.entries}/${id}`);
  answered(await site.api.post(`${site.entries}/${id}/restore`, {}));
  const { body } = await site.api.get(`${site.entries}/${id}/versions`);
  expect(body.data.map(({ kind, locales }: LooseBody) => [kind, [...locales].sort()])).toEqual([
    ['undelete', []],
    ['delete', ['de', 'en']],
    ['publish', ['de', 'en']],
    ['create', ['de', 'en']],
  ]);
  expect(off.version).toBe(3);
  // A draft was live nowhere, and what was taken off before wasn't either.
  answered(await site.api.delete(`${site.entries}/${id}`));
  expect(await site.get(id)).toMatchObject({ status: 'trashed', was_live_in: [] });
});
