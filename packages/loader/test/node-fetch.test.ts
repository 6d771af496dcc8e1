import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFetch } from '../src/http/node-fetch.ts';
import { failureOf } from './support/site.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Longer than a part that decoders hand over. */
const TEXT = 'Ünïcode 线 😀 '.repeat(40_000);

let answer: Answer;
let requests: IncomingMessage[];
const newServer = () =>
  createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
const server = newServer();
const other = newServer();
const urlOf = (of = server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;

beforeEach(async () => {
  requests = [];
  for (const each of [server, other]) await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const each of [server, other]) {
    each.closeAllConnections();
    await new Promise((resolve) => each.close(resolve));
  }
});

async function read(url = urlOf(), signal = new AbortController().signal) {
  const headers = { authorization: 'Bearer secret', accept: 'application/json' };
  const { status, headers: answered, body } = await nodeFetch(url, { headers, signal });
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (part.value) parts.push(part.value);
  }
  return { status, headers: answered, text: Buffer.concat(parts).toString() };
}

describe('a body', () => {
  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    [undefined, Buffer.from],
  ] as const)('is decoded: %s', async (encoding, encode) => {
    answer = (_request, response) => {
      response.writeHead(201, { 'x-some': 'thing', ...(encoding && { 'content-encoding': encoding }) });
      response.end(encode(TEXT));
    };
    const { status, headers, text } = await read();
    expect([status, headers.get('x-some'), headers.get('x-other'), text === TEXT]).toEqual([201, 'thing', null, true]);
    expect(requests[0]?.headers).toMatchObject({ 'accept-encoding': 'br, gzip', authorization: 'Bearer secret' });
  });

  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['identity', Buffer.from],
  ] as const)('that ends before its time is an error: %s', async (encoding, encode) => {
    answer = (_request, response) => {
      const body = encode(TEXT);
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    };
    expect(await failureOf(read())).toBeInstanceOf(Error);
  });

  it('can be given up', async () => {
    const abort = new AbortController();
    answer = (_request, response) => {
      response.write('some', () => abort.abort());
    };
    expect(await failureOf(read(urlOf(), abort.signal))).toBeInstanceOf(Error);
    await expect.poll(() => requests[0]?.destroyed).toBe(true);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('is followed, with the token on the same host (%i)', async (status) => {
    answer = (request, response) => {
      if (request.url === '/there') response.end('here it is');
      else response.writeHead(status, { location: '/there' }).end('elsewhere');
    };
    expect(await read()).toMatchObject({ status: 200, text: 'here it is' });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', 'Bearer secret']);
  });

  it('is followed without the token to another host', async () => {
    answer = (request, response) => {
      if (request.headers.host === new URL(urlOf()).host) {
        response.writeHead(302, { location: `${urlOf(other)}/there` }).end();
      } else response.end('here it is');
    };
    expect(await read()).toMatchObject({ status: 200, text: 'here it is' });
    expect(requests[1]?.headers).toMatchObject({ accept: 'application/json' });
    expect(requests[1]?.headers).not.toHaveProperty('authorization');
  });

  it('that never ends is an error', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(String(await failureOf(read()))).toContain('redirects');
    expect(requests).toHaveLength(6);
  });
});

it('speaks TLS where the address says so', async () => {
  answer = (_request, response) => response.end();
  expect(await failureOf(read(urlOf().replace('http:', 'https:')))).toMatchObject({ code: 'EPROTO' });
  expect(requests).toEqual([]);
});
