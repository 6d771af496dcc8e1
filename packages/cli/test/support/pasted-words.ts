import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The words that a command `npx stele …` gets from a shell that the line is pasted into. @param env variables that the line may name */
export async function pastedWords(line: string, env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const shell = `npx() { shift; printf '%s\\0' "$@"; }\n${line}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', shell], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...env },
  });
  return stdout.split('\0').slice(0, -1);
}
