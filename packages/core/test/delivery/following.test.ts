import { codeOf } from '@stele/testing/api-client';
import { json, type Received, Receiver } from '@stele/testing/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryProject, NETLIFY_HOOK, PAGES_HOOK, VERCEL_HOOK, WORKERS_HOOK } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

let app: TestApp;
let receiver: Receiver;
let website: Receiver;
const clock = new TestClock(Date.now());

beforeAll(async () => {
  receiver = await Receiver.start();
  website = await Receiver.start();
  app = await startTestApp({ clock, delivery: { allowsPrivateTargets: true, origins: receiver.origins } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await website.close();
});
afterEach(() => {
  receiver.reset();
  website.reset();
});

const page = (html: string) => (_request: Received, response: { end(text: string): unknown }) =>
  void response.end(html);
const showing = (snapshotId: string) =>
  page(`<!doctype html><head><title>x</title><meta content="${snapshotId}" name="stele-snapshot"></head>`);

/** A project whose newest change was triggered, and what is known of it. */
async function triggered(target: object) {
  const made = await DeliveryProject.make(app);
  const id = await made.target({ quiet_seconds: 0, ...target });
  const entry = await made.publish();
  await made.after(1);
  const read = async () => (await made.deployments())[0];
  expect((await read()).status).toBe('triggered');
  const live = async (api = made.owner) => (await api.get(`${made.path}/entries/${entry}/live`)).body;
  return { made, id, entry, read, live };
}

describe('the state of a build', () => {
  const KINDS: Record<string, { target: object; taken?: object; states: [unknown, string][]; asked: RegExp }> = {
    'Vercel tells': {
      target: { kind: 'vercel', config: { hook_url: VERCEL_HOOK, api_token: 'vercel-token', team_id: 'team_1' } },
      taken: { job: { id: 'j', state: 'PENDING', createdAt: 1 } },
      states: [
        [{ deployments: [vercelRun('BUILDING', 'other')] }, 'none'],
        [{ deployments: [vercelRun('ERROR', undefined, -60_000)] }, 'none'],
        [{ deployments: [vercelRun('BUILDING')] }, 'building'],
        [{ deployments: [vercelRun('READY')] }, 'built'],
      ],
      asked: /^\/v6\/deployments\?projectId=prj_Abc123&since=\d+&limit=20&teamId=team_1$/,
    },
    'Netlify tells': {
      target: { config: { hook_url: NETLIFY_HOOK, api_token: 'netlify-token', site_id: 'site/1' } },
      states: [
        [[{ id: 'd0', title: 'Somebody else’s', state: 'ready' }], 'none'],
        [
          [{ id: 'd1', title: 'Stele DEPLOYMENT', state: 'building', deploy_ssl_url: 'https://d1.example' }],
          'building',
        ],
        [[{ id: 'd1', title: 'Stele DEPLOYMENT', state: 'error', error_message: 'Build script failed' }], 'failed'],
      ],
      asked: /^\/api\/v1\/sites\/site%2F1\/deploys/,
    },
    'Cloudflare Pages tells': {
      target: {
        kind: 'cloudflare',
        config: { hook_url: PAGES_HOOK, api_token: 'cf-token', account_id: 'acc', project_name: 'site' },
      },
      taken: { result: { id: 'run-1' }, success: true },
      states: [
        [{ result: { latest_stage: { name: 'build', status: 'active' } } }, 'building'],
        [{ result: { latest_stage: { name: 'deploy', status: 'success' }, url: 'https://x.pages.dev' } }, 'built'],
      ],
      asked: /^\/client\/v4\/accounts\/acc\/pages\/projects\/site\/deployments\/run-1$/,
    },
    'Cloudflare Workers Builds tells': {
      target: { kind: 'cloudflare', config: { hook_url: WORKERS_HOOK, api_token: 'cf-token', account_id: 'acc' } },
      taken: { result: { build_uuid: 'uuid-1', already_exists: true }, success: true },
      states: [
        [{ result: { status: 'running' } }, 'building'],
        [{ result: { status: 'stopped', build_outcome: 'fail' } }, 'failed'],
      ],
      asked: /^\/client\/v4\/accounts\/acc\/builds\/builds\/uuid-1$/,
    },
  };
  for (const [name, { target, taken = {}, states, asked }] of Object.entries(KINDS)) {
    it(`is what ${name}`, async () => {
      receiver.answer = json(taken);
      const { made, read } = await triggered(target);
      const { id } = await read();
      for (const [answer, expected] of states) {
        const text = JSON.stringify(answer)
          .replaceAll('DEPLOYMENT', id)
          .replaceAll('"NOW"', String(clock.now().getTime()));
        receiver.answer = json(JSON.parse(text));
        await made.after(15);
        const state = (await read()).build?.state ?? 'none';
        expect(state === 'building' && expected === 'none' ? 'none' : state, text).toBe(expected);
      }
      const last = receiver.requests.at(-1);
      expect(last?.path).toMatch(asked);
      expect(last?.headers.authorization).toMatch(/^Bearer (vercel|netlify|cf)-token$/);
      const { build, built_at, seen_at } = await read();
      expect([built_at !== null, seen_at]).toEqual([build.state === 'built', null]);
      const requests = receiver.requests.length;
      await made.after(60);
      expect(receiver.requests).toHaveLength(requests);
    });
  }

  it('is that of a GitHub run, which a workflow_dispatch names', async () => {
    const config = { token: 'ghp_1', owner: 'acme', repository: 'site', api_url: `${receiver.url}/api/v3` };
    receiver.answer = json({ workflow_run_id: 77, run_url: 'x', html_url: 'https://github.example/runs/77' });
    const dispatch = { ...config, event: 'workflow_dispatch', workflow: 'build.yml', ref: 'main' };
    const { made, read } = await triggered({ kind: 'github', config: dispatch });
    const { id, snapshot_id } = await read();
    expect(receiver.requests[0]?.path).toBe('/api/v3/repos/acme/site/actions/workflows/build.yml/dispatches');
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({
      ref: 'main',
      inputs: { deployment_id: id, snapshot_id },
      return_run_details: true,
    });
    receiver.answer = json({
      id: 77,
      status: 'in_progress',
      conclusion: null,
      html_url: 'https://github.example/runs/77',
    });
    await made.after(15);
    expect((await read()).build).toEqual({ state: 'building', url: 'https://github.example/runs/77', error: null });
    expect(receiver.requests.at(-1)?.path).toBe('/api/v3/repos/acme/site/actions/runs/77');
    receiver.answer = json({ id: 77, status: 'completed', conclusion: 'failure' });
    await made.after(15);
    expect((await read()).build).toMatchObject({ state: 'failed', error: 'GitHub says failure.' });
    const events = await app.database.prisma.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(events).toMatchObject([
      { kind: 'deployment.triggered' },
      { kind: 'deployment.updated', data: { build_state: 'building', seen: false } },
      { kind: 'deployment.failed', data: { stage: 'build' } },
    ]);
  });

  it('is that of the first GitHub run since a repository_dispatch, which names none', async () => {
    const config = { token: 'ghp_1', owner: 'acme', repository: 'site', api_url: `${receiver.url}/api/v3` };
    receiver.answer = (_request, response) => response.writeHead(204).end();
    const { made, read } = await triggered({ kind: 'github', config: { ...config, event: 'repository_dispatch' } });
    const { id, snapshot_id } = await read();
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({
      event_type: 'stele-deployment',
      client_payload: {
        deployment_id: id,
        project_id: made.site.project.id,
        snapshot_id,
        sequence: 1,
        reason: 'publish',
      },
    });
    const run = (number: number) => ({
      id: number,
      status: 'completed',
      conclusion: 'success',
      html_url: `https://g/${number}`,
    });
    receiver.answer = json({ workflow_runs: [run(9), run(8)] });
    await made.after(15);
    expect(receiver.requests.at(-1)?.path).toMatch(/actions\/runs\?event=repository_dispatch&created=%3E%3D20/);
    expect((await read()).build).toEqual({ state: 'built', url: 'https://g/8', error: null });
  });

  it('is not asked for with secrets that cannot be opened', async () => {
    const config = { hook_url: NETLIFY_HOOK, api_token: 't', site_id: 's' };
    const { made, id, read } = await triggered({ config });
    await app.database.prisma.deployTarget.update({ where: { id }, data: { secrets: 'v1.lost.x.y' } });
    const requests = receiver.requests.length;
    await made.after(15);
    expect([receiver.requests.length, (await read()).build]).toEqual([requests, null]);
    expect((await made.owner.get(`${made.path}/jobs`)).body.data).toEqual([]);
  });

  it('stays unknown when the platform answers nonsense', async () => {
    const config = { hook_url: NETLIFY_HOOK, api_token: 't', site_id: 's' };
    const { made, read } = await triggered({ config });
    for (const answer of [json(null), json([null, 1, { title: {} }]), json({}, 500), page('<html>')]) {
      receiver.answer = answer;
      await made.after(15);
      expect((await read()).build).toBeNull();
    }
  });
});

function vercelRun(readyState: string, deployHookId = 'hooksecret1234567', age = 0) {
  const created = age === 0 ? 'NOW' : clock.now().getTime() + age;
  return { uid: 'dpl_1', url: 'x.vercel.app', created, readyState, meta: { deployHookId } };
}

describe('a build that reports', () => {
  it('reports what it read and that it succeeded, with the read token', async () => {
    const { made, id, read } = await triggered({});
    const builds = app.client({ token: made.site.project.tokens.read_published });
    const report = { snapshot_id: await made.live(), environment: 'production' };
    const send = (more: object) => builds.post(`${made.path}/builds`, { ...report, ...more });
    expect((await send({ phase: 'started' })).body).toEqual({ target_id: id });
    expect(await read()).toMatchObject({ build: { state: 'building' }, built_at: null });
    expect((await send({ phase: 'finished' })).body).toEqual({ target_id: id });
    expect(await read()).toMatchObject({ build: { state: 'built' }, seen_at: null });
    expect((await read()).built_at).not.toBeNull();
    expect((await made.read(id)).built).toMatchObject({ sequence: 1 });
  });

  it('counts for the deployment that it names, or for the only target of its environment', async () => {
    const { made, id, read } = await triggered({ environment: 'production' });
    const other = await made.target({ environment: 'preview' });
    const snapshot_id = await made.live();
    const send = (more: object) =>
      made.site.api.post(`${made.path}/builds`, { snapshot_id, phase: 'finished', ...more });
    expect((await send({ environment: 'preview' })).body).toEqual({ target_id: other });
    expect((await send({ environment: 'staging' })).body).toEqual({ target_id: null });
    expect((await read()).built_at).toBeNull();
    await made.target({ environment: 'production' });
    expect((await send({})).body).toEqual({ target_id: null });
    expect((await send({ deployment_id: (await read()).id, phase: 'failed' })).body).toEqual({ target_id: id });
    expect((await read()).build.state).toBe('failed');
  });

  it('is refused when it names what is not there', async () => {
    const { made } = await triggered({});
    const snapshot_id = await made.live();
    const send = (body: object) => made.site.api.post(`${made.path}/builds`, body);
    const unknown = 'snap_01kah4zc7m2e8q5k3v1f6r9wtb';
    expect(codeOf(await send({ snapshot_id: unknown, phase: 'started' }))).toEqual([404, 'snapshot.not_found']);
    const named = { snapshot_id, phase: 'started', deployment_id: 'dep_x' };
    expect(codeOf(await send(named))).toEqual([404, 'deployment.not_found']);
    expect(codeOf(await send({ snapshot_id, phase: 'halfway' }))).toEqual([400, 'validation_failed']);
    const viewer = (await app.person({ projectId: made.site.project.id, role: 'viewer' })).api;
    const report = { snapshot_id, phase: 'started' };
    expect(codeOf(await viewer.post(`${made.path}/builds`, report))).toEqual([403, 'auth.insufficient_role']);
    expect(codeOf(await app.api.post(`${made.path}/builds`, report))).toEqual([401, 'auth.missing_token']);
  });
});

describe('a website', () => {
  it('is seen when it shows what was triggered, and not before', async () => {
    website.answer = page('<html>nothing</html>');
    const { made, id, read, live } = await triggered({ site_url: website.url });
    await made.after(15);
    expect((await made.read(id)).site_check.error).toMatch(/^Neither the page nor/);
    expect(website.requests.map(({ path }) => path)).toEqual(['/', '/.well-known/stele.json']);
    expect(await live()).toMatchObject({ targets: [{ triggered: {}, built: null, seen: null, can_be_seen: true }] });
    website.answer = showing(await made.live());
    await made.after(15);
    expect((await read()).seen_at).not.toBeNull();
    expect(await read()).toMatchObject({ built_at: null });
    expect(await made.read(id)).toMatchObject({ seen: { sequence: 1 }, site_check: { error: null } });
    const requests = website.requests.length;
    await made.after(120);
    expect(website.requests).toHaveLength(requests);
  });

  it('may tell it in /.well-known/stele.json', async () => {
    const { made, read } = await triggered({ site_url: `${website.url}/en/` });
    const snapshot_id = await made.live();
    website.answer = (request, response) =>
      request.path === '/.well-known/stele.json'
        ? json({ snapshot_id })(request, response, null as never)
        : void response.writeHead(404).end();
    await made.after(15);
    expect((await read()).seen_at).not.toBeNull();
  });

  it('that shows an earlier snapshot shows that one, and what came later isn’t seen', async () => {
    const { made, id } = await triggered({ site_url: website.url });
    const first = await made.live();
    website.answer = showing(first);
    await made.after(15);
    const second = await made.publish('two');
    await made.after(1);
    await made.after(15);
    const live = (await made.site.api.get(`${made.path}/entries/${second}/live`)).body;
    expect(live).toMatchObject({
      published: { sequence: 2, snapshot_id: await made.live() },
      targets: [{ target_id: id, triggered: {}, seen: null }],
    });
    expect((await made.read(id)).seen).toMatchObject({ sequence: 1 });
  });

  it('is looked at right after a build reports that it ended well', async () => {
    const { made, read } = await triggered({ site_url: website.url });
    const snapshot_id = await made.live();
    website.answer = showing(snapshot_id);
    await made.site.api.post(`${made.path}/builds`, { snapshot_id, phase: 'finished' });
    await made.after(0);
    expect((await read()).seen_at).not.toBeNull();
  });

  it('is no longer looked at an hour after the trigger', async () => {
    website.answer = page('nothing');
    const { made } = await triggered({ site_url: website.url });
    await made.after(59 * 60);
    await made.after(120);
    const requests = website.requests.length;
    await made.after(120);
    expect(website.requests).toHaveLength(requests);
  });
});

describe('an entry', () => {
  it('says how far its last change came, at each target', async () => {
    const { made, id, entry, live } = await triggered({});
    const other = await made.target({ name: 'Docs', quiet_seconds: 0 });
    expect(await live(made.site.api)).toMatchObject({
      entry_id: entry,
      published: { sequence: 1 },
      targets: [
        { target_id: id, name: 'Website', status: 'active', deployment: { status: 'triggered' }, can_be_seen: false },
        { target_id: other, name: 'Docs', triggered: null, deployment: null },
      ],
    });
    await made.site.api.post(`${made.site.entries}/${entry}/unpublish`, { locales: ['en'] });
    expect(await live()).toMatchObject({
      published: { sequence: 2 },
      targets: [{ triggered: null, deployment: { status: 'queued' } }, { deployment: { status: 'queued' } }],
    });
    await made.after(1);
    const told = await live();
    expect(told.targets.every((target: { triggered: unknown }) => target.triggered !== null)).toBe(true);
  });

  it('that was never published has no progress, and an unknown one is not found', async () => {
    const { made } = await triggered({});
    const draft = await made.site.create({ en: { title: 'draft' } });
    const answer = await made.owner.get(`${made.path}/entries/${draft}/live`);
    expect(answer.body).toMatchObject({ published: null, targets: [{ triggered: null, built: null, seen: null }] });
    expect(codeOf(await made.owner.get(`${made.path}/entries/ent_x/live`))).toEqual([404, 'entry.not_found']);
  });
});
