import type { BuildContext } from './build-context.ts';
import { type BuildPhase, postReport } from './post-report.ts';

/** A snapshot that this process has read for a project. */
export interface ReadSnapshot {
  readonly projectId: string;
  readonly snapshotId: string;
  readonly publishedAt: string;
}

/** Where and how a build reports. */
export interface Reporting extends BuildContext {
  readonly url: string;
  readonly token: string;
}

interface Build extends ReadSnapshot {
  readonly reporting: Reporting | null;
}

/** On globalThis, since a bundler may load this module twice in one build. */
const KEY = Symbol.for('stele.builds');
const builds = (): Map<string, Build> => {
  const global = globalThis as { [KEY]?: Map<string, Build> };
  global[KEY] ??= new Map();
  return global[KEY];
};

/** Notes that a snapshot is being read, and reports that once for each. */
export function noteRead(read: ReadSnapshot, reporting: Reporting | null): void {
  const before = builds().get(read.projectId);
  if (before?.snapshotId === read.snapshotId && (before.reporting !== null || reporting === null)) return;
  builds().set(read.projectId, { ...read, reporting });
  if (reporting) void send({ ...read, reporting }, 'started');
}

/** What this process has read last, a snapshot for each project. */
export function readSnapshots(): readonly ReadSnapshot[] {
  return [...builds().values()];
}

/**
 * Reports the end of the build for every snapshot that this process has read. For tools with a hook for that; Astro's
 * integration does it automatically. Takes two seconds at most, and never throws.
 */
export async function reportBuild(phase: Exclude<BuildPhase, 'started'>): Promise<void> {
  await Promise.all([...builds().values()].map((build) => send(build, phase)));
}

async function send({ projectId, snapshotId, reporting }: Build, phase: BuildPhase): Promise<void> {
  if (!reporting) return;
  const { url, token, environment, deploymentId } = reporting;
  await postReport(`${url}/v1/projects/${projectId}/builds`, token, {
    ...(deploymentId !== null && { deployment_id: deploymentId }),
    snapshot_id: snapshotId,
    phase,
    environment,
  });
}
