import { ConnectionError } from '@stele/client';
import { isLocal } from '../address.ts';
import { howToStart } from '../connection.ts';
import type { Io } from '../io.ts';
import { parseJson } from '../parse-json.ts';
import { VERSION } from '../version.ts';
import { type Finding, fail, ok, warn } from './check.ts';

const TIMEOUT_MS = 10_000;
const CLOCK_WARNING_S = 60;
const API_VERSION = '1';
/** Routes that the command can't do without. */
const ROUTES = ['/tokens/me', '/projects/{projectId}/entries', '/projects/{projectId}/schema/sync'];

interface OpenApi {
  readonly openapi?: string;
  readonly info?: { readonly version?: string; readonly 'x-stele-version'?: string };
  readonly paths?: Readonly<Record<string, unknown>>;
}

/** Whether an API answers at an address, is one that the command knows, and agrees about the time. */
export async function checkApi(io: Io, url: string): Promise<Finding[]> {
  const address = `${url}/v1/openapi.json`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (cause) {
    const error = new ConnectionError(url, cause);
    const advice = (await howToStart(io, error)) ?? 'Check the address, and whether the API is running.';
    return [fail('api', `${url} can't be reached: ${error.reason}`, advice)];
  }
  const document = parseJson(text) as OpenApi | null | undefined;
  if (!response.ok || typeof document?.openapi !== 'string') {
    const message = `${address} answered ${response.status} with something that isn't an OpenAPI document.`;
    const advice = "The address may be that of the site or of the content host. Give the API's.";
    return [fail('api', message, advice)];
  }
  return [
    ok('api', `${url} answers.`),
    checkRoutes(document),
    checkVersion(document),
    checkClock(response.headers.get('date')),
    ...(await checkMedia(url)),
    ...(await checkLimits(url)),
  ];
}

function checkRoutes({ paths = {} }: OpenApi): Finding {
  const known = Object.keys(paths);
  const missing = ROUTES.filter((route) => !known.some((name) => name.endsWith(route)));
  if (missing.length === 0) return ok('routes', 'The API has all routes that the command uses.');
  return fail(
    'routes',
    `The API lacks ${missing.join(', ')}.`,
    'Update the server, or use the command of its version.',
  );
}

function checkVersion({ info }: OpenApi): Finding {
  const api = info?.version ?? 'unknown';
  const server = info?.['x-stele-version'];
  const message = `The command is ${VERSION}, the server's API version ${api}${server === undefined ? '' : `, the server ${server}`}.`;
  if (api.split('.')[0] !== API_VERSION) {
    return fail('version', message, `Use a command that knows version ${api} of the API.`);
  }
  if (server === undefined || release(server) === release(VERSION)) return ok('version', message);
  return warn('version', message, 'Bring both to the same version when you can.');
}

/** The part of a version that two versions must share to fit: major, or before 1.0 minor. */
function release(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `${major}.${minor}` : major;
}

function checkClock(date: string | null): Finding {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) {
    return warn('clock', 'The API says nothing of its time.', 'A proxy may remove the Date header.');
  }
  const seconds = Math.round(Math.abs(Date.now() - server) / 1000);
  // The header counts whole seconds, and the answer was on its way.
  if (seconds <= CLOCK_WARNING_S) return ok('clock', "This machine's clock and the server's agree.");
  const message = `This machine's clock and the server's are ${seconds} s apart.`;
  return warn('clock', message, 'Set the clock by the network (NTP): links that expire may fail.');
}

/** Whether the API limits requests, if it doesn't. */
async function checkLimits(url: string): Promise<Finding[]> {
  const status = await readJson<{ rate_limits?: boolean }>(`${url}/v1/instance`);
  if (status?.rate_limits !== false) return [];
  const message = 'The API has no rate limits: it runs for development.';
  if (isLocal(url)) return [ok('limits', message)];
  return [warn('limits', message, 'Remove STELE_LIMITS=off from its settings.')];
}

/** Whether the processes that read uploaded files are confined, if the API says so. */
async function checkMedia(url: string): Promise<Finding[]> {
  const confined = await readConfinement(url);
  if (!confined) return [];
  const reached = [...(confined.network ? [] : ['the network']), ...(confined.files ? [] : ['other files'])];
  if (reached.length === 0) {
    return [ok('media', 'Uploaded files are read without network, and without other files.')];
  }
  const message = `The processes that read uploaded files could reach ${reached.join(' and ')}.`;
  const advice = 'Run the API on Linux, with user namespaces allowed, and with Node 20.20 or newer.';
  return [warn('media', message, advice)];
}

async function readConfinement(url: string): Promise<{ files: boolean; network: boolean } | null> {
  type Readiness = { media_confined?: { files: boolean; network: boolean } };
  return (await readJson<Readiness>(`${url}/readyz`))?.media_confined ?? null;
}

/** The JSON at an address; null when it can't be read. */
async function readJson<Body>(address: string): Promise<Body | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return (await response.json()) as Body;
  } catch {
    return null;
  }
}
