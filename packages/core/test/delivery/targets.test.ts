import { type ApiClient, codeOf } from '@stele/testing/api-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { DeliveryProject, NETLIFY_HOOK, PAGES_HOOK, VERCEL_HOOK, WORKERS_HOOK } from '../support/delivery-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

const GITHUB = {
  token: 'ghp_verysecrettoken0123456789',
  owner: 'acme',
  repository: 'site',
  event: 'repository_dispatch',
};
const SECRETS = ['66f2c1d0a9b8e7f6a5b4c3d2', 'hooksecret1234567', 'verysecrettoken', 'nfp_alsosecret'];

let app: TestApp;
let made: DeliveryProject;
let owner: ApiClient;
let targets: string;

beforeAll(async () => {
  app = await sharedTestApp();
  made = await DeliveryProject.make(app);
  ({ owner } = made);
  targets = `${made.path}/deploy-targets`;
});

const detailsOf = (body: { error?: { details?: { path: string[] }[] } }) =>
  body.error?.details?.map(({ path }) => path.join('.'));

describe('deploy targets', () => {
  it('are made, listed, read, changed and deleted', async () => {
    const answer = await owner.post(targets, {
      name: 'Website',
      kind: 'netlify',
      config: { hook_url: NETLIFY_HOOK, branch: 'main' },
      site_url: 'https://www.example.org/',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      name: 'Website',
      kind: 'netlify',
      config: { hook_url: 'https://api.netlify.com/…c3d2', branch: 'main' },
      site_url: 'https://www.example.org/',
      environment: 'production',
      quiet_seconds: 10,
      status: 'active',
      consecutive_failures: 0,
      last_deployment: null,
      built: null,
      seen: null,
      site_check: null,
    });
    const { id } = answer.body;
    expect(answer.headers.get('location')).toContain(id);
    expect((await owner.get(targets)).body).toEqual({ data: [answer.body], next_cursor: null });
    const config = { branch: null, clear_cache: true };
    const changed = await owner.patch(`${targets}/${id}`, { name: 'Site', quiet_seconds: 0, site_url: null, config });
    expect([changed.status, changed.body.config]).toEqual([
      200,
      { hook_url: 'https://api.netlify.com/…c3d2', clear_cache: true },
    ]);
    expect((await owner.get(`${targets}/${id}`)).body).toEqual(changed.body);
    expect((await owner.delete(`${targets}/${id}`)).body).toEqual(changed.body);
    for (const gone of [
      owner.get(`${targets}/${id}`),
      owner.patch(`${targets}/${id}`, { name: 'x' }),
      owner.delete(`${targets}/${id}`),
      owner.post(`${targets}/${id}/test`),
      owner.post(`${targets}/${id}/resume`),
    ]) {
      expect(codeOf(await gone)).toEqual([404, 'target.not_found']);
    }
  });

  it('are made once by requests with the same Idempotency-Key', async () => {
    const project = await DeliveryProject.make(app);
    const input = { name: 'x', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
    const make = () => project.owner.post(`${project.path}/deploy-targets`, input, { 'idempotency-key': 'once' });
    const [first, second] = [await make(), await make()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const kept = JSON.stringify(await app.database.prisma.idempotencyRecord.findMany());
    expect(kept).toContain(first.body.id);
    for (const secret of SECRETS) expect(kept).not.toContain(secret);
  });

  it('send to their platform’s hooks and nowhere else', async () => {
    const make = (kind: string, config: object) => owner.post(targets, { name: 'x', kind, config });
    const right: [string, object][] = [
      ['vercel', { hook_url: VERCEL_HOOK }],
      ['netlify', { hook_url: NETLIFY_HOOK }],
      ['cloudflare', { hook_url: PAGES_HOOK }],
      ['cloudflare', { hook_url: WORKERS_HOOK }],
      ['github', GITHUB],
      ['github', { ...GITHUB, event: 'workflow_dispatch', workflow: 'build.yml', ref: 'main' }],
      ['github', { ...GITHUB, api_url: 'https://github.example.com/api/v3' }],
    ];
    for (const [kind, config] of right) {
      const { status, body } = await make(kind, config);
      expect(status, JSON.stringify(body)).toBe(201);
      await owner.delete(`${targets}/${body.id}`);
    }
    const wrong: [string, object, string][] = [
      ['vercel', { hook_url: NETLIFY_HOOK }, 'config.hook_url'],
      ['vercel', { hook_url: 'https://api.vercel.com/v9/projects/prj_Abc123' }, 'config.hook_url'],
      ['vercel', { hook_url: VERCEL_HOOK.replace('https', 'http') }, 'config.hook_url'],
      ['vercel', { hook_url: VERCEL_HOOK.replace('api.vercel.com', 'api.vercel.com.evil.example') }, 'config.hook_url'],
      ['vercel', { hook_url: VERCEL_HOOK.replace('api.vercel.com', 'api.vercel.com:444') }, 'config.hook_url'],
      ['vercel', { hook_url: VERCEL_HOOK.replace('api.', 'me@api.') }, 'config.hook_url'],
      ['vercel', { hook_url: `${VERCEL_HOOK}?x=1` }, 'config.hook_url'],
      ['vercel', { hook_url: `${VERCEL_HOOK}/../../../../v9/projects` }, 'config.hook_url'],
      ['netlify', { hook_url: 'https://api.netlify.com/api/v1/sites' }, 'config.hook_url'],
      ['cloudflare', { hook_url: 'https://api.cloudflare.com/client/v4/accounts' }, 'config.hook_url'],
      ['cloudflare', { hook_url: WORKERS_HOOK, api_token: 't' }, 'config.account_id'],
      ['cloudflare', { hook_url: PAGES_HOOK, api_token: 't', account_id: 'a' }, 'config.project_name'],
      ['netlify', {}, 'config.hook_url'],
      ['netlify', { hook_url: NETLIFY_HOOK, api_token: 't' }, 'config.site_id'],
      ['netlify', { hook_url: NETLIFY_HOOK, owner: 'acme' }, 'config.owner'],
      ['github', { ...GITHUB, owner: '../../user' }, 'config.owner'],
      ['github', { ...GITHUB, repository: '..' }, 'config.repository'],
      ['github', { ...GITHUB, event: 'workflow_dispatch', ref: 'main' }, 'config.workflow'],
      ['github', { ...GITHUB, event: 'workflow_dispatch', workflow: '../x', ref: 'main' }, 'config.workflow'],
      ['github', { ...GITHUB, workflow: 'build.yml' }, 'config.workflow'],
      ['github', { ...GITHUB, api_url: 'http://github.example.com/api/v3' }, 'config.api_url'],
      ['github', { ...GITHUB, api_url: 'https://127.0.0.1/api/v3' }, 'config.api_url'],
      ['github', { ...GITHUB, api_url: 'https://user:pass@github.example.com' }, 'config.api_url'],
    ];
    for (const [kind, config, path] of wrong) {
      const { status, body } = await make(kind, config);
      expect([status, detailsOf(body)], JSON.stringify(config)).toEqual([400, [path]]);
    }
    const site = await owner.post(targets, {
      name: 'x',
      kind: 'netlify',
      config: { hook_url: NETLIFY_HOOK },
      site_url: 'http://169.254.169.254/',
    });
    expect([site.status, detailsOf(site.body)]).toEqual([400, ['site_url']]);
  });

  it('never tell their secrets: not in answers, the audit log, or the database', async () => {
    const { body: one } = await owner.post(targets, { name: 'a', kind: 'vercel', config: { hook_url: VERCEL_HOOK } });
    const { body: two } = await owner.post(targets, { name: 'b', kind: 'github', config: GITHUB });
    const token = { api_token: 'nfp_alsosecret0123456' };
    const answers = [
      one,
      two,
      (await owner.patch(`${targets}/${one.id}`, { config: token })).body,
      (await owner.get(targets)).body,
      (await owner.get(`${made.path}/audit?limit=100`)).body,
    ];
    const rows = await Promise.all([
      app.database.prisma.deployTarget.findMany(),
      app.database.prisma.auditRecord.findMany(),
    ]);
    const text = JSON.stringify([answers, rows]);
    expect(text).toContain('deploy_target.create');
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it('never send a token that was given for one server to another one', async () => {
    const one = 'https://github.example.com/api/v3';
    const make = async (more: object) =>
      (await owner.post(targets, { name: 'x', kind: 'github', config: { ...GITHUB, ...more } })).body.id;
    const change = async (id: string, config: object) => {
      const { status, body } = await owner.patch(`${targets}/${id}`, { config });
      return [status, status === 200 ? body.config.api_url : detailsOf(body)];
    };
    const [own, enterprise] = [await make({}), await make({ api_url: one })];
    const refused = [400, ['config.token']];
    expect(await change(own, { api_url: one })).toEqual(refused);
    expect(await change(enterprise, { api_url: 'https://other.example.com/api/v3' })).toEqual(refused);
    expect(await change(enterprise, { api_url: 'https://github.example.com:8443/api/v3' })).toEqual(refused);
    expect(await change(enterprise, { api_url: null })).toEqual(refused);
    expect((await owner.get(`${targets}/${enterprise}`)).body.config.api_url).toBe(one);
    // The same server, or a token that is given with the address.
    const v4 = 'https://github.example.com/api/v4';
    expect(await change(enterprise, { api_url: v4, ref: null })).toEqual([200, v4]);
    expect(await change(own, { api_url: 'https://api.github.com/' })).toEqual([200, 'https://api.github.com/']);
    const other = { api_url: 'https://other.example.com/api/v3', token: GITHUB.token };
    expect(await change(enterprise, other)).toEqual([200, other.api_url]);
    expect(await change(enterprise, { api_url: null, token: GITHUB.token })).toEqual([200, undefined]);
  });

  it('are as many as a project may have, and no more', async () => {
    const full = await DeliveryProject.make(app);
    for (let count = 0; count < 20; count++) await full.target();
    const input = { name: 'x', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
    expect(codeOf(await full.owner.post(`${full.path}/deploy-targets`, input))).toEqual([409, 'target.limit_reached']);
  });

  it('are for people: owners change them, everybody in the project reads them, no token reaches them', async () => {
    const id = await made.target();
    const viewer = (await app.person({ projectId: made.site.project.id, role: 'viewer' })).api;
    const editor = (await app.person({ projectId: made.site.project.id, role: 'editor' })).api;
    const stranger = (await app.person()).api;
    const input = { name: 'x', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
    expect((await viewer.get(targets)).status).toBe(200);
    expect((await viewer.get(`${made.path}/deployments`)).status).toBe(200);
    for (const send of [
      (api: ApiClient) => api.post(targets, input),
      (api: ApiClient) => api.patch(`${targets}/${id}`, { name: 'y' }),
      (api: ApiClient) => api.delete(`${targets}/${id}`),
      (api: ApiClient) => api.post(`${targets}/${id}/test`),
      (api: ApiClient) => api.post(`${targets}/${id}/resume`),
    ]) {
      expect(codeOf(await send(editor))).toEqual([403, 'auth.insufficient_role']);
      expect(codeOf(await send(made.site.api))).toEqual([403, 'auth.insufficient_scope']);
      expect(codeOf(await send(app.api))).toEqual([401, 'auth.missing_session']);
      expect(codeOf(await send(stranger))).toEqual([404, 'project.not_found']);
    }
    for (const path of [targets, `${targets}/${id}`, `${made.path}/deployments`]) {
      expect(codeOf(await made.site.api.get(path))).toEqual([403, 'auth.insufficient_scope']);
    }
  });

  it('refuse what no target can be', async () => {
    const id = await made.target();
    const input = { name: 'x', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
    for (const wrong of [
      { kind: 'heroku' },
      { name: '' },
      { quiet_seconds: -1 },
      { environment: 'a b' },
      { more: 1 },
    ]) {
      expect(codeOf(await owner.post(targets, { ...input, ...wrong }))).toEqual([400, 'validation_failed']);
    }
    expect(codeOf(await owner.patch(`${targets}/${id}`, { kind: 'vercel' }))).toEqual([400, 'validation_failed']);
    expect(codeOf(await owner.patch(`${targets}/${id}`, { config: { hook_url: null } }))).toEqual([
      400,
      'validation_failed',
    ]);
  });
});
