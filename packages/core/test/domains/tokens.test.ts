import { collection, defineConfig, text } from '@stele/schema';
import { StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/access/permissions.ts';
import { isTokenSecret, newTokenSecret } from '../../src/access/token-secret.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { readMirror, readOwnMirror } from '../support/live-state.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
let tokens: string;
let storageDown = false;
let failAt = (_point: string, _key: string): void => undefined;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  app = await startTestApp({
    clock,
    limits: parseLimits('token.create=100000,entry.create=100000,entry.publish=100000'),
    wrapStorage: (storage) =>
      new FaultyStorage(storage, (point, key) => {
        failAt(point, key);
        if (storageDown && point.endsWith(':before')) throw new StorageUnavailableError('down');
      }),
  });
  project = await app.project();
  owner = await app.person({ projectId: project.id, role: 'owner' });
  tokens = `/projects/${project.id}/tokens`;
  const entry = await project.api.post(`/projects/${project.id}/entries`, {
    collection_key: 'posts',
    values: { en: { a: 1 } },
  });
  await project.api.post(`/projects/${project.id}/entries/${entry.body.id}/publish`, { locales: ['en'] });
});
afterAll(() => app.close());

const works = async (token: string) => (await app.client({ token }).get('/tokens/me')).status === 200;
const create = (more: object = {}) => owner.api.post(tokens, { name: 'Build', scope: 'read_published', ...more });

describe('a token', () => {
  it('has the form stl_{scope}_ with a checksum that one wrong character breaks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...scopes), fc.nat(), fc.constantFrom(...'0aZ9x'), (scope, place, letter) => {
        const secret = newTokenSecret(scope);
        expect(secret).toMatch(/^stl_(pub|draft|admin)_[0-9A-Za-z]{38}$/);
        expect(isTokenSecret(secret)).toBe(true);
        const at = secret.length - 1 - (place % 38);
        const wrong = secret.slice(0, at) + letter + secret.slice(at + 1);
        expect(isTokenSecret(wrong)).toBe(wrong === secret);
      }),
    );
  });

  it('shows its secret once, works at once, and is listed without it', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(await works(created.body.secret)).toBe(true);
    const listed = (await owner.api.get(tokens)).body.data.find(({ id }: { id: string }) => id === created.body.id);
    const { secret, ...rest } = created.body;
    expect(listed).toEqual(rest);
    expect(secret.endsWith(rest.hint)).toBe(true);
  });

  it('finds the live snapshot on the content host from the moment it is made until it ends', async () => {
    const { body } = await create({ expires_at: '2099-01-01T00:00:00Z' });
    const pointer = (await app.client({ token: body.secret }).get(`/projects/${project.id}/snapshot/latest`)).body;
    expect(await readMirror(app.storage, body.secret)).toMatchObject({
      project_id: project.id,
      snapshot_id: pointer.snapshot_id,
      published_at: pointer.published_at,
      sequence: pointer.manifest.sequence,
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    const revoked = await owner.api.delete(`${tokens}/${body.id}`);
    expect(revoked.body.revoked_at).not.toBeNull();
    expect([await works(body.secret), await readMirror(app.storage, body.secret)]).toEqual([false, null]);
    expect((await owner.api.delete(`${tokens}/${body.id}`)).body.revoked_at).toBe(revoked.body.revoked_at);
  });

  it('gets a new secret by rotation; the old one ends at once, and so does its mirror', async () => {
    const { body } = await create();
    const rotated = await owner.api.post(`${tokens}/${body.id}/rotate`);
    expect([rotated.status, rotated.body.id, rotated.body.secret === body.secret]).toEqual([200, body.id, false]);
    expect([await works(body.secret), await works(rotated.body.secret)]).toEqual([false, true]);
    expect(await readMirror(app.storage, body.secret)).toBeNull();
    expect(await readMirror(app.storage, rotated.body.secret)).not.toBeNull();
    await owner.api.delete(`${tokens}/${body.id}`);
    expect((await owner.api.post(`${tokens}/${body.id}/rotate`)).status).toBe(404);
  });

  it('has no mirror kept up once it has expired', async () => {
    const { body } = await create();
    await app.database.prisma.projectToken.update({
      where: { id: body.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const before = await readOwnMirror(app.storage, body.secret);
    const entry = await project.api.post(`/projects/${project.id}/entries`, {
      collection_key: 'posts',
      values: { en: { b: 1 } },
    });
    await project.api.post(`/projects/${project.id}/entries/${entry.body.id}/publish`, { locales: ['en'] });
    await app.services.mirrors.reconcile();
    expect(await readOwnMirror(app.storage, body.secret)).toEqual(before);
    expect((await readOwnMirror(app.storage, project.tokens.admin))?.sequence).toBe((before?.sequence ?? 0) + 1);
  });

  it('is revoked even while storage is down, and its mirror goes as soon as storage is back', async () => {
    const { body } = await create();
    storageDown = true;
    const answer = await owner.api.delete(`${tokens}/${body.id}`);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    expect(await works(body.secret)).toBe(false);
    storageDown = false;
    await app.services.mirrors.reconcile();
    expect(await readMirror(app.storage, body.secret)).toBeNull();
  });

  it('keeps its secret and its mirror when it is rotated while storage is down', async () => {
    const { body } = await create();
    const mirror = await readMirror(app.storage, body.secret);
    storageDown = true;
    const answer = await owner.api.post(`${tokens}/${body.id}/rotate`);
    storageDown = false;
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    expect(await works(body.secret)).toBe(true);
    await app.services.mirrors.reconcile();
    expect(await readMirror(app.storage, body.secret)).toEqual(mirror);
    expect((await owner.api.post(`${tokens}/${body.id}/rotate`)).status).toBe(200);
  });

  it('shows its new secret when storage fails right after it was rotated, and the old mirror goes later', async () => {
    const { body } = await create();
    failAt = (point, key) => {
      if (point === 'delete:after' && key.startsWith('pointers/')) storageDown = true;
    };
    const rotated = await owner.api.post(`${tokens}/${body.id}/rotate`);
    failAt = () => undefined;
    storageDown = false;
    expect(rotated.status).toBe(200);
    expect([await works(body.secret), await works(rotated.body.secret)]).toEqual([false, true]);
    await app.services.mirrors.reconcile();
    expect(await readMirror(app.storage, body.secret)).toBeNull();
    expect(await readMirror(app.storage, rotated.body.secret)).not.toBeNull();
  });

  it('leaves one secret that works, and no other mirror, when it is rotated many times at once', async () => {
    const { body } = await create();
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.api.post(`${tokens}/${body.id}/rotate`)));
    const secrets: string[] = [body.secret, ...answers.map((answer) => answer.body.secret)];
    await app.services.mirrors.reconcile();
    const working = [];
    const mirrored = [];
    for (const secret of secrets) {
      if (await works(secret)) working.push(secret);
      if (await readMirror(app.storage, secret)) mirrored.push(secret);
    }
    expect(working).toHaveLength(1);
    expect(mirrored).toEqual(working);
  });

  it('remembers when it was last used', async () => {
    const { body } = await create();
    expect(body.last_used_at).toBeNull();
    await works(body.secret);
    await app.services.tokenUsage.flush();
    const me = await app.client({ token: body.secret }).get('/tokens/me');
    expect(me.body.last_used_at).toBe(clock.now().toISOString());
  });

  it('is refused with an invalid or missing name, scope or time', async () => {
    for (const bad of [
      { name: '' },
      { scope: 'root' },
      { expires_at: '2000-01-01T00:00:00Z' },
      { expires_at: 'soon' },
    ]) {
      const answer = await create(bad);
      expect([answer.status, answer.body.error.details[0].path]).toEqual([400, [Object.keys(bad)[0]]]);
    }
    expect((await owner.api.delete(`${tokens}/tok_nope`)).body.error.code).toBe('token.not_found');
    const other = await app.project();
    const foreign = await app.database.prisma.projectToken.findFirstOrThrow({ where: { projectId: other.id } });
    expect((await owner.api.delete(`${tokens}/${foreign.id}`)).body.error.code).toBe('token.not_found');
  });

  it.each([
    [{ collections: ['posts'] }, 'collections'],
    [{ scope: 'read_draft', collections: [] }, 'collections'],
    [{ allowed_addresses: [] }, 'allowed_addresses'],
    [{ allowed_addresses: ['10.0.0.0/8', 'localhost'] }, 'allowed_addresses'],
  ])('is refused with limits that it cannot have: %o', async (bad, field) => {
    const answer = await create(bad);
    expect([answer.status, answer.body.error.details[0].path[0]]).toEqual([400, field]);
  });

  it('keeps its limits, which it shows, and by which it reads a collection under its new key', async () => {
    const site = await app.project();
    const { api } = await app.person({ projectId: site.id, role: 'owner' });
    const push = async (collections: Parameters<typeof defineConfig>[0]['collections'], base_version: number) => {
      const { schema } = defineConfig({ collections });
      const answer = await api.post(`/projects/${site.id}/schema/sync`, { schema, base_version });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    const fields = { title: text() };
    await push([collection({ key: 'posts', fields }), collection({ key: 'pages', fields })], 0);
    const limits = { collections: ['posts'], allowed_addresses: ['127.0.0.1', '2001:db8::/32'] };
    const given = { name: 'Drafts', scope: 'admin', ...limits };
    const unknown = await api.post(`/projects/${site.id}/tokens`, { ...given, collections: ['posts', 'nope'] });
    expect(unknown.body.error.details[0].path).toEqual(['collections', 1]);
    const { body } = await api.post(`/projects/${site.id}/tokens`, given);
    const { secret } = (await api.post(`/projects/${site.id}/tokens/${body.id}/rotate`)).body;
    expect((await app.client({ token: secret }).get('/tokens/me')).body).toMatchObject(limits);
    await push(
      [collection({ key: 'articles', renamed_from: 'posts', fields }), collection({ key: 'pages', fields })],
      1,
    );
    const [listed] = (await api.get(`/projects/${site.id}/tokens`)).body.data;
    expect(listed).toMatchObject({ ...limits, collections: ['articles'] });
  });

  it('is one of at most 100 that are live', { tags: ['full'] }, async () => {
    const crowded = await app.project();
    const person = await app.person({ projectId: crowded.id, role: 'owner' });
    const make = () => person.api.post(`/projects/${crowded.id}/tokens`, { name: 'n', scope: 'read_published' });
    const answers = [];
    for (let n = 0; n < 97; n++) answers.push((await make()).status);
    expect(new Set(answers)).toEqual(new Set([201]));
    expect((await make()).body.error.code).toBe('token.limit_reached');
  });
});

describe('where the instance bounds how long tokens live', () => {
  const DAY_MS = 24 * 60 * 60_000;
  let bounded: TestApp;
  let api: TestPerson['api'];
  let path: string;
  beforeAll(async () => {
    bounded = await startTestApp({ clock, tokenDays: 30 });
    const { id } = await bounded.project();
    path = `/projects/${id}/tokens`;
    ({ api } = await bounded.person({ projectId: id, role: 'owner' }));
  });
  afterAll(() => bounded.close());

  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const make = (more: object) => api.post(path, { name: 'Build', scope: 'read_published', ...more });

  it('a new one ends at the latest time that is allowed, or when it says, and keeps its end', async () => {
    const [latest, earlier] = [await make({}), await make({ expires_at: inDays(7) })];
    expect([latest.body.expires_at, earlier.body.expires_at]).toEqual([inDays(30), inDays(7)]);
    const rotated = await api.post(`${path}/${latest.body.id}/rotate`);
    expect(rotated.body.expires_at).toBe(latest.body.expires_at);
    expect((await api.get(path)).body.longest_days).toBe(30);
  });

  it.each([null, inDays(31)])('one that would live longer is refused: %s', async (expires_at) => {
    const answer = await make({ expires_at });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, ['expires_at']]);
  });

  it('one that has no end stays as it is', async () => {
    const { body } = await make({});
    await bounded.database.prisma.projectToken.update({ where: { id: body.id }, data: { expiresAt: null } });
    const rotated = await api.post(`${path}/${body.id}/rotate`);
    expect(rotated.body.expires_at).toBeNull();
    expect((await bounded.client({ token: rotated.body.secret }).get('/tokens/me')).body.expires_at).toBeNull();
  });
});
