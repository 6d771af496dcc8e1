import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AdminServer, startAdminServer } from './admin/admin-server.ts';
import { variablesOf } from './part-variables.ts';
import { requireFreePorts } from './ports.ts';
import { RotatingLog } from './rotating-log.ts';
import { type Service, Services } from './services.ts';
import { environmentOf, type InstanceSettings, type Part, portsOf } from './settings.ts';
import { describeInstance, findPublishedFile, findUnreachable, type SeededInstance } from './welcome.ts';

/** How long the programs may take to be ready; a new database on a busy machine takes the longest. */
const READY_SECONDS = 180;

/** A little more than the programs give their own requests. */
const STOP_SECONDS = 15;

/** The parts that are programs of their own. */
const PROGRAMS = { content: 'content host', api: 'API' } as const;

type Program = keyof typeof PROGRAMS;

/** An instance that is running. */
export interface RunningInstance {
  readonly settings: InstanceSettings;
  /** The demo project's addresses and keys, for scripts; undefined when none was made. */
  readonly seeded: SeededInstance | undefined;
  /** The text that says how to use it. */
  readonly welcome: string;
  /** Rejects, with the end of its log, when one of the programs ends unexpectedly. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Starts the API, the content host and the admin, and waits until they're ready.
 *
 * @param signal stops the start
 * @throws PortError; Error with a sentence: a program ended, or wasn't ready in time. Nothing is left running then.
 */
export async function startInstance(
  settings: InstanceSettings,
  { env = process.env, signal }: { env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
): Promise<RunningInstance> {
  await requireFreePorts(portsOf(settings), settings.host);
  const services = new Services();
  let admin: AdminServer | undefined;
  const stop = async (): Promise<void> => {
    // The API still answers requests that the admin has handed on.
    await admin?.drain();
    await Promise.all([services.stop(STOP_SECONDS), admin?.close()]);
  };
  signal?.addEventListener('abort', () => void stop(), { once: true });
  try {
    signal?.throwIfAborted();
    const all = environmentOf(settings, env);
    const [content, api] = [describeService('content', settings), describeService('api', settings)];
    services.start(content, variablesOf('content', all));
    services.start(api, variablesOf('api', all));
    const log = new RotatingLog(logFileOf('admin', settings));
    admin = await startAdminServer(variablesOf('admin', all), ADMIN_FILES, (line) => log.write(Buffer.from(line)));
    await services.ready(READY_SECONDS);
    signal?.throwIfAborted();
    const seeded = readSeeded(settings.dataDirectory);
    const [published, unreachable] = await Promise.all([
      seeded && findPublishedFile(seeded, { api: api.url, content: content.url }),
      findUnreachable(settings.urls),
    ]);
    const code = readSetupCode(services.recentOutput(api));
    const welcome = describeInstance(settings, seeded, published, code, unreachable);
    return { settings, seeded, welcome, failed: services.failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The folder of the admin's files. */
export const ADMIN_FILES = fileURLToPath(new URL('./apps/admin/', import.meta.url));

/** The file of a program: of a part, or of what operators run. */
export function programOf(name: Program | 'doctor' | 'commands'): string {
  return fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
}

function describeService(part: Program, settings: InstanceSettings): Service {
  const { host, ports } = settings;
  const watching = new URL('./end-with-parent.js', import.meta.url).href;
  return {
    name: PROGRAMS[part],
    command: [process.execPath, '--enable-source-maps', '--import', watching, programOf(part)],
    cwd: path.dirname(programOf(part)),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${ports[part]}`,
    logFile: logFileOf(part, settings),
  };
}

function logFileOf(part: Part, { dataDirectory }: InstanceSettings): string {
  return path.join(dataDirectory, 'logs', `${part}.log`);
}

function readSeeded(dataDirectory: string): SeededInstance | undefined {
  const file = path.join(dataDirectory, 'instance.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SeededInstance) : undefined;
}

/** The code that the API printed for the first owner, if it waits for one. */
function readSetupCode(output: string): string | undefined {
  return /with the code (\S+)/.exec(output)?.[1];
}
