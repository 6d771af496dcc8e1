import { manifestKey } from '@stele/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decoded, errorCode, send, sendRaw } from './support/client.ts';
import { startTestHost, type TestHost } from './support/host.ts';
import {
  chunkKeys,
  entries,
  expectedFile,
  PROJECT,
  type PublishedFile,
  publish,
  putManifest,
  SNAPSHOT,
} from './support/snapshot.ts';

const BASE = `/${PROJECT}/snapshots/${SNAPSHOT}`;
const posts = entries(3_000, 400);
const few = entries(2);

describe('an assembled collection file', () => {
  let host: TestHost;
  let files: PublishedFile[];
  beforeAll(async () => {
    host = await startTestHost();
    files = await publish(host.storage, [
      { collection: 'posts', locale: 'en', entries: posts },
      { collection: 'posts', locale: 'en-US', entries: few },
      { collection: 'posts', locale: 'fr', entries: [] },
      { collection: 'long_ones', locale: 'en', entries: entries(3, 600_000) },
    ]);
  });
  afterAll(() => host.close());

  it('is exactly the entries in order, between head and tail', async () => {
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(expectedFile('posts', 'en', posts));
    expect(files[0]?.root.pages.length).toBeGreaterThan(1);
    const parsed = JSON.parse(answer.body.toString());
    expect(Object.keys(parsed)).toEqual(['collection', 'locale', 'snapshot_id', 'schema_version', 'entries']);
    expect(parsed.entries).toHaveLength(3_000);
  });

  it('sends its exact length, so that a client notices missing bytes', async () => {
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(answer.headers['transfer-encoding']).toBeUndefined();
  });

  it('is found by a locale with a hyphen', async () => {
    const answer = await send(host.port, `${BASE}/posts.en-US.json`);
    expect(answer.body.toString()).toBe(expectedFile('posts', 'en-US', few));
  });

  it('has no entries when its collection has none in the locale', async () => {
    const answer = await send(host.port, `${BASE}/posts.fr.json`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toEqual({
      collection: 'posts',
      locale: 'fr',
      snapshot_id: SNAPSHOT,
      schema_version: 7,
      entries: [],
    });
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
  });

  it('holds entries larger than a chunk', async () => {
    const answer = await send(host.port, `${BASE}/long_ones.en.json`);
    expect(answer.body.toString()).toBe(expectedFile('long_ones', 'en', entries(3, 600_000)));
  });

  it.each([
    'pages.en.json',
    'posts.de.json',
    'posts.en-us.json',
    'posts.EN.json',
    'posts.json',
    'posts..json',
    'posts.en.json.gz',
    'Posts.en.json',
    'manifest.en.json',
    'posts.en.JSON',
    '.en.json',
  ])('is not found as %s', async (name) => {
    const answer = await send(host.port, `${BASE}/${name}`);
    expect(answer.status).toBe(404);
    expect(errorCode(answer)).toBe('not_found');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is not found in an unknown snapshot or project', async () => {
    for (const path of [
      `/${PROJECT}/snapshots/snap_other/posts.en.json`,
      `/prj_other/snapshots/${SNAPSHOT}/posts.en.json`,
      `/${PROJECT}/snapshots/posts.en.json`,
    ]) {
      const answer = await send(host.port, path);
      expect([answer.status, errorCode(answer)]).toEqual([404, 'not_found']);
    }
  });

  it('may be kept forever, by encoding, and cannot be read in ranges', async () => {
    const answer = await send(host.port, `${BASE}/posts.en.json`, { headers: { range: 'bytes=0-10' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'none',
      vary: 'Accept-Encoding',
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
  });

  it.each(['br', 'gzip'])('is encoded as %s while it is sent', async (encoding) => {
    const answer = await send(host.port, `${BASE}/posts.en.json`, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.body.length).toBeLessThan(posts.length * 200);
    expect(decoded(answer).toString()).toBe(expectedFile('posts', 'en', posts));
  });

  it('is not encoded for HTTP/1.0, which could not tell a broken connection from the end', async () => {
    const text = await sendRaw(host.port, `GET ${BASE}/posts.en-US.json HTTP/1.0\r\nAccept-Encoding: br, gzip\r\n\r\n`);
    expect(text).toMatch(/^content-length: \d+\r$/m);
    expect(text).not.toMatch(/^content-encoding/m);
    expect(text.endsWith(expectedFile('posts', 'en-US', few))).toBe(true);
  });

  it('has an etag by index and encoding, and answers 304 to a client that has it', async () => {
    const etags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const { etag = '' } = (await send(host.port, `${BASE}/posts.en.json`, { headers })).headers;
      etags.add(etag);
      expect(etag).toContain(files[0]?.index);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await send(host.port, `${BASE}/posts.en.json`, {
          headers: { ...headers, 'if-none-match': known },
        });
        expect(again.status).toBe(304);
        expect(again.body.length).toBe(0);
        expect(again.headers).toMatchObject({
          etag,
          vary: 'Accept-Encoding',
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
        });
      }
    }
    expect(etags.size).toBe(3);
    const other = { 'accept-encoding': 'br', 'if-none-match': [...etags][0] ?? '' };
    expect((await send(host.port, `${BASE}/posts.en.json`, { headers: other })).status).toBe(200);
  });

  it.each(['identity', 'br'])('answers HEAD in %s with the headers of GET and no body', async (encoding) => {
    const headers = { 'accept-encoding': encoding, 'x-request-id': 'same' };
    const get = await send(host.port, `${BASE}/posts.en.json`, { headers });
    const head = await send(host.port, `${BASE}/posts.en.json`, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(head.body.length).toBe(0);
    const { date: _, 'transfer-encoding': __, ...expected } = get.headers;
    const { date: ___, 'transfer-encoding': ____, ...actual } = head.headers;
    expect(actual).toEqual(expected);
  });

  it('is the same to many who read at once, in every encoding', { tags: ['full'] }, async () => {
    const expected = expectedFile('posts', 'en', posts);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        send(host.port, `${BASE}/posts.en.json`, {
          headers: { 'accept-encoding': ['identity', 'br', 'gzip'][n % 3] ?? '' },
        }),
      ),
    );
    for (const answer of answers) {
      expect(answer.complete).toBe(true);
      expect(decoded(answer).toString()).toBe(expected);
    }
  });

  it('is a 404 in a snapshot that was removed from storage after it was read', async () => {
    const gone = 'snap_gone';
    const [file] = await publish(
      host.storage,
      [{ collection: 'posts', locale: 'en', entries: entries(5, 90, 'ent_gone') }],
      gone,
    );
    const path = `/${PROJECT}/snapshots/${gone}/posts.en.json`;
    expect((await send(host.port, path)).status).toBe(200);
    const chunks = await chunkKeys(host.storage, file as PublishedFile);
    await host.storage.delete([manifestKey(PROJECT, gone), ...chunks]);
    const answer = await send(host.port, path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('is a 500, not empty, when the manifest names an index that is missing', async () => {
    const broken = 'snap_broken';
    const file = { collection: 'posts', locale: 'en', index: 'f'.repeat(64), entries: 0, bytes: 0 };
    await putManifest(host.storage, [file], broken);
    const answer = await send(host.port, `/${PROJECT}/snapshots/${broken}/posts.en.json`);
    expect([answer.status, errorCode(answer)]).toEqual([500, 'internal']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});
