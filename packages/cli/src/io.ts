import type { EventEmitter } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import open from 'open';

/** The parts of its process and machine that a run of the command uses. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Emits SIGINT and other signals, which a command may handle instead of ending. */
  readonly signals: EventEmitter;
  /** Resolves after a time. Rejects when it's aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Opens an address in the browser. Where there's none, nothing happens: the address has been printed. */
  open(url: string): Promise<void>;
}

/** A stream that may be a terminal. */
export type TerminalOutput = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** The absolute path of a file that the user named. */
export function placeOf({ cwd }: Pick<Io, 'cwd'>, file: string): string {
  return path.resolve(cwd, file);
}

/** The process that the command runs in. */
export function processIo(): Io {
  const { env, stdin, stdout, stderr } = process;
  return {
    env,
    cwd: process.cwd(),
    stdin,
    stdout,
    stderr,
    signals: process,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    async open(url) {
      const child = await open(url);
      child.on('error', () => undefined);
    },
  };
}
