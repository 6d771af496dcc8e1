import { once } from 'node:events';
import type { Deployment } from '../api/shapes.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { type PersonalSession, type SignInOptions, signIn } from '../person/sign-in.ts';

const POLL_MS = 2_000;

/** Options of `stele deployments`. */
export interface DeploymentsOptions extends SignInOptions {
  readonly limit?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/**
 * `stele deployments`: shows what deploy targets were told, and what became of it; with `--watch` each change, until it's
 * interrupted.
 *
 * @returns the exit code
 * @throws UserError, ApiFailure
 */
export async function deploymentsCommand(io: Io, options: DeploymentsOptions): Promise<number> {
  const output = new Output(io, options);
  const limit = limitOf(options.limit ?? '20');
  const session = await signIn(io, options);
  try {
    if (options.watch) await watch(io, session, limit, output);
    else await show(session, limit, output);
  } finally {
    await session.signOut();
  }
  return 0;
}

async function show({ api, findProject }: PersonalSession, limit: number, output: Output): Promise<void> {
  const { id: projectId } = await findProject();
  const names = await api.targetNames(projectId);
  const deployments = await api.deployments(projectId, limit);
  for (const deployment of [...deployments].reverse()) output.say(lineOf(deployment, names));
  if (deployments.length === 0) output.say('There are no deployments yet.');
  output.result({ data: deployments });
}

/** Shows each deployment, and again whenever it has come further. */
async function watch(io: Io, { api, findProject }: PersonalSession, limit: number, output: Output): Promise<void> {
  const { id: projectId } = await findProject();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) void once(io.signals, signal).then(() => interrupted.abort());
  const known = new Map<string, string>();
  while (!interrupted.signal.aborted) {
    const names = await api.targetNames(projectId);
    for (const deployment of [...(await api.deployments(projectId, limit))].reverse()) {
      const state = JSON.stringify(deployment);
      if (known.get(deployment.id) === state) continue;
      known.set(deployment.id, state);
      output.say(lineOf(deployment, names));
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
