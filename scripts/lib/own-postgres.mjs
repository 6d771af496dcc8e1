import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ENDS_IN_MS = 10_000;

/**
 * Starts a PostgreSQL for the tests of one run, from Debian's package or from the one that `pnpm install` brings.
 *
 * @param {string} root
 * @returns {Promise<{ url: string, folder: string, stop: () => void }>} `folder` holds its data; `stop` waits until it has
 *   ended, and removes them.
 * @throws Error with the reason when none can be started here.
 */
export async function startOwnPostgres(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stele-postgres-'));
  const script = path.join(root, 'scripts', 'start-postgres.sh');
  try {
    const { stdout } = await promisify(execFile)(script, [folder, String(await freePort())]);
    const pid = Number.parseInt(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8'), 10);
    return {
      url: stdout.trim(),
      folder,
      stop: () => {
        end(pid);
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(
      String(error.stderr || error.message)
        .trim()
        .split('\n')
        .at(-1),
      { cause: error },
    );
  }
}

/** Ends a server at once, and waits: without a callback, since a signal's handler has no time for one. */
function end(pid) {
  const isThere = (signal) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  const deadline = Date.now() + ENDS_IN_MS;
  for (let signal = 'SIGQUIT'; isThere(signal); signal = Date.now() < deadline ? 0 : 'SIGKILL') {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
