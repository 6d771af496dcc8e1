import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { FetchLike, RequestLike, ResponseLike } from './fetch-like.ts';

const MOST_REDIRECTS = 5;
/** Of parts that decoders hand over. With Node's usual 16 KiB, decoding takes three times as long. */
const DECODED = { chunkSize: 256 * 1024 };

/**
 * Reads an address with `node:http`, which takes a quarter of the time that the platform's `fetch` does for its first
 * request. It decodes bodies, and follows redirects without the token when they lead to another host.
 *
 * @throws Error when the network fails, or redirects don't end
 */
export const nodeFetch: FetchLike = async (url, init) => {
  let [address, headers] = [new URL(url), init.headers];
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await ask(address, { ...init, headers });
    const { location } = answer.headers;
    if (!location || !isRedirect(answer.statusCode)) return responseOf(answer);
    answer.resume();
    const next = new URL(location, address);
    if (next.origin !== address.origin) {
      const { authorization: _, ...others } = headers;
      headers = others;
    }
    address = next;
  }
  throw new Error(`It redirects more than ${MOST_REDIRECTS} times`);
};

function ask(address: URL, { headers, signal }: RequestLike): Promise<IncomingMessage> {
  const { request } = address.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(address, { headers: { 'accept-encoding': 'br, gzip', ...headers }, signal }, resolve)
      .on('error', reject)
      .end();
  });
}

const isRedirect = (status = 0): boolean => [301, 302, 303, 307, 308].includes(status);

function responseOf(answer: IncomingMessage): ResponseLike {
  const parts: AsyncIterator<Uint8Array, undefined> = decoded(answer)[Symbol.asyncIterator]();
  const read = async (): Promise<{ done: boolean; value: Uint8Array | undefined }> => {
    const { done = false, value } = await parts.next();
    return { done, value };
  };
  return {
    status: answer.statusCode ?? 0,
    headers: { get: (name) => answer.headers[name]?.toString() ?? null },
    body: { getReader: () => ({ read }) },
  };
}

function decoded(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding'];
  if (encoding === 'br') return pipeline(answer, createBrotliDecompress(DECODED), () => undefined);
  if (encoding === 'gzip') return pipeline(answer, createGunzip(DECODED), () => undefined);
  return answer;
}
