import type { EntryLive, ProjectClient } from '@stele/client';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';

const POLL_MS = 2_000;

type LiveTarget = EntryLive['targets'][number];

/** Facts that a command can wait for. */
export const facts = ['triggered', 'built', 'live'] as const;
export type WantedFact = (typeof facts)[number];

/** How waiting ended for an entry. */
export interface Outcome {
  readonly reached: boolean;
  /** Why it wasn't reached; null when it was. */
  readonly error: string | null;
  /** How far it came at each target. */
  readonly live: EntryLive;
}

interface Wait {
  readonly entryId: string;
  readonly fact: WantedFact;
  /** Ms since the epoch. */
  readonly deadline: number;
}

/** The targets at which a fact can be known at all. @throws UserError when there's none */
export function targetsFor(live: EntryLive, fact: WantedFact): readonly LiveTarget[] {
  if (live.targets.length === 0)
    throw new UserError(
      'The project has no deploy target: there is nothing to wait for. Add one in the admin, under Deployments.',
    );
  if (fact !== 'live') return live.targets;
  const seen = live.targets.filter(({ can_be_seen }) => can_be_seen);
  if (seen.length > 0) return seen;
  throw new UserError('No deploy target names an address of the website (site_url), so no one can see what it shows.');
}

/** How far the last change of an entry's published values has come. @throws what calls throw */
export function liveOf(api: ProjectClient, entryId: string): Promise<EntryLive> {
  return api.get('/entries/{entryId}/live', { params: { path: { entryId } } });
}

/** Waits until a fact is known about an entry's last change at every target, or can't come any more. */
export async function waitFor(
  io: Io,
  api: ProjectClient,
  { entryId, fact, deadline }: Wait,
  report: (live: EntryLive) => void,
): Promise<Outcome> {
  for (;;) {
    const live = await liveOf(api, entryId);
    report(live);
    const open = targetsFor(live, fact).filter((target) => factOf(target, fact) === null);
    if (open.length === 0) return { reached: true, error: null, live };
    const [failed] = open.flatMap((target) => failureOf(target) ?? []);
    if (failed !== undefined) return { reached: false, error: failed, live };
    const left = deadline - Date.now();
    if (left <= 0) {
      const names = open.map(({ name, site_check }) => `${name}${site_check?.error ? ` (${site_check.error})` : ''}`);
      return { reached: false, error: `It took too long at ${names.join(', ')}.`, live };
    }
    await io.sleep(Math.min(POLL_MS, left));
  }
}

/** A fact at a target. A later fact implies it. */
function factOf({ triggered, built, seen }: LiveTarget, fact: WantedFact): LiveTarget['seen'] {
  if (fact === 'live') return seen;
  return fact === 'built' ? (built ?? seen) : (triggered ?? built ?? seen);
}

/** Why a fact can't come any more at a target; null while it can. */
function failureOf({ name, status, deployment }: LiveTarget): string | null {
  if (status === 'paused') return `${name} is paused after too many failures. Resume it in the admin.`;
  if (deployment?.status === 'failed') {
    return `The request to ${name} failed: ${deployment.attempts.at(-1)?.error ?? 'no reason given'}`;
  }
  if (deployment?.build?.state !== 'failed') return null;
  return `The build of ${name} failed: ${deployment.build.error ?? 'no reason given'}`;
}
