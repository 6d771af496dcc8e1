import { randomUUID } from 'node:crypto';
import { type Finding, fault, ok } from './finding.ts';

/** Looks at a part that is ready as people and browsers use it. */
export type UseCheck = (name: string, url: string, setting: string, mostMs: number) => Promise<Finding>;

/** How a sign-in with a wrong password is answered; too many of them are refused. */
const REFUSALS = ['auth.invalid_credentials', 'rate_limited'];

/** Tries to sign in to an account that no one has: that is refused, by the API and not by what is before it. */
export const checkSignIn: UseCheck = async (name, url, setting, mostMs) => {
  const response = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'doctor@stele.invalid', password: randomUUID() }),
    signal: AbortSignal.timeout(mostMs),
    redirect: 'manual',
  });
  const said = (await response.json().catch(() => null)) as { error?: { code?: string } } | null;
  if (REFUSALS.includes(said?.error?.code ?? '')) return ok(name, `One can sign in at ${url}.`);
  const message = `A sign-in at ${url} was answered with ${response.status}, as the API doesn't.`;
  const advice = `Let ${setting} be the address that browsers use, and the proxy hand on all paths as they are.`;
  return fault(name, message, name === 'admin' ? `${advice} The admin hands sign-ins on to its API_URL.` : advice);
};

/** Fetches a script that the admin's page names: without it, the page stays blank. */
export const checkScript: UseCheck = async (name, url, setting, mostMs) => {
  const signal = AbortSignal.timeout(mostMs);
  const page = await fetch(`${url}/`, { signal, redirect: 'manual' });
  const [, source] = /<script\b[^>]*\ssrc="([^"]+)"/.exec(await page.text()) ?? [];
  const advice = `Let ${setting} be the address of the admin, at the root of its host, and the proxy hand on all paths.`;
  if (source === undefined) return fault(name, `At ${url}, there is no page of the admin.`, advice);
  const address = new URL(source, `${url}/`).href;
  const script = await fetch(address, { signal, redirect: 'manual' });
  await script.arrayBuffer();
  if (script.ok && script.headers.get('content-type')?.includes('javascript'))
    return ok(name, 'Its page has its scripts.');
  return fault(name, `The admin's page stays blank: ${address} answered ${script.status}, and no script.`, advice);
};
