import { crc32, deflateSync } from 'node:zlib';
import { MediaProcessor as FileProcessor } from '@stele/media';
import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import type { LooseBody } from '@stele/testing/api-client';
import { afterEach, describe, expect, it } from 'vitest';
import type { MediaProcessor } from '../../src/media/processor.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { silentLog } from '../support/silent-log.ts';
import { type TestAppOptions, TestClock } from '../support/test-app.ts';
import { textProcessor } from './test-processors.ts';

const apps: MediaApp[] = [];
const processors: FileProcessor[] = [];
/** Closes apps that share a database before the one that opened it. */
afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
  for (const processor of processors.splice(0)) await processor.close();
});

async function start(options: TestAppOptions = {}): Promise<{ app: MediaApp; library: AssetLibrary }> {
  const limits = parseLimits('asset.upload=100000,asset.change=100000');
  const app = await startMediaApp({ limits, ...options });
  apps.push(app);
  return { app, library: new AssetLibrary(await app.project()) };
}

/** The job that processes an asset; null when it's done. */
const jobOf = ({ database }: MediaApp, id: string) =>
  database.prisma.job.findUnique({ where: { kind_key: { kind: 'process-asset', key: id } } });
/** Only against hangs. */
const POLL = { timeout: 30_000 };

/** Lets a test go on when something has happened, and something happen when the test says so. */
function gate(): { readonly promise: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

/** A storage in which the first three pictures are stored, and whoever stores them doesn't get to know until it's let go. */
function holdFirstPictures() {
  const [held, goOn] = [gate(), gate()];
  let count = 0;
  const hook = async (point: string, key: string): Promise<void> => {
    if (point !== 'put:after' || !key.includes('/media/')) return;
    count += 1;
    if (count > 3) return;
    if (count === 3) held.open();
    await goOn.promise;
  };
  return {
    held: held.promise,
    letGo: goOn.open,
    wrapStorage: (storage: ObjectStorage): ObjectStorage => new FaultyStorage(storage, hook),
  };
}

/** The one that the API runs with. */
function realProcessor(): FileProcessor {
  const processor = new FileProcessor({ log: silentLog });
  processors.push(processor);
  return processor;
}

/** A PNG of one colour (https://www.w3.org/TR/png-3/). */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([40, 120, 200]))]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an asset that was uploaded', () => {
  it('is served as it came by a processor that only copies', async () => {
    const { app, library } = await start();
    const file = testFile({ filename: 'Über uns (2).txt', mime: 'text/plain' });
    const { id } = await library.upload(file);
    const asset = await library.settled(id);
    expect(asset).toMatchObject({ status: 'ready', kind: 'file', error: null, variants: [], width: null });
    expect(asset.url).toMatch(
      new RegExp(`^${app.contentUrl}/prj_[0-9a-z]+/media/${id}/[0-9a-f]{24}/Uber-uns-2\\.txt$`),
    );
    const { status, body } = await library.complete(id);
    expect([status, body.status]).toEqual([200, 'ready']);
    const served = await fetch(asset.url);
    expect(Buffer.from(await served.arrayBuffer()).equals(Buffer.from(file.body))).toBe(true);
    expect(served.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const part = await fetch(asset.url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  it('is served in several formats and sizes when it is a picture, with what stands in its place until it is there', async () => {
    const { library } = await start({ mediaProcessor: realProcessor() });
    const asset = await library.settled(
      (await library.upload({ filename: 'Sky.png', mime: 'image/png', body: pngOf(400, 200) })).id,
    );
    expect(asset).toMatchObject({ status: 'ready', error: null, kind: 'image', width: 400, height: 200 });
    expect(asset.placeholder).toMatch(/^[A-Za-z0-9+/=]{8,}$/);
    expect(asset.dominant_color).toMatch(/^#[0-9a-f]{6}$/);
    const names = asset.variants.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['320.webp', '320.avif', '400.webp', '400.avif']));
    for (const { url, bytes, mime } of asset.variants) {
      const served = await fetch(url);
      expect([served.status, served.headers.get('content-type')]).toEqual([200, mime]);
      expect((await served.arrayBuffer()).byteLength).toBe(bytes);
    }
  });

  it('that is a drawing is served so that nothing in it can run', async () => {
    const { library } = await start({ mediaProcessor: realProcessor() });
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const asset = await library.settled((await library.upload({ filename: 'a.svg', mime: 'image/svg+xml', body })).id);
    const { headers } = await fetch(asset.url);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
  });

  it('has what the processor found, and addresses of all that it made', async () => {
    const { library } = await start({ mediaProcessor: textProcessor() });
    const asset = await library.settled((await library.upload(testFile({ filename: 'Sea.JPG' }))).id);
    expect(asset).toMatchObject({
      status: 'ready',
      kind: 'image',
      filename: 'Sea.JPG',
      mime: 'image/jpeg',
      width: 1280,
      height: 720,
      placeholder: 'AAAA',
      dominant_color: '#336699',
      variants: [
        { name: '640.webp', width: 640, height: 360, mime: 'image/webp', ratio: null, animated: false },
        { name: '16x9-640.avif', mime: 'image/avif', ratio: '16:9' },
      ],
    });
    for (const { url, bytes, mime } of asset.variants) {
      const served = await fetch(url);
      expect([served.status, served.headers.get('content-type')]).toEqual([200, mime]);
      expect((await served.arrayBuffer()).byteLength).toBe(bytes);
    }
    expect((await library.api.get(library.assets)).body.data).toEqual([asset]);
  });

  it('ends as failed, with a code and a sentence, when its file is no good', async () => {
    const failure = { status: 'failed', code: 'not_decodable', message: 'The picture is damaged.' } as const;
    const { app, library } = await start({ mediaProcessor: { process: async () => failure } });
    const { id } = await library.upload(testFile());
    const asset = await library.settled(id);
    expect(asset).toMatchObject({
      status: 'failed',
      error: { code: 'not_decodable', message: 'The picture is damaged.' },
      url: null,
      variants: [],
    });
    expect((await library.complete(id)).status).toBe(200);
    await expect.poll(() => jobOf(app, id), POLL).toBeNull();
  });

  it('gets other addresses when its focal point moves, and the same as before when that is taken back', async () => {
    const { library } = await start({ mediaProcessor: textProcessor() });
    const { id, sha256 } = await library.upload(testFile());
    const before = await library.settled(id);
    const moved = await library.api.patch(`${library.assets}/${id}`, { focal_point: { x: 0.1, y: 0.9 } });
    expect([moved.body.status, moved.body.url]).toEqual(['ready', before.url]);
    expect(moved.body.processing).toBe(true);
    await expect.poll(async () => (await library.get(id)).url, POLL).not.toBe(before.url);
    const after = await library.get(id);
    const urls = (asset: LooseBody): string[] => asset.variants.map(({ url }: LooseBody) => url);
    expect(urls(after).some((url) => urls(before).includes(url))).toBe(false);
    expect((await fetch(before.url)).status).toBe(200);
    await library.api.patch(`${library.assets}/${id}`, { focal_point: null });
    await expect.poll(async () => (await library.get(id)).url, POLL).toBe(before.url);
    expect([urls(await library.get(id)), (await library.get(id)).sha256]).toEqual([urls(before), sha256]);
  });

  it('shows what was made of the newest focal point, though it moved while the earlier one was being made', async () => {
    const { held, letGo, wrapStorage } = holdFirstPictures();
    const { library } = await start({ mediaProcessor: textProcessor(), wrapStorage });
    const { id } = await library.upload(testFile());
    await held;
    await library.api.patch(`${library.assets}/${id}`, { focal_point: { x: 1, y: 1 } });
    letGo();
    const asset = await library.settled(id);
    expect(JSON.parse(await (await fetch(asset.url)).text())).toMatchObject({ focalPoint: { x: 1, y: 1 } });
  });
});

describe('an asset that is named and described while it is processed', () => {
  it('has that name and that text afterwards, and is found by them', async () => {
    const begun = gate();
    const goOn = gate();
    const mediaProcessor = textProcessor(async () => {
      begun.open();
      await goOn.promise;
    });
    const { library } = await start({ mediaProcessor });
    const { id } = await library.upload(testFile({ filename: 'IMG_0001.jpg' }));
    await begun.promise;
    const said = { filename: 'lighthouse.jpg', alt_text: { en: 'xylophone' } };
    expect((await library.api.patch(`${library.assets}/${id}`, said)).status).toBe(200);
    goOn.open();
    expect(await library.settled(id)).toMatchObject({ status: 'ready', ...said });
    for (const word of ['xylophone', 'lighthouse']) {
      expect((await library.api.get(`${library.assets}?search=${word}`)).body.data).toHaveLength(1);
    }
  });
});

describe('processing that does not succeed', () => {
  it('is repeated with growing waits, and then ends as failed', { tags: ['full'] }, async () => {
    let attempts = 0;
    const mediaProcessor: MediaProcessor = {
      process: async () => {
        attempts += 1;
        throw new Error('no luck');
      },
    };
    const { app, library } = await start({ clock: new TestClock(Date.now()), mediaProcessor });
    const { id } = await library.upload(testFile());
    const waits: number[] = [];
    for (let n = 1; n <= 4; n++) {
      await expect.poll(async () => (await jobOf(app, id))?.lastError, POLL).toBe('no luck');
      const job = await jobOf(app, id);
      expect([job?.attempts, job?.owner]).toEqual([n, null]);
      waits.push((job?.runAt.getTime() ?? 0) - (app.clock?.now().getTime() ?? 0));
      await app.database.prisma.job.updateMany({ where: { key: id }, data: { lastError: null } });
      app.clock?.advance(waits.at(-1) ?? 0);
      app.services.jobs.wake();
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(await library.settled(id)).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } });
    expect(attempts).toBe(5);
    await expect.poll(() => jobOf(app, id), POLL).toBeNull();
  });

  it('goes on when storage is back, however long it was down', { tags: ['full'] }, async () => {
    let isDown = false;
    const { app, library } = await start({
      clock: new TestClock(Date.now()),
      wrapStorage: (storage) =>
        new FaultyStorage(storage, (point, key) => {
          if (isDown && point === 'put:before' && key.includes('/media/')) throw new StorageUnavailableError('down');
        }),
    });
    isDown = true;
    const { id } = await library.upload(testFile());
    for (let n = 0; n < 10; n++) {
      const due = (app.clock?.now().getTime() ?? 0) + 30_000;
      await expect.poll(async () => (await jobOf(app, id))?.runAt.getTime(), POLL).toBe(due);
      expect((await jobOf(app, id))?.attempts).toBe(0);
      if (n === 9) isDown = false;
      app.clock?.advance(30_000);
      app.services.jobs.wake();
    }
    expect((await library.settled(id)).status).toBe('ready');
  });

  it('leaves what was made before as it is served', async () => {
    let isBroken = false;
    const processor = textProcessor();
    const mediaProcessor: MediaProcessor = {
      process: async (input) =>
        isBroken ? { status: 'failed', code: 'timed_out', message: 'It took too long.' } : processor.process(input),
    };
    const { library } = await start({ mediaProcessor });
    const { id } = await library.upload(testFile());
    const before = await library.settled(id);
    isBroken = true;
    await library.api.patch(`${library.assets}/${id}`, { focal_point: { x: 0, y: 0 } });
    expect(await library.settled(id)).toMatchObject({ status: 'ready', url: before.url, error: { code: 'timed_out' } });
  });
});

describe('several processes', () => {
  it('process each asset once', { tags: ['full'] }, async () => {
    const counts = new Map<string, number>();
    const mediaProcessor = textProcessor(({ declared }) => {
      counts.set(declared.filename, (counts.get(declared.filename) ?? 0) + 1);
    });
    const { app, library } = await start({ mediaProcessor });
    await start({ mediaProcessor, database: app.database, directory: app.directory });
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await library.upload(testFile({ filename: `${n}.jpg` }))).id),
    );
    for (const id of ids) expect((await library.settled(id)).status).toBe('ready');
    expect([...counts.values()]).toEqual(ids.map(() => 1));
  });

  it('take over what another one has left, which can then change nothing any more', { tags: ['full'] }, async () => {
    const clock = new TestClock(Date.now());
    const { held, letGo, wrapStorage } = holdFirstPictures();
    const processor = textProcessor();
    const slow: MediaProcessor = {
      process: async (input) => ({ ...(await processor.process(input)), placeholder: 'too late' }),
    };
    const first = await start({ clock, mediaProcessor: slow, wrapStorage });
    const { id } = await first.library.upload(testFile());
    await held;
    const { database, directory } = first.app;
    const second = await start({ clock, database, directory, mediaProcessor: textProcessor() });
    expect((await first.library.get(id)).status).toBe('processing');
    clock.advance(25_000);
    second.app.services.jobs.wake();
    const asset = await first.library.settled(id);
    expect([asset.status, asset.placeholder]).toEqual(['ready', 'AAAA']);
    letGo();
    await first.app.services.jobs.stop();
    expect(await first.library.get(id)).toEqual(asset);
  });

  it('that end leave their work to others, as if they had not begun it', { tags: ['full'] }, async () => {
    const begun = gate();
    const { app, library } = await start({ runsJobs: false });
    const other = await startMediaApp({
      database: app.database,
      directory: app.directory,
      mediaProcessor: {
        process: ({ signal }) =>
          new Promise((_, reject) => {
            begun.open();
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    });
    const { id } = await library.upload(testFile());
    other.services.jobs.wake();
    await begun.promise;
    expect((await jobOf(app, id))?.attempts).toBe(1);
    await other.close();
    expect(await jobOf(app, id)).toMatchObject({ attempts: 0, owner: null });
    await start({ database: app.database, directory: app.directory });
    expect((await library.settled(id)).status).toBe('ready');
  });
});

describe('a file that kills who processes it', () => {
  it('ends as failed after some processes died over it', async () => {
    const { app, library } = await start({ runsJobs: false });
    const { id } = await library.upload(testFile());
    await app.database.prisma.job.updateMany({ where: { key: id }, data: { attempts: 5 } });
    await start({ database: app.database, directory: app.directory });
    expect(await library.settled(id)).toMatchObject({ status: 'failed', error: { code: 'processing_failed' } });
  });
});
