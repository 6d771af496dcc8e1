import type { Log } from '../log.ts';

/** Content that was read without the API. */
export interface Outage {
  readonly apiUrl: string;
  readonly snapshotId: string;
  readonly publishedAt: string;
  /** What named the live snapshot in place of the API. */
  readonly source: 'mirror' | 'cache';
  readonly log: Log;
}

/** On globalThis, since a bundler may load this module twice in one build. */
const KEY = Symbol.for('stele.outages');
const global = globalThis as { [KEY]?: Map<string, Outage> };

/**
 * Notes that a project's content was read while its API couldn't be asked, to be told at the end of the build.
 *
 * @param outage null when the API answered: then an earlier one is forgotten
 */
export function noteOutage(projectId: string, outage: Outage | null): void {
  if (!global[KEY]) {
    global[KEY] = new Map();
    // For tools that don't tell when a build ends.
    process.once('exit', tellOutages);
  }
  if (outage) global[KEY].set(projectId, outage);
  else global[KEY].delete(projectId);
}

/**
 * Says once, loudly, which projects were read while their API was down. Integrations call it when the build ends; otherwise the
 * process does when it exits.
 */
export function tellOutages(): void {
  for (const { log, apiUrl, snapshotId, publishedAt, source } of global[KEY]?.values() ?? []) {
    log.warn(
      `THE API WAS DOWN DURING THIS BUILD\n\n  ${apiUrl} did not answer. Building from snapshot ${snapshotId} of ${publishedAt}, which the ${source} knows.\n  What was published since is missing. BUILD AGAIN.\n`,
    );
  }
  global[KEY]?.clear();
}
