import { connect } from 'node:tls';
import { isLocalHost } from '../../platform/local-address.ts';
import { DOCTOR_PATH, type DoctorReport } from './doctor-route.ts';
import { type Check, type Finding, fault, ok, reasonOf, skip, warn } from './finding.ts';
import type { UseCheck } from './use-checks.ts';

const DAY_MS = 86_400_000;
const FEW_DAYS = 14;
/** Of the documentation's own network: no client has it. */
const INVENTED = '192.0.2.77';
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|::ffff:(?:127|10)\.|f[cd])/;

/** Asks a part at its address whether it's ready, and looks at its certificate. @param uses further checks if it is */
export function addressCheck(
  name: string,
  url: string,
  setting: string,
  mostMs: number,
  uses: readonly UseCheck[] = [],
): Check {
  const run = async (): Promise<Finding[]> => {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(mostMs), redirect: 'manual' });
    const said = (await response.json().catch(() => null)) as {
      status?: string;
      jobs?: string;
      database?: string;
      redis?: string;
    } | null;
    const findings: Finding[] = [];
    if (response.status === 200 && said?.status === 'ok') {
      findings.push(ok(name, `${url} answers, and is ready.`));
      findings.push(...(await Promise.all(uses.map((use) => use(name, url, setting, mostMs)))));
    } else if (response.status === 503) {
      findings.push(fault(name, `${url} answers that it isn't ready.`, 'See the findings below, and its log.'));
    } else {
      const message = `${url}/readyz answered ${response.status}, as no part of Stele does.`;
      findings.push(
        fault(name, message, `Let ${setting} be the address of this part, and the proxy hand on all paths.`),
      );
    }
    if (said?.redis === 'unreachable') {
      const message = `${url} says that it can't reach Redis: limits are counted in each process for itself.`;
      findings.push(warn(name, message, 'Check REDIS_URL of the API, or UPSTASH_REDIS_REST_URL and its token.'));
    }
    return [...findings, ...(await checkScheme(name, url, setting, mostMs))];
  };
  return { name, run, advice: `Start it, or correct ${setting}; and check the proxy, its certificate and the name.` };
}

async function checkScheme(name: string, url: string, setting: string, mostMs: number): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'http:') {
    if (isLocalHost(hostname)) return [];
    const advice = `Put a proxy with TLS before it, and let ${setting} begin with https: passwords and tokens can be read on the way.`;
    return [warn(name, `${url} isn't encrypted.`, advice)];
  }
  const days = await daysOfCertificate(hostname, Number(port || 443), mostMs);
  if (days >= FEW_DAYS) return [ok(name, `Its certificate is valid for ${Math.floor(days)} more days.`)];
  return [warn(name, `Its certificate ends in ${Math.floor(days)} days.`, 'Renew it.')];
}

function daysOfCertificate(host: string, port: number, timeout: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout }, () => {
      resolve((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error(`${host} did not answer.`)));
  });
}

/** The running API's findings, or the reason why it couldn't be asked. */
export type DoctorAnswer = DoctorReport | { readonly why: string };

/** Asks the running API what it finds, and which address it sees. @param token as `commandToken` makes it; null where it isn't known */
export async function askRunningApi(apiUrl: string, token: string | null, mostMs: number): Promise<DoctorAnswer> {
  if (token === null) return { why: 'No API has run with this data folder yet.' };
  try {
    const response = await fetch(`${apiUrl}${DOCTOR_PATH}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': INVENTED },
      signal: AbortSignal.timeout(2 * mostMs),
      redirect: 'manual',
    });
    if (response.ok) return (await response.json()) as DoctorReport;
    if (response.status === 401) return { why: 'It has another STELE_AUTH_SECRET than this command.' };
    return { why: `It answered ${response.status}.` };
  } catch (error) {
    return { why: reasonOf(error) };
  }
}

/** Whether the API tells clients apart, by what it saw of this one. */
export function checkProxies(answered: DoctorAnswer, apiUrl: string, trustedProxies: number): Finding {
  if ('why' in answered) return skip('proxies', `Only the running API knows which address it sees. ${answered.why}`);
  const seen = answered.client_address;
  if (seen === INVENTED) {
    const advice = `STELE_TRUST_PROXY is ${trustedProxies}: let it be the number of your own proxies. Clients can invent addresses, and so avoid limits.`;
    return fault('proxies', 'The API believes an address that this command invented.', advice);
  }
  const isPublic = !isLocalHost(new URL(apiUrl).hostname);
  if (isPublic && (seen === null || PRIVATE.test(seen))) {
    const advice = `STELE_TRUST_PROXY is ${trustedProxies}: if a proxy stands before the API, raise it, or all clients count as one.`;
    return warn('proxies', `At ${apiUrl}, the API sees this command as ${seen ?? 'unknown'}.`, advice);
  }
  return ok('proxies', `The API sees this command as ${seen ?? 'unknown'}.`);
}
