import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { snapshotPrefix } from '@stele/snapshot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LoaderOptions } from '../src/settings.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, snapshotId } from './support/snapshots.ts';

const LATEST = '/v1/projects';

/** An answer to a request for the pointer. */
type Answer = (response: ServerResponse, pointer: Buffer, url: string) => unknown;

let site: Site;
let pointer: Buffer;
/** Headers of the requests for the pointer. */
let asked: IncomingHttpHeaders[];
let answer: Answer;
const plain: Answer = (response, body) => response.end(body);
const api = createServer((request, response) => {
  asked.push(request.headers);
  answer(response, pointer, request.url ?? '');
});
const address = (): string => `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

beforeEach(async () => {
  site = await startSite();
  const { manifest, sha256 } = await publish(site.storage, 1, [
    { collection: 'posts', locale: 'en', entries: entries(3) },
  ]);
  pointer = Buffer.from(
    JSON.stringify({
      snapshot_id: manifest.snapshot_id,
      published_at: manifest.published_at,
      content_base_url: `${site.content.url}/${snapshotPrefix(PROJECT, manifest.snapshot_id)}`,
      manifest: { manifest_format: 1, sequence: 1, schema_version: 1, sha256 },
    }),
  );
  asked = [];
  answer = plain;
  // On all addresses: two names of this machine are two hosts to those who ask.
  await new Promise<void>((resolve) => api.listen(0, resolve));
});
afterEach(async () => {
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await site.close();
});

/** What a loader without a `fetch` of its own says of the live snapshot, in a new process. */
async function ask(options: LoaderOptions = {}, prepare?: 'use' | 'replace'): Promise<unknown> {
  const common = { url: address(), token: TOKEN, projectId: PROJECT, cache: site.cache, retries: 0 };
  const argument = JSON.stringify({ options: { ...common, ...options }, prepare });
  const execArgv = ['--conditions=@stele/source', '--import=tsx'];
  const child = fork(path.join(import.meta.dirname, 'children', 'ask-pointer.ts'), [argument], { execArgv });
  const [[told]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  return told;
}

const LIVE = { id: snapshotId(1), source: 'api' };
/** Whether requests came from `fetch`, which says so. */
const fetched = (): boolean[] => asked.map((headers) => 'sec-fetch-mode' in headers);

it('asks for the pointer directly in a new process, with the token', async () => {
  expect(await ask()).toEqual(LIVE);
  expect(fetched()).toEqual([false]);
  expect(asked[0]).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json',
    'user-agent': 'node',
  });
});

it('leaves it to fetch once that was used, since it may go through a proxy', async () => {
  expect(await ask({}, 'use')).toEqual(LIVE);
  expect(fetched()).toEqual([true]);
});

it('leaves it to a fetch that somebody put in its place', async () => {
  expect(await ask({}, 'replace')).toEqual(LIVE);
  expect(asked.map((headers) => headers['x-replaced'])).toEqual(['yes']);
});

it('has fetch follow redirects, which never shows another host the token', async () => {
  const { port } = api.address() as AddressInfo;
  answer = (response, body, url) =>
    url.startsWith(LATEST)
      ? response.writeHead(307, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
      : response.end(body);
  expect(await ask({ url: `http://localhost:${port}` })).toEqual(LIVE);
  expect(fetched()).toEqual([false, true, true]);
  expect(asked.map(({ authorization }) => authorization !== undefined)).toEqual([true, true, false]);
});

it('has fetch read what is compressed though nobody asked for that', async () => {
  answer = (response, body) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
  expect(await ask()).toEqual(LIVE);
  expect(fetched()).toEqual([false, true]);
});

it.each<[string, Answer, object]>([
  [
    'a refusal',
    (response) => response.writeHead(401).end('{"error":{"code":"unauthorized","message":""}}'),
    { code: 'unauthorized', status: 401 },
  ],
  ['a failure of the server', (response) => response.writeHead(503).end(), { code: 'unreachable', status: 503 }],
  [
    'silence',
    () => undefined,
    { code: 'unreachable', status: null, message: expect.stringContaining('nothing came for 300 ms') },
  ],
  [
    'a body that never ends',
    (response, body) => response.write(body.subarray(0, 10)),
    { code: 'unreachable', status: null, message: expect.stringContaining('nothing came for 300 ms') },
  ],
  [
    'a body that breaks off',
    (response, body) => {
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.subarray(0, 10), () => response.destroy());
    },
    { code: 'unreachable', status: null },
  ],
  ['no answer at all', (response) => response.destroy(), { code: 'unreachable', status: null }],
  ['something else', (response) => response.end('<html>'), { code: 'bad_response', status: 200 }],
])('takes %s as fetch does', async (_what, wrong, failure) => {
  answer = wrong;
  const [directly, byFetch] = [await ask({ timeout: 300 }), await ask({ timeout: 300 }, 'use')];
  expect(directly).toMatchObject(failure);
  expect(byFetch).toMatchObject(failure);
  expect(fetched()).toEqual([false, true]);
});

it('says of an API that is down what fetch says', async () => {
  const closed = createServer().listen(0);
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const options = { url: `http://127.0.0.1:${port}` };
  const told = await ask(options);
  expect(told).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
  expect(told).toEqual(await ask(options, 'use'));
});
