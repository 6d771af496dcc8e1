import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { killTree } from './run-command.mjs';

const SHOWN_LOG_LINES = 30;

/**
 * @typedef {{ name: string, command: string[], cwd: string, url: string, logFile: string }} Service
 * `url`: where it answers; `/readyz` below it says when.
 */

/** Programs that live and die together, each with a log file. */
export class Services {
  #children = new Map();
  #stopping = false;
  #fail;
  /** Rejects with the last lines of its log when one of them ends by itself. */
  failed = new Promise((_, reject) => {
    this.#fail = reject;
  });

  constructor() {
    this.failed.catch(() => {});
  }

  /**
   * @param {Service} service
   * @param {Record<string, string>} env
   */
  start(service, env) {
    mkdirSync(path.dirname(service.logFile), { recursive: true });
    // A log can hold the set-up code.
    const log = openSync(service.logFile, 'w', 0o600);
    const [program, ...args] = service.command;
    // A group of its own: Ctrl-C reaches the terminal's whole group, and each service is to hear of it once.
    const child = spawn(program, args, { cwd: service.cwd, env, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#children.set(service, child);
    child.once('error', (error) => this.#ended(service, error.message));
    child.once('exit', (code, signal) => this.#ended(service, signal ? `by ${signal}` : `with code ${code}`));
  }

  #ended(service, how) {
    this.#children.delete(service);
    if (this.#stopping) return;
    const lines = readFileSync(service.logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LOG_LINES);
    this.#fail(
      new Error(`The ${service.name} ended ${how}. The end of its log, ${service.logFile}:\n\n${lines.join('\n')}`),
    );
  }

  /**
   * Resolves when every service answers `/readyz` with 200.
   *
   * @param {number} seconds how long that may take.
   * @throws Error when one ends meanwhile, or isn't ready in time.
   */
  async ready(seconds) {
    const end = Date.now() + seconds * 1000;
    const waits = [...this.#children.keys()].map(async (service) => {
      while (!(await answers(`${service.url}/readyz`))) {
        if (this.#stopping) return;
        if (Date.now() > end) {
          throw new Error(
            `The ${service.name} is not ready after ${seconds} seconds; see its log, ${service.logFile}.`,
          );
        }
        await sleep(100);
      }
    });
    await Promise.race([Promise.all(waits), this.failed]);
  }

  /**
   * Asks all of them to end, and kills those that haven't after a while.
   *
   * @param {number} seconds
   */
  async stop(seconds) {
    this.#stopping = true;
    const children = [...this.#children.values()];
    const ends = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const child of this.#children.values()) killTree(child.pid, 'SIGKILL');
    }, seconds * 1000);
    await Promise.all(ends);
    clearTimeout(timer);
    for (const child of children) killTree(child.pid, 'SIGKILL');
  }
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
