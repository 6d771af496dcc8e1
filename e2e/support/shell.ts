import { execFile } from 'node:child_process';
import { ROOT } from './instance.ts';

/** Runs a script in bash, in the project's folder. @returns the output; @throws with both outputs when it fails */
export function bash(script: string, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-euo', 'pipefail', '-c', script],
      { cwd: ROOT, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
        else resolve(stdout);
      },
    );
  });
}
