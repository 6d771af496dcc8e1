import type { Follower } from '../../delivery/following/follower.ts';
import { FOLLOW_TARGET } from '../../delivery/wake-target.ts';
import type { JobHandler } from '../handler.ts';

/** Looks what became of what a deploy target was told. */
export function followTarget(follower: Follower): JobHandler {
  return { kind: FOLLOW_TARGET, lane: 'deploy', run: ({ key, signal }) => follower.follow(key, signal) };
}
