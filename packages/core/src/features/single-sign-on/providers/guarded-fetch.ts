import type { CustomFetch } from 'openid-client';
import type { GuardedClient } from '../../../platform/outgoing/guarded-client.ts';

/** The most bytes of a provider's answer: people in many groups have long tokens. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Sends the requests of the library for OpenID Connect through the guarded client, which reaches no private address. */
export function guardedFetch(client: GuardedClient): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await client.send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body != null && { body: String(body) }),
      ...(signal && { signal }),
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
