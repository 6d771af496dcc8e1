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

it('A restore of removed collection, then unrelated sync', async () => {
  await push(S(posts(), other));
  const id = await create('posts', { en: { title: 'x', slug: 'x' } });
  await publish(id); const then = await pointer();
  await push(S(other));
  log('A restore', (await restore(then.snapshot_id)).body.warnings, await both());
  log('A entry', (({status, collection_key}) => ({status, collection_key}))(await get(id)));
  const other2 = collection({ key: 'other', fields: { a: text(), b: text() } });
  log('A sync', (await push(S(other2))).body.snapshot_id);
  log('A after', await both(), (await get(id)).status);
});
it('A2 restore of renamed collection, then unrelated sync', async () => {
  await push(S(posts(), other));
  const id = await create('posts', { en: { title: 'x', slug: 'x' } });
  await publish(id); const then = await pointer();
  await push(S(collection({ key: 'articles', renamed_from: 'posts', fields: { title: text(), slug: slug() } }), other));
  log('A2 restore', (await restore(then.snapshot_id)).body.warnings, await both());
  const other2 = collection({ key: 'other', fields: { a: text(), b: text() } });
  const r = await push(S(collection({ key: 'articles', fields: { title: text(), slug: slug() } }), other2));
  log('A2 sync', r.status, r.body.snapshot_id, r.body.changes?.map((c: any) => [c.id, c.class]));
  log('A2 after', await both(), (await get(id)).status);
});
it('B purged, restored, then rename field / collection; unique', async () => {
  await push(S(posts(), other));
  const id = await create('posts', { en: { title: 'x', slug: 'x' } });
  await publish(id); const then = await pointer();
  await api.delete(`${base}/entries/${id}`);
  clock.advance(31 * 24 * 3600_000);
  log('B purged', await purgeTrash(app.services as any));
  const taker = await create('posts', { en: { title: 't', slug: 'x' } });
  log('B restore', (await restore(then.snapshot_id)).body.warnings, await both(), await uniq());
  log('B taker publishes same slug', (await publish(taker)).status, (await both()).site);
  log('B live_values', (await api.get(`${base}/entries?include=live_values`)).body.data?.map((e: any) => [e.id.slice(-4), e.live_values]));
  const r = await push(S(posts({}, { name: text({ renamed_from: 'title' }), slug: slug() }), other));
  log('B sync rename', r.status, r.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]));
  log('B after', await both());
  const r2 = await push(S(collection({ key: 'articles', renamed_from: 'posts', fields: { name: text(), slug: slug() } }), other));
  log('B rename coll', r2.status, await both());
});
it('C trash, drop collection, bring back with other types, restore', async () => {
  await push(S(posts(), other));
  const id = await create('posts', { en: { title: 'hello', slug: 'x' } });
  await api.delete(`${base}/entries/${id}`);
  await push(S(other));
  await push(S(posts({}, { title: integer(), slug: slug() }), other));
  log('C restore', (await api.post(`${base}/entries/${id}/restore`, {})).status, (await get(id)).values);
});
it('C2 restored into missing collection, then collection readded: unique unclaimed', async () => {
  await push(S(posts(), other));
  const id = await create('posts', { en: { title: 'hello', slug: 'x' } });
  await api.delete(`${base}/entries/${id}`);
  await push(S(other));
  log('C2 restore', (await api.post(`${base}/entries/${id}/restore`, {})).status, (await get(id)).status);
  const d = await push(S(posts({}, { title: integer(), slug: slug() }), other));
  log('C2 sync', d.status, d.body.changes, (await get(id)).values, await uniq());
});
it('D shared unique value stuck', async () => {
  const c = collection({ key: 'posts', fields: { title: text({ localized: true }), slug: slug() } });
  await push(S(c));
  const id = await create('posts', { en: { title: 'e', slug: 'a' }, de: { title: 'd' } });
  await publish(id, ['en', 'de']);
  await save(id, { en: { title: 'e', slug: 'b' } });
  await publish(id, ['en']); await publish(id, ['de']);
  log('D', await uniq());
  const t = await api.post(`${base}/entries`, { collection_key: 'posts', values: { en: { slug: 'a' } } });
  log('D create a', t.status, t.body.error?.details);
});
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
  log('E save title only', (await save(id, { en: { title: 'e2' } })).body.values);
  log('E save de title only', (await save(id, { de: { title: 'd2' } })).body.values);
});
it('F unique goes to the older draft after restore+sync', async () => {
  await push(S(posts(), other));
  const old = await create('posts', { en: { title: 'old', slug: 'z' } });
  const id = await create('posts', { en: { title: 'x', slug: 'x' } });
  await publish(id); const then = await pointer();
  await save(id, { en: { title: 'x', slug: 'y' } }); await publish(id);
  log('F save old', (await save(old, { en: { title: 'old', slug: 'x' } })).status);
  await restore(then.snapshot_id);
  log('F publish before sync', (await publish(old)).status, await uniq());
  log('F sync', (await push(S(posts({}, { title: text(), slug: slug(), b: text({ unique: true }) }), other))).status, await uniq());
  log('F publish after sync', (await publish(old)).status, (await both()).site);
});
it('G text converted to reference: dangling', async () => {
  await push(S(posts({}, { title: text(), a: text() }), other));
  const id = await create('posts', { en: { title: 'x', a: 'ent_00000000000000000000000000' } });
  await publish(id);
  const schema = S(posts({}, { title: text(), a: reference('other') }), other);
  const r = await push(schema, { migrations: [{ kind: 'convert', path: ['posts', 'a'] }] });
  log('G', r.status, r.body.changes ?? r.body, (await get(id)).values, await both());
  log('G save title', (await save(id, { en: { title: 'y', a: 'ent_00000000000000000000000000' } })).status);
});
it('G2 reference narrows', async () => {
  const third = collection({ key: 'third', fields: { a: text() } });
  await push(S(posts({}, { title: text(), a: reference('other', 'third') as any }), other, third));
  const o = await create('third', { en: { a: 'x' } });
  const id = await create('posts', { en: { title: 'x', a: o } });
  const r = await push(S(posts({}, { title: text(), a: reference('other') }), other, third));
  log('G2', r.status, r.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]));
  log('G2 save title', (await save(id, { en: { title: 'y', a: o } })).body.error?.details, (await publish(id)).status);
});
it('G3 referenced collection removed: live referrers', async () => {
  await push(S(posts({}, { title: text(), a: reference('other', 'posts') as any }), other));
  const o = await create('other', { en: { a: 'x' } }); await publish(o);
  const id = await create('posts', { en: { title: 'x', a: o } }); await publish(id);
  const d = await api.post(`${base}/schema/diff`, { schema: S(posts({}, { title: text(), a: reference('posts') })) });
  log('G3', d.body.changes?.map((c: any) => [c.id, c.class, c.affected_entries]));
  await push(S(posts({}, { title: text(), a: reference('posts') })));
  log('G3 after', await both(), (await get(id)).changed_locales);
});
it('H bad cursors', async () => {
  await push(S(posts(), other));
  const ids = []; for (let i = 0; i < 3; i++) { const id = await create('posts', { en: { title: `${i}`, slug: `s${i}` } }); ids.push(id); await publish(id); }
  const forge = (c: string, after: string) => { const p = JSON.parse(Buffer.from(c, 'base64url').toString()); return Buffer.from(JSON.stringify([p[0], after])).toString('base64url'); };
  const l = await owner.get(`${base}/snapshots?limit=1`);
  log('H snapshots', (await owner.get(`${base}/snapshots?limit=1&cursor=${forge(l.body.next_cursor, 'x')}`)).status);
  const h = l.body.data[0].snapshot_id; const all = (await owner.get(`${base}/snapshots`)).body.data;
  const d = await owner.get(`${base}/snapshots/${all.at(-1).snapshot_id}/diff/${h}?limit=1`);
  log('H diff', d.status, (await owner.get(`${base}/snapshots/${all.at(-1).snapshot_id}/diff/${h}?limit=1&cursor=${forge(d.body.next_cursor, 'x')}`)).status);
  const v = await api.get(`${base}/entries/${ids[0]}/versions?limit=1`);
  log('H versions', (await api.get(`${base}/entries/${ids[0]}/versions?limit=1&cursor=${forge(v.body.next_cursor, '9999999999999')}`)).status);
});
it('I too large default', async () => {
  await push(S(posts(), other));
  const big = 'x'.repeat(1024 * 1024 - 200);
  const id = await create('posts', { en: { title: big, slug: 'x' } });
  const r = await push(S(posts({}, { title: text(), slug: slug(), b: text() }), other), { migrations: [{ kind: 'set_default', path: ['posts', 'b'], value: 'y'.repeat(1000) }] });
  log('I', r.status, r.body.error);
});
