import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { signPart, signUpload } from '@stele/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, send, sendRaw } from './support/client.ts';
import { SIGNING_KEY, startTestHost, type TestHost } from './support/host.ts';
import { PROJECT } from './support/snapshot.ts';

const KEY = `${PROJECT}/media/ast_1/original.png`;
const SIZE = 200_000;
const content = Buffer.alloc(SIZE, 'picture ');
const type = { 'content-type': 'image/png' };

describe('signed uploads', () => {
  let host: TestHost;
  let now = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    host = await startTestHost({ now: () => now });
  });
  afterAll(() => host.close());

  function signed(key = KEY, contentLength = SIZE, signingKey = SIGNING_KEY): string {
    const options = { contentType: 'image/png', contentLength, expiresInSeconds: 60 };
    const url = new URL(signUpload(key, options, { publicUrl: 'http://content.test', signingKey, now }).url);
    return `${url.pathname}${url.search}`;
  }

  async function leftovers(): Promise<string[]> {
    return readdir(join(host.directory, 'tmp'));
  }

  it('are stored when they are as declared, and can be read at once', async () => {
    const answer = await send(host.port, signed(), { method: 'PUT', headers: type, body: content });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const read = await send(host.port, `/${KEY}`);
    expect(read.body.equals(content)).toBe(true);
    expect(read.headers['content-type']).toBe('image/png');
    expect(read.headers.etag).toBe(answer.headers.etag);
  });

  it('are stored when they come without a length, in pieces', async () => {
    const headers = { ...type, 'transfer-encoding': 'chunked' };
    const answer = await send(host.port, signed(`${PROJECT}/media/ast_2/a`), { method: 'PUT', headers, body: content });
    expect(answer.status).toBe(200);
    expect((await host.storage.head(`${PROJECT}/media/ast_2/a`))?.size).toBe(SIZE);
  });

  it('may be empty when that was declared', async () => {
    const answer = await send(host.port, signed(`${PROJECT}/media/ast_2/empty`, 0), { method: 'PUT', headers: type });
    expect(answer.status).toBe(200);
    expect((await host.storage.head(`${PROJECT}/media/ast_2/empty`))?.size).toBe(0);
  });

  it.each([
    ['another key', () => signed().replace('ast_1', 'ast_9')],
    ['another length', () => signed().replace(`content_length=${SIZE}`, 'content_length=5')],
    ['another expiry', () => signed().replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['another type', () => signed().replace('image%2Fpng', 'text%2Fhtml')],
    ['another signature', () => signed(KEY, SIZE, 'another key of at least 32 characters!')],
    ['no query', () => `/uploads/${KEY}`],
  ])('are refused with %s', async (_, path) => {
    const answer = await send(host.port, path(), { method: 'PUT', headers: type, body: content });
    expect([answer.status, errorCode(answer)]).toEqual([403, 'upload.invalid_signature']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('are refused once they have expired, in the same words', async () => {
    const path = signed();
    const forged = await send(host.port, `${path}x`, { method: 'PUT', headers: type, body: content });
    const before = now;
    now = new Date(now.getTime() + 60_000);
    const expired = await send(host.port, path, { method: 'PUT', headers: type, body: content });
    now = before;
    expect(expired.status).toBe(403);
    expect(expired.body.equals(forged.body)).toBe(true);
  });

  it('are refused with another type than declared', async () => {
    for (const headers of [{ 'content-type': 'text/html' }, { 'content-type': 'image/png; a=b' }, {}]) {
      const answer = await send(host.port, signed(), { method: 'PUT', headers, body: content });
      expect([answer.status, errorCode(answer)]).toEqual([415, 'unsupported_media_type']);
    }
  });

  it.each([
    ['longer', SIZE + 1, 413, 'payload_too_large'],
    ['shorter', SIZE - 1, 400, 'validation_failed'],
  ])('are refused when they are %s than declared, told or found', async (_, size, status, code) => {
    const key = `${PROJECT}/media/ast_3/${code}`;
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }]) {
      const headers = { ...type, ...extra };
      const answer = await send(host.port, signed(key), { method: 'PUT', headers, body: Buffer.alloc(size) });
      expect([answer.status, errorCode(answer)]).toEqual([status, code]);
    }
    expect(await host.storage.head(key)).toBeNull();
    expect(await leftovers()).toEqual([]);
  });

  it('are refused before the body is sent, if the client waits for 100 Continue', async () => {
    const text = await sendRaw(
      host.port,
      `PUT ${signed()}x HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: ${SIZE}\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 403 /);
    expect(text).toMatch(/^connection: close\r$/im);
  });

  it('are accepted from a client that waits for 100 Continue', async () => {
    const key = `${PROJECT}/media/ast_4/expect`;
    const headers = { ...type, 'content-length': String(SIZE), expect: '100-continue' };
    const outgoing = request({ port: host.port, path: signed(key), method: 'PUT', headers });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end(content);
    const [answer] = await once(outgoing, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect((await host.storage.head(key))?.size).toBe(SIZE);
  });

  it('leave nothing when the client goes away amid them', async () => {
    const key = `${PROJECT}/media/ast_5/gone`;
    const socket = connect(host.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = `PUT ${signed(key)} HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: ${SIZE}\r\n\r\n`;
    socket.write(head);
    socket.write(content.subarray(0, 100_000));
    while ((await leftovers()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    while ((await leftovers()).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await host.storage.head(key)).toBeNull();
    expect((await send(host.port, '/livez')).status).toBe(200);
  });

  it('are taken side by side, the last whole one counting', async () => {
    const key = `${PROJECT}/media/ast_6/race`;
    const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(SIZE, String(n)));
    const answers = await Promise.all(
      bodies.map((body) => send(host.port, signed(key), { method: 'PUT', headers: type, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const stored = Buffer.from((await host.storage.get(key))?.body ?? []);
    expect(bodies.some((body) => body.equals(stored))).toBe(true);
  });

  it('are refused once the upload is over, also while their bytes are coming', async () => {
    const key = `${PROJECT}/media/ast_8/over`;
    const put = () => send(host.port, signed(key), { method: 'PUT', headers: type, body: content });
    expect((await put()).status).toBe(200);
    const slow = request({ port: host.port, path: signed(key), method: 'PUT', headers: type });
    slow.write(content.subarray(0, 1000));
    await expect.poll(leftovers).not.toEqual([]);
    await host.storage.endUploads([key]);
    slow.end(content.subarray(1000));
    const [answer] = await once(slow, 'response');
    expect([answer.statusCode, (await put()).status]).toEqual([404, 404]);
    expect([await host.storage.head(key), await leftovers()]).toEqual([null, []]);
  });

  it('are taken in parts, of any type, until the upload is over', async () => {
    const key = `${PROJECT}/media/ast_7/parts`;
    const uploadId = await host.storage.multipart.begin(key, 'image/png');
    const pathOf = (partNumber: number, contentLength: number): string => {
      const options = { partNumber, contentLength, expiresInSeconds: 60 };
      const settings = { publicUrl: 'http://content.test', signingKey: SIGNING_KEY, now };
      const url = new URL(signPart(key, uploadId, options, settings).url);
      return `${url.pathname}${url.search}`;
    };
    const [first, second] = [content.subarray(0, 150_000), content.subarray(150_000)];
    const put = (path: string, body: Uint8Array, headers = {}) =>
      send(host.port, path, { method: 'PUT', headers, body });
    const answers = [
      await put(pathOf(2, second.length), second, { 'content-type': 'text/plain' }),
      await put(pathOf(1, first.length), second),
      await put(pathOf(1, first.length).replace('part_number=1', 'part_number=3'), first),
      await put(`${pathOf(1, first.length)}&content_type=image%2Fpng`, first),
      await put(pathOf(1, first.length), first),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 403, 403, 200]);
    expect(await host.storage.head(key)).toBeNull();
    const parts = (await host.storage.multipart.parts(key, uploadId)) ?? [];
    expect(parts.map(({ etag }) => `"${etag}"`)).toEqual([answers[4]?.headers.etag, answers[0]?.headers.etag]);
    await host.storage.multipart.complete(key, uploadId, parts);
    expect((await send(host.port, `/${key}`)).body.equals(content)).toBe(true);
    const late = await put(pathOf(1, first.length), first);
    expect([late.status, errorCode(late)]).toEqual([404, 'not_found']);
    expect(await leftovers()).toEqual([]);
  });

  it('answer a browser that asks first', async () => {
    const answer = await send(host.port, signed(), { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toBe('PUT, OPTIONS');
    expect(answer.headers['access-control-allow-headers']).toMatch(/content-type/i);
  });

  it('take no other method', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const answer = await send(host.port, signed(), { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'PUT, OPTIONS']);
    }
  });

  it.each(['/uploads/', '/uploads/../x', '/uploads/a//b', '/uploads/a%2Fb', `/uploads/${'a'.repeat(600)}`])(
    'are not found at %s',
    async (path) => {
      expect((await send(host.port, path, { method: 'PUT', headers: type, body: content })).status).toBe(404);
    },
  );

  it('are not found at all in front of a bucket', async () => {
    const bucketHost = await startTestHost({ signed: false, now: () => now });
    const answer = await send(bucketHost.port, signed(), { method: 'PUT', headers: type, body: content });
    expect([answer.status, errorCode(answer)]).toEqual([404, 'not_found']);
    await bucketHost.close();
  });
});
