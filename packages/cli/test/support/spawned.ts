import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { bundleProgram } from '@stele/testing/bundle-program';
import type { Run } from './stele.ts';

/** The words behind `node` that start the command from its source, in a process of its own. */
export const fromSource: readonly string[] = [
  await bundleProgram(path.join(import.meta.dirname, '..', '..', 'src', 'main.ts')),
];

/** A process that runs the command. */
export interface Spawned {
  readonly child: ChildProcess;
  /** How it ends; -1 when a signal ended it. */
  readonly ended: Promise<Run>;
}

/** Starts the command in a process of its own, for what only a process can show: signals, kills, pipes. */
export function spawnStele(
  args: readonly string[],
  { folder, env = {} }: { readonly folder: string; readonly env?: Readonly<Record<string, string>> },
  onText: (text: string) => void = () => undefined,
): Spawned {
  const known = { NODE_ENV: 'test' as const, PATH: process.env.PATH ?? '', HOME: folder, ...env };
  const child = spawn(process.execPath, [...fromSource, ...args], { cwd: folder, env: known });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      onText(text);
    });
  }
  const ended = new Promise<Run>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? -1, ...said }));
  });
  return { child, ended };
}
