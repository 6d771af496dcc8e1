import type { OutgoingRequest } from '../../../platform/outgoing/guarded-client.ts';
import type { SettingFault, SettingName, TargetSettings } from '../target-settings.ts';

/** The data of a trigger. Each platform takes some of it. */
export interface Trigger {
  readonly deploymentId: string;
  readonly projectId: string;
  /** Null in a test before anything was published. */
  readonly snapshotId: string | null;
  readonly sequence: number;
  readonly reason: string;
}

/** A request to a platform. */
export interface PlatformRequest extends Pick<OutgoingRequest, 'headers' | 'body' | 'method'> {
  readonly url: string;
}

/** A build as its platform knows it. */
export interface Run {
  /** The platform's id; null when its answer to the trigger had none, so that the build is found by time or title. */
  readonly id: string | null;
  /** The page of the build. */
  readonly url: string | null;
}

/** The state of a build at its platform. */
export interface RunState {
  readonly run: Run;
  readonly state: 'building' | 'built' | 'failed';
  /** Why it failed, in the platform's words. */
  readonly error: string | null;
}

/** A build to ask about. */
export interface FollowedRun {
  readonly run: Run | null;
  readonly deploymentId: string;
  readonly triggeredAt: Date;
}

/** One kind of target. */
export interface Platform {
  /** The platform's name in messages. */
  readonly name: string;
  readonly required: readonly SettingName[];
  readonly optional: readonly SettingName[];
  /** Finds faults in settings; all required ones are given. */
  check(settings: TargetSettings): readonly SettingFault[];
  /** The request that starts a build, with the deployment's id wherever the platform takes one. */
  trigger(settings: TargetSettings, trigger: Trigger): PlatformRequest;
  /** The build, from a successful answer to the trigger. */
  runOf(body: unknown, settings: TargetSettings): Run | null;
  /** The request for the state of a build; null when settings for it are missing, or there's no build. */
  ask(settings: TargetSettings, followed: FollowedRun): PlatformRequest | null;
  /** The state, from the answer to `ask`; null when the platform doesn't know the build yet. */
  stateOf(body: unknown, settings: TargetSettings, followed: FollowedRun): RunState | null;
}

/** Header with the deployment's id on every trigger, so that a receiver recognises repeated ones. */
export const DEPLOYMENT_HEADER = 'x-stele-deployment';
/** How much earlier than its trigger a build may begin, because the platform's clock differs. */
export const CLOCK_SKEW_MS = 5_000;

/** A value at a path of an answer; undefined when it's missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<string | number, unknown>)[key] : undefined,
    value,
  );
}

/** The same for a string of a sensible length, without what the database can't store: U+0000 and lone surrogates. */
export function textOf(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path);
  if (typeof found === 'number' && Number.isSafeInteger(found)) return String(found);
  if (typeof found !== 'string' || found.length > 2000) return null;
  return found.replaceAll('\0', '').replace(/\p{Cs}/gu, '') || null;
}

/** The same for a web URL. */
export function linkOf(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = textOf(value, ...path);
  return found !== null && /^https?:\/\//.test(found) && URL.canParse(found) ? found : null;
}

/** The same for a list; empty when it isn't one. */
export function listOf(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The fault of a hook URL that isn't formed like the platform's. */
export function hookFaults(settings: TargetSettings, pattern: RegExp, example: string): SettingFault[] {
  if (pattern.test(`${settings.hook_url}`)) return [];
  return [{ name: 'hook_url', message: `The URL must be like ${example}, as the platform shows it.` }];
}

/** The request to a hook without a body. */
export function postHook({ hook_url: url }: TargetSettings, { deploymentId }: Trigger): PlatformRequest {
  return { url: `${url}`, method: 'POST', headers: { [DEPLOYMENT_HEADER]: deploymentId } };
}
