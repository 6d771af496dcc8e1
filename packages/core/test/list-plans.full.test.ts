// @module-tag full
import { collection, date, defineConfig, text } from '@stele/schema';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLimits } from '../src/server/registry.ts';
import { type AssetFilling, fillAssets } from './support/fill-assets.ts';
import { type Filling, fillEntries } from './support/fill-entries.ts';
import { GoodPlans, given } from './support/good-plans.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from './support/test-app.ts';

const ENTRIES = rounds({ short: 20_000, long: 100_000 });
const ASSETS = rounds({ short: 10_000, long: 100_000 });
/** Only against hangs: an embedded database takes a minute for them. */
const FILLING_MS = 600_000;
const LOCALES = ['en', 'de', 'fr'];
const AUTHORS = { most: 'usr_most', some: 'usr_some', few: 'usr_few' };
const ASSIGNEES = { busy: 'usr_busy', idle: 'usr_idle' };

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let plans: GoodPlans;
let ids: string[];
const referredTo = { often: '', seldom: '', liveOnly: '' };

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.list=1000000') });
  project = await app.project({ locales: LOCALES });
  owner = await app.person({ projectId: project.id, role: 'owner' });
  const { pool } = app.database;
  for (let n = 0; n < 3; n++) await fillEntries(pool, await app.project({ locales: LOCALES }), 50, entryOf);
  ids = await fillEntries(pool, { id: project.id }, ENTRIES, entryOf);
  await addOthers();
  await addMentions();
  await addHistory();
  await addAssets();
  await addReviews();
  await addAuthors();
  await pool.query('VACUUM ANALYZE');
  plans = new GoodPlans(app.database, project.id);
}, FILLING_MS);
afterAll(async () => {
  plans.stop();
  await app.close();
});

/** Few in the trash, few changed ones, a collection of ten, a locale of twenty; words that are rare, common, and old. */
function entryOf(number: number): Filling {
  const words = ['common', `only${number}`];
  if (number % 10_000 === 7) words.push('rare');
  if (number % 67 === 0) words.push('middling');
  if (number >= 1_000 && number < 2_500) words.push('old');
  if (number >= 1_000 && number < 41_000) words.push('former');
  const values = { title: `Entry ${(number * 7919) % ENTRIES}`, body: words.join(' '), date: dayOf(number % 1000) };
  return {
    collection: number % 10_000 === 3 ? 'few' : number % 4 === 0 ? 'pages' : 'posts',
    state:
      number % 10_000 === 1 ? 'trashed' : number % 100 === 2 ? 'changed' : number % 5 === 0 ? 'draft' : 'published',
    title: values.title,
    values: { en: values, ...(number % 2 === 0 && { de: values }), ...(number % 5_000 === 4 && { fr: values }) },
  };
}

/** A day of three years. */
function dayOf(number: number): string {
  return new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
}

/** Projects, tokens and people of others, so that the planner sees tables that are worth an index. */
async function addOthers(): Promise<void> {
  const { pool } = app.database;
  const actor = `'{"type": "system", "id": "system", "name": "System"}'::jsonb`;
  for (const sql of [
    `INSERT INTO projects (id, name, slug, default_locale, locales)
     SELECT 'prj_' || lpad(n::text, 26, '0'), 'Other', 'other-' || n, 'en', '{en}' FROM generate_series(1, 5000) AS n`,
    `INSERT INTO project_tokens (id, project_id, name, scope, secret_hash, hint, created_by)
     SELECT 'tok_' || lpad(n::text, 26, '0'), 'prj_' || lpad(n::text, 26, '0'), 'x', 'admin', n::text, '', ${actor}
     FROM generate_series(1, 5000) AS n`,
    `INSERT INTO users (id, name, email, updated_at)
     SELECT 'usr_' || lpad(n::text, 26, '0'), 'x', n || '@example.org', now() FROM generate_series(1, 5000) AS n`,
    `INSERT INTO members (project_id, user_id, role)
     SELECT 'prj_' || lpad(n::text, 26, '0'), 'usr_' || lpad(n::text, 26, '0'), 'owner' FROM generate_series(1, 5000) AS n`,
  ]) {
    await pool.query(sql);
  }
}

async function addMentions(): Promise<void> {
  const { pool } = app.database;
  [referredTo.often = '', referredTo.seldom = '', referredTo.liveOnly = ''] = ids;
  await pool.query('UPDATE entry_drafts SET refers_to = ARRAY[$1] WHERE entry_id = ANY($2)', [
    referredTo.often,
    ids.filter((_, n) => n % 20 === 6),
  ]);
  await pool.query('UPDATE entry_drafts SET refers_to = ARRAY[$1] WHERE entry_id = ANY($2)', [
    referredTo.seldom,
    ids.filter((_, n) => n % 10_000 === 8),
  ]);
  await pool.query(
    `UPDATE contents c SET refers_to = ARRAY[$1] FROM publications l
     WHERE l.entry_id = ANY($2) AND c.project_id = l.project_id AND c.hash = l.content_hash`,
    [referredTo.liveOnly, ids.filter((_, n) => n % 10_000 === 9)],
  );
}

async function addHistory(): Promise<void> {
  const { pool } = app.database;
  const actor = `jsonb_build_object('type', 'user', 'id', 'usr_' || n % 3, 'name', 'Ada')`;
  await pool.query(
    `INSERT INTO audit_records (id, project_id, action, target_id, actor, data, created_at)
     SELECT 'aud_01k' || lpad(n::text, 23, '0'), $1, (ARRAY['entry.create', 'entry.save', 'entry.publish'])[1 + n % 3],
       ($2::text[])[1 + n % 1000], ${actor}, '{}'::jsonb, now() FROM generate_series(1, 50000) AS n
     UNION ALL SELECT 'aud_01k' || lpad((60000 + n)::text, 23, '0'), $1, 'token.create', 'tok_' || n, ${actor}, '{}'::jsonb, now()
     FROM generate_series(1, 20) AS n`,
    [project.id, ids.slice(0, 1000)],
  );
  await pool.query(
    `INSERT INTO entry_versions (entry_id, version, kind, locales, changed_paths, created_at, created_by)
     SELECT $1, n, 'save', '{en}', '[]', now(), ${actor} FROM generate_series(10, 5000) AS n`,
    [ids[50]],
  );
  await pool.query(
    `WITH s AS (INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
       SELECT 'snap_' || lpad(n::text, 26, '0'), $1, n, 0, now(), '[]', '' FROM generate_series(1, 5000) AS n)
     INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
     SELECT $1, n, 'snap_' || lpad(n::text, 26, '0'), '[]', 1, 0, 0, now() FROM generate_series(1, 5000) AS n`,
    [project.id],
  );
  await pool.query(
    `INSERT INTO schema_versions (project_id, version, hash, document, changes, created_at, created_by)
     SELECT $1, n, '', '{}', '[]', now(), ${actor} FROM generate_series(1, 3000) AS n`,
    [project.id],
  );
}

const folders = { large: '', small: '' };

/** Most entries are approved, and some of these changed since; few are at the lawyers. */
async function addReviews(): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO entry_reviews (entry_id, project_id, state, approved_version, assignee_id, due_on)
     SELECT e.id, $1, CASE WHEN n % 5000 = 11 THEN 'legal' WHEN n % 40 = 0 THEN 'review' ELSE 'approved' END,
       CASE WHEN n % 5000 = 11 OR n % 40 = 0 THEN NULL WHEN n % 50 = 3 THEN 0 ELSE e.values_version END,
       CASE WHEN n % 3 = 0 THEN $2 WHEN n % 5000 = 1 THEN $3 END,
       CASE WHEN n % 7 = 0 THEN date '2026-01-01' + (n % 300)::int END
     FROM unnest($4::text[]) WITH ORDINALITY AS i(id, n) JOIN entries e ON e.id = i.id WHERE n % 10 > 0 OR n % 40 = 0`,
    [project.id, ASSIGNEES.busy, ASSIGNEES.idle, ids],
  );
}

/** One person wrote most entries, one some of them, and one few. */
async function addAuthors(): Promise<void> {
  await app.database.pool.query(
    `UPDATE entries e SET created_by = a.author, updated_by = a.author FROM (
       SELECT i.id, jsonb_build_object('type', 'user', 'name', 'x', 'id',
         CASE WHEN n % 5000 = 12 THEN $1 WHEN n % 25 = 3 THEN $2 ELSE $3 END) AS author
       FROM unnest($4::text[]) WITH ORDINALITY AS i(id, n)) a WHERE e.id = a.id`,
    [AUTHORS.few, AUTHORS.some, AUTHORS.most, ids],
  );
}

/** Few in the trash, few failed ones, few films; a folder of a quarter of them and one of ten; most with a text in English. */
async function addAssets(): Promise<void> {
  const { pool } = app.database;
  for (const name of ['large', 'small'] as const) {
    folders[name] = (await project.api.post(`/projects/${project.id}/asset-folders`, { name })).body.id;
  }
  await fillAssets(pool, (await app.project()).id, ASSETS / 10, assetOf);
  await fillAssets(pool, project.id, ASSETS, assetOf);
}

function assetOf(number: number): AssetFilling {
  const words = ['common', ...(number % 1000 === 7 ? ['rare'] : []), ...(number % 67 === 0 ? ['middling'] : [])];
  return {
    filename: `${words.join(' ')} ${(number * 7919) % ASSETS}.jpg`,
    mime: number % 1000 === 5 ? 'video/mp4' : number % 3 === 0 ? 'image/png' : 'image/jpeg',
    altText: { ...(number % 1000 !== 9 && { en: 'words' }), ...(number % 2 === 0 && { de: 'Worte' }) },
    decorative: number % 10 === 0,
    folderId: number % 4 === 0 ? folders.large : number % 1000 === 1 ? folders.small : null,
    stage: number % 1000 === 2 ? 'failed' : number % 1000 === 3 ? 'pending' : 'ready',
    trashed: number % 1000 === 4,
    bytes: (number * 7919) % 1_000_003,
  };
}

const SORTS = ['', 'created', '-created', 'updated', '-updated', 'title', '-title'];
const PLACES = ['position', '-position'];
const IN_TRASH = ['trashed', '-trashed'];
const STATES = ['', 'draft', 'published', 'changed', 'trashed'];

describe(`entries, of ${ENTRIES}, are listed without reading or sorting many of them`, () => {
  for (const collection of ['', 'posts', 'few']) {
    it(`in every order and state${collection && `, of the collection ${collection}`}`, async () => {
      for (const status of STATES) {
        for (const sort of [...SORTS, ...(collection ? PLACES : []), ...(status === 'trashed' ? IN_TRASH : [])]) {
          await plans.expect(project.api, 'entries', given({ collection, status, sort }));
        }
      }
    });
  }

  for (const search of ['rare', 'middling', 'old', 'former', 'common', 'c', 'common on', 'rare common', 'entyr']) {
    it(`that a search for "${search}" finds`, async () => {
      for (const collection of ['', 'posts', 'few']) {
        for (const status of ['', 'draft', 'trashed']) {
          for (const sort of ['', '-created', '-updated', 'title', ...(collection ? PLACES : [])]) {
            await plans.expect(project.api, 'entries', given({ search, collection, status, sort }));
          }
        }
      }
    });
  }

  for (const locale of ['fr', 'de']) {
    it(`of the locale ${locale}`, async () => {
      for (const status of ['', 'draft', 'published', 'changed', 'trashed']) {
        for (const search of ['', 'rare', 'former']) {
          for (const sort of SORTS) await plans.expect(project.api, 'entries', given({ locale, status, search, sort }));
        }
      }
    });
  }

  for (const mention of ['often', 'seldom', 'liveOnly'] as const) {
    it(`that refer to an entry (${mention})`, async () => {
      for (const status of ['', 'draft', 'published']) {
        for (const search of ['', 'common']) {
          for (const sort of SORTS) {
            await plans.expect(project.api, 'entries', given({ refers_to: referredTo[mention], status, search, sort }));
          }
        }
      }
    });
  }
});

describe('entries are listed by who wrote them without reading or sorting many of them', () => {
  for (const author of [...Object.values(AUTHORS), 'usr_nobody']) {
    for (const by of ['created_by', 'updated_by']) {
      it(`${by} ${author}`, async () => {
        for (const collection of ['', 'posts', 'few']) {
          for (const status of ['', 'draft', 'trashed']) {
            for (const sort of SORTS) {
              await plans.expect(project.api, 'entries', given({ [by]: author, collection, status, sort }));
            }
          }
        }
        for (const other of [
          { search: 'common' },
          { search: 'rare' },
          { locale: 'de' },
          { updated_by: AUTHORS.most },
        ]) {
          await plans.expect(project.api, 'entries', given({ [by]: author, ...other }));
        }
      });
    }
  }
});

describe('entries of a collection with a workflow are listed without reading or sorting many of them', () => {
  beforeAll(async () => {
    const { pool } = app.database;
    const collections = ['posts', 'pages', 'few'].map((key) =>
      collection({ key, fields: { title: text(), date: date() }, workflow: ['draft', 'review', 'legal', 'approved'] }),
    );
    await pool.query(
      `INSERT INTO schema_versions (project_id, version, hash, document, changes, created_at, created_by)
       VALUES ($1, 9000, '', $2, '[]', now(), $3)`,
      [project.id, JSON.stringify(defineConfig({ collections }).schema), { type: 'user', id: owner.id, name: 'Owner' }],
    );
    await pool.query('UPDATE projects SET schema_version = 9000 WHERE id = $1', [project.id]);
  }, FILLING_MS);

  for (const state of ['draft', 'review', 'legal', 'approved']) {
    it(`in the state ${state}`, async () => {
      for (const of of ['posts', 'few']) {
        for (const sort of SORTS) await plans.expect(project.api, 'entries', given({ collection: of, state, sort }));
      }
    });
  }

  it('that are due', async () => {
    for (const due_by of ['2025-12-31', '2026-01-01', '2026-06-01', '2027-01-01']) {
      for (const of of ['', 'posts']) {
        for (const sort of SORTS) await plans.expect(project.api, 'entries', given({ collection: of, due_by, sort }));
      }
    }
  });

  it('that are due between two days', async () => {
    for (const due_from of ['2025-12-31', '2026-06-01', '2027-01-01']) {
      for (const sort of SORTS) {
        await plans.expect(project.api, 'entries', { collection: 'posts', due_from, ...given({ sort }) });
        await plans.expect(project.api, 'entries', {
          collection: 'posts',
          due_from,
          due_by: '2026-07-01',
          ...given({ sort }),
        });
      }
    }
  });

  it('of a day, a month and some of them', async () => {
    for (const [from, to] of [
      ['2025-05-01', '2025-05-01'],
      ['2025-05-01', '2025-05-31'],
      ['2025-05-01', '2025-07-31'],
      ['2035-05-01', '2035-05-31'],
    ]) {
      for (const of of ['posts', 'few']) {
        for (const state of ['', 'legal', 'approved']) {
          const filter = `date:gte:${from},date:lte:${to}`;
          for (const sort of SORTS)
            await plans.expect(project.api, 'entries', given({ collection: of, filter, state, sort }));
        }
      }
    }
  });

  it('that someone takes care of', async () => {
    for (const assignee of [ASSIGNEES.busy, ASSIGNEES.idle, 'usr_nobody']) {
      for (const of of ['', 'posts']) {
        for (const sort of SORTS) {
          await plans.expect(project.api, 'entries', given({ collection: of, assignee, sort }));
        }
      }
    }
  });
});

describe('other lists are read without reading or sorting many rows', () => {
  it('the audit log, with any of its filters', async () => {
    for (const action of ['', 'entry.', 'entry.save', 'token.', 'token.create', 'nothing.']) {
      for (const actor of ['', 'usr_1', 'usr_none']) {
        for (const target of ['', ids[7] ?? '']) {
          await plans.expect(owner.api, 'audit', given({ action, actor, target }));
        }
      }
      const [from, to] = ['2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z'];
      for (const range of [{ from }, { to }, { from, to }])
        await plans.expect(owner.api, 'audit', given({ action, ...range }));
    }
  });

  it("an entry's versions, the site's history, the schema's versions, tokens and members", async () => {
    await plans.expect(project.api, `entries/${ids[50]}/versions`, {});
    await plans.expect(owner.api, 'snapshots', {});
    await plans.expect(owner.api, 'schema/versions', {});
    await plans.expect(owner.api, 'tokens', {});
    await plans.expect(owner.api, 'members', {});
    await plans.expect(owner.api, 'invitations', {});
  });
});

describe(`assets, of ${ASSETS}, are listed without reading or sorting many of them`, () => {
  const sorts = ['', 'created', '-updated', 'filename', '-filename', 'bytes', '-bytes'];

  it('in every order and status', async () => {
    for (const status of ['', 'pending', 'processing', 'ready', 'failed', 'trashed']) {
      for (const sort of sorts) await plans.expect(project.api, 'assets', given({ status, sort }));
    }
  });

  const filters: Record<string, string>[] = [
    ...['rare', 'middling', 'common', 'c', 'rare common'].map((search) => ({ search })),
    ...['image/*', 'image/png', 'video/*', 'audio/mpeg'].map((mime) => ({ mime })),
    ...['en', 'de'].map((locale) => ({ missing_alt: locale })),
    { folder: 'none' },
    ...['rare', 'common', 'none'].map((tag) => ({ tag })),
    { search: 'common', mime: 'image/*', missing_alt: 'de' },
  ];
  for (const filter of filters) {
    it(`that are filtered by ${JSON.stringify(filter)}`, async () => {
      for (const status of ['', 'ready', 'trashed']) {
        for (const sort of sorts) await plans.expect(project.api, 'assets', given({ ...filter, status, sort }));
      }
    });
  }

  it('that lie in a folder', async () => {
    for (const folder of [folders.large, folders.small]) {
      for (const search of ['', 'common', 'rare']) {
        for (const sort of sorts) await plans.expect(project.api, 'assets', given({ folder, search, sort }));
      }
    }
  });

  it('and their tags are read from few of them', async () => {
    plans.reset();
    expect((await project.api.get(`/projects/${project.id}/asset-tags`)).status).toBe(200);
    await plans.expectLookUps();
  });

  it('and one, its upload and its duplicates are looked up', async () => {
    const { data } = (await project.api.get(`/projects/${project.id}/assets?limit=1`)).body;
    plans.reset();
    expect((await project.api.post(`/projects/${project.id}/assets/${data[0].id}/complete`)).status).toBe(200);
    await plans.expectLookUps();
  });
});

it('what a link of one entry shows of a small collection is looked up', async () => {
  const link = await owner.api.post(`/projects/${project.id}/preview-links`, { entry_id: ids[3] });
  expect(link.status, JSON.stringify(link.body)).toBe(201);
  plans.reset();
  const visitor = app.client({ token: link.body.secret });
  const { status, body } = await visitor.get(`/projects/${project.id}/drafts/few.en.json`);
  expect([status, body.entries.length]).toEqual([200, 2]);
  await plans.expectLookUps();
});
