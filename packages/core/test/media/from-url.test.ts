import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { TestClock } from '../support/test-app.ts';

const LIMIT = 5000;

let app: MediaApp;
let library: AssetLibrary;
let site: Server;
let origin: string;
let answer: RequestListener;
let requests: number;
let isDown = false;
/** Keys of what was put into storage. */
const stored: string[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  app = await startMediaApp({
    limits: parseLimits('asset.upload=100000'),
    storageLimit: LIMIT,
    delivery: { mayRequest: (address) => address === '127.0.0.1' },
    clock: new TestClock(Date.now()),
    wrapStorage: (storage) =>
      new FaultyStorage(storage, (point, key) => {
        if (point === 'put:before') stored.push(key);
        if (isDown && point === 'put:before' && key.includes('/originals/')) {
          throw new StorageUnavailableError('storage.internal is down');
        }
      }),
  });
});
beforeEach(async () => {
  requests = 0;
  library = new AssetLibrary(await app.project());
});
afterEach(() => site.closeAllConnections());
afterAll(async () => {
  await app.close();
  site.close();
});

const fetchFrom = (body: object) => library.api.post(`${library.assets}/uploads/from-url`, body);
const serve =
  (body: Uint8Array, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);

/** Fetches a file, and lets the job's waits pass. @returns the asset once it's ready or failed */
async function fetched(url: string): Promise<LooseBody> {
  const { status, body } = await fetchFrom({ url });
  expect(status, JSON.stringify(body)).toBe(202);
  await expect
    .poll(
      async () => {
        await passWait(body.id);
        return (await library.get(body.id)).status;
      },
      { timeout: 30_000 },
    )
    .not.toMatch(/pending|processing/);
  return library.get(body.id);
}

const jobOf = (key: string) => app.database.prisma.job.findFirst({ where: { key } });

/** Lets the time pass until a job that waits is due. */
async function passWait(assetId: string): Promise<void> {
  const job = await app.database.prisma.job.findFirst({ where: { key: assetId, owner: null } });
  const left = (job?.runAt.getTime() ?? 0) - (app.clock?.now().getTime() ?? 0);
  if (left > 0) app.clock?.advance(left);
  app.services.jobs.wake();
}

describe('an asset of an address', () => {
  it('is pending, then has the file that was fetched, its name and its folder', async () => {
    const { body: file } = testFile();
    answer = serve(file, { 'content-type': 'image/jpeg' });
    const folder = (await library.api.post(`${library.project}/asset-folders`, { name: 'Imported' })).body.id;
    const asked = await fetchFrom({ url: `${origin}/photos/Gro%C3%9Fe%20Welle.jpg?w=10`, folder_id: folder });
    expect(asked.body).toMatchObject({ filename: 'Große Welle.jpg', folder_id: folder, url: null });
    const asset = await library.settled(asked.body.id);
    expect(asset).toMatchObject({ status: 'ready', bytes: file.byteLength, error: null });
    expect(Buffer.from(await (await fetch(asset.url)).arrayBuffer()).equals(Buffer.from(file))).toBe(true);
    expect(await library.storage()).toMatchObject({ used_bytes: 1000, reserved_bytes: 0, asset_count: 1 });
    expect((await library.complete(asset.id)).status).toBe(200);
  });

  it('has the name that was given', async () => {
    answer = serve(testFile().body);
    const named = (await fetchFrom({ url: `${origin}/`, filename: 'A.jpg' })).body;
    const unnamed = (await fetchFrom({ url: `${origin}/` })).body;
    expect([named.filename, unnamed.filename]).toEqual(['A.jpg', 'file']);
    // Files still being fetched when the next test begins would count as its requests.
    for (const { id } of [named, unnamed]) await library.settled(id);
  });

  it('is found behind redirects, and stored once with others of the same bytes', async () => {
    const { body: file } = testFile();
    answer = (request, response) => {
      if (request.url === '/there') return serve(file)(request, response);
      response.writeHead(302, { location: '/there' }).end();
    };
    const one = await fetched(`${origin}/here`);
    const two = await fetched(`${origin}/there`);
    expect([one.status, two.sha256]).toEqual(['ready', one.sha256]);
    expect(await library.storage()).toMatchObject({ used_bytes: 1000, asset_count: 2 });
  });

  it('ends as failed, with what the address said, and takes nothing of the quota', async () => {
    answer = (_request, response) => response.writeHead(404).end('none');
    const asset = await fetched(`${origin}/none.jpg`);
    expect(asset).toMatchObject({ status: 'failed', error: { code: 'not_fetched' } });
    expect(asset.error.message).toContain('404');
    expect(requests).toBe(1);
    answer = serve(new Uint8Array(0));
    expect((await fetched(`${origin}/empty.jpg`)).error.message).toContain('empty');
    answer = serve(new Uint8Array(LIMIT + 1));
    expect((await fetched(`${origin}/large.jpg`)).error.message).toContain('storage left');
    expect(await library.storage()).toMatchObject({ used_bytes: 0, reserved_bytes: 0, asset_count: 0 });
  });

  it('reserves its space before its bytes are written, and releases it when there is not enough', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-length': 1000 }).write('x'.repeat(10));
    const { body } = await fetchFrom({ url: `${origin}/begun.jpg` });
    await expect.poll(async () => (await library.storage()).reserved_bytes, { timeout: 30_000 }).toBe(1000);
    answer = (_request, response) => {
      const more = (): unknown => response.destroyed || response.write('x'.repeat(1000), more);
      more();
    };
    stored.length = 0;
    expect((await fetched(`${origin}/endless.jpg`)).error.message).toContain('storage left');
    expect(stored).toEqual([]);
    expect(await library.storage()).toMatchObject({ used_bytes: 0, reserved_bytes: 1000 });
    answer = serve(testFile().body);
    site.closeAllConnections();
    await expect
      .poll(
        async () => {
          await passWait(body.id);
          return (await library.get(body.id)).status;
        },
        { timeout: 30_000 },
      )
      .toBe('ready');
    expect(await library.storage()).toMatchObject({ used_bytes: 1000, reserved_bytes: 0 });
  });

  it('is asked for again when the address is out of order for a while', async () => {
    const { body: file } = testFile();
    answer = (request, response) => {
      if (requests === 1) response.writeHead(503).end();
      else if (requests === 2) request.socket.destroy();
      else serve(file)(request, response);
    };
    expect((await fetched(`${origin}/a.jpg`)).status).toBe('ready');
    requests = 0;
    answer = (_request, response) => response.writeHead(500).end();
    expect((await fetched(`${origin}/b.jpg`)).error.message).toContain('500');
    expect(requests).toBe(8);
  });

  it('waits for storage that is out of reach, however long, and says nothing of it to people', {
    tags: ['full'],
  }, async () => {
    answer = serve(testFile().body);
    isDown = true;
    const { body } = await fetchFrom({ url: `${origin}/a.jpg` });
    for (let n = 0; n < 12; n++) {
      await expect
        .poll(async () => (await jobOf(body.id))?.lastError, { timeout: 30_000 })
        .toMatch(/cannot be reached/);
      expect((await library.get(body.id)).status).toBe('pending');
      await app.database.prisma.job.updateMany({ where: { key: body.id }, data: { lastError: null } });
      if (n === 11) isDown = false;
      await passWait(body.id);
    }
    expect((await library.settled(body.id)).status).toBe('ready');
  });

  it('is not fetched from private addresses, nor when a public one leads there', async () => {
    for (const url of ['http://10.0.0.1/a.jpg', 'http://[::1]/a.jpg', 'http://u:p@example.com/']) {
      const refused = await fetchFrom({ url });
      expect([codeOf(refused), refused.body.error.details[0].path], url).toEqual([[400, 'validation_failed'], ['url']]);
    }
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    expect((await fetched(`${origin}/a.jpg`)).error.message).toContain('169.254.169.254');
  });

  it('is refused with the field that is wrong', async () => {
    for (const [body, field] of [
      [{}, 'url'],
      [{ url: 'ftp://example.com/a.jpg' }, 'url'],
      [{ url: 'a.jpg' }, 'url'],
      [{ url: origin, filename: 'a/b' }, 'filename'],
      [{ url: origin, folder_id: 'fld_none' }, 'folder_id'],
    ] as const) {
      const refused = await fetchFrom(body);
      expect([codeOf(refused), refused.body.error.details[0].path]).toEqual([[400, 'validation_failed'], [field]]);
    }
    expect(requests).toBe(0);
  });
});
