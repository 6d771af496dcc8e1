import type { SettingFault } from '../target-settings.ts';
import { hookFaults, linkOf, type Platform, postHook, type RunState, textOf } from './platform.ts';

const HOOK =
  /^https:\/\/api\.cloudflare\.com\/client\/v4\/(?:pages\/webhooks|workers\/builds)\/deploy_hooks\/[A-Za-z0-9_-]{8,64}$/;
const API = 'https://api.cloudflare.com/client/v4';
const PAGES: Readonly<Record<string, RunState['state']>> = { failure: 'failed', canceled: 'failed' };
const WORKERS: Readonly<Record<string, RunState['state']>> = { success: 'built' };

/** Deploy hooks of Cloudflare Pages and of Workers Builds. */
export const cloudflare: Platform = {
  name: 'Cloudflare',
  required: ['hook_url'],
  optional: ['api_token', 'account_id', 'project_name'],
  check(settings) {
    const faults: SettingFault[] = hookFaults(
      settings,
      HOOK,
      'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/… or …/workers/builds/deploy_hooks/…',
    );
    if (settings.api_token !== undefined && settings.account_id === undefined) {
      faults.push({ name: 'account_id', message: 'Set this together with a token: the account of the builds.' });
    }
    if (settings.api_token !== undefined && isPages(settings.hook_url) && settings.project_name === undefined) {
      faults.push({
        name: 'project_name',
        message: 'Set this together with a token: the Pages project of the builds.',
      });
    }
    return faults;
  },
  trigger: postHook,
  runOf(body) {
    const id = textOf(body, 'result', 'build_uuid') ?? textOf(body, 'result', 'id');
    return id === null ? null : { id, url: linkOf(body, 'result', 'url') };
  },
  ask(settings, { run }) {
    const { api_token: token, account_id: account, project_name: project } = settings;
    if (token === undefined || account === undefined || !run?.id) return null;
    const base = `${API}/accounts/${encodeURIComponent(`${account}`)}`;
    const headers = { authorization: `Bearer ${token}` };
    const id = encodeURIComponent(run.id);
    if (!isPages(settings.hook_url)) return { url: `${base}/builds/builds/${id}`, headers };
    return { url: `${base}/pages/projects/${encodeURIComponent(`${project}`)}/deployments/${id}`, headers };
  },
  stateOf(body, { hook_url }, { run }) {
    const url = linkOf(body, 'result', 'url') ?? run?.url ?? null;
    const known = { id: run?.id ?? null, url };
    if (isPages(hook_url)) {
      const stage = textOf(body, 'result', 'latest_stage', 'name');
      const status = textOf(body, 'result', 'latest_stage', 'status') ?? '';
      const done: RunState['state'] = stage === 'deploy' && status === 'success' ? 'built' : 'building';
      const state = PAGES[status] ?? done;
      return { run: known, state, error: state === 'failed' ? `Cloudflare says ${status} at ${stage}.` : null };
    }
    const outcome = textOf(body, 'result', 'build_outcome');
    if (outcome === null) return { run: known, state: 'building', error: null };
    const state = WORKERS[outcome] ?? 'failed';
    return { run: known, state, error: state === 'failed' ? `Cloudflare says ${outcome}.` : null };
  },
};

function isPages(hook: unknown): boolean {
  return `${hook}`.includes('/pages/webhooks/');
}
