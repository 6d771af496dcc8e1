import { type as systemName } from 'node:os';
import { ApiError, ConnectionError } from '@stele/client';
import type { StoredPerson } from '../credentials.ts';
import { explainRefusal, UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { VERSION } from '../version.ts';

interface ShownCode {
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

interface Begun extends ShownCode {
  readonly device_code: string;
  readonly expires_in: number;
  readonly interval: number;
}

const systems: Readonly<Record<string, string>> = { Darwin: 'Macintosh', Windows_NT: 'Windows' };

/**
 * Signs a person in by a code that they allow in the browser (RFC 8628).
 *
 * @param show called with the code and the address
 * @throws UserError when it's refused, or no one answers in time
 */
export async function signInByCode(
  io: Io,
  url: string,
  show: (code: ShownCode) => Promise<void>,
): Promise<StoredPerson> {
  const begun = withCleanAddresses(
    await post<Begun>(url, 'request', {}).catch((error: unknown) => {
      throw explainRefusal(error, { url });
    }),
  );
  await show(begun);
  const until = Date.now() + begun.expires_in * 1000;
  let seconds = begun.interval;
  for (;;) {
    await io.sleep(seconds * 1000);
    try {
      const { token, user } = await post<{ token: string; user: { id: string; email: string } }>(url, 'token', {
        device_code: begun.device_code,
      });
      return { url, admin_url: begun.verification_uri.replace(/\/device$/, ''), token, ...user };
    } catch (error) {
      // A short outage doesn't end what the user is about to allow.
      const isOutage = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
      if (isOutage && Date.now() < until) continue;
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'auth.device_slow_down') seconds += 1;
      else if (error.code === 'auth.device_denied') throw new UserError('Signing in was refused in the browser.');
      else if (error.code === 'auth.device_code_over') {
        throw new UserError('The code has expired. Run "npx stele login" again.');
      } else if (error.status === 429) seconds = Math.max(seconds, error.retryAfter ?? seconds);
      else if (error.code !== 'auth.device_pending') throw error;
    }
  }
}

/** Removes from printed and opened texts anything that could control a terminal or start a program. @throws UserError */
function withCleanAddresses(begun: Begun): Begun {
  return {
    ...begun,
    user_code: begun.user_code.replaceAll(/\p{Cc}/gu, ''),
    verification_uri: webAddress(begun.verification_uri),
    verification_uri_complete: webAddress(begun.verification_uri_complete),
  };
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw new UserError('The server named no web address to sign in at. Is the address of the API right?');
}

/** Ends a person's sign-in on the server. @returns whether it has ended: false when the server can't be reached */
export async function endSignIn({ url, token }: StoredPerson): Promise<boolean> {
  return post(url, 'end', {}, { authorization: `Bearer ${token}` }).then(
    () => true,
    // The server knows the sign-in no more.
    (error: unknown) => error instanceof ApiError && error.status === 401,
  );
}

async function post<Body>(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Body> {
  const address = `${url}/auth/device/${path}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `stele-cli/${VERSION} (${systems[systemName()] ?? systemName()})`,
      ...headers,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new ConnectionError(url, cause);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError({ method: 'POST', url: address }, response, answer);
  return answer as Body;
}
