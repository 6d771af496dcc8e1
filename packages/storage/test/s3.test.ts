import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStorage, PreconditionFailedError, type S3Settings, StorageUnavailableError } from '../src/index.ts';
import { S3Storage } from '../src/s3/s3-storage.ts';
import { describeStorage } from './conformance/index.ts';
import { httpPeer } from './conformance/peer.ts';
import { bytes, collect, keys } from './helpers.ts';
import { named } from './named.ts';
import { createTestBucket, testBucketFromEnv } from './support/index.ts';

const given = testBucketFromEnv(process.env);
const unreachable: S3Settings = {
  driver: 's3',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  bucket: 'stele-test',
  accessKeyId: 'unset',
  secretAccessKey: 'unset',
  forcePathStyle: true,
};

if (given === null) {
  console.warn('SKIPPED: the S3 driver against a real service. Set TEST_S3_ENDPOINT, TEST_S3_ACCESS_KEY_ID and');
  console.warn('TEST_S3_SECRET_ACCESS_KEY to run it; scripts/start-ceph-rgw.sh starts such a service.');
}

describe.skipIf(given === null)('a real S3 service', () => {
  const settings = given ?? unreachable;
  beforeAll(() => createTestBucket(settings));

  describeStorage('S3', () => openStorage(settings), httpPeer);

  it('copies what is too large for one request in parts', async () => {
    const storage = new S3Storage(settings, { copyPartBytes: 5 * 1024 * 1024 });
    const film = Buffer.alloc(11 * 1024 * 1024 + 7, 'film');
    const { etag } = await storage.put('large/from', film, { contentType: 'video/mp4' });
    await expect(storage.copy('large/from', 'large/to', { ifMatch: 'other' })).rejects.toThrow(PreconditionFailedError);
    expect(await storage.copy('large/from', 'large/to', { ifMatch: etag })).not.toBeNull();
    const copy = await storage.get('large/to');
    expect(Buffer.from(copy?.body ?? []).equals(film)).toBe(true);
    expect(copy?.info.contentType).toBe('video/mp4');
    const uploads: unknown[] = [];
    for await (const upload of storage.multipart.list('large/')) uploads.push(upload);
    expect(uploads).toEqual([]);
  });

  it('keeps everything under its prefix and lists keys without it', async () => {
    const prefixed = await openStorage({ ...settings, prefix: 'tenant/one/' });
    await prefixed.put('a/b', bytes('x'), { contentType: 'text/plain' });
    expect(await keys(prefixed, 'a/')).toEqual(['a/b']);
    expect(await keys(await openStorage(settings), 'tenant/')).toEqual(['tenant/one/a/b']);
  });

  it('distinguishes a missing bucket from an absent object', async () => {
    const storage = await openStorage({ ...settings, bucket: `${settings.bucket}-missing` });
    await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.head('a')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
  });

  it('says that wrong credentials make it unusable', async () => {
    const storage = await openStorage({ ...settings, secretAccessKey: 'wrong' });
    await expect(storage.check()).rejects.toThrow(/SignatureDoesNotMatch/);
  });
});

describe('upload URLs for S3', () => {
  it('bind type and length, and carry no checksum of a body that is not there yet', async () => {
    const storage = await openStorage(unreachable);
    const { url } = await storage.presignPut('a', { contentType: 'image/png', contentLength: 5, expiresInSeconds: 60 });
    const query = new URL(url).searchParams;
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(query.get('X-Amz-Expires')).toBe('60');
    expect(url).not.toMatch(/checksum|crc/i);
  });
});

describe('an S3 service in trouble', () => {
  it('is unavailable when nothing listens', async () => {
    const storage = await openStorage(unreachable);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.put('a', bytes('x'), { contentType: 'text/plain' })).rejects.toThrow(StorageUnavailableError);
    await expect(storage.delete(['a'])).rejects.toThrow(StorageUnavailableError);
    await expect(keys(storage, 'a')).rejects.toThrow(StorageUnavailableError);
  });

  it('keeps the cause of the fault', async () => {
    const storage = await openStorage(unreachable);
    const error: unknown = await storage.check().catch((caught: unknown) => caught);
    expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is unavailable when it answers 503, after trying again', async () => {
    let requests = 0;
    await withServer(
      (_, answer) => {
        requests += 1;
        answer.writeHead(503).end();
      },
      async (address) => {
        const storage = await openStorage({ ...unreachable, endpoint: address });
        await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
        expect(requests).toBe(3);
      },
    );
  });

  it('is unavailable when it accepts requests and never answers', async () => {
    await withServer(
      () => {},
      async (address) => {
        const storage = new S3Storage({ ...unreachable, endpoint: address }, { answerTimeoutMs: 50 });
        await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
        const put = storage.put('a', bytes('x'), { contentType: 'text/plain' });
        await expect(put).rejects.toThrow(StorageUnavailableError);
      },
    );
  });

  it('takes more requests at once than it sends, however long they wait for their turn', {
    tags: ['full'],
  }, async () => {
    const connectTimeoutMs = 5_000;
    const started = Date.now();
    await withServer(
      (_, answer) => {
        const end = () => answer.writeHead(200, { etag: '"x"' }).end();
        // The first ones take longer than a connection may.
        if (Date.now() - started < connectTimeoutMs) setTimeout(end, connectTimeoutMs + 1_000);
        else end();
      },
      async (address) => {
        const storage = new S3Storage(
          { ...unreachable, endpoint: address },
          { connectTimeoutMs, answerTimeoutMs: 120_000 },
        );
        const puts = Array.from({ length: 512 }, (_, n) =>
          storage.put(`many/${n}`, bytes('x'), { contentType: 'text/plain' }),
        );
        await expect(Promise.all(puts)).resolves.toHaveLength(512);
      },
    );
  });

  it('has at most 16 objects of batches sent at once, however many batches are put', async () => {
    let [running, most] = [0, 0];
    class Counted extends S3Storage {
      override async put(...given: Parameters<S3Storage['put']>): Promise<{ etag: string }> {
        most = Math.max(most, ++running);
        return super.put(...given).finally(() => running--);
      }
    }
    await withServer(
      (_, answer) => answer.writeHead(200, { etag: '"x"' }).end(),
      async (address) => {
        const storage = new Counted({ ...unreachable, endpoint: address });
        const batch = (id: number) => Array.from({ length: 40 }, (_, n) => named('b', bytes(`${id} ${n}`)));
        await Promise.all([1, 2, 3, 4].map((id) => storage.putAll(batch(id))));
        expect(most).toBe(16);
      },
    );
  });

  it('answers others while many bodies are being read', async () => {
    await withServer(
      (request, answer) => {
        answer.writeHead(200, { 'content-length': 100_000, etag: '"x"' });
        answer.write(Buffer.alloc(1000));
        if (request.url?.includes('whole')) answer.end(Buffer.alloc(99_000));
      },
      async (address) => {
        const storage = await openStorage({ ...unreachable, endpoint: address });
        const open = await Promise.all(Array.from({ length: 100 }, (_, n) => storage.stream(`slow/${n}`)));
        expect((await storage.get('whole'))?.body).toHaveLength(100_000);
        for (const found of open) found?.body.destroy();
      },
    );
  });

  it('fails a stream whose connection breaks, instead of ending it', async () => {
    await withServer(
      (_, answer) => {
        answer.writeHead(200, { 'content-length': 100_000, etag: '"x"' });
        answer.write(Buffer.alloc(1000), () => answer.destroy());
      },
      async (address) => {
        const storage = await openStorage({ ...unreachable, endpoint: address });
        const found = await storage.stream('a');
        await expect(collect(found?.body)).rejects.toThrow(StorageUnavailableError);
        await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
      },
    );
  });
});

async function withServer(
  handler: Parameters<typeof createServer>[1],
  use: (address: string) => Promise<void>,
): Promise<void> {
  const server = createServer(handler as NonNullable<typeof handler>);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
