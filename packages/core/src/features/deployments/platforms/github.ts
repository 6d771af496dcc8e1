import type { SettingFault, TargetSettings } from '../target-settings.ts';
import {
  CLOCK_SKEW_MS,
  DEPLOYMENT_HEADER,
  linkOf,
  listOf,
  type Platform,
  type PlatformRequest,
  type RunState,
  textOf,
} from './platform.ts';

const GITHUB_API = 'https://api.github.com';
const NAME = /^[A-Za-z0-9_.-]{1,100}$/;
const WORKFLOW = /^[A-Za-z0-9_.-]{1,200}$/;

/** GitHub Actions, started by `repository_dispatch` or `workflow_dispatch`; also those of GitHub Enterprise. */
export const github: Platform = {
  name: 'GitHub',
  required: ['token', 'owner', 'repository', 'event'],
  optional: ['event_type', 'workflow', 'ref', 'api_url'],
  check(settings) {
    const faults: SettingFault[] = [];
    const refuse = (name: SettingFault['name'], message: string): void => void faults.push({ name, message });
    for (const name of ['owner', 'repository'] as const) {
      const value = `${settings[name]}`;
      if (!NAME.test(value) || /^\.+$/.test(value)) refuse(name, 'This is not a valid name on GitHub.');
    }
    if (settings.event === 'workflow_dispatch') {
      if (!WORKFLOW.test(`${settings.workflow ?? ''}`) || /^\.+$/.test(`${settings.workflow}`)) {
        refuse('workflow', 'Give the filename of the workflow, such as build.yml.');
      }
      if (settings.ref === undefined) refuse('ref', 'Give the branch to build, such as main.');
      if (settings.event_type !== undefined) refuse('event_type', 'A workflow_dispatch has no event type.');
    } else if (settings.event === 'repository_dispatch') {
      if (settings.workflow !== undefined)
        refuse('workflow', 'A repository_dispatch starts all workflows that listen to its type.');
      if (settings.ref !== undefined) refuse('ref', 'A repository_dispatch builds the default branch.');
    } else refuse('event', 'It must be repository_dispatch or workflow_dispatch.');
    return faults;
  },
  trigger(settings, { deploymentId, projectId, snapshotId, sequence, reason }) {
    const payload = { deployment_id: deploymentId, project_id: projectId, snapshot_id: snapshotId, sequence, reason };
    if (settings.event === 'repository_dispatch') {
      const body = { event_type: settings.event_type ?? 'stele-deployment', client_payload: payload };
      return post(settings, 'dispatches', body, deploymentId);
    }
    const inputs = { deployment_id: deploymentId, snapshot_id: snapshotId ?? '' };
    const body = { ref: settings.ref, inputs, return_run_details: true };
    return post(settings, `actions/workflows/${settings.workflow}/dispatches`, body, deploymentId);
  },
  runOf(body) {
    const id = textOf(body, 'workflow_run_id');
    return id === null ? null : { id, url: linkOf(body, 'html_url') };
  },
  ask(settings, { run, triggeredAt }) {
    if (run?.id) return get(settings, `actions/runs/${encodeURIComponent(run.id)}`);
    const since = new Date(triggeredAt.getTime() - CLOCK_SKEW_MS).toISOString().replace(/\.\d+/, '');
    const query = new URLSearchParams({ event: `${settings.event}`, created: `>=${since}`, per_page: '20' });
    return get(settings, `actions/runs?${query}`);
  },
  stateOf(body, _settings, { run }) {
    // Newest first: the earliest one since the trigger is this deployment's.
    const found = run?.id ? body : listOf(body, 'workflow_runs').at(-1);
    const id = textOf(found, 'id');
    if (id === null) return null;
    const conclusion = textOf(found, 'conclusion');
    const isDone = textOf(found, 'status') === 'completed';
    const ended: RunState['state'] = conclusion === 'success' ? 'built' : 'failed';
    const state = isDone ? ended : 'building';
    const error = state === 'failed' ? `GitHub says ${conclusion}.` : null;
    return { run: { id, url: linkOf(found, 'html_url') }, state, error };
  },
};

/** The server that gets the token. */
export function originOfApi({ api_url }: TargetSettings): string {
  return new URL(`${api_url ?? GITHUB_API}`).origin;
}

function addressOf({ api_url, owner, repository }: TargetSettings, path: string): string {
  return `${`${api_url ?? GITHUB_API}`.replace(/\/+$/, '')}/repos/${owner}/${repository}/${path}`;
}

function headersOf({ token }: TargetSettings): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
}

function get(settings: TargetSettings, path: string): PlatformRequest {
  return { url: addressOf(settings, path), headers: headersOf(settings) };
}

function post(settings: TargetSettings, path: string, body: unknown, deploymentId: string): PlatformRequest {
  const headers = { ...headersOf(settings), 'content-type': 'application/json', [DEPLOYMENT_HEADER]: deploymentId };
  return { url: addressOf(settings, path), method: 'POST', headers, body: JSON.stringify(body) };
}
