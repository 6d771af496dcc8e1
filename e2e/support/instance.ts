import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';

export const ROOT = path.join(import.meta.dirname, '..', '..');

/** The file that `npm start` writes for scripts. */
export interface InstanceFile {
  readonly api_url: string;
  readonly admin_url: string;
  readonly content_url: string;
  readonly project_id: string;
  readonly tokens: Readonly<Record<'read_published' | 'read_draft' | 'admin', string>>;
  readonly login: { readonly email: string; readonly password: string };
}

/** An instance, started as users do. */
export interface RunningInstance {
  readonly file: InstanceFile;
  readonly dataDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  /** The output of `npm start` until it was ready. */
  readonly output: string;
  /** Ends it as Ctrl-C does. @returns the exit code */
  stop(): Promise<number | null>;
}

/** A new folder for an instance's data. */
export function newDataDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'stele-e2e-'));
}

/** Runs `npm start` on free ports until it reports that it runs. @throws with what it printed when it ends before */
export async function startInstance(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningInstance> {
  const [api, admin, content] = await freePorts(3);
  const env = {
    API_PORT: String(api),
    ADMIN_PORT: String(admin),
    CONTENT_PORT: String(content),
    STELE_DATA_DIR: dataDirectory,
    ...settings,
  };
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = await untilReady(child);
  const file = JSON.parse(await readFile(path.join(dataDirectory, 'instance.json'), 'utf8')) as InstanceFile;
  return {
    file,
    dataDirectory,
    env,
    output,
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
        child.once('close', resolve);
        child.kill('SIGINT');
      }),
  };
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (part: Buffer): void => {
      output += part.toString();
      if (output.includes('Press Ctrl-C to stop.')) resolve(output);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(`npm start ended:\n${output}`)));
  });
}

/** Removes a folder that an instance used. */
export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
}
