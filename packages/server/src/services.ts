import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { RotatingLog } from './rotating-log.ts';

const SHOWN_LOG_LINES = 30;

/** A program that answers HTTP. */
export interface Service {
  /** For people: `content host`. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  /** Where it answers; `/readyz` below it says when. */
  readonly url: string;
  readonly logFile: string;
}

/** Programs that live and die together, each with a log file. */
export class Services {
  readonly #children = new Map<Service, ChildProcess>();
  readonly #logs = new Map<Service, RotatingLog>();
  #stopping = false;
  #fail: (error: Error) => void = () => undefined;
  /** Rejects with the last lines of its log when one of them ends unexpectedly. */
  readonly failed = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.failed.catch(() => undefined);
  }

  start(service: Service, env: NodeJS.ProcessEnv): void {
    const log = new RotatingLog(service.logFile);
    this.#logs.set(service, log);
    const [program, ...args] = service.command;
    // A group of its own: Ctrl-C reaches the terminal's whole group, and each service is to hear of it once.
    const child = spawn(program, args, {
      cwd: service.cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const output of [child.stdout, child.stderr]) output.on('data', (bytes: Buffer) => log.write(bytes));
    this.#children.set(service, child);
    child.once('error', (error) => this.#ended(service, error.message));
    // A program that the service started may hold its output open.
    child.once('exit', () => killGroup(child));
    child.once('close', (code, signal) => this.#ended(service, signal ? `by ${signal}` : `with code ${code}`));
  }

  /** The end of a service's output. */
  recentOutput(service: Service): string {
    return this.#logs.get(service)?.recent ?? '';
  }

  #ended(service: Service, how: string): void {
    this.#children.delete(service);
    this.#logs.get(service)?.close();
    if (this.#stopping) return;
    const lines = this.recentOutput(service).trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
    this.#fail(
      new Error(`The ${service.name} ended ${how}. The end of its log, ${service.logFile}:\n\n${lines.join('\n')}`),
    );
  }

  /**
   * Resolves when every service answers `/readyz` with 200.
   *
   * @param seconds how long that may take
   * @throws Error when one ends meanwhile, or isn't ready in time
   */
  async ready(seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    const waits = [...this.#children.keys()].map(async (service) => {
      while (!(await answers(`${service.url}/readyz`))) {
        if (this.#stopping) return;
        if (Date.now() > end) {
          throw new Error(
            `The ${service.name} is not ready after ${seconds} seconds; see its log, ${service.logFile}.`,
          );
        }
        await sleep(25);
      }
    });
    await Promise.race([Promise.all(waits), this.failed]);
  }

  /** Asks all of them to end, and kills what is left of them after some seconds. */
  async stop(seconds: number): Promise<void> {
    this.#stopping = true;
    const children = [...this.#children.values()];
    const ends = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const child of this.#children.values()) killGroup(child);
    }, seconds * 1000);
    await Promise.all(ends);
    clearTimeout(timer);
    for (const child of children) killGroup(child);
  }
}

/** Kills a program and those that it started, which are in its group. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
