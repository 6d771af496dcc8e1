import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCode, send } from './support/client.ts';
import { startTestHost, type TestHost } from './support/host.ts';
import {
  chunkKeys,
  entries,
  expectedFile,
  JSON_TYPE,
  PROJECT,
  type PublishedFile,
  publish,
  SNAPSHOT,
} from './support/snapshot.ts';

const BASE = `/${PROJECT}/snapshots/${SNAPSHOT}`;
const posts = entries(600, 50_000);

describe('a content host in trouble', () => {
  let owner: TestHost;
  let host: TestHost;
  let time = Date.now();
  let file: PublishedFile;
  let chunks: string[];
  /** Objects as they were before a test damaged them. */
  const undamaged = new Map<string, Uint8Array>();
  /** Keys of the objects read, in order. */
  let reads: string[];
  /** Called before each read; may throw. */
  let beforeRead: (key: string) => void | Promise<void>;
  beforeAll(async () => {
    owner = await startTestHost();
    [file] = (await publish(owner.storage, [{ collection: 'posts', locale: 'en', entries: posts }])) as [PublishedFile];
    chunks = await chunkKeys(owner.storage, file);
    expect(chunks.length).toBeGreaterThan(100);
  });
  afterAll(() => owner.close());
  beforeEach(async () => {
    reads = [];
    beforeRead = () => {};
    host = await startTestHost({ wrap: watch, directory: owner.directory, now: () => new Date(time) });
  });
  afterEach(async () => {
    await repair();
    await host.close();
  });

  function watch(storage: ObjectStorage): ObjectStorage {
    const spied: Pick<ObjectStorage, 'get' | 'check' | 'stream'> = {
      get: async (key) => {
        reads.push(key);
        await beforeRead(key);
        return storage.get(key);
      },
      stream: async (key, range) => {
        await beforeRead(key);
        return storage.stream(key, range);
      },
      check: async () => {
        await beforeRead('check');
        return storage.check();
      },
    };
    return new Proxy(storage, {
      get: (target, name) => {
        const own = spied[name as keyof typeof spied] ?? target[name as keyof ObjectStorage];
        return typeof own === 'function' ? own.bind(target) : own;
      },
    });
  }

  async function damage(key: string, how: 'missing' | 'damaged' | 'emptied'): Promise<void> {
    undamaged.set(key, (await host.storage.get(key))?.body ?? new Uint8Array());
    if (how === 'missing') await host.storage.delete([key]);
    else await host.storage.put(key, Buffer.from(how === 'emptied' ? '[]' : '[{"id":"forged"}]'), JSON_TYPE);
  }

  async function repair(): Promise<void> {
    for (const [key, body] of undamaged) await host.storage.put(key, body, JSON_TYPE);
    undamaged.clear();
  }

  describe.each(['missing', 'damaged', 'emptied'] as const)('when a chunk is %s', (how) => {
    it.each(['identity', 'br', 'gzip'])(
      'breaks the connection amid the file in %s, and says so in the log',
      async (encoding) => {
        await damage(chunks[60] ?? '', how);
        const answer = await send(host.port, `${BASE}/posts.en.json`, { headers: { 'accept-encoding': encoding } });
        expect(answer.status).toBe(200);
        expect(answer.complete).toBe(false);
        const errors = host.log.filter(({ level }) => level === 50);
        expect(errors).toHaveLength(1);
        expect(errors[0]?.err?.message).toContain(chunks[60]?.split('/').at(-1)?.slice(0, 64));
      },
    );

    it('answers 500, and nothing of the file, when it is the first', async () => {
      await damage(chunks[0] ?? '', how);
      const answer = await send(host.port, `${BASE}/posts.en.json`);
      expect([answer.status, errorCode(answer), answer.headers['cache-control']]).toEqual([
        500,
        'internal',
        'no-store',
      ]);
      expect(answer.headers.etag).toBeUndefined();
      expect(host.log.filter(({ level }) => level === 50)).toHaveLength(1);
    });
  });

  it('breaks the connection when an index page is missing amid the file', async () => {
    expect(file.root.pages.length).toBeGreaterThan(2);
    await damage(`${PROJECT}/indexes/${file.root.pages.at(-1)?.sha256}.json`, 'missing');
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect([answer.status, answer.complete]).toEqual([200, false]);
  });

  it('answers the next request on a new connection as if nothing had happened', async () => {
    await damage(chunks[60] ?? '', 'missing');
    expect((await send(host.port, `${BASE}/posts.en.json`)).complete).toBe(false);
    await repair();
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect(answer.body.toString()).toBe(expectedFile('posts', 'en', posts));
  });

  it('answers 503 to everything that needs the storage while it is out of reach', async () => {
    beforeRead = () => {
      throw new StorageUnavailableError('The disk is gone.');
    };
    for (const path of [
      `${BASE}/posts.en.json`,
      `${BASE}/manifest.json`,
      `/${chunks[0]}`,
      `/${PROJECT}/media/ast_1/a.png`,
      `/pointers/${'a'.repeat(64)}.json`,
      '/readyz',
    ]) {
      const answer = await send(host.port, path);
      expect([path, answer.status, errorCode(answer)]).toEqual([path, 503, 'unavailable']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' });
      expect(answer.body.toString()).not.toContain('disk');
    }
    expect((await send(host.port, '/livez')).status).toBe(200);
    beforeRead = () => {};
    // The result of a readiness check counts for a second.
    expect((await send(host.port, '/readyz')).status).toBe(503);
    time += 1000;
    expect((await send(host.port, '/readyz')).status).toBe(200);
    expect((await send(host.port, `${BASE}/posts.en.json`)).complete).toBe(true);
  });

  it('breaks the connection when the storage goes out of reach amid a file', async () => {
    beforeRead = (key) => {
      if (key === chunks[80]) throw new StorageUnavailableError('The disk is gone.');
    };
    const answer = await send(host.port, `${BASE}/posts.en.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.complete]).toEqual([200, false]);
  });

  it('says nothing of what went wrong inside', async () => {
    beforeRead = () => {
      throw new TypeError('secret detail');
    };
    const answer = await send(host.port, `${BASE}/posts.en.json`);
    expect([answer.status, errorCode(answer)]).toEqual([500, 'internal']);
    expect(answer.body.toString()).not.toContain('secret');
    expect(JSON.stringify(host.log)).toContain('secret detail');
  });

  /** Asks for the file and reads nothing of it, with as little room in between as the system allows. */
  async function stalledClient(): Promise<Socket> {
    const socket = connect({ port: host.port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${BASE}/posts.en.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    return socket;
  }

  it('reads no further ahead than a client that does not read, while it serves others', {
    tags: ['full'],
  }, async () => {
    const socket = await stalledClient();
    while (!reads.includes(chunks[8] ?? '')) await new Promise((resolve) => setImmediate(resolve));
    reads.length = 0;
    for (let n = 0; n < 5; n += 1) {
      expect((await send(host.port, `${BASE}/posts.en.json`)).complete).toBe(true);
    }
    const last = chunks.at(-1);
    expect(reads.filter((key) => key === last)).toHaveLength(5);

    let received = 0;
    socket.on('data', (data: Buffer) => {
      received += data.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(reads.filter((key) => key === last)).toHaveLength(6);
    expect(received).toBeGreaterThan(Buffer.byteLength(expectedFile('posts', 'en', posts)));
  });

  it('stops reading for a client that disconnected', async () => {
    const socket = await stalledClient();
    while (!reads.includes(chunks[8] ?? '')) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    while (!host.log.some(({ msg }) => msg === 'the client disconnected during its answer')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reads).not.toContain(chunks.at(-1));
    expect(host.log.filter(({ level }) => level >= 50)).toEqual([]);
  });

  it('survives clients that go away at every moment', async () => {
    for (let n = 1; n <= 25; n += 1) {
      const outgoing = request({ port: host.port, path: `${BASE}/posts.en.json`, agent: false });
      outgoing.on('error', () => {});
      outgoing.end();
      const [incoming] = await once(outgoing, 'response');
      let seen = 0;
      incoming.on('error', () => {});
      for await (const chunk of incoming) {
        seen += chunk.length;
        if (seen > n * 100_000) break;
      }
    }
    expect((await send(host.port, `${BASE}/posts.en.json`)).complete).toBe(true);
    expect(host.log.filter(({ level }) => level >= 50)).toEqual([]);
  });
});
