import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = path.join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'start-postgres.sh');
const run = promisify(execFile);
const [newest] = (await readdir('/usr/lib/postgresql').catch(() => [])).sort().slice(-1);

/** Whether Debian's packages of PostgreSQL are installed. */
export const hasPostgres = newest !== undefined;

/** Starts a server in a new folder, at PostgreSQL's default safety. @returns the server's URL */
export async function startServer(folder: string, port: number): Promise<string> {
  return (await run(SCRIPT, [folder, String(port), '--durable'])).stdout.trim();
}

/** Runs one of PostgreSQL's programs as the user that its server runs as. */
export function postgres(program: string, ...args: string[]): Promise<unknown> {
  const file = `/usr/lib/postgresql/${newest}/bin/${program}`;
  // The server would hold the pipes open.
  const command =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--', file]
      : [file];
  return run('bash', ['-c', '"$@" >/dev/null 2>&1', 'bash', ...command, ...args], { cwd: '/' });
}

/** Copies the files of a running server. */
export function baseBackup(to: string, port: number, ...more: string[]): Promise<unknown> {
  const from = ['--host', '127.0.0.1', '--port', String(port), '--username', 'stele'];
  return postgres('pg_basebackup', '--pgdata', to, ...from, '--checkpoint', 'fast', ...more);
}
