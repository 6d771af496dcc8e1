import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { type Later, newFolder } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { type RunningProgram, startProgram } from '../start/started-program.ts';

/** A request that a started system answers with a success. */
export interface Probe {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Another system as it's run in production, with a PostgreSQL database of its own. */
export class InstalledApp {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
  }

  /**
   * Installs an app from npm in a new folder, which is removed in the end.
   *
   * @param name of a folder beside this file
   * @param env settings of the app
   * @param urlName the setting that gets the address of its database
   */
  static async install(
    name: string,
    { databaseUrl, env, urlName = 'DATABASE_URL' }: { databaseUrl: string; env: NodeJS.ProcessEnv; urlName?: string },
    later: Later,
  ): Promise<InstalledApp> {
    const folder = await newFolder(later);
    await cp(path.join(import.meta.dirname, name), folder, { recursive: true });
    const { url } = await createDatabase(databaseUrl, later);
    const own = path.join(folder, 'node_modules', '.bin');
    const PATH = `${own}${path.delimiter}${process.env.PATH}`;
    const app = new InstalledApp(folder, { ...process.env, ...env, [urlName]: url, NODE_ENV: 'production', PATH });
    await app.run('npm', 'install', '--no-audit', '--no-fund', '--include=dev');
    return app;
  }

  /** Runs a command in the app's folder. @throws when it fails */
  async run(command: string, ...args: string[]): Promise<void> {
    await promisify(execFile)(command, args, { cwd: this.#folder, env: this.#env, maxBuffer: 2 ** 26 });
  }

  /** @param command makes the command for a port, which `PORT` names as well */
  async start(
    command: (port: number) => readonly [string, ...string[]],
    probe: Probe,
  ): Promise<RunningProgram & { readonly url: string }> {
    const [port = 0] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const env = { ...this.#env, PORT: `${port}` };
    const probed = { ...probe, url: `${url}${probe.path}` };
    const program = await startProgram({ command: command(port), folder: this.#folder, env, probe: probed });
    return { url, ...program };
  }
}
