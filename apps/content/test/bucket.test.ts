import { type ObjectStorage, openStorage, type S3Settings } from '@stele/storage';
import { createTestBucket, testBucketFromEnv } from '@stele/storage/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentHost, startContentHost } from '../src/index.ts';
import { decoded, errorCode, send } from './support/client.ts';
import {
  chunkKeys,
  entries,
  expectedFile,
  PROJECT,
  type PublishedFile,
  publish,
  SNAPSHOT,
} from './support/snapshot.ts';

const BASE = `/${PROJECT}/snapshots/${SNAPSHOT}`;
const log = pino({ enabled: false });
const unreachable: S3Settings = {
  driver: 's3',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  bucket: 'stele-test',
  accessKeyId: 'unset',
  secretAccessKey: 'unset',
  forcePathStyle: true,
};
const given = testBucketFromEnv(process.env);

if (given === null) {
  console.warn('SKIPPED: the content host in front of a real bucket. Set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and');
  console.warn('TEST_S3_SECRET_ACCESS_KEY to run it; scripts/start-ceph-rgw.sh starts such a service.');
}

describe.skipIf(given === null)('a content host in front of a real bucket', () => {
  const posts = entries(2_000, 2_000);
  const media = `${PROJECT}/media/ast_1/film.mp4`;
  const film = Buffer.alloc(3_000_000, 'film');
  let storage: ObjectStorage;
  let host: ContentHost;
  let file: PublishedFile;
  beforeAll(async () => {
    const bucket = given ?? unreachable;
    await createTestBucket(bucket);
    storage = await openStorage(bucket);
    [file] = (await publish(storage, [{ collection: 'posts', locale: 'en', entries: posts }])) as [PublishedFile];
    await storage.put(media, film, { contentType: 'video/mp4' });
    host = await startContentHost({ host: '127.0.0.1', port: 0, storage: bucket, log });
  });
  afterAll(() => host.close());

  it.each(['identity', 'br', 'gzip'])('assembles files in %s', async (encoding) => {
    const answer = await send(host.port, `${BASE}/posts.en.json`, { headers: { 'accept-encoding': encoding } });
    expect([answer.status, answer.complete]).toEqual([200, true]);
    expect(decoded(answer).toString()).toBe(expectedFile('posts', 'en', posts));
  });

  it('serves media whole and in ranges, and answers 304 to a client that has it', async () => {
    const whole = await send(host.port, `/${media}`);
    expect(whole.body.equals(film)).toBe(true);
    expect(whole.headers['content-type']).toBe('video/mp4');
    const part = await send(host.port, `/${media}`, { headers: { range: 'bytes=1000000-1999999' } });
    expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 1000000-1999999/3000000']);
    expect(part.body.equals(film.subarray(1_000_000, 2_000_000))).toBe(true);
    const known = await send(host.port, `/${media}`, { headers: { 'if-none-match': whole.headers.etag ?? '' } });
    expect(known.status).toBe(304);
    expect((await send(host.port, `/${media}.other`)).status).toBe(404);
  });

  it('is ready, and takes no uploads', async () => {
    expect((await send(host.port, '/readyz')).status).toBe(200);
    expect((await send(host.port, '/uploads/a', { method: 'PUT' })).status).toBe(404);
  });

  it('breaks the connection amid a file of which a chunk is missing', async () => {
    const chunks = await chunkKeys(storage, file);
    await storage.delete([chunks[chunks.length - 1] ?? '']);
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect([answer.status, answer.complete]).toEqual([200, false]);
  });
});

describe('a content host in front of a bucket that is out of reach', () => {
  it('starts, lives, and says 503 until the bucket is there', async () => {
    const host = await startContentHost({ host: '127.0.0.1', port: 0, storage: unreachable, log });
    expect((await send(host.port, '/livez')).status).toBe(200);
    for (const path of ['/readyz', `${BASE}/posts.en.json`, `/${PROJECT}/media/ast_1/a`]) {
      const answer = await send(host.port, path);
      expect([answer.status, errorCode(answer)]).toEqual([503, 'unavailable']);
    }
    await host.close();
  });
});
