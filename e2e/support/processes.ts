import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { type InstanceFile, newDataDirectory, ROOT, removeDirectory } from './instance.ts';

const SERVER = path.join(ROOT, 'packages', 'server', 'dist', 'main.js');

/** Parts of an instance that are started one by one, so that one can be killed and started again. */
export type Part = 'api' | 'content' | 'admin';

/** An instance over a new data folder, whose parts are processes of their own. */
export class Processes {
  readonly dataDirectory: string;
  /** The variables by which programs on this machine find the instance. */
  readonly env: Readonly<Record<string, string>>;
  readonly #urls: Readonly<Record<Part, string>>;
  readonly #children = new Map<Part, ChildProcess>();
  #output = '';

  private constructor(
    dataDirectory: string,
    ports: Readonly<Record<Part, number>>,
    settings: Readonly<Record<string, string>>,
  ) {
    this.dataDirectory = dataDirectory;
    const url = (part: Part): string => `http://localhost:${ports[part]}`;
    this.#urls = { api: url('api'), admin: url('admin'), content: url('content') };
    this.env = {
      NODE_ENV: 'production',
      API_PORT: String(ports.api),
      ADMIN_PORT: String(ports.admin),
      CONTENT_PORT: String(ports.content),
      API_URL: this.#urls.api,
      ADMIN_URL: this.#urls.admin,
      CONTENT_URL: this.#urls.content,
      STELE_DATA_DIR: dataDirectory,
      STELE_PROXY_SECRET: randomBytes(32).toString('base64url'),
      ...settings,
    };
  }

  /**
   * Starts an instance, or parts of one. The project has to be built.
   *
   * @throws when a part doesn't start; nothing is left running then, nor in the file system
   */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    parts: readonly Part[] = ['api', 'content', 'admin'],
  ): Promise<Processes> {
    const [api = 0, admin = 0, content = 0] = await freePorts(3);
    const dataDirectory = await newDataDirectory();
    const processes = new Processes(dataDirectory, { api, admin, content }, settings);
    try {
      await Promise.all(parts.map((part) => processes.start(part)));
    } catch (error) {
      await processes.end();
      throw error;
    }
    return processes;
  }

  get urls(): Readonly<Record<Part, string>> {
    return this.#urls;
  }

  /** The output of all parts so far. */
  get output(): string {
    return this.#output;
  }

  /** The file for scripts of an instance that was seeded. */
  async instance(): Promise<InstanceFile> {
    return JSON.parse(await readFile(path.join(this.dataDirectory, 'instance.json'), 'utf8')) as InstanceFile;
  }

  /** Starts a part that doesn't run, with some settings of its own, and waits until it can be used. */
  async start(part: Part, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [SERVER, part], {
      env: { ...process.env, ...this.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.#output += text.toString();
      });
    }
    this.#children.set(part, child);
    await untilAnswers(`${this.#urls[part]}/readyz`, child, () => `${part} did not start:\n${this.#output}`);
  }

  /** Ends a part: at once with SIGKILL, or as its stop does. */
  async stop(part: Part, signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#children.get(part);
    this.#children.delete(part);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await closed;
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((part) => this.stop(part)));
  }

  /** Stops all parts, and removes the data. */
  async end(): Promise<void> {
    await this.stopAll();
    await removeDirectory(this.dataDirectory);
  }
}

/** Starts an instance, works with it, and ends it, whether or not the work succeeds. The parameters are those of `Processes.start`. */
export async function withProcesses<Result>(
  work: (stele: Processes) => Promise<Result>,
  ...how: Parameters<typeof Processes.start>
): Promise<Result> {
  const stele = await Processes.start(...how);
  try {
    return await work(stele);
  } finally {
    await stele.end();
  }
}

/** Waits until a server answers with success. @throws Error with the given message when its process ends before */
export async function untilAnswers(url: string, child: ChildProcess, words: () => string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(words());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
