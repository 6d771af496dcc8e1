import { at, CLOCK_SKEW_MS, hookFaults, listOf, type Platform, postHook, type RunState, textOf } from './platform.ts';

const HOOK = /^https:\/\/api\.vercel\.com\/v1\/integrations\/deploy\/(prj_[A-Za-z0-9]{1,64})\/([A-Za-z0-9_-]{1,64})$/;
const STATES: Readonly<Record<string, RunState['state']>> = { READY: 'built', ERROR: 'failed', CANCELED: 'failed' };

/** Vercel's deploy hooks. With a token, builds are found among the project's deployments by their hook and time. */
export const vercel: Platform = {
  name: 'Vercel',
  required: ['hook_url'],
  optional: ['api_token', 'team_id'],
  check: (settings) => hookFaults(settings, HOOK, 'https://api.vercel.com/v1/integrations/deploy/prj_…/…'),
  trigger: postHook,
  runOf: () => null,
  ask(settings, { triggeredAt }) {
    const [, projectId] = HOOK.exec(`${settings.hook_url}`) ?? [];
    if (settings.api_token === undefined || projectId === undefined) return null;
    const query = new URLSearchParams({
      projectId,
      since: String(triggeredAt.getTime() - CLOCK_SKEW_MS),
      limit: '20',
      ...(settings.team_id !== undefined && { teamId: `${settings.team_id}` }),
    });
    return {
      url: `https://api.vercel.com/v6/deployments?${query}`,
      headers: { authorization: `Bearer ${settings.api_token}` },
    };
  },
  stateOf(body, settings, { run, triggeredAt }) {
    const [, , hook] = HOOK.exec(`${settings.hook_url}`) ?? [];
    const since = triggeredAt.getTime() - CLOCK_SKEW_MS;
    const all = listOf(body, 'deployments').filter((one) => {
      const by = textOf(one, 'meta', 'deployHookId');
      return (by === null || by === hook) && Number(at(one, 'created')) >= since;
    });
    // Newest first: the earliest one since the trigger is this deployment's.
    const found = run?.id ? all.find((one) => textOf(one, 'uid') === run.id) : all.at(-1);
    const id = textOf(found, 'uid');
    if (id === null) return null;
    const host = textOf(found, 'url');
    const url = host === null || !URL.canParse(`https://${host}`) ? null : `https://${host}`;
    const status = textOf(found, 'readyState') ?? textOf(found, 'state') ?? '';
    const state = STATES[status] ?? 'building';
    return { run: { id, url }, state, error: state === 'failed' ? `Vercel says ${status}.` : null };
  },
};
