import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const MAIN = path('../../dist/main.js');
const REPORT_MEMORY = path('../children/report-memory.mjs');
const PACKAGES = [
  '../../../../packages/http',
  '../../../../packages/snapshot',
  '../../../../packages/storage',
  '../..',
].map(path);

/** Compiles the content host and its dependencies in this repository, as for production. */
export async function buildHost(): Promise<void> {
  for (const cwd of PACKAGES)
    await run('node', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd });
}

/** The built content host in a process of its own. */
export interface ChildHost {
  child: ChildProcess;
  port: number;
  /** Ends it; resolves with its exit code and the bytes of memory that it had at most. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; peakBytes: number }>;
}

/** @throws what it wrote to standard error, when it ends instead of listening */
export async function startChildHost(env: Record<string, string>): Promise<ChildHost> {
  const child = spawn('node', ['--import', REPORT_MEMORY, MAIN], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', CONTENT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const complaint = text(child.stderr as NodeJS.ReadableStream);
  const memory = text(child.stdio[3] as NodeJS.ReadableStream);
  const port = await Promise.race([
    listeningPort(child),
    exit.then(async () => {
      throw new Error(await complaint);
    }),
  ]);
  return {
    child,
    port,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code] = await exit;
      return { code, peakBytes: Number(await memory) * 1024 };
    },
  };
}

async function listeningPort(child: ChildProcess): Promise<number> {
  let log = '';
  for await (const chunk of child.stdout as NodeJS.ReadableStream) {
    log += chunk.toString();
    const line = log.split('\n').find((text) => text.includes('the content host listens') && text.endsWith('}'));
    if (line !== undefined) {
      child.stdout?.resume();
      return (JSON.parse(line) as { port: number }).port;
    }
  }
  return new Promise(() => {});
}
