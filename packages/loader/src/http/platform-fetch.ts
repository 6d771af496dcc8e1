import type { IncomingMessage } from 'node:http';
import type { FetchLike, RequestLike, ResponseLike } from './fetch-like.ts';

/** What is asked for in each build, and often nothing else. */
const POINTER = /\/snapshot\/latest$/;
/** How Node.js's own `fetch` begins, which somebody may have replaced. */
const OWN_FETCH = /^function fetch\(input, init = undefined\)/;

/**
 * The platform's `fetch`. In a new process of Node.js, the first use of that takes a multiple of the time of the request
 * itself, so the pointer is asked for without it, where that can make no difference.
 */
export const platformFetch: FetchLike = async (url, init) =>
  (POINTER.test(url) && isUntouched() && (await getDirectly(url, init))) || fetch(url, init);

/** Whether `fetch` is Node.js's own, and neither loaded nor told to go another way, as through a proxy. */
function isUntouched(): boolean {
  const symbols = Object.getOwnPropertySymbols(globalThis);
  return OWN_FETCH.test(String(fetch)) && !symbols.some(({ description }) => description?.startsWith('undici.'));
}

/** @returns null when the answer is one that `fetch` knows how to go on from: a redirect, or a body that's compressed */
async function getDirectly(url: string, { headers, signal }: RequestLike): Promise<ResponseLike | null> {
  const { get } = await import(url.startsWith('https:') ? 'node:https' : 'node:http');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { ...headers, 'user-agent': 'node' }, signal, agent: false }, resolve).on('error', reject);
  });
  const { statusCode: status = 0, headers: received } = answer;
  if ((status >= 300 && status < 400) || received['content-encoding']) {
    answer.destroy();
    return null;
  }
  const parts: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]();
  const read = async () => {
    const { done = false, value } = await parts.next();
    return { done, value };
  };
  return {
    status,
    headers: { get: (name) => received[name]?.toString() ?? null },
    body: { getReader: () => ({ read }) },
  };
}
