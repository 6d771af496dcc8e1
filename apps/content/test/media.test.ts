import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, send } from './support/client.ts';
import { startTestHost, type TestHost } from './support/host.ts';
import { PROJECT } from './support/snapshot.ts';

const MEDIA = `${PROJECT}/media/ast_01JZZZZZZZZZZZZZZZZZZZZZZZ`;
const picture = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 253));

describe('media', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost();
    await host.storage.put(`${MEDIA}/original.png`, picture, { contentType: 'image/png' });
    await host.storage.put(`${MEDIA}/v2/thumb-320.webp`, picture.subarray(0, 100), { contentType: 'image/webp' });
    await host.storage.put(`${MEDIA}/empty.txt`, new Uint8Array(), { contentType: 'text/plain' });
  });
  afterAll(() => host.close());

  it('is served as it is stored, at any depth, and may be kept forever', async () => {
    const answer = await send(host.port, `/${MEDIA}/original.png`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    expect(answer.body.equals(picture)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '300000',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect((await send(host.port, `/${MEDIA}/v2/thumb-320.webp`)).body.length).toBe(100);
    expect((await send(host.port, `/${MEDIA}/empty.txt`)).body.length).toBe(0);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100000-200000', 100_000, 200_001],
    ['bytes=299990-', 299_990, 300_000],
    ['bytes=-10', 299_990, 300_000],
    ['bytes=-999999', 0, 300_000],
  ])('answers the range %s', async (range, from, to) => {
    const answer = await send(host.port, `/${MEDIA}/original.png`, { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/300000`);
    expect(answer.headers['content-length']).toBe(String(to - from));
    expect(answer.body.equals(picture.subarray(from, to))).toBe(true);
  });

  it('answers 416 to a range outside, with the size', async () => {
    for (const range of ['bytes=300000-', 'bytes=-0']) {
      const answer = await send(host.port, `/${MEDIA}/original.png`, { headers: { range } });
      expect([answer.status, errorCode(answer)]).toEqual([416, 'range_not_satisfiable']);
      expect(answer.headers['content-range']).toBe('bytes */300000');
    }
  });

  it('answers the whole to several ranges, and to a range whose If-Range does not hold', async () => {
    const { etag = '', 'last-modified': modified = '' } = (await send(host.port, `/${MEDIA}/original.png`)).headers;
    const range = 'bytes=0-9';
    for (const [headers, status] of [
      [{ range: 'bytes=0-1,5-6' }, 200],
      [{ range, 'if-range': etag }, 206],
      [{ range, 'if-range': modified }, 206],
      [{ range, 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 200],
      [{ range, 'if-range': '"other"' }, 200],
    ] as const) {
      expect((await send(host.port, `/${MEDIA}/original.png`, { headers })).status).toBe(status);
    }
  });

  it('answers 304 to a client that has it, and HEAD as GET without the body', async () => {
    const { headers } = await send(host.port, `/${MEDIA}/original.png`);
    const again = await send(host.port, `/${MEDIA}/original.png`, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await send(host.port, `/${MEDIA}/original.png`, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe('300000');
    expect(head.headers.etag).toBe(headers.etag);
  });

  it.each([
    ['image/svg+xml', undefined],
    ['IMAGE/SVG+XML; charset=utf-8', undefined],
    ['text/plain', undefined],
    ['application/json', undefined],
    ['text/html', 'attachment'],
    ['text/html; charset=utf-8', 'attachment'],
    ['application/xhtml+xml', 'attachment'],
    ['text/xml', 'attachment'],
    ['text/javascript', 'attachment'],
    ['application/octet-stream', 'attachment'],
    ['image/png text/html', 'attachment'],
  ])('of type %s is sandboxed without script', async (contentType, disposition) => {
    await host.storage.put(`${MEDIA}/unsafe`, Buffer.from('<svg onload="alert(1)"/>'), { contentType });
    for (const sent of [{}, { headers: { range: 'bytes=0-5' } }, { method: 'HEAD' }]) {
      const { headers } = await send(host.port, `/${MEDIA}/unsafe`, sent);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
      expect(headers['content-security-policy']).not.toMatch(/script|allow-/);
      expect(headers['content-disposition']).toBe(disposition);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toBe(contentType);
    }
  });

  it.each(['image/avif', 'image/gif', 'video/mp4', 'audio/mpeg', 'font/woff2', 'application/pdf'])(
    'of type %s is shown in place',
    async (contentType) => {
      await host.storage.put(`${MEDIA}/safe`, Buffer.from('x'), { contentType });
      const { headers } = await send(host.port, `/${MEDIA}/safe`);
      expect(headers['content-disposition']).toBeUndefined();
      expect(headers['content-security-policy']).toBeUndefined();
    },
  );

  it('answers 404 for unknown media, and for other objects of the project', async () => {
    const secret = `${PROJECT}/originals/${'0'.repeat(64)}`;
    const arriving = `incoming/${PROJECT}/ast_1/1`;
    for (const key of [`${PROJECT}/uploads/secret.png`, secret, arriving]) {
      await host.storage.put(key, Buffer.from('x'), { contentType: 'image/png' });
    }
    for (const path of [
      `/${secret}`,
      `/${secret}.json`,
      `/${PROJECT}/media/../originals/${'0'.repeat(64)}`,
      `/${MEDIA}/%2e%2e/%2e%2e/originals/${'0'.repeat(64)}`,
      `/${arriving}`,
      `/${PROJECT}/media/%2e%2e%2f%2e%2e%2f${arriving}`,
      `/${MEDIA}/other.png`,
      `/${MEDIA}`,
      `/${MEDIA}/`,
      `/${PROJECT}/media/original.png`,
      `/${PROJECT}/media/ast_x/../../uploads/secret.png`,
      `/${MEDIA}/%2e%2e/%2e%2e/uploads/secret.png`,
      `/${MEDIA}/..%2f..%2fuploads%2fsecret.png`,
      `/${PROJECT}/uploads/secret.png`,
      `/${PROJECT}/media/ast_x/a@b`,
    ]) {
      const answer = await send(host.port, path);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([path, 404, 'no-store']);
    }
  });
});
