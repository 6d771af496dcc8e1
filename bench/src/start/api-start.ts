import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;
const GIVE_UP_MS = 60_000;

/** What the start of an API cost. */
export interface ApiStart {
  /** Milliseconds until `/readyz` answers with success. */
  readonly ms: number;
  /** The memory that the process holds then. */
  readonly mebibytes: number;
}

/**
 * Starts the built API of a checkout on a migrated database, as operators do, and stops it.
 *
 * @param root folder of the checkout
 */
export async function startApiOnce(
  root: string,
  { databaseUrl, dataDirectory, port }: { databaseUrl: string; dataDirectory: string; port: number },
): Promise<ApiStart> {
  const started = performance.now();
  const child = spawn('node', ['dist/main.js'], {
    cwd: path.join(root, 'apps', 'api'),
    env: {
      ...process.env,
      API_PORT: String(port),
      DATABASE_URL: databaseUrl,
      STELE_AUTH_SECRET: 's'.repeat(40),
      STELE_ENCRYPTION_KEYS: `bench:${'A'.repeat(43)}`,
      STELE_DATA_DIR: dataDirectory,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The API of ${root} ended with code ${child.exitCode}.`);
      if (performance.now() - started > GIVE_UP_MS) throw new Error(`The API of ${root} did not become ready.`);
      await setTimeout(LOOK_EVERY_MS);
    }
    const ms = performance.now() - started;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return { ms, mebibytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024 };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
