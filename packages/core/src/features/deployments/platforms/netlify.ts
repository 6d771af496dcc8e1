import { DEPLOYMENT_HEADER, hookFaults, linkOf, listOf, type Platform, type RunState, textOf } from './platform.ts';

const HOOK = /^https:\/\/api\.netlify\.com\/build_hooks\/[A-Za-z0-9]{8,64}$/;
const STATES: Readonly<Record<string, RunState['state']>> = {
  ready: 'built',
  error: 'failed',
  rejected: 'failed',
  deleted: 'failed',
};

/** Netlify's build hooks. The deployment's id is in the title and body of a build, which is found by it with a token. */
export const netlify: Platform = {
  name: 'Netlify',
  required: ['hook_url'],
  optional: ['branch', 'clear_cache', 'api_token', 'site_id'],
  check(settings) {
    const faults = hookFaults(settings, HOOK, 'https://api.netlify.com/build_hooks/…');
    if (settings.api_token !== undefined && settings.site_id === undefined) {
      faults.push({ name: 'site_id', message: 'Set this together with a token: the site of the builds.' });
    }
    return faults;
  },
  trigger({ hook_url, branch, clear_cache }, { deploymentId, projectId, snapshotId, sequence, reason }) {
    const url = new URL(`${hook_url}`);
    url.searchParams.set('trigger_title', `Stele ${deploymentId}`);
    if (typeof branch === 'string') url.searchParams.set('trigger_branch', branch);
    if (clear_cache === true) url.searchParams.set('clear_cache', 'true');
    const body = { deployment_id: deploymentId, project_id: projectId, snapshot_id: snapshotId, sequence, reason };
    return {
      url: url.href,
      method: 'POST',
      headers: { 'content-type': 'application/json', [DEPLOYMENT_HEADER]: deploymentId },
      body: JSON.stringify({ stele: body }),
    };
  },
  runOf: () => null,
  ask: ({ api_token: token, site_id: site }) =>
    token === undefined || site === undefined
      ? null
      : {
          url: `https://api.netlify.com/api/v1/sites/${encodeURIComponent(`${site}`)}/deploys?per_page=30`,
          headers: { authorization: `Bearer ${token}` },
        },
  stateOf(body, _settings, { deploymentId }) {
    const found = listOf(body).find((one) => textOf(one, 'title')?.includes(deploymentId));
    const id = textOf(found, 'id');
    if (id === null) return null;
    const url = linkOf(found, 'deploy_ssl_url') ?? linkOf(found, 'deploy_url');
    const state = STATES[textOf(found, 'state') ?? ''] ?? 'building';
    const error = textOf(found, 'error_message') ?? 'The build failed at Netlify.';
    return { run: { id, url }, state, error: state === 'failed' ? error : null };
  },
};
