import { collection, defineConfig, text } from '@stele/schema';
import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectContext } from '../../src/domains/context.ts';
import { deleteEntry } from '../../src/domains/entries/delete-entry.ts';
import { saveDraft } from '../../src/domains/entries/drafts/save-draft.ts';
import { updateProject } from '../../src/domains/projects/change-project.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import { underCurrentRules } from '../../src/entries/current-rules.store.ts';
import { purgeTrash } from '../../src/entries/purge-trash.store.ts';
import type { ApiError } from '../../src/platform/errors.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const NO_LIMITS = parseLimits(
  'entry.create=100000,entry.publish=100000,entry.save_draft=100000,schema.sync=1000,schema.diff=1000,snapshot.restore=1000',
);
const posts = (field: string) =>
  defineConfig({ collections: [collection({ key: 'posts', fields: { [field]: text({ localized: true }) } })] }).schema;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ limits: NO_LIMITS });
});
afterAll(() => app.close());

interface Prepared {
  readonly project: TestProject;
  readonly api: ApiClient;
  readonly owner: ApiClient;
  readonly here: string;
  /** Live in `earlier` as "old", in English and German; afterwards as "new", in English alone. */
  readonly entryId: string;
  readonly earlier: string;
}

async function prepare(): Promise<Prepared> {
  const project = await app.project();
  const { api, id } = project;
  const here = `/projects/${id}`;
  const owner = (await app.person({ projectId: id, role: 'owner' })).api;
  await api.post(`${here}/schema/sync`, { schema: posts('title'), base_version: 0 });
  const values = { en: { title: 'old' }, de: { title: 'alt' } };
  const entryId = (await api.post(`${here}/entries`, { collection_key: 'posts', values })).body.id;
  await api.post(`${here}/entries/${entryId}/publish`, { locales: ['en', 'de'] });
  const earlier = (await api.get(`${here}/snapshot/latest`)).body.snapshot_id;
  await api.post(`${here}/entries/${entryId}/unpublish`, { locales: ['de'] });
  const { version } = (await api.get(`${here}/entries/${entryId}`)).body;
  await api.put(`${here}/entries/${entryId}/draft`, {
    values: { en: { title: 'new' }, de: null },
    base_version: version,
  });
  await api.post(`${here}/entries/${entryId}/publish`, { locales: ['en'] });
  return { project, api, owner, here, entryId, earlier };
}

async function restore({ owner, here, earlier }: Prepared): Promise<void> {
  expect((await owner.post(`${here}/snapshots/${earlier}/restore`, {})).status).toBe(200);
}

/** The context of a request that was admitted just now. */
function admitted({ project }: Prepared): Promise<ProjectContext> {
  return systemProjectContext(app.services, project.id);
}

async function liveTitles({ id }: TestProject): Promise<unknown[]> {
  const { files } = await checkLive(app.database, app.storage, id);
  return ['posts.en', 'posts.de'].map((name) => files[name]?.map(({ values }) => values.title));
}

describe('a snapshot that is restored', () => {
  it('is live with its entries, and on record', async () => {
    const prepared = await prepare();
    const { owner, here, entryId, earlier, project } = prepared;
    await restore(prepared);
    const [entry, history, versions] = await Promise.all([
      owner.get(`${here}/entries/${entryId}`),
      owner.get(`${here}/snapshots?limit=1`),
      owner.get(`${here}/entries/${entryId}/versions?limit=1`),
    ]);
    expect(entry.body).toMatchObject({
      locales_status: { en: 'published', de: 'published' },
      changed_locales: ['en'],
      values: { en: { title: 'new' }, de: { title: 'alt' } },
    });
    expect(history.body.data).toMatchObject([
      { snapshot_id: earlier, live: true, added: 1, changed: 1, removed: 0, changes: [{ reason: 'restore' }] },
    ]);
    expect(versions.body.data).toMatchObject([{ kind: 'restore', locales: ['de', 'en'] }]);
    expect(await liveTitles(project)).toEqual([['old'], ['alt']]);
  });

  it('is what publishes build on', async () => {
    const prepared = await prepare();
    const { api, here, entryId, project } = prepared;
    await restore(prepared);
    const answer = await api.post(`${here}/entries/${entryId}/publish`, { locales: ['en'] });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await liveTitles(project)).toEqual([['new'], ['alt']]);
  });

  it('is what saves are checked against', async () => {
    const prepared = await prepare();
    const { api, here, entryId, project } = prepared;
    const { version } = (await api.get(`${here}/entries/${entryId}`)).body;
    await restore(prepared);
    const draft = { values: { de: null }, base_version: version };
    expect(codeOf(await api.put(`${here}/entries/${entryId}/draft`, draft))).toEqual([409, 'entry.version_conflict']);
    expect(await liveTitles(project)).toEqual([['old'], ['alt']]);
  });

  it('is what saves and deletions work on that were admitted before it', async () => {
    for (const work of [
      (ctx: ProjectContext, entryId: string) => deleteEntry(ctx, { entryId }),
      (ctx: ProjectContext, entryId: string) => {
        const input = { projectId: ctx.project.id, entryId, values: { en: { title: 'saved' } }, base_version: 6 };
        return underCurrentRules(saveDraft)(ctx, input);
      },
    ]) {
      const prepared = await prepare();
      const { api, here, entryId, project } = prepared;
      await api.post(`${here}/entries/${entryId}/unpublish`, { locales: ['en'] });
      expect((await api.get(`${here}/entries/${entryId}`)).body).toMatchObject({ version: 6, status: 'draft' });
      const ctx = await admitted(prepared);
      await restore(prepared);
      const result = await work(ctx, entryId).catch((error: ApiError) => error.errorCode);
      const entry = (await api.get(`${here}/entries/${entryId}`)).body;
      const live = await liveTitles(project);
      if (typeof result === 'string') {
        expect([result, entry.status, live]).toEqual(['entry.version_conflict', 'published', [['old'], ['alt']]]);
      } else expect([result.status, entry.status, live]).toEqual(['trashed', 'trashed', [[], []]]);
    }
  });

  it('keeps what it brings back from being purged', async () => {
    const prepared = await prepare();
    const { api, here, entryId, project } = prepared;
    await api.delete(`${here}/entries/${entryId}`);
    await app.database.pool.query("UPDATE entries SET trashed_at = now() - interval '40 days' WHERE id = $1", [
      entryId,
    ]);
    await restore(prepared);
    await purgeTrash(app.services);
    expect((await api.get(`${here}/entries/${entryId}`)).body).toMatchObject({
      trashed_at: null,
      values: { en: { title: 'new' }, de: { title: 'alt' } },
    });
    expect(await liveTitles(project)).toEqual([['old'], ['alt']]);
  });

  it('can be undone by restoring the one that was live before', async () => {
    const prepared = await prepare();
    const { api, owner, here, project } = prepared;
    const { snapshot_id: later } = (await api.get(`${here}/snapshot/latest`)).body;
    await restore(prepared);
    const undone = await owner.post(`${here}/snapshots/${later}/restore`, {});
    expect(undone.body).toMatchObject({ snapshot_id: later, manifest: { sequence: 5 } });
    expect((await owner.get(`${here}/snapshots`)).body.data).toMatchObject([
      { sequence: 5, snapshot_id: later, live: true },
      { sequence: 4, snapshot_id: prepared.earlier, live: false },
      { sequence: 3, snapshot_id: later },
      { sequence: 2 },
      { sequence: 1 },
    ]);
    expect(await liveTitles(project)).toEqual([['new'], []]);
  });

  it('keeps a locale from being removed that it brings back, also by a request that came before it', async () => {
    const prepared = await prepare();
    const ctx = await admitted(prepared);
    await restore(prepared);
    const removed = updateProject(ctx, { projectId: prepared.project.id, locales: ['en'] });
    await expect(removed).rejects.toMatchObject({ errorCode: 'project.locale_in_use' });
  });

  it('changes nothing when it fails', async () => {
    const prepared = await prepare();
    const { owner, here, earlier, project, entryId } = prepared;
    const { pool } = app.database;
    const before = (await owner.get(`${here}/entries/${entryId}`)).body;
    await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END'`);
    await pool.query(`CREATE TRIGGER refused BEFORE UPDATE ON entries FOR EACH ROW
      WHEN (OLD.project_id = '${project.id}') EXECUTE FUNCTION refuse()`);
    expect(codeOf(await owner.post(`${here}/snapshots/${earlier}/restore`, {}))).toEqual([500, 'internal']);
    await pool.query('DROP TRIGGER refused ON entries');
    expect((await owner.get(`${here}/entries/${entryId}`)).body).toEqual(before);
    expect(await liveTitles(project)).toEqual([['new'], []]);
    await restore(prepared);
    expect(await liveTitles(project)).toEqual([['old'], ['alt']]);
  });

  it('is finished at the start when a release that restored in two steps had only moved the pointer', async () => {
    const prepared = await prepare();
    const { project, earlier, owner, here } = prepared;
    const { pool } = app.database;
    await pool.query('UPDATE projects SET live_seq = 4, live_snapshot_id = $1, restoring = true WHERE id = $2', [
      earlier,
      project.id,
    ]);
    await pool.query(
      `INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
       VALUES ($1, 4, $2, '[{"reason":"restore","actor":{"type":"system","id":"system","name":"System"},"request_id":""}]', 0, 0, 0, now())`,
      [project.id, earlier],
    );
    const next = await startTestApp({ limits: NO_LIMITS, database: app.database, directory: app.directory });
    await next.close();
    expect(await liveTitles(project)).toEqual([['old'], ['alt']]);
    expect((await owner.get(`${here}/snapshots?limit=1`)).body.data).toMatchObject([{ sequence: 5, live: true }]);
  });
});

it('the live content, the ledger and the entries stay consistent while two processes restore and publish', {
  tags: ['full'],
}, async () => {
  const prepared = await prepare();
  const { project, here, entryId, earlier } = prepared;
  const other = await startTestApp({ limits: NO_LIMITS, database: app.database, directory: app.directory });
  const { id, secret } = { id: project.id, secret: project.tokens.admin };
  const person = await app.person({ projectId: id, role: 'owner' });
  const later = (await prepared.api.get(`${here}/snapshot/latest`)).body.snapshot_id;
  const statuses = new Set<number>();
  const many = async (request: (n: number) => Promise<{ status: number }>): Promise<void> => {
    for (let n = 0; n < 15; n++) statuses.add((await request(n)).status);
  };
  const saver = other.client({ token: secret });
  const save = async (n: number) => {
    const { version } = (await saver.get(`${here}/entries/${entryId}`)).body;
    const values = { en: { title: `title ${n}` } };
    return saver.put(`${here}/entries/${entryId}/draft`, { values, base_version: version });
  };
  await Promise.all([
    many((n) => person.api.post(`${here}/snapshots/${n % 2 ? later : earlier}/restore`, {})),
    many(() => saver.post(`${here}/entries/${entryId}/publish`, { locales: ['en', 'de'] })),
    many(save),
  ]);
  // A save or a publish may have been overtaken, or a publish been tried too often.
  expect([...statuses].filter((status) => ![200, 400, 409, 503].includes(status))).toEqual([]);
  const { files } = await checkLive(app.database, app.storage, id);
  const entry = (await saver.get(`${here}/entries/${entryId}`)).body;
  for (const locale of ['en', 'de']) {
    const isLive = (files[`posts.${locale}`] ?? []).length === 1;
    expect(entry.locales_status[locale] ?? 'draft').toBe(isLive ? 'published' : 'draft');
    const changed = isLive && files[`posts.${locale}`]?.[0]?.values.title !== entry.values[locale]?.title;
    expect(entry.changed_locales.includes(locale)).toBe(changed);
  }
  await other.close();
});
