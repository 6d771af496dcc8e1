import { boolean, collection, defineConfig, text } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

type Locale = 'en' | 'de';
const BOTH: readonly Locale[] = ['en', 'de'];

let app: TestApp;
let site: ContentProject;
let people: Record<'anna' | 'lena' | 'bert', TestPerson>;

const push = async (extra: object = {}): Promise<void> => {
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'posts',
        fields: { title: text({ localized: true }), featured: boolean(), ...extra },
        workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
      }),
    ],
  });
  const { body: now } = await site.api.get(`/projects/${site.project.id}/schema`);
  const { body: diff } = await site.api.post(`/projects/${site.project.id}/schema/diff`, { schema });
  const pushed = {
    schema,
    base_version: now.version,
    ...(diff.confirm_token && { confirm_token: diff.confirm_token }),
  };
  expect((await site.api.post(`/projects/${site.project.id}/schema/sync`, pushed)).status).toBe(200);
};

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const projectId = site.project.id;
  await site.api.patch(`/projects/${projectId}`, { locales: ['en', 'de'] });
  await push();
  const [anna, lena, bert] = await Promise.all([0, 1, 2].map(() => app.person({ projectId, role: 'editor' })));
  if (!anna || !lena || !bert) throw new Error('No people.');
  people = { anna, lena, bert };
});

const save = async (id: string, values: object, by: Pick<TestPerson, 'api'>): Promise<void> => {
  const answer = await site.save(id, values as never, (await site.get(id)).version, {}, by.api);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const approve = async (id: string, by: Pick<TestPerson, 'api'>, more: object = {}) =>
  by.api.patch(`${site.entries}/${id}/review`, {
    state: 'approved',
    base_version: (await site.get(id)).version,
    ...more,
  });
const publish = (id: string, locales: readonly string[]) => site.api.post(`${site.entries}/${id}/publish`, { locales });
/** Which languages could be published as they are. */
const publishable = async (id: string): Promise<Locale[]> => {
  const { body } = await people.bert.api.get(`${site.entries}/${id}/review`);
  const standing = Object.fromEntries(body.locales.map((one: LooseBody) => [one.locale, one.standing]));
  const able = BOTH.filter((locale) => standing[locale] !== 'waiting');
  for (const locale of BOTH) {
    const check = { entry_id: id, publish: [locale] };
    const { body: checked } = await site.api.post(`${site.entries}/validate`, check);
    expect([locale, checked.valid]).toEqual([locale, able.includes(locale)]);
  }
  return able;
};
/** An entry that was live in both languages before anyone of them wrote. */
const liveEntry = async (): Promise<string> => {
  const values = { en: { title: 'Old', featured: false }, de: { title: 'Alt', featured: false } };
  const id = await site.create(values);
  const owner = await app.person({ projectId: site.project.id, role: 'owner' });
  expect((await approve(id, owner)).status).toBe(200);
  expect((await publish(id, BOTH)).status).toBe(200);
  return id;
};

it('stays when another language is approved, or sent back, at the same moment', async () => {
  const [{ anna, lena, bert }, id] = [people, await liveEntry()];
  await save(id, { en: { title: 'New' }, de: { title: 'Neu' } }, anna);
  for (const round of [1, 2, 3]) {
    const both = await Promise.all([approve(id, lena, { locales: ['en'] }), approve(id, bert, { locales: ['de'] })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect([round, (await site.get(id)).review.approved_locales]).toEqual([round, ['de', 'en']]);
    // An approval of something else doesn't bring back a withdrawn one.
    const back = { state: 'draft', base_version: (await site.get(id)).version, locales: ['en'] };
    const review = `${site.entries}/${id}/review`;
    await Promise.all([lena.api.patch(review, back), approve(id, bert, { locales: ['de'] })]);
    expect([round, (await site.get(id)).review.approved_locales]).toEqual([round, ['de']]);
    await lena.api.patch(review, { ...back, locales: ['de'] });
  }
});

describe('who approves what', () => {
  const writers = [
    { en: 'anna', de: 'anna' },
    { en: 'anna', de: 'lena' },
  ] as const;
  const approvals = [undefined, ['en'], ['de']] as const;
  const edits = { nothing: [], 'English by Lena': ['en'], 'German by Lena': ['de'], 'a shared field by Lena': BOTH };
  const table = writers.flatMap((wrote) =>
    (['anna', 'lena', 'bert'] as const).flatMap((approver) =>
      approvals.map((asked) => ({
        wrote,
        approver,
        asked,
        name: `${wrote.en} wrote English and ${wrote.de} German; ${approver} approves ${asked?.[0] ?? 'both'}`,
      })),
    ),
  );

  it.each(table)('$name', async ({ wrote, approver, asked }) => {
    const locales: readonly Locale[] = asked ?? BOTH;
    const mayApprove = locales.every((locale) => wrote[locale] !== approver);
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, people[wrote.en]);
    await save(id, { de: { title: 'Neu' } }, people[wrote.de]);
    const answer = await approve(id, people[approver], asked && { locales: asked });
    if (!mayApprove) {
      expect(codeOf(answer)).toEqual([409, 'entry.needs_another_person']);
      const own = locales.filter((locale) => wrote[locale] === approver).sort();
      expect(answer.body.error.details.map(({ path }: LooseBody) => path)).toEqual(own.map((one) => ['locales', one]));
      expect(await publishable(id)).toEqual([]);
      return;
    }
    expect(answer.body).toMatchObject({
      state: asked ? null : 'approved',
      approved_locales: [...locales].sort(),
    });
    expect(await publishable(id)).toEqual(locales);
    for (const [what, changed] of Object.entries(edits)) {
      const values = {
        ...(what.startsWith('English') && { en: { title: 'New.' } }),
        ...(what.startsWith('German') && { de: { title: 'Neu.' } }),
        ...(what.startsWith('a shared') && { en: { featured: true }, de: { featured: true } }),
      };
      if (changed.length > 0) await save(id, values, people.lena);
      const still = locales.filter((locale) => !changed.includes(locale as never));
      expect([what, await publishable(id)]).toEqual([what, still]);
      // Exactly the approved values again: the approval holds again.
      const before = { en: { title: 'New', featured: false }, de: { title: 'Neu', featured: false } };
      if (changed.length > 0) await save(id, before, people.lena);
      expect([what, await publishable(id)]).toEqual([what, locales]);
    }
  });

  it("is nothing that somebody else's full stop in another language changes", async () => {
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, people.anna);
    expect(codeOf(await approve(id, people.anna))).toEqual([409, 'entry.needs_another_person']);
    await save(id, { de: { title: 'Alt.' } }, people.lena);
    expect(codeOf(await approve(id, people.anna))).toEqual([409, 'entry.needs_another_person']);
    expect(codeOf(await approve(id, people.anna, { locales: ['en'] }))).toEqual([409, 'entry.needs_another_person']);
    expect((await approve(id, people.anna, { locales: ['de'] })).body.approved_locales).toEqual(['de']);
    expect(codeOf(await publish(id, BOTH))).toEqual([409, 'entry.not_approved']);
    expect((await publish(id, ['de'])).status).toBe(200);
    expect((await approve(id, people.lena)).body).toMatchObject({
      state: 'approved',
      approved_locales: ['de', 'en'],
    });
    expect((await publish(id, ['en'])).status).toBe(200);
  });

  it('is refused to both who wrote the same text, and to who wrote a shared field of it', async () => {
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, people.anna);
    await save(id, { en: { title: 'New!' } }, people.lena);
    await save(id, { en: { featured: true }, de: { featured: true } }, people.lena);
    for (const one of [people.anna, people.lena]) {
      expect(codeOf(await approve(id, one, { locales: ['en'] }))).toEqual([409, 'entry.needs_another_person']);
    }
    expect(codeOf(await approve(id, people.lena, { locales: ['de'] }))).toEqual([409, 'entry.needs_another_person']);
    expect((await approve(id, people.anna, { locales: ['de'] })).status).toBe(200);
    expect((await approve(id, people.bert)).status).toBe(200);
    expect((await publish(id, BOTH)).status).toBe(200);
    // Live values are no one's any more: only what is written from now on counts.
    await save(id, { en: { title: 'New?' } }, people.bert);
    expect(codeOf(await approve(id, people.bert))).toEqual([409, 'entry.needs_another_person']);
    expect((await approve(id, people.anna)).status).toBe(200);
  });

  it('is refused for what was written before a schema changed the live values', async () => {
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, people.anna);
    const { schema } = defineConfig({
      collections: [
        collection({
          key: 'posts',
          fields: { title: text({ localized: true }) },
          workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
        }),
      ],
    });
    const { body: now } = await site.api.get(`/projects/${site.project.id}/schema`);
    const { body: diff } = await site.api.post(`/projects/${site.project.id}/schema/diff`, { schema });
    const pushed = { schema, base_version: now.version, confirm_token: diff.confirm_token };
    expect((await site.api.post(`/projects/${site.project.id}/schema/sync`, pushed)).status).toBe(200);
    expect(codeOf(await approve(id, people.anna))).toEqual([409, 'entry.needs_another_person']);
    expect((await approve(id, people.bert)).status).toBe(200);
  });

  it('is for someone limited to a language, in that language', async () => {
    const limits = { locales: ['de'] };
    await app.database.prisma.member.updateMany({ where: { userId: people.lena.id }, data: { limits } });
    const id = await liveEntry();
    await save(id, { en: { title: 'New' }, de: { title: 'Neu' } }, people.anna);
    expect(codeOf(await approve(id, people.lena))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await approve(id, people.lena, { locales: ['en'] }))).toEqual([403, 'auth.insufficient_role']);
    expect((await approve(id, people.lena, { locales: ['de'] })).body.approved_locales).toEqual(['de']);
    expect(await publishable(id)).toEqual(['de']);
    expect((await approve(id, people.bert, { locales: ['fr'] })).body.error.details[0].path).toEqual(['locales', 0]);
  });
});

describe('a decision', () => {
  const decide = async (id: string, by: TestPerson, change: object): Promise<LooseBody> => {
    const answer = await by.api.patch(`${site.entries}/${id}/review`, {
      base_version: (await site.get(id)).version,
      ...change,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const inbox = async (of: TestPerson) => {
    const { body } = await of.api.get(`/projects/${site.project.id}/inbox`);
    return body.data.map(({ kind, verdict, note, actor }: LooseBody) => [kind, verdict, note, actor.id]);
  };

  it('is in the inbox and in the history, with what was said', async () => {
    const { anna, bert, lena } = people;
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, anna);
    await decide(id, anna, { state: 'review', assignee_id: bert.id, due_on: '2026-12-24', note: 'Is it right?' });
    await decide(id, bert, { state: 'draft', note: 'A date is missing.' });
    await decide(id, anna, { state: 'review' });
    await decide(id, bert, { state: 'approved', note: 'Lovely. Ship it.' });
    expect(await inbox(anna)).toEqual([
      ['review_decided', 'approved', 'Lovely. Ship it.', bert.id],
      ['review_decided', 'sent_back', 'A date is missing.', bert.id],
    ]);
    expect(await inbox(bert)).toEqual([
      ['review_requested', 'asked', null, anna.id],
      ['review_requested', 'asked', 'Is it right?', anna.id],
    ]);
    const { body } = await lena.api.get(`${site.entries}/${id}/review`);
    expect(
      body.moves
        .map(({ verdict, locales, note, created_by: by }: LooseBody) => [verdict, locales, note, by.id])
        .slice(0, 4),
    ).toEqual([
      ['approved', ['en'], 'Lovely. Ship it.', bert.id],
      ['asked', [], null, anna.id],
      ['sent_back', [], 'A date is missing.', bert.id],
      ['asked', [], 'Is it right?', anna.id],
    ]);
    expect(body.review).toMatchObject({ state: 'approved', due_on: '2026-12-24', assignee: { id: bert.id } });
  });

  it('says for each language what waits, who wrote it, and who may approve it', async () => {
    const { anna, bert, lena } = people;
    const id = await liveEntry();
    await save(id, { en: { title: 'New' } }, anna);
    await save(id, { en: { title: 'New.' } }, lena);
    const read = async (by: TestPerson) => (await by.api.get(`${site.entries}/${id}/review`)).body.locales;
    const own = { standing: 'waiting', written_by: [{ id: anna.id }, { id: lena.id }] };
    const live = { locale: 'de', standing: 'live', written_by: [], refusal: null };
    expect(await read(anna)).toMatchObject([live, { locale: 'en', ...own, refusal: 'another_person' }]);
    expect(await read(bert)).toMatchObject([live, { locale: 'en', ...own, refusal: null }]);
    const author = await app.person({ projectId: site.project.id, role: 'author' });
    expect((await read(author))[1]).toMatchObject({ refusal: 'role' });
    await approve(id, bert);
    const approved = { locale: 'en', standing: 'approved', approved_by: { id: bert.id }, refusal: null };
    expect(await read(anna)).toMatchObject([live, approved]);
    const page = await site.create({ en: { title: 'Page' } }, 'posts');
    expect(codeOf(await anna.api.get(`${site.entries}/${page}x/review`))).toEqual([404, 'entry.not_found']);
  });

  it('is made about many entries at once, each for itself', async () => {
    const { anna, bert, lena } = people;
    const [one, two, three] = [await liveEntry(), await liveEntry(), await liveEntry()];
    for (const [id, by] of [
      [one, anna],
      [two, anna],
      [three, bert],
    ] as const) {
      await save(id, { en: { title: 'New' } }, by);
    }
    const ids = [one, two, three];
    const many = async (by: TestPerson, change: object, base_versions?: readonly number[]) => {
      const versions = base_versions ?? (await Promise.all(ids.map(async (id) => (await site.get(id)).version)));
      const given = { entry_ids: ids, ...change, ...('state' in change && { base_versions: versions }) };
      const answer = await by.api.post(`${site.entries}/reviews`, given);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data.map(({ review, error }: LooseBody) => error?.code ?? review.state);
    };
    const asked = { state: 'review', assignee_id: lena.id, due_on: '2026-12-24', note: 'For Christmas.' };
    expect(await many(anna, asked)).toEqual(['review', 'review', 'review']);
    expect(await inbox(lena)).toHaveLength(3);
    expect(await many(bert, { state: 'approved' })).toEqual(['approved', 'approved', 'entry.needs_another_person']);
    expect(await many(anna, { assignee_id: null, due_on: null })).toEqual(['approved', 'approved', 'review']);
    expect(await many(bert, { state: 'draft' }, [1, 1, 1])).toEqual(Array(3).fill('entry.version_conflict'));
    const refused = async (body: object) =>
      (await anna.api.post(`${site.entries}/reviews`, { entry_ids: [one], ...body })).body.error.details[0].path;
    expect(await refused({ state: 'draft' })).toEqual(['base_versions']);
    expect(await refused({ state: 'draft', base_versions: [1, 2] })).toEqual(['base_versions']);
    expect(await refused({ note: 'For what?' })).toEqual(['note']);
    expect(await refused({})).toEqual(['state']);
  });

  it('about many is made once for an Idempotency-Key, with one answer for all', async () => {
    const { anna } = people;
    const ids = [await liveEntry(), await liveEntry(), `${await liveEntry()}x`];
    for (const id of ids.slice(0, 2)) await save(id, { en: { title: 'New' } }, anna);
    const base_versions = [...(await Promise.all(ids.slice(0, 2).map(async (id) => (await site.get(id)).version))), 1];
    const ask = (note: string) =>
      anna.api.post(
        `${site.entries}/reviews`,
        { entry_ids: ids, base_versions, state: 'review', note },
        { 'idempotency-key': 'ask-for-review' },
      );
    const first = await ask('Please.');
    expect(first.body.data.map(({ id, error }: LooseBody) => [id, error?.code ?? null])).toEqual([
      [ids[0], null],
      [ids[1], null],
      [ids[2], 'entry.not_found'],
    ]);
    const again = await ask('Please.');
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, first.body, 'true']);
    for (const id of ids.slice(0, 2)) {
      const { moves } = (await site.api.get(`${site.entries}/${id}/review`)).body;
      expect(moves.filter(({ verdict }: LooseBody) => verdict === 'asked')).toHaveLength(1);
    }
    expect(codeOf(await ask('Now.'))).toEqual([422, 'idempotency.key_reused']);
    await app.database.pool.query(
      "UPDATE idempotency_records SET answer = NULL, lease_until = now() + interval '1 hour' WHERE key = 'ask-for-review'",
    );
    expect(codeOf(await ask('Please.'))).toEqual([409, 'idempotency.in_flight']);
  });

  it('that sends back some languages leaves the approvals of others', async () => {
    const { anna, bert, lena } = people;
    const id = await liveEntry();
    await save(id, { en: { title: 'New' }, de: { title: 'Neu' } }, anna);
    await decide(id, bert, { state: 'approved' });
    await save(id, { de: { title: 'Neu.' } }, lena);
    // Asking again for German takes nothing from English.
    await decide(id, lena, { state: 'review' });
    expect(await publishable(id)).toEqual(['en']);
    await decide(id, bert, { state: 'approved' });
    expect((await decide(id, bert, { state: 'draft', locales: ['de'] })).approved_locales).toEqual(['en']);
    expect((await decide(id, bert, { state: 'draft' })).approved_locales).toEqual([]);
  });
});
