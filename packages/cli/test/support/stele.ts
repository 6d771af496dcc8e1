import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Io } from '../../src/io.ts';
import { run } from '../../src/run.ts';
import { pastedWords } from './pasted-words.ts';

type Variables = Readonly<Record<string, string>>;

/** How a run of the command ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run in this process differs from one in an empty terminal-less process. */
export interface RunOptions extends Partial<Pick<Io, 'sleep' | 'signals'>> {
  /** Told of all that is said, as it's said, on either stream. */
  readonly onText?: (text: string) => void;
}

/** A folder of its own outside of the repository, in which the command runs in an empty environment. */
export interface Workplace {
  readonly folder: string;
  /** Runs the command in this process. */
  run(args: readonly string[], env?: Variables, options?: RunOptions): Promise<Run>;
  /** Runs a line as somebody does who pastes it into a shell: `npx stele …`. */
  paste(line: string, env?: Variables): Promise<Run>;
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a workplace. @param env the variables of all runs */
export async function makeWorkplace(env: () => Variables = () => ({})): Promise<Workplace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-cli-'));
  const runHere: Workplace['run'] = (args, own = {}, options = {}) =>
    runIn(folder, args, { ...env(), ...own }, options);
  return {
    folder,
    run: runHere,
    paste: async (line, own) => runHere(await pastedWords(line), own),
    async write(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A command's own world: a folder, variables, and streams that are no terminal. */
export function ioIn(
  folder: string,
  env: Variables = {},
  { onText, ...own }: RunOptions = {},
): Io & { said(): Omit<Run, 'code'> } {
  const stdout = new Captured(onText);
  const stderr = new Captured(onText);
  return {
    env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', HOME: folder, ...env },
    cwd: folder,
    stdin: new PassThrough(),
    stdout,
    stderr,
    signals: new EventEmitter(),
    // Time passes 25 times as fast.
    sleep: (ms, signal) => sleep(ms / 25, undefined, { signal }),
    open: async () => undefined,
    ...own,
    said: () => ({ stdout: stdout.text, stderr: stderr.text }),
  };
}

async function runIn(folder: string, args: readonly string[], env: Variables, options: RunOptions): Promise<Run> {
  const io = ioIn(folder, env, options);
  const code = await run(args, io);
  return { code, ...io.said() };
}

class Captured extends Writable {
  text = '';
  readonly #onText: ((text: string) => void) | undefined;

  constructor(onText?: (text: string) => void) {
    super({ decodeStrings: false });
    this.#onText = onText;
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    this.#onText?.(String(chunk));
    done();
  }
}
