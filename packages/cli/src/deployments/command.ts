import { once } from 'node:events';
import type { Deployment, ProjectClient } from '@stele/client';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { asPerson, type SignInOptions } from '../person/sign-in.ts';

const POLL_MS = 2_000;

export interface DeploymentsOptions extends SignInOptions {
  readonly limit?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/**
 * `stele deployments`: shows the deployments of each target, and how far they have come; with `--watch` each change, until
 * it's interrupted.
 *
 * @throws UserError, ApiError
 */
export async function deploymentsCommand(io: Io, options: DeploymentsOptions): Promise<number> {
  const limit = limitOf(options.limit ?? '20');
  return asPerson(io, options, async ({ openProject }, output) => {
    const { api } = await openProject();
    await (options.watch ? watch(io, api, limit, output) : show(api, limit, output));
  });
}

/** The newest deployments, the oldest of them first, each with its line. */
async function newest(api: ProjectClient, limit: number) {
  const { data: targets } = await api.get('/deploy-targets');
  const names = new Map(targets.map(({ id, name }) => [id, name]));
  const { data } = await api.get('/deployments', { params: { query: { limit } } });
  return data.map((deployment) => ({ deployment, line: lineOf(deployment, names) })).reverse();
}

async function show(api: ProjectClient, limit: number, output: Output): Promise<void> {
  const deployments = await newest(api, limit);
  for (const { line } of deployments) output.say(line);
  if (deployments.length === 0) output.say('There are no deployments yet.');
  output.result({ data: deployments.map(({ deployment }) => deployment).reverse() });
}

/** Shows each deployment, and again whenever it has come further. */
async function watch(io: Io, api: ProjectClient, limit: number, output: Output): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) void once(io.signals, signal).then(() => interrupted.abort());
  const known = new Map<string, string>();
  while (!interrupted.signal.aborted) {
    for (const { deployment, line } of await newest(api, limit)) {
      const state = JSON.stringify(deployment);
      if (known.get(deployment.id) === state) continue;
      known.set(deployment.id, state);
      output.say(line);
      output.result(deployment);
    }
    await io.sleep(POLL_MS, interrupted.signal).catch(() => undefined);
  }
}

function lineOf(deployment: Deployment, names: ReadonlyMap<string, string>): string {
  const { created_at, target_id, reason, snapshot_id, attempts, status, build } = deployment;
  const error = status === 'triggered' ? build?.error : attempts.at(-1)?.error;
  const words = [
    created_at,
    stateOf(deployment).padEnd(10),
    names.get(target_id) ?? target_id,
    reason,
    snapshot_id ?? '',
  ];
  return `${words.join('  ')}${error ? `  ${error}` : ''}`;
}

/** How far a deployment has come, in one word. */
function stateOf({ status, build, built_at, seen_at }: Deployment): string {
  if (seen_at !== null) return 'seen';
  if (built_at !== null) return 'built';
  if (build?.state === 'failed') return 'not built';
  return status === 'triggered' && build?.state === 'building' ? 'building' : status;
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (/^[1-9][0-9]{0,2}$/.test(text) && limit <= 100) return limit;
  throw new UserError(`--limit takes a number from 1 to 100, not "${text}".`);
}
