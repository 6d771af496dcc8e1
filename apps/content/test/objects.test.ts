import { indexKey, manifestKey } from '@stele/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decoded, errorCode, send } from './support/client.ts';
import { startTestHost, type TestHost } from './support/host.ts';
import { chunkKeys, entries, JSON_TYPE, PROJECT, type PublishedFile, publish, SNAPSHOT } from './support/snapshot.ts';

describe('objects of a snapshot', () => {
  let host: TestHost;
  let file: PublishedFile;
  let chunk: string;
  let content: Buffer;
  beforeAll(async () => {
    host = await startTestHost();
    [file] = (await publish(host.storage, [{ collection: 'posts', locale: 'en', entries: entries(300) }])) as [
      PublishedFile,
    ];
    [chunk] = (await chunkKeys(host.storage, file)) as [string];
    content = Buffer.from((await host.storage.get(chunk))?.body ?? []);
  });
  afterAll(() => host.close());

  function paths(): string[] {
    return [manifestKey(PROJECT, SNAPSHOT), indexKey(PROJECT, file.index), chunk].map((key) => `/${key}`);
  }

  it('are served as they are stored, and may be kept forever', async () => {
    for (const path of paths()) {
      const answer = await send(host.port, path);
      expect(answer.status).toBe(200);
      expect(answer.body.equals((await host.storage.get(path.slice(1)))?.body ?? new Uint8Array())).toBe(true);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(answer.body.length),
        'accept-ranges': 'bytes',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      });
    }
  });

  it.each(['br', 'gzip'])('are encoded as %s, the second time from memory', async (encoding) => {
    for (const path of paths()) {
      const plain = await send(host.port, path);
      for (let n = 0; n < 2; n += 1) {
        const answer = await send(host.port, path, { headers: { 'accept-encoding': encoding } });
        expect(decoded(answer).equals(plain.body)).toBe(true);
        expect(answer.headers['content-length']).toBe(String(answer.body.length));
        if (plain.body.length >= 256) {
          expect(answer.headers['content-encoding']).toBe(encoding);
          expect(answer.headers.etag).not.toBe(plain.headers.etag);
        }
      }
    }
  });

  it('are read from storage once, and their check is not repeated', async () => {
    const reads: string[] = [];
    const counting = await startTestHost({
      directory: host.directory,
      wrap: (storage) =>
        new Proxy(storage, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              if (name === 'get') reads.push(String(given[0]));
              return Reflect.apply(value, target, given);
            };
          },
        }),
    });
    for (const path of [...paths(), ...paths()]) {
      const { status, body, headers } = await send(counting.port, path);
      expect([status, body.equals((await host.storage.get(path.slice(1)))?.body ?? new Uint8Array())]).toEqual([
        200,
        true,
      ]);
      const again = await send(counting.port, path, { headers: { 'if-none-match': headers.etag ?? '' } });
      expect(again.status).toBe(304);
    }
    expect(reads).toEqual(paths().map((path) => path.slice(1)));
    expect((await send(counting.port, `/prj_other/chunks/${chunk.split('/')[2]}`)).status).toBe(404);
    await counting.close();
  });

  it('are gone an hour after they were read last from storage, if they were removed from it', async () => {
    let now = Date.parse('2026-03-01T12:00:00.000Z');
    const other = await startTestHost({ directory: host.directory, now: () => new Date(now) });
    const body = (await host.storage.get(chunk))?.body ?? new Uint8Array();
    const status = async () => (await send(other.port, `/${chunk}`, { headers: { 'accept-encoding': 'br' } })).status;
    expect(await status()).toBe(200);
    await host.storage.delete([chunk]);
    now += 59 * 60_000;
    expect(await status()).toBe(200);
    now += 60_001;
    expect(await status()).toBe(404);
    await host.storage.put(chunk, body, JSON_TYPE);
    await other.close();
  });

  it('answer 304 to a client that has them, and HEAD as GET without the body', async () => {
    for (const path of paths()) {
      const { date: _, 'x-request-id': __, ...headers } = (await send(host.port, path)).headers;
      const again = await send(host.port, path, { headers: { 'if-none-match': headers.etag ?? '' } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
      const head = await send(host.port, path, { method: 'HEAD' });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers).toMatchObject(headers);
    }
  });

  it('answer ranges of their bytes, never encoded', async () => {
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=5-', 5, content.length],
      ['bytes=-7', content.length - 7, content.length],
      [`bytes=10-${content.length + 50}`, 10, content.length],
    ] as const) {
      const answer = await send(host.port, `/${chunk}`, { headers: { range, 'accept-encoding': 'br' } });
      expect(answer.status).toBe(206);
      expect(answer.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${content.length}`);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.body.equals(content.subarray(from, to))).toBe(true);
    }
  });

  it('answer 416 to a range behind the end, and the whole to an invalid range', async () => {
    const behind = await send(host.port, `/${chunk}`, { headers: { range: `bytes=${content.length}-` } });
    expect([behind.status, errorCode(behind)]).toEqual([416, 'range_not_satisfiable']);
    expect(behind.headers['content-range']).toBe(`bytes */${content.length}`);
    expect(behind.headers['cache-control']).toBe('no-store');
    for (const range of ['bytes=9-5', 'bytes=a-b', 'items=0-5', 'bytes=0-1,3-4', 'bytes=-']) {
      expect((await send(host.port, `/${chunk}`, { headers: { range } })).status).toBe(200);
    }
  });

  it('answer a range only while If-Range holds', async () => {
    const { etag = '' } = (await send(host.port, `/${chunk}`)).headers;
    const range = 'bytes=0-9';
    expect((await send(host.port, `/${chunk}`, { headers: { range, 'if-range': etag } })).status).toBe(206);
    expect((await send(host.port, `/${chunk}`, { headers: { range, 'if-range': '"other"' } })).status).toBe(200);
    expect((await send(host.port, `/${chunk}`, { headers: { range, 'if-range': `W/${etag}` } })).status).toBe(200);
  });

  it('are not found under another digest, kind or project', async () => {
    const digest = 'a'.repeat(64);
    for (const path of [
      `/${PROJECT}/chunks/${digest}.json`,
      `/${PROJECT}/indexes/${digest}.json`,
      `/${PROJECT}/chunks/${file.index}.json`,
      `/prj_other/indexes/${file.index}.json`,
      `/${PROJECT}/indexes/${file.index}`,
      `/${PROJECT}/indexes/${file.index.toUpperCase()}.json`,
      `/${PROJECT}/indexes/${file.index}.json/`,
      `/${PROJECT}/snapshots/snap_other/manifest.json`,
    ]) {
      const answer = await send(host.port, path);
      expect([answer.status, errorCode(answer), answer.headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ]);
    }
  });

  it('answer 500 without caching when they are damaged, instead of wrong bytes that are cached', async () => {
    const digest = 'b'.repeat(64);
    await host.storage.put(`${PROJECT}/chunks/${digest}.json`, Buffer.from('[{"id":"forged"}]'), JSON_TYPE);
    await host.storage.put(`${PROJECT}/indexes/${digest}.json`, Buffer.from('{"pages":[]}'), JSON_TYPE);
    await host.storage.put(manifestKey(PROJECT, 'snap_damaged'), Buffer.from('{"manifest_for'), JSON_TYPE);
    await host.storage.put(manifestKey(PROJECT, 'snap_new'), Buffer.from('{"manifest_format":2}'), JSON_TYPE);
    for (const path of [
      `/${PROJECT}/chunks/${digest}.json`,
      `/${PROJECT}/indexes/${digest}.json`,
      `/${PROJECT}/snapshots/snap_damaged/manifest.json`,
      `/${PROJECT}/snapshots/snap_new/manifest.json`,
      `/${PROJECT}/snapshots/snap_damaged/posts.en.json`,
    ]) {
      host.log.length = 0;
      const answer = await send(host.port, path);
      expect([answer.status, errorCode(answer), answer.headers['cache-control']]).toEqual([
        500,
        'internal',
        'no-store',
      ]);
      expect(host.log.some(({ level, err }) => level === 50 && err?.type === 'CorruptObjectError')).toBe(true);
    }
  });
});
