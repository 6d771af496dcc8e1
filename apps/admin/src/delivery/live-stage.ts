import type { DeliveryWords } from '#messages/delivery';
import type { Outputs } from '@/api/trpc.ts';

export type Deployment = Outputs['deployments']['list']['data'][number];
export type DeployTarget = Outputs['targets']['list']['data'][number];
export type LiveStage = keyof DeliveryWords['stages'];

/** How far a change has come at a deploy target, as the API reports. */
export interface LiveFacts {
  readonly status: DeployTarget['status'];
  /** When the platform took the request, a build had the change, and the website was seen to show it. */
  readonly triggered: string | null;
  readonly built: string | null;
  readonly seen: string | null;
  /** The newest deployment with the change; null when there's none. */
  readonly deployment: Deployment | null;
}

/** How far a change has come: the furthest that is known, unless something went wrong before. */
export function stageOf({ status, triggered, built, seen, deployment }: LiveFacts): LiveStage {
  if (seen !== null) return 'seen';
  if (built !== null) return 'built';
  if (deployment?.build?.state === 'failed') return 'buildFailed';
  if (deployment?.build?.state === 'building') return 'building';
  if (triggered !== null) return 'triggered';
  if (deployment?.status === 'sending') return 'sending';
  if (deployment?.status === 'failed') return 'failed';
  if (status === 'paused') return 'paused';
  return deployment?.status === 'queued' ? 'waiting' : 'untold';
}

/** A target's facts about a change of the live content, given by its sequence number. */
export function factsOf({ status, last_deployment: last, built, seen }: DeployTarget, sequence: number): LiveFacts {
  const deployment = last && last.sequence >= sequence ? last : null;
  return {
    status,
    triggered: deployment?.triggered_at ?? null,
    built: built && built.sequence >= sequence ? built.at : null,
    seen: seen && seen.sequence >= sequence ? seen.at : null,
    deployment,
  };
}

/** The stage of a deployment, without regard to later ones. */
export function stageOfDeployment(deployment: Deployment): LiveStage {
  if (deployment.status === 'superseded') return 'superseded';
  return stageOf({
    status: 'active',
    triggered: deployment.triggered_at,
    built: deployment.built_at,
    seen: deployment.seen_at,
    deployment,
  });
}

/** Advice for a deployment that failed or is failing; null when nothing is wrong. */
export function adviceFor({ status, attempts, build }: Deployment): keyof DeliveryWords['advice'] | null {
  if (build?.state === 'failed') return 'build';
  const last = attempts.at(-1);
  if (!last?.error || status === 'triggered' || status === 'superseded') return null;
  if (last.status === 401 || last.status === 403) return 'token';
  if (last.status === 404 || last.status === 410) return 'hook';
  if (status !== 'failed') return last.status === 429 ? 'limit' : 'retry';
  const isPassing = last.status === null || last.status === 408 || last.status === 429 || last.status >= 500;
  return isPassing ? 'down' : 'refused';
}
