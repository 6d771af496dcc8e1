import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../errors.ts';
import type { Instance } from '../instance-file.ts';
import type { Io } from '../io.ts';

/** The addresses, tokens and login of the local instance, as its instance.json has them. */
export type LocalAccess = Required<Instance> & { readonly tokens: Required<NonNullable<Instance['tokens']>> };

/** An instance that @stele/server runs. */
export interface LocalInstance {
  readonly settings: { readonly dataDirectory: string };
  readonly seeded: LocalAccess | undefined;
  /** Whether there were no data before. */
  readonly isNew: boolean;
  /** Rejects when one of its programs ends unexpectedly. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** The part of @stele/server that is used. */
interface ServerPackage {
  readInstanceSettings(env: NodeJS.Dict<string>, folder: string): object;
  startInstance(
    settings: object,
    options: { readonly env: NodeJS.Dict<string>; readonly signal: AbortSignal },
  ): Promise<Omit<LocalInstance, 'isNew'>>;
}

const PACKAGE = '@stele/server';

/** The port of the API unless .env names a local address: sites usually take 3000. */
export const FIRST_PORT = 3100;

/**
 * The part of this process's environment that the instance gets. All other variables that it reads, such as DATABASE_URL,
 * belong to the site here: the local instance has everything embedded.
 */
const PASSED_ON =
  /^(PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|NODE_OPTIONS|LOG_LEVEL|STELE_LIMITS|STELE_ALLOW_PRIVATE_TARGETS)$/;

/**
 * Starts the instance of a site, with its data in .stele (or STELE_DATA_DIR).
 *
 * @param port of the API; the admin and the content host take the next two
 * @throws UserError when @stele/server isn't installed for the site, or the instance can't be started
 */
export async function startLocalInstance(
  io: Io,
  folder: string,
  port: number,
  signal: AbortSignal,
): Promise<LocalInstance> {
  const server = await importServer(folder);
  const dataDirectory = path.resolve(folder, io.env.STELE_DATA_DIR || '.stele');
  const env: NodeJS.Dict<string> = {
    STELE_LIMITS: 'off',
    // The person who uses it is at this machine, where the site is too: for webhooks, and to see why a page isn't shown.
    STELE_ALLOW_PRIVATE_TARGETS: '1',
    ...Object.fromEntries(Object.entries(io.env).filter(([name]) => PASSED_ON.test(name))),
    STELE_DATA_DIR: dataDirectory,
    STELE_SEED: 'empty',
    API_PORT: String(port),
    ADMIN_PORT: String(port + 1),
    CONTENT_PORT: String(port + 2),
  };
  const isNew = !existsSync(path.join(dataDirectory, 'instance.json'));
  try {
    const instance = await server.startInstance(server.readInstanceSettings(env, folder), { env, signal });
    return { ...instance, isNew };
  } catch (error) {
    signal.throwIfAborted();
    const { code, port: taken } = error as { readonly code?: unknown; readonly port?: unknown };
    if (code !== 'port_taken') throw new UserError(error instanceof Error ? error.message : String(error));
    throw new UserError(
      `Port ${taken} is taken by another program, perhaps another "stele dev". Stop it, or write another address into .env: STELE_URL=http://localhost:${port + 100} takes the ports ${port + 100} to ${port + 102}.`,
    );
  }
}

async function importServer(folder: string): Promise<ServerPackage> {
  let file: string;
  try {
    file = createRequire(path.join(folder, 'package.json')).resolve(PACKAGE);
  } catch {
    throw new UserError(
      `${PACKAGE} isn't installed here. Install it first: npm install --save-dev ${PACKAGE}. Then run "npx stele dev" again.`,
    );
  }
  return (await import(pathToFileURL(file).href)) as ServerPackage;
}
