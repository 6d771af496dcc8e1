import http from 'node:http';
import https from 'node:https';
import type { BuildContext } from './build-context.ts';

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

/** The snapshot that this process has read last, for each project. */
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

const TIMEOUT_MS = 2_000;

/** How far a build is. */
type BuildPhase = 'started' | 'finished' | 'failed';

/** A report, as the API takes it. */
interface BuildReport {
  readonly deployment_id?: string;
  readonly snapshot_id: string;
  readonly phase: BuildPhase;
  readonly environment: string;
}

/**
 * Sends a report. A build never fails because of it, nor waits for it longer than two seconds; for the report that it
 * began, a process that has nothing else to do doesn't wait at all.
 */
async function postReport(url: string, token: string, report: BuildReport): Promise<void> {
  const { request } = url.startsWith('https:') ? https : http;
  const sending = new Promise<void>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => answer.destroy());
    const timer = setTimeout(() => sent.destroy(), TIMEOUT_MS);
    // A failure closes it too.
    sent
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(timer);
        resolve();
      });
    if (report.phase === 'started') {
      timer.unref();
      sent.on('socket', (socket) => socket.unref());
    }
    sent.end(JSON.stringify(report));
  });
  // The report is lost; the website isn't.
  await sending.catch(() => undefined);
}
