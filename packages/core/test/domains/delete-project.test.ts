import { pointerMirrorKey, pointerMirrorName } from '@stele/snapshot';
import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/access/token-secret.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock: new TestClock(Date.now()) });
});
afterAll(() => app.close());

const keysOf = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of app.storage.list(prefix)) keys.push(key);
  return keys;
};

/** Tables with rows of a project. */
async function tablesWith(projectId: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'project_id' AND table_schema = 'public' ORDER BY 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await app.database.pool.query(`SELECT 1 FROM "${name}" WHERE project_id = $1 LIMIT 1`, [
      projectId,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

interface Made {
  readonly site: ContentProject;
  readonly owner: TestPerson;
  readonly path: string;
}

/** A project with something of everything: live content, an upload, a view, a webhook, a target and an invitation. */
async function makeProject(): Promise<Made> {
  const site = await ContentProject.make(app);
  const path = `/projects/${site.project.id}`;
  const owner = await app.person({ projectId: site.project.id, role: 'owner' });
  for (const title of ['a', 'b', 'c']) await site.publish(await site.create({ en: { title, slug: title } }));
  await site.api.post(`${path}/views`, { name: 'v', query: {} });
  await site.api.post(`${path}/asset-folders`, { name: 'f' });
  const file = { filename: 'a.jpg', mime: 'image/jpeg', bytes: 5 };
  await site.api.post(`${path}/assets/uploads`, { files: [file] });
  await app.storage.put(`incoming/${site.project.id}/ast_x/y`, Buffer.from('bytes'), { contentType: 'image/jpeg' });
  await app.storage.put(`${site.project.id}/originals/x`, Buffer.from('bytes'), { contentType: 'image/jpeg' });
  await owner.api.post(`${path}/invitations`, { email: 'x@example.org', role: 'viewer' });
  return { site, owner, path };
}

describe('deleting a project', () => {
  it('says first what goes with it, to its owners', async () => {
    const { site, owner, path } = await makeProject();
    await owner.api.delete(`${site.entries}/${await site.create({ en: { title: 'd', slug: 'd' } })}`);
    const { status, body } = await owner.api.get(`${path}/deletion`);
    expect(status).toBe(200);
    expect(body).toEqual({
      entries: 4,
      snapshots: 3,
      files: 0,
      people: 1,
      tokens: 3,
      deploy_targets: 0,
      webhooks: 0,
      bytes: 0,
    });
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    expect(codeOf(await editor.api.get(`${path}/deletion`))).toEqual([403, 'auth.insufficient_role']);
  });

  it('takes it away from everybody at once, and frees its slug', async () => {
    const { site, owner, path } = await makeProject();
    const { slug } = (await owner.api.get(path)).body;
    const { snapshot_id } = (await site.api.get(`${path}/snapshot/latest`)).body;
    const file = `${path}/snapshots/${snapshot_id}/posts.en.json`;
    expect((await app.api.get(file)).status).toBe(302);
    const deleted = await owner.api.send('DELETE', path, { confirm_name: 'Test' });
    expect([deleted.status, deleted.body]).toMatchObject([200, { id: site.project.id, name: 'Test', slug }]);
    expect(codeOf(await owner.api.get(path))).toEqual([404, 'project.not_found']);
    expect(codeOf(await owner.api.send('DELETE', path, { confirm_name: 'Test' }))).toEqual([404, 'project.not_found']);
    expect((await owner.api.get('/projects')).body.data).toEqual([]);
    for (const token of Object.values(site.project.tokens)) {
      expect(codeOf(await app.client({ token }).get(`${path}/snapshot/latest`))).toEqual([401, 'auth.invalid_token']);
    }
    expect(codeOf(await app.api.get(file))).toEqual([404, 'snapshot.not_found']);
    const again = await owner.api.post('/projects', { name: 'Another', slug, locales: ['en'] });
    expect(again.status, JSON.stringify(again.body)).toBe(201);
  });

  it('removes its files, its pointers and its rows soon after, and keeps what the audit log says', async () => {
    const { site, owner, path } = await makeProject();
    const { id, tokens } = site.project;
    const other = await makeProject();
    const mirrors = Object.values(tokens).map((token) => pointerMirrorKey(pointerMirrorName(hashSecret(token))));
    const storedMirrors = async () => (await Promise.all(mirrors.map((key) => app.storage.get(key)))).filter(Boolean);
    expect(await storedMirrors()).toHaveLength(3);
    const untouched = await keysOf(`${other.site.project.id}/`);
    await owner.api.send('DELETE', path, { confirm_name: 'Test' });
    expect((await keysOf(`${id}/`)).length).toBeGreaterThan(3);
    await app.services.jobs.runAll(['remove-project']);
    expect([...(await keysOf(`${id}/`)), ...(await keysOf(`incoming/${id}/`))]).toEqual([]);
    expect(await storedMirrors()).toEqual([]);
    expect(await tablesWith(id)).toEqual(['audit_records']);
    expect(await app.database.prisma.project.findUnique({ where: { id } })).toBeNull();
    const [record] = await app.database.prisma.auditRecord.findMany({
      where: { projectId: id, action: 'project.delete' },
    });
    expect(record).toMatchObject({ targetId: id, actor: { id: owner.id }, data: { name: 'Test' } });
    expect(await keysOf(`${other.site.project.id}/`)).toEqual(untouched);
    expect((await other.site.api.get(`${other.path}/snapshot/latest`)).status).toBe(200);
    expect(await app.database.prisma.job.count({ where: { kind: 'remove-project' } })).toBe(0);
  });

  it('looks once more for uploads that arrived late', async () => {
    const { site, owner, path } = await makeProject();
    const key = `incoming/${site.project.id}/ast_x/late`;
    await owner.api.send('DELETE', path, { confirm_name: 'Test' });
    await app.services.jobs.drain({ kinds: ['remove-project'] });
    await app.storage.put(key, Buffer.from('bytes'), { contentType: 'image/jpeg' });
    await app.services.jobs.drain({ kinds: ['remove-project'] });
    expect(await keysOf(`incoming/${site.project.id}/`)).toEqual([key]);
    app.clock?.advance(26 * 60 * 60 * 1000);
    await app.services.jobs.drain({ kinds: ['remove-project'] });
    expect(await keysOf(`incoming/${site.project.id}/`)).toEqual([]);
  });

  it('takes its name and an owner who is signed in', async () => {
    const { site, owner, path } = await makeProject();
    const wrong = await owner.api.send('DELETE', path, { confirm_name: 'test' });
    expect(codeOf(wrong)).toEqual([400, 'validation_failed']);
    expect(wrong.body.error.details).toMatchObject([{ path: ['confirm_name'] }]);
    expect(codeOf(await owner.api.send('DELETE', path, {}))).toEqual([400, 'validation_failed']);
    const editor = await app.person({ projectId: site.project.id, role: 'editor' });
    const right = { confirm_name: 'Test' };
    expect(codeOf(await editor.api.send('DELETE', path, right))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await site.api.send('DELETE', path, right))).toEqual([403, 'auth.insufficient_scope']);
    expect(codeOf(await app.api.send('DELETE', path, right))).toEqual([401, 'auth.missing_session']);
    const stranger = await app.person();
    expect(codeOf(await stranger.api.send('DELETE', path, right))).toEqual([404, 'project.not_found']);
    expect((await owner.api.get(path)).status).toBe(200);
  });
});
