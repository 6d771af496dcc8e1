import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareSetup } from '../../src/domains/instance/instance.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { PASSWORD, signIn, startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
const clock = new TestClock(Date.now());
beforeAll(async () => {
  app = await startTestApp({ clock, limits: parseLimits('token.create=100000') });
});
afterAll(() => app.close());

describe('setting an instance up', () => {
  const status = () => ({
    sends_mail: false,
    rate_limits: true,
    background_work_late: false,
    api_url: app.url,
    content_url: 'http://content.test',
  });
  const owner = { name: 'Ada', email: 'Ada@Example.org', password: PASSWORD };

  it('takes the code that was printed, once, and makes a person who can sign in', async () => {
    expect((await app.api.get('/instance')).body).toEqual({ set_up: false, ...status() });
    expect(codeOf(await app.api.post('/instance/setup', { ...owner, code: 'anything' }))).toEqual([
      403,
      'auth.invalid_setup_code',
    ]);
    const code = await prepareSetup(app.database.pool, { secret: 'secret' });
    expect(await prepareSetup(app.database.pool, { secret: 'secret' })).toBe(code);
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(codeOf(await app.api.post('/instance/setup', { ...owner, code: 'AAAA-AAAA-AAAA' }))).toEqual([
      403,
      'auth.invalid_setup_code',
    ]);
    expect(
      (await app.api.post('/instance/setup', { ...owner, code, password: 'short' })).body.error.details[0].path,
    ).toEqual(['password']);
    const racers = await Promise.all(
      ['a', 'b', 'c'].map((name) => app.api.post('/instance/setup', { ...owner, email: `${name}@example.org`, code })),
    );
    expect(racers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const winner = racers.find(({ status }) => status === 201)?.body;
    expect(await app.database.prisma.user.count()).toBe(1);
    expect(await signIn(app.url, winner.email, PASSWORD)).toContain('stele.session_token=');
    expect((await app.api.get('/instance')).body).toEqual({ set_up: true, ...status() });
    expect(await prepareSetup(app.database.pool, { secret: 'secret' })).toBeNull();
    expect(codeOf(await app.api.post('/instance/setup', { ...owner, code }))).toEqual([409, 'instance.already_set_up']);
  });
});

describe('projects', () => {
  it('are made by people, who own them', async () => {
    const person = await app.person();
    expect((await person.api.get('/projects')).body.data).toEqual([]);
    const created = await person.api.post('/projects', { name: 'Été & Co', locales: ['fr', 'en'] });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Été & Co',
      default_locale: 'fr',
      locales: ['fr', 'en'],
      role: 'owner',
    });
    expect(created.body.slug).toMatch(/^ete-co-[0-9a-z]{6}$/);
    expect((await person.api.get('/projects')).body.data).toEqual([created.body]);
    expect((await person.api.get(`/projects/${created.body.id}`)).body).toEqual(created.body);
  });

  it('have unique slugs and a default locale among their locales', async () => {
    const person = await app.person();
    expect((await person.api.post('/projects', { name: 'A', slug: 'taken' })).status).toBe(201);
    expect(codeOf(await person.api.post('/projects', { name: 'B', slug: 'taken' }))).toEqual([
      409,
      'project.slug_taken',
    ]);
    const bad = await person.api.post('/projects', { name: 'B', locales: ['en'], default_locale: 'de' });
    expect(bad.body.error.details[0].path).toEqual(['default_locale']);
    for (const locales of [[], ['en', 'EN'], ['english language'], 'en']) {
      expect((await person.api.post('/projects', { name: 'B', locales })).status).toBe(400);
    }
  });

  it('keep the websites of their previews, which have whole addresses', async () => {
    const project = await app.project();
    const path = `/projects/${project.id}`;
    expect((await project.api.get(path)).body.preview_sites).toEqual([]);
    const sites = [
      { name: 'Website', url: 'https://www.example.org' },
      { name: 'Mine', url: 'http://localhost:4321/docs' },
    ];
    expect((await project.api.patch(path, { preview_sites: sites })).body.preview_sites).toEqual(sites);
    for (const url of [
      'www.example.org',
      'javascript:alert(1)',
      'https://a:b@c.example',
      'https://a.example/?b',
      'ftp://a',
      'https://*',
    ]) {
      const refused = await project.api.patch(path, { preview_sites: [sites[0], { name: 'X', url }] });
      expect([url, refused.status, refused.body.error.details[0].path]).toEqual([
        url,
        400,
        ['preview_sites', 1, 'url'],
      ]);
    }
    const twice = await project.api.patch(path, { preview_sites: [sites[0], sites[0]] });
    expect(twice.body.error.details[0].path).toEqual(['preview_sites']);
    expect((await project.api.patch(path, { name: 'Other' })).body.preview_sites).toEqual(sites);
  });

  it('keep each list as someone else has changed it meanwhile', async () => {
    const project = await app.project();
    const path = `/projects/${project.id}`;
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const { name, locales: base_locales } = (await owner.api.get(path)).body;
    const answers = await Promise.all(
      ['fr', 'it'].map((added) => owner.api.patch(path, { locales: [...base_locales, added], base_locales })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { locales } = answers.find(({ status }) => status === 200)?.body ?? {};
    const site = { name: 'Website', url: 'https://www.example.org' };
    const group = { provider: 'acme', group: 'editors', role: 'editor' };
    const refused = await owner.api.patch(path, {
      name: 'Renamed',
      base_locales,
      base_preview_sites: [site],
      base_group_roles: [group],
    });
    expect(codeOf(refused)).toEqual([409, 'project.changed']);
    expect(refused.body.error.details.map((detail: { path: string[] }) => detail.path)).toEqual([
      ['base_locales'],
      ['base_preview_sites'],
      ['base_group_roles'],
    ]);
    expect((await owner.api.get(path)).body).toMatchObject({ name, locales });
    const seen = { base_locales: locales, base_preview_sites: [], base_group_roles: [] };
    expect((await owner.api.patch(path, { ...seen, preview_sites: [site] })).body.preview_sites).toEqual([site]);
    expect((await owner.api.patch(path, { base_preview_sites: [site], preview_sites: [] })).status).toBe(200);
    // Only owners may know which groups have roles.
    const developer = await app.person({ projectId: project.id, role: 'developer' });
    expect((await developer.api.patch(path, { name: 'Renamed', base_locales: locales })).status).toBe(200);
    expect(codeOf(await developer.api.patch(path, { name: 'Renamed', base_group_roles: [] }))).toEqual([
      403,
      'auth.insufficient_role',
    ]);
  });

  it('get new names and locales from an admin token too, but keep locales that have content', async () => {
    const project = await app.project();
    const path = `/projects/${project.id}`;
    const renamed = await project.api.patch(path, { name: 'Renamed', locales: ['en', 'de', 'zh-cn'] });
    expect(renamed.body).toMatchObject({ name: 'Renamed', locales: ['en', 'de', 'zh-cn'], role: null });
    const entry = await project.api.post(`${path}/entries`, {
      collection_key: 'posts',
      values: { de: { a: 1 }, 'zh-cn': { a: 1 } },
    });
    const refused = await project.api.patch(path, { locales: ['en', 'de'] });
    expect(codeOf(refused)).toEqual([409, 'project.locale_in_use']);
    expect(refused.body.error.details[0]).toMatchObject({ path: ['locales'], locale: 'zh-cn' });
    await project.api.put(`${path}/entries/${entry.body.id}/draft`, { values: { 'zh-cn': null }, base_version: 1 });
    expect((await project.api.patch(path, { locales: ['en', 'de'] })).status).toBe(200);
    expect((await app.client({ token: project.tokens.read_draft }).patch(path, { name: 'x' })).status).toBe(403);
    const editor = await app.person({ projectId: project.id, role: 'editor' });
    expect(codeOf(await editor.api.patch(path, { name: 'x' }))).toEqual([403, 'auth.insufficient_role']);
  });
});

describe('members and invitations', () => {
  it('lets a new person in by a link, with the role that was given, once', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const invitations = `/projects/${project.id}/invitations`;
    const invited = await owner.api.post(invitations, { email: 'Grace@Example.org', role: 'editor' });
    expect(invited.status).toBe(201);
    const secret = new URL(invited.body.accept_url).hash.slice(1);
    expect(JSON.stringify(await app.database.prisma.invitation.findMany())).not.toContain(secret);
    expect((await owner.api.get(invitations)).body.data).toHaveLength(1);
    expect((await app.api.post('/invitations/accept', { secret })).body.error.details[0].path).toEqual(['name']);
    expect(codeOf(await app.api.post('/invitations/accept', { secret: 'wrong' }))).toEqual([
      404,
      'invitation.not_found',
    ]);
    const accept = () => app.api.post('/invitations/accept', { secret, name: 'Grace', password: PASSWORD });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const cookie = await signIn(app.url, 'grace@example.org', PASSWORD);
    expect((await app.client({ cookie }).get(`/projects/${project.id}`)).body.role).toBe('editor');
    expect(
      (await owner.api.get(`/projects/${project.id}/members`)).body.data.map(({ role }: { role: string }) => role),
    ).toEqual(['owner', 'editor']);
    expect(codeOf(await owner.api.post(invitations, { email: 'grace@example.org', role: 'viewer' }))).toEqual([
      409,
      'member.already_member',
    ]);
  });

  it('asks a person who has an account to sign in first', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const known = await app.person();
    const other = await app.person();
    const invited = await owner.api.post(`/projects/${project.id}/invitations`, { email: known.email, role: 'viewer' });
    const secret = new URL(invited.body.accept_url).hash.slice(1);
    for (const { api } of [app, other]) {
      const whole = await api.post('/invitations/accept', { secret, name: 'X', password: PASSWORD });
      expect(codeOf(whole)).toEqual([401, 'auth.missing_session']);
      expect(codeOf(await api.post('/invitations/accept', { secret }))).toEqual([400, 'validation_failed']);
    }
    expect((await known.api.post('/invitations/accept', { secret })).body).toMatchObject({
      project_id: project.id,
      role: 'viewer',
    });
  });

  it('makes revoked and old invitations void', async () => {
    const project = await app.project();
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const invitations = `/projects/${project.id}/invitations`;
    const invite = async (email: string) => {
      const { body } = await owner.api.post(invitations, { email, role: 'viewer' });
      return { id: body.id, secret: new URL(body.accept_url).hash.slice(1) };
    };
    const accept = (secret: string) => app.api.post('/invitations/accept', { secret, name: 'X', password: PASSWORD });
    const revoked = await invite('r@example.org');
    expect((await owner.api.delete(`${invitations}/${revoked.id}`)).status).toBe(200);
    expect((await owner.api.delete(`${invitations}/${revoked.id}`)).status).toBe(200);
    expect(codeOf(await accept(revoked.secret))).toEqual([404, 'invitation.not_found']);
    const old = await invite('o@example.org');
    clock.advance(7 * 24 * 3_600_000);
    expect(codeOf(await accept(old.secret))).toEqual([404, 'invitation.not_found']);
    expect((await owner.api.get(invitations)).body.data).toEqual([]);
    expect(codeOf(await owner.api.delete(`${invitations}/inv_nope`))).toEqual([404, 'invitation.not_found']);
  });

  it('ends the invitations of owners who leave or are owners no longer, for good', async () => {
    const project = await app.project();
    const base = `/projects/${project.id}`;
    const owner = await app.person({ projectId: project.id, role: 'owner' });
    const accept = (secret: string, email: string) =>
      app.api.post('/invitations/accept', { secret, name: email, password: PASSWORD });
    const secretOf = (url: string) => new URL(url).hash.slice(1);
    const ways: [string, (id: string) => Promise<{ status: number }>][] = [
      ['removed', (id) => owner.api.delete(`${base}/members/${id}`)],
      ['demoted', (id) => owner.api.patch(`${base}/members/${id}`, { role: 'editor' })],
    ];
    for (const [way, end] of ways) {
      const leaving = await app.person({ projectId: project.id, role: 'owner' });
      const [mail, late] = [`${way}@example.org`, `${way}-late@example.org`];
      const invited = await leaving.api.post(`${base}/invitations`, { email: mail, role: 'owner' });
      expect(invited.body.invited_by).toEqual({ id: leaving.id, name: 'Person', email: leaving.email });
      // One that was made while its maker was leaving.
      const made = await leaving.api.post(`${base}/invitations`, { email: late, role: 'owner' });
      const staying = await owner.api.post(`${base}/invitations`, {
        email: `${way}-stays@example.org`,
        role: 'viewer',
      });
      expect((await end(leaving.id)).status).toBe(200);
      await app.database.prisma.invitation.update({ where: { id: made.body.id }, data: { revokedAt: null } });
      const { data } = (await owner.api.get(`${base}/invitations`)).body;
      expect(data.map(({ id }: { id: string }) => id)).toEqual([staying.body.id]);
      expect(data[0].invited_by).toEqual({ id: owner.id, name: 'Person', email: owner.email });
      expect(codeOf(await accept(secretOf(invited.body.accept_url), mail))).toEqual([404, 'invitation.not_found']);
      expect(codeOf(await accept(secretOf(made.body.accept_url), late))).toEqual([404, 'invitation.not_found']);
      expect((await accept(secretOf(staying.body.accept_url), `${way}-stays`)).status).toBe(200);
      await app.database.prisma.invitation.delete({ where: { id: staying.body.id } });
      await app.database.prisma.invitation.delete({ where: { id: made.body.id } });
      if (way === 'demoted') {
        await owner.api.patch(`${base}/members/${leaving.id}`, { role: 'owner' });
        expect(codeOf(await accept(secretOf(invited.body.accept_url), mail))).toEqual([404, 'invitation.not_found']);
      }
    }
    const record = (await owner.api.get(`${base}/audit?action=member.remove`)).body.data[0];
    expect(record.data.invitations_ended).toHaveLength(2);
  });

  it('keeps at least one owner, also when two leave at once', async () => {
    const project = await app.project();
    const [a, b] = [
      await app.person({ projectId: project.id, role: 'owner' }),
      await app.person({ projectId: project.id, role: 'owner' }),
    ];
    const members = `/projects/${project.id}/members`;
    const answers = await Promise.all([
      a.api.delete(`${members}/${a.id}`),
      b.api.patch(`${members}/${b.id}`, { role: 'viewer' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await app.database.prisma.member.count({ where: { projectId: project.id, role: 'owner' } })).toBe(1);
    const last = answers[0].status === 409 ? a : b;
    expect(codeOf(await last.api.delete(`${members}/${last.id}`))).toEqual([409, 'member.last_owner']);
    const demoted = await last.api.patch(`${members}/${last.id}`, { role: 'viewer' });
    expect(codeOf(demoted)).toEqual([409, 'member.last_owner']);
    expect(codeOf(await last.api.patch(`${members}/usr_nope`, { role: 'viewer' }))).toEqual([404, 'member.not_found']);
    expect((await last.api.patch(`${members}/${last.id}`, { role: 'boss' })).status).toBe(400);
  });
});
