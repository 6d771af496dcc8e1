import { signDownload } from '@stele/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, send } from './support/client.ts';
import { SIGNING_KEY, startTestHost, type TestHost } from './support/host.ts';
import { PROJECT } from './support/snapshot.ts';

const KEY = `${PROJECT}/originals/${'a'.repeat(64)}`;
const page = Buffer.from('<script>alert(1)</script>');

describe('signed downloads', () => {
  let host: TestHost;
  let now = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    host = await startTestHost({ now: () => now });
    await host.storage.put(KEY, page, { contentType: 'text/html' });
  });
  afterAll(() => host.close());

  function signed(key = KEY, filename = 'Größe.html', signingKey = SIGNING_KEY): string {
    const settings = { publicUrl: 'http://content.test', signingKey, now };
    const url = new URL(signDownload(key, { filename, expiresInSeconds: 300 }, settings).url);
    return `${url.pathname}${url.search}`;
  }

  it('hand out a private file for saving, which no browser shows or caches', async () => {
    for (const sent of [{}, { headers: { range: 'bytes=0-6' } }, { method: 'HEAD' }]) {
      const { status, headers, body } = await send(host.port, signed(), sent);
      expect([200, 206]).toContain(status);
      expect(page.subarray(0, body.length).equals(body)).toBe(true);
      expect(headers).toMatchObject({
        'content-type': 'text/html',
        'content-disposition': `attachment; filename="Gr__e.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.html`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
    }
    expect((await send(host.port, `/${KEY}`)).status).toBe(404);
  });

  it.each([
    ['another key', () => signed().replace('aaaa', 'bbbb')],
    ['another name', () => signed().replace('html', 'exe')],
    ['another expiry', () => signed().replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['another signature', () => signed(KEY, 'a', 'another key of at least 32 characters!')],
    ['no query', () => `/downloads/${KEY}`],
    ['two names', () => `${signed()}&filename=b`],
  ])('are refused with %s', async (_, path) => {
    const answer = await send(host.port, path());
    expect([answer.status, errorCode(answer)]).toEqual([403, 'download.invalid_signature']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('are refused once they have expired', async () => {
    const path = signed();
    const before = now;
    now = new Date(now.getTime() + 299_999);
    expect((await send(host.port, path)).status).toBe(200);
    now = new Date(before.getTime() + 300_000);
    expect(errorCode(await send(host.port, path))).toBe('download.invalid_signature');
    now = before;
  });

  it('open nothing but a download', async () => {
    const upload = signed().replace('/downloads/', '/uploads/');
    expect((await send(host.port, upload, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await send(host.port, signed(), { method: 'PUT', body: 'x' })).status).toBe(405);
    expect((await send(host.port, signed(`${PROJECT}/originals/none`))).status).toBe(404);
    for (const path of ['/downloads/', '/downloads/../x', '/downloads/a%2Fb']) {
      expect((await send(host.port, path)).status).toBe(404);
    }
  });

  it('are not found at all in front of a bucket', async () => {
    const bucketHost = await startTestHost({ signed: false, now: () => now });
    const answer = await send(bucketHost.port, signed());
    expect([answer.status, errorCode(answer)]).toEqual([404, 'not_found']);
    await bucketHost.close();
  });
});
