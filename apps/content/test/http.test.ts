import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestKey } from '@stele/snapshot';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentHost, startContentHost } from '../src/index.ts';
import { errorCode, send, sendRaw } from './support/client.ts';
import { SIGNING_KEY } from './support/host.ts';
import { entries, PROJECT, publish, SNAPSHOT } from './support/snapshot.ts';

const BASE = `/${PROJECT}/snapshots/${SNAPSHOT}`;

describe('the HTTP of the content host', () => {
  let directory: string;
  let host: ContentHost;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stele-http-'));
    const storage = { driver: 'disk', directory, publicUrl: 'http://content.test', signingKey: SIGNING_KEY } as const;
    await publish(createDiskStorage(storage), [{ collection: 'posts', locale: 'en', entries: entries(20) }]);
    host = await startContentHost({ host: '127.0.0.1', port: 0, storage, log: pino({ enabled: false }) });
  });
  afterAll(async () => {
    await host.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('says that it lives and that its storage can be used', async () => {
    for (const path of ['/livez', '/readyz']) {
      const answer = await send(host.port, path);
      expect([answer.status, answer.body.toString()]).toEqual([200, '{"status":"ok"}']);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect((await send(host.port, path, { method: 'HEAD' })).body.length).toBe(0);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])(
    'refuses %s where only reading makes sense',
    async (method) => {
      for (const path of [
        '/livez',
        `${BASE}/posts.en.json`,
        `${BASE}/manifest.json`,
        `/${PROJECT}/media/ast_1/a.png`,
      ]) {
        const answer = await send(host.port, path, { method });
        expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
        expect(errorCode(answer)).toBe('method_not_allowed');
      }
    },
  );

  it('answers a browser that asks first, and lets every origin read every answer', async () => {
    const asked = await send(host.port, `${BASE}/posts.en.json`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
    expect(asked.headers['access-control-allow-headers']).toMatch(/range/i);
    for (const [path, method] of [
      [`${BASE}/posts.en.json`, 'GET'],
      [`${BASE}/nothing.en.json`, 'GET'],
      ['/livez', 'POST'],
      ['/uploads/a', 'PUT'],
      ['/', 'GET'],
    ] as const) {
      const { headers } = await send(host.port, path, { method, headers: { origin: 'https://a.example' } });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-expose-headers']).toMatch(/etag/i);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('gives every answer a request id: the given one if it is harmless, else a new one', async () => {
    const given = await send(host.port, '/livez', { headers: { 'x-request-id': 'a-1.b_2' } });
    expect(given.headers['x-request-id']).toBe('a-1.b_2');
    for (const id of ['', 'a b', 'x'.repeat(129), '<script>']) {
      const { headers } = await send(host.port, '/nowhere', { headers: { 'x-request-id': id } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('answers HEAD of an error with its headers and no body', async () => {
    const get = await send(host.port, `${BASE}/nothing.en.json`);
    const head = await send(host.port, `${BASE}/nothing.en.json`, { method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([404, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each([
    '/',
    '//',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%',
    '/%zz',
    '/%c0%ae%c0%ae/',
    '/%00',
    `/${PROJECT}`,
    `/${PROJECT}/`,
    `/${PROJECT}//snapshots/${SNAPSHOT}/manifest.json`,
    `/${PROJECT}/snapshots/${SNAPSHOT}`,
    `/${PROJECT}/snapshots/${SNAPSHOT}/`,
    `/${PROJECT}/snapshots/${SNAPSHOT}/manifest.json/`,
    `/${PROJECT}/snapshots/${SNAPSHOT}/../${SNAPSHOT}/manifest.json`,
    `/${PROJECT}/snapshots/${SNAPSHOT}%2fmanifest.json`,
    `/${PROJECT}/snapshots/${SNAPSHOT}/manifest.json%00`,
    `/${PROJECT}/snapshots/${SNAPSHOT}/manifest.json%20`,
    `/${PROJECT}/snapshots/${SNAPSHOT}\\manifest.json`,
    `/${PROJECT.toLowerCase()}/snapshots/${SNAPSHOT}/manifest.json`,
    `/PRJ_1/snapshots/${SNAPSHOT}/manifest.json`,
    '/livez/',
    '/LIVEZ',
    '/constructor/__proto__/toString',
    `/${'a/'.repeat(3000)}`,
  ])('finds nothing at %s', async (path) => {
    const answer = await send(host.port, path);
    expect(answer.status).toBe(404);
    expect(errorCode(answer)).toBe('not_found');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    `${BASE}/posts%2Een%2Ejson`,
    `${BASE}/%70osts.en.json`,
    `${BASE}/posts.en.json?cache=bust&x=%zz`,
    `${BASE}/posts.en.json?`,
    `http://other.example${BASE}/posts.en.json`,
  ])('finds the same file at %s', async (path) => {
    const answer = await send(host.port, path);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString()).entries).toHaveLength(20);
  });

  it('answers what is not HTTP in the envelope of all errors', async () => {
    for (const [bytes, status, code] of [
      ['NOT HTTP\r\n\r\n', 400, 'validation_failed'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ] as const) {
      const text = await sendRaw(host.port, bytes);
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(text).toMatch(/^x-request-id: /m);
      expect(text).toMatch(/^access-control-allow-origin: \*\r$/m);
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)).error.code).toBe(code);
    }
  });

  it('answers many requests on one connection, in order', async () => {
    const paths = [`${BASE}/posts.en.json`, '/livez', `/${manifestKey(PROJECT, SNAPSHOT)}`, '/nowhere'];
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
    const text = await sendRaw(host.port, `${requests}GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual(['200', '200', '200', '404', '200']);
  });
});
