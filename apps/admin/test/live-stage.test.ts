import { describe, expect, it } from 'vitest';
import { adviceFor, type Deployment, factsOf, stageOf, stageOfDeployment } from '../src/delivery/live-stage.ts';
import { changedConfig, newConfig } from '../src/delivery/platform-fields.ts';

const at = '2026-11-21T09:30:00.000Z';
const deployment = (more: Partial<Deployment> = {}): Deployment => ({
  id: 'dep_1',
  target_id: 'dpt_1',
  snapshot_id: 'snap_1',
  sequence: 7,
  reason: 'publish',
  status: 'queued',
  attempts: [],
  due_at: at,
  created_at: at,
  finished_at: null,
  published_at: at,
  triggered_at: null,
  build: null,
  built_at: null,
  seen_at: null,
  ...more,
});
const failing = (status: Deployment['status'], answered: number | null): Deployment =>
  deployment({ status, attempts: [{ at, status: answered, duration_ms: 5, error: 'No.' }] });

describe('how far a change has come', () => {
  it('is the furthest that is known, unless something went wrong before', () => {
    const triggered = { status: 'triggered', triggered_at: at } as const;
    expect(stageOfDeployment(deployment())).toBe('waiting');
    expect(stageOfDeployment(deployment({ status: 'sending' }))).toBe('sending');
    expect(stageOfDeployment(deployment(triggered))).toBe('triggered');
    const build = (state: 'building' | 'failed') => ({ state, url: null, error: null });
    expect(stageOfDeployment(deployment({ ...triggered, build: build('building') }))).toBe('building');
    expect(stageOfDeployment(deployment({ ...triggered, build: build('failed') }))).toBe('buildFailed');
    expect(stageOfDeployment(deployment({ ...triggered, built_at: at }))).toBe('built');
    expect(stageOfDeployment(deployment({ ...triggered, built_at: at, seen_at: at }))).toBe('seen');
    expect(stageOfDeployment(deployment({ status: 'superseded' }))).toBe('superseded');
    const nothing = { triggered: null, built: null, seen: null, deployment: null };
    expect(stageOf({ ...nothing, status: 'paused' })).toBe('paused');
    expect(stageOf({ ...nothing, status: 'active' })).toBe('untold');
  });

  it('counts for a target only from the change that is asked about', () => {
    const target = { status: 'active', last_deployment: deployment(), built: { sequence: 6, at }, seen: null } as never;
    expect(factsOf(target, 7)).toMatchObject({ built: null, deployment: { id: 'dep_1' } });
    expect(factsOf(target, 6)).toMatchObject({ built: at });
    expect(factsOf(target, 8)).toMatchObject({ deployment: null });
  });
});

describe('what to do about a deployment', () => {
  it.each([
    [failing('failed', 401), 'token'],
    [failing('failed', 404), 'hook'],
    [failing('failed', 422), 'refused'],
    [failing('failed', 503), 'down'],
    [failing('failed', null), 'down'],
    [failing('queued', 503), 'retry'],
    [failing('queued', 429), 'limit'],
    [failing('triggered', 503), null],
    [deployment(), null],
    [deployment({ status: 'triggered', build: { state: 'failed', url: null, error: null } }), 'build'],
  ] as const)('%#', (one, advice) => {
    expect(adviceFor(one)).toBe(advice);
  });
});

describe('settings of a platform', () => {
  it('are those that its way of starting a build asks for', () => {
    const form = { owner: ' acme ', repository: 'site', token: 'ghp_1', workflow: 'build.yml', ref: 'main' };
    expect(newConfig('github', form)).toEqual({
      owner: 'acme',
      repository: 'site',
      token: 'ghp_1',
      event: 'repository_dispatch',
    });
    expect(newConfig('netlify', { hook_url: 'https://x', branch: '', clear_cache: false })).toEqual({
      hook_url: 'https://x',
    });
  });

  it('change where they differ; secrets that were left empty stay, unless they are taken away', () => {
    const before = { hook_url: 'https://…c3d2', api_token: '…abcd', site_id: '1', branch: 'main' };
    const form = { site_id: '1', branch: '', hook_url: '', clear_cache: true };
    expect(changedConfig('netlify', before, form, [])).toEqual({ branch: null, clear_cache: true });
    expect(changedConfig('netlify', before, { ...form, api_token: 'new' }, [])).toMatchObject({ api_token: 'new' });
    expect(changedConfig('netlify', before, form, ['api_token'])).toMatchObject({ api_token: null });
    const workflow = { event: 'workflow_dispatch', workflow: 'build.yml', ref: 'main', owner: 'a', repository: 'b' };
    const dispatch = { owner: 'a', repository: 'b', event: 'repository_dispatch', workflow: 'build.yml', ref: 'main' };
    expect(changedConfig('github', workflow, dispatch, [])).toEqual({
      event: 'repository_dispatch',
      workflow: null,
      ref: null,
    });
  });
});
