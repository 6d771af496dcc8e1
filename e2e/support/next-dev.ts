import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { untilAnswers } from './processes.ts';

const E2E = path.join(import.meta.dirname, '..');
/** The site of Next.js that tests use. */
export const NEXT_APP = path.join(E2E, 'next-app');
const NEXT = path.join(E2E, 'node_modules', 'next', 'dist', 'bin', 'next');

interface NextDevOptions {
  readonly hostname: string;
  readonly port: number;
  /** Where it builds: a folder of its own, since tests of the built site may run at the same time. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Starts the site in development, and waits until it answers. @throws Error with what it said, when it ends instead */
export async function startNextDev({ hostname, port, folder, variables }: NextDevOptions): Promise<ChildProcess> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'development' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_DIST_DIR: folder,
    ...variables,
  };
  const args = [NEXT, 'dev', '--port', String(port), '--hostname', hostname];
  const site = spawn(process.execPath, args, { cwd: NEXT_APP, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await untilAnswers(`http://${hostname}:${port}`, site, () => `next dev failed:\n${output}`);
  return site;
}

/** Ends it, if it was started and still runs. */
export async function stopNextDev(site: ChildProcess | undefined): Promise<void> {
  if (!site || site.exitCode !== null || site.signalCode !== null) return;
  const closed = once(site, 'close');
  site.kill();
  await closed;
}
