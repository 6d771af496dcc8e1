import type { Log } from '../log.ts';

/** Content that was read without the API. */
interface Outage {
  readonly projectId: string;
  readonly apiUrl: string;
  readonly snapshotId: string;
  readonly publishedAt: string;
  /** The source that named the live snapshot in place of the API. */
  readonly source: 'mirror' | 'cache';
  readonly log: Log;
}

/** Every publish writes the mirror before it answers; the cache only knows what this machine has seen. */
const ADVICE: Readonly<Record<Outage['source'], string>> = {
  mirror: 'It is the newest that the content host knows. BUILD AGAIN once the API answers, to be sure.',
  cache: 'What was published since is missing. BUILD AGAIN.',
};

/** On globalThis, since a bundler may load this module twice in one build. */
const KEY = Symbol.for('stele.outages');
const global = globalThis as { [KEY]?: Map<object, Outage> };

/** Notes that a reader got content while the API couldn't be asked, to be reported at the end of the build. */
export function noteOutage(reader: object, outage: Outage): void {
  if (!global[KEY]) {
    global[KEY] = new Map();
    // For tools that don't report the end of a build.
    process.once('exit', () => tellOutages());
  }
  global[KEY].set(reader, outage);
}

/** Notes that the API named the live snapshot: removes the reader's outages, and those of others that found the same snapshot without it. */
export function noteAnswer(reader: object, projectId: string, snapshotId: string): void {
  for (const [other, outage] of global[KEY] ?? []) {
    const isSame = outage.projectId === projectId && outage.snapshotId === snapshotId;
    if (other === reader || isSame) global[KEY]?.delete(other);
  }
}

/**
 * Says once, loudly, which projects were read while their API was down. Integrations call it when the build ends; otherwise the
 * process does when it exits.
 *
 * @param reported the snapshots that were named before, and after it those that it names, too
 */
export function tellOutages(reported: Set<string> = new Set()): void {
  for (const { projectId, log, apiUrl, snapshotId, publishedAt, source } of global[KEY]?.values() ?? []) {
    const what = `${projectId} ${snapshotId}`;
    if (reported.has(what)) continue;
    reported.add(what);
    log.warn(
      `THE API WAS DOWN DURING THIS BUILD\n\n  ${apiUrl} did not answer. Built from snapshot ${snapshotId} of ${publishedAt}, found in the ${source}.\n  ${ADVICE[source]}\n`,
    );
  }
  global[KEY]?.clear();
}
