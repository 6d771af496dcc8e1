import { collection, defineConfig, slug, text, integer, reference, type Collection } from '@stele/schema';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseLimits } from '../src/limits/limits.ts';
import { purgeTrash } from '../src/domains/entries/purge-trash.ts';
import { readSnapshot } from './support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestProject } from './support/test-app.ts';
const NO_LIMITS = 'entry.create=100000,entry.list=100000,entry.publish=100000,entry.save_draft=100000,schema.diff=100000,schema.sync=100000,snapshot.restore=100000';
let app: TestApp; let project: TestProject; let api: any; let owner: any; let base: string;
const clock = new TestClock(Date.now());
beforeAll(async () => { app = await startTestApp({ clock, limits: parseLimits(NO_LIMITS) }); });
beforeEach(async () => { project = await app.project(); api = project.api; base = `/projects/${project.id}`; owner = (await app.person({ projectId: project.id, role: 'owner' })).api; });
afterAll(() => app.close());
const S = (...collections: Collection[]) => defineConfig({ collections }).schema;
const log = (...a: unknown[]) => console.log(...a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)));
async function push(schema: unknown, more: object = {}) {
  const c = await api.post(`${base}/schema/diff`, { schema, ...more });
  if (c.status !== 200) return c;
  const { base_version, confirm_token } = c.body;
  return api.post(`${base}/schema/sync`, { schema, base_version, ...more, ...(confirm_token && { confirm_token }) });
}
const create = async (collection_key: string, values: object) => { const a = await api.post(`${base}/entries`, { collection_key, values }); if (a.status !== 201) throw new Error(JSON.stringify(a.body)); return a.body.id as string; };
const publish = (id: string, locales = ['en']) => api.post(`${base}/entries/${id}/publish`, { locales });
const get = async (id: string) => (await api.get(`${base}/entries/${id}`)).body;
const save = async (id: string, values: object) => api.put(`${base}/entries/${id}/draft`, { values, base_version: (await get(id)).version });
const pointer = async () => (await api.get(`${base}/snapshot/latest`)).body;
const restore = (id: string) => owner.post(`${base}/snapshots/${id}/restore`, {});
async function both() {
  const { rows } = await app.database.pool.query(`SELECT l.collection_key || '.' || l.locale AS f, l.entry_id, c.json FROM publications l JOIN contents c ON c.project_id=l.project_id AND c.hash=l.content_hash WHERE l.project_id=$1 AND until_seq IS NULL ORDER BY 1,2`, [project.id]);
  const p = await pointer();
  const { files } = await readSnapshot(app.storage, project.id, p.snapshot_id);
  return { ledger: rows.map((r: any) => `${r.f} ${r.json}`), site: Object.entries(files).flatMap(([f, es]) => (es as any[]).map((e) => `${f} ${JSON.stringify(e.values)}`)) , files: Object.keys(files)};
}
const uniq = async () => (await app.database.pool.query('SELECT collection_key,field,locale,value,right(entry_id,4) e,draft,live FROM unique_values WHERE project_id=$1', [project.id])).rows;
const posts = (more: any = {}, fields: any = { title: text(), slug: slug() }) => collection({ key: 'posts', fields, ...more });
const other = collection({ key: 'other', fields: { a: text() } });


const refs = (...c: string[]) => (reference as any)(c);
it('E restored draft disagrees on shared fields', async () => {
  const c = collection({ key: 'posts', fields: { title: text({ localized: true }), sku: text() } });
  await push(S(c));
  const id = await create('posts', { de: { title: 'd', sku: 'OLD' }, en: { title: 'e' } });
  await publish(id, ['en', 'de']); const then = await pointer();
  await api.post(`${base}/entries/${id}/unpublish`, { locales: ['de'] });
  await save(id, { de: null });
  await save(id, { en: { title: 'e', sku: 'NEW' } });
  await restore(then.snapshot_id);
  log('E drafts', (await get(id)).values);
  for (let i = 0; i < 6; i++) log('E save en title only', (await save(id, { en: { title: 'e2' + i } })).body.values);
});
it('G2 reference narrows', async () => {
  const third = collection({ key: 'third', fields: { a: text() } });
  await push(S(posts({}, { title: text(), a: refs('other', 'third') }), other, third));
  const o = await create('third', { en: { a: 'x' } });
  const id = await create('posts', { en: { title: 'x', a: o } });
  const r = await push(S(posts({}, { title: text(), a: reference('other') }), other, third));
  log('G2', r.status, r.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]));
  log('G2 save title', (await save(id, { en: { title: 'y', a: o } })).body.error?.details, (await publish(id)).status);
});
it('G3 referenced collection removed: live referrers', async () => {
  await push(S(posts({}, { title: text(), a: refs('other', 'posts') }), other));
  const o = await create('other', { en: { a: 'x' } }); await publish(o);
  const id = await create('posts', { en: { title: 'x', a: o } }); await publish(id);
  const S2 = S(posts({}, { title: text(), a: refs('posts') }));
  const d = await api.post(`${base}/schema/diff`, { schema: S2 });
  log('G3', d.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]));
  await push(S2);
  log('G3 after', await both(), (await get(id)).changed_locales);
});
async function until(sql: string, n = 1) { for (let i = 0; i < 100; i++) { const r = await app.database.pool.query(sql); if (r.rows.length >= n) return r.rows; await new Promise((r) => setTimeout(r, 50)); } throw new Error('never: ' + sql); }
const WAIT = "SELECT left(query,80) q FROM pg_stat_activity WHERE datname=current_database() AND wait_event_type='Lock'";
it('J sync vs delete of a draft', async () => {
  await push(S(posts(), other));
  const blocker = await create('posts', { en: { title: 'b', slug: 'b' } });
  const victim = await create('posts', { en: { title: 'v', slug: 'v' } });
  const c = await app.database.pool.connect();
  await c.query('BEGIN'); await c.query('SELECT 1 FROM entries WHERE id=$1 FOR UPDATE', [blocker]);
  const going = push(S(posts({}, { name: text({ renamed_from: 'title' }), slug: slug() }), other));
  log('J waits', await until(WAIT));
  const del = await api.delete(`${base}/entries/${victim}`);
  log('J delete', del.status, del.body.status);
  await c.query('ROLLBACK'); c.release();
  log('J sync', (await going).status);
  const now = await get(victim);
  log('J after: ', now.status, now.trashed_at, (await app.database.pool.query('select status, trashed_at, version from entries where id=$1', [victim])).rows, await uniq());
});
it('J2 sync vs purge', async () => {
  await push(S(posts(), other));
  const blocker = await create('posts', { en: { title: 'b', slug: 'b' } });
  const victim = await create('posts', { en: { title: 'v', slug: 'v' } });
  await api.delete(`${base}/entries/${victim}`);
  clock.advance(31 * 24 * 3600_000);
  const c = await app.database.pool.connect();
  await c.query('BEGIN'); await c.query('SELECT 1 FROM entries WHERE id=$1 FOR UPDATE', [blocker]);
  const going = push(S(posts({}, { name: text({ renamed_from: 'title' }), slug: slug() }), other));
  await until(WAIT);
  log('J2 purge', await purgeTrash(app.services as any));
  await c.query('ROLLBACK'); c.release();
  log('J2 sync', await going);
});
it('K restore vs purge', async () => {
  await push(S(posts(), other));
  const p1 = await create('posts', { en: { title: 'p1', slug: 'p1' } }); await publish(p1);
  const p2 = await create('posts', { en: { title: 'p2', slug: 'p2' } }); await publish(p2);
  const then = await pointer();
  await api.delete(`${base}/entries/${p1}`);
  clock.advance(31 * 24 * 3600_000); await purgeTrash(app.services as any);
  await api.delete(`${base}/entries/${p2}`);
  clock.advance(31 * 24 * 3600_000);
  const c = await app.database.pool.connect();
  await c.query('BEGIN');
  await c.query(`INSERT INTO entries (id, project_id, collection_key, version, values_version, title, position, status, created_at, created_by, updated_at, updated_by) VALUES ($1,$2,'posts',1,1,'','x','draft',now(),'{}',now(),'{}')`, [p1, project.id]);
  const going = restore(then.snapshot_id);
  log('K waits', await until(WAIT));
  log('K purge', await purgeTrash(app.services as any));
  await c.query('ROLLBACK'); c.release();
  log('K restore', (await going).status, await both());
  log('K p2', (await api.get(`${base}/entries/${p2}`)).status, 'unpublish', (await api.post(`${base}/entries/${p2}/unpublish`, { locales: ['en'] })).status, 'delete', (await api.delete(`${base}/entries/${p2}`)).status);
});
it('K2 restore vs save that adds the locale', async () => {
  const cc = collection({ key: 'posts', fields: { title: text({ localized: true }), sku: text() } });
  await push(S(cc));
  const p1 = await create('posts', { en: { title: 'p1' }, de: { title: 'd' } }); await publish(p1, ['en', 'de']);
  const then = await pointer();
  await api.post(`${base}/entries/${p1}/unpublish`, { locales: ['de'] });
  await save(p1, { de: null });
  const c = await app.database.pool.connect();
  await c.query('BEGIN'); await c.query('SELECT 1 FROM entries WHERE id=$1 FOR UPDATE', [p1]);
  const v = (await get(p1)).version;
  const saving = api.put(`${base}/entries/${p1}/draft`, { values: { de: { title: 'mine' } }, base_version: v });
  await until(WAIT);
  const going = restore(then.snapshot_id);
  log('K2 waits', await until(WAIT, 2));
  await c.query('ROLLBACK'); c.release();
  log('K2', (await saving).status, (await going).status, (await going).body.error, (await get(p1)).values);
});
it('L sync under steady saves', async () => {
  await push(S(posts({}, { title: text(), slug: slug(), body: text() }), other));
  const ids: string[] = []; for (let i = 0; i < 400; i++) ids.push(await create('posts', { en: { title: `${i}`, body: 'lorem '.repeat(500) } }));
  let stop = false; let saves = 0;
  const loop = (async () => { while (!stop) { await save(ids[saves % 400]!, { en: { title: `s${saves++}` } }); await new Promise((r) => setTimeout(r, 20)); } })();
  const t = Date.now();
  const r = await push(S(posts({}, { name: text({ renamed_from: 'title' }), slug: slug(), body: text() }), other));
  stop = true; await loop;
  log('L', r.status, r.body.error ?? r.body.migrated_entries, Date.now() - t, 'ms', saves);
}, 120000);
it('M order after restore of a snapshot ordered otherwise', async () => {
  const byTitle = collection({ key: 'posts', order: { field: 'title', direction: 'asc' }, fields: { title: text() } });
  const manual = collection({ key: 'posts', order: 'manual', fields: { title: text() } });
  await push(S(byTitle));
  const ids: string[] = []; for (const t of ['c', 'a', 'b']) { const id = await create('posts', { en: { title: t } }); ids.push(id); await publish(id); }
  const then = await pointer();
  await push(S(manual));
  log('M positions', (await app.database.pool.query('select position from entries where project_id=$1', [project.id])).rows);
  await restore(then.snapshot_id);
  log('M positions', (await app.database.pool.query('select position from entries where project_id=$1', [project.id])).rows);
  const o = await api.post(`${base}/entries/order`, { collection_key: 'posts', entry_ids: [ids[0]], after: ids[1] });
  log('M order c after a', o.status, o.body, (await both()).site);
  const o2 = await api.post(`${base}/entries/order`, { collection_key: 'posts', entry_ids: [ids[1]], after: null });
  log('M order a first', o2.status, o2.body, (await both()).site);
  const n = await create('posts', { en: { title: 'new' } }); await publish(n);
  log('M new is last?', (await both()).site);
});
it('N order relabels schema version', async () => {
  const manual = (f: any) => collection({ key: 'posts', order: 'manual', fields: f });
  await push(S(manual({ title: text() })));
  const a = await create('posts', { en: { title: 'a' } }); await publish(a);
  const b = await create('posts', { en: { title: 'b' } }); await publish(b);
  const then = await pointer();
  await push(S(manual({ name: text({ renamed_from: 'title' }) })));
  await restore(then.snapshot_id);
  await api.post(`${base}/entries/order`, { collection_key: 'posts', entry_ids: [b] });
  const p = await pointer(); const f = await readSnapshot(app.storage, project.id, p.snapshot_id);
  log('N', f.files['posts.en']);
  const r = await push(S(manual({ name: text(), x: text() }), other));
  log('N sync adds field', r.body.changes?.map((c: any) => [c.id, c.class]), (await both()).site);
  const r2 = await push(S(manual({ nom: text({ renamed_from: 'name' }), x: text() }), other));
  log('N sync renames', r2.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]), (await both()).site);
});
