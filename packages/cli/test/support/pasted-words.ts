import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The words that a command `npx stele …` gets from a shell that the line is pasted into. @throws when that's all that the line isn't */
export async function pastedWords(line: string): Promise<string[]> {
  const shell = `npx() { shift; printf '%s\\0' "$@"; }\n${line}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', shell], { env: { NODE_ENV: 'test', PATH: '' } });
  return stdout.split('\0').slice(0, -1);
}
