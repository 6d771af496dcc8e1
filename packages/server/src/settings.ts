import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { readPort, type WantedPort } from './ports.ts';

/** The three programs that make an instance. */
export const PARTS = ['content', 'api', 'admin'] as const;

/** One of them. */
export type Part = (typeof PARTS)[number];

/** Where an instance listens, is reached, and keeps its data. */
export interface InstanceSettings {
  readonly host: string;
  readonly ports: Readonly<Record<Part, number>>;
  /** As the outside sees them. */
  readonly urls: Readonly<Record<Part, string>>;
  /** Absolute. */
  readonly dataDirectory: string;
}

const FIRST_PORT = 3000;
const VARIABLES: Readonly<Record<Part, string>> = { api: 'API', admin: 'ADMIN', content: 'CONTENT' };

/**
 * Reads where an instance listens and keeps its data; see "Settings" in docs/operating.md.
 *
 * @param folder the folder that a relative STELE_DATA_DIR is below
 * @throws Error with a sentence that names the setting that is wrong
 */
export function readInstanceSettings(env: NodeJS.ProcessEnv, folder: string): InstanceSettings {
  const ports = {
    api: readPort(env, 'API_PORT', FIRST_PORT),
    admin: readPort(env, 'ADMIN_PORT', FIRST_PORT + 1),
    content: readPort(env, 'CONTENT_PORT', FIRST_PORT + 2),
  };
  const url = (part: Part): string => env[`${VARIABLES[part]}_URL`] || `http://localhost:${ports[part]}`;
  return {
    host: env.HOST || '127.0.0.1',
    ports,
    urls: { api: url('api'), admin: url('admin'), content: url('content') },
    dataDirectory: path.resolve(folder, env.STELE_DATA_DIR || '.stele'),
  };
}

/** Whether an address is of this machine itself. */
export function isLocal(url: string): boolean {
  return URL.canParse(url) && /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

/** The ports of an instance, with the settings to change. */
export function portsOf({ ports }: InstanceSettings): WantedPort[] {
  return (['api', 'admin', 'content'] as const).map((part) => ({
    variable: `${VARIABLES[part]}_PORT`,
    port: ports[part],
  }));
}

/** Where Node keeps compiled code, from version 22.1 on. */
export function compileCacheOf(dataDirectory: string): string {
  return path.join(dataDirectory, 'compile-cache');
}

/** The environment of the three programs: that of this process, and the settings. */
export function environmentOf(
  { host, ports, urls, dataDirectory }: InstanceSettings,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  return {
    ...env,
    NODE_ENV: 'production',
    HOST: host,
    API_PORT: String(ports.api),
    ADMIN_PORT: String(ports.admin),
    CONTENT_PORT: String(ports.content),
    API_URL: urls.api,
    ADMIN_URL: urls.admin,
    CONTENT_URL: urls.content,
    STELE_DATA_DIR: dataDirectory,
    // Of Node: it reads both before any code runs.
    UV_THREADPOOL_SIZE: env.UV_THREADPOOL_SIZE || '16',
    NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE || compileCacheOf(dataDirectory),
    // A secret that only the API and the admin of this run know.
    STELE_PROXY_SECRET: env.STELE_PROXY_SECRET || randomBytes(32).toString('base64url'),
  };
}
