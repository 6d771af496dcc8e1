import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EndedUploads } from '../src/disk/ended-uploads.ts';
import {
  createDiskStorage,
  DamagedObjectError,
  type DiskStorage,
  StorageUnavailableError,
  UploadLengthError,
} from '../src/index.ts';
import { bytes, collect, keys, text } from './helpers.ts';

const TEXT = { contentType: 'text/plain' };
let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stele-files-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

function open(name: string): DiskStorage {
  const signingKey = 'a signing key of at least 32 characters';
  return createDiskStorage({
    driver: 'disk',
    directory: join(base, name),
    publicUrl: 'http://content.test',
    signingKey,
  });
}

async function filesOf(name: string): Promise<string[]> {
  const entries = await readdir(join(base, name), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('files of the disk driver', () => {
  it('leaves one file an object and none beside', async () => {
    const storage = open('tidy');
    await storage.put('a/b', bytes('1'), TEXT);
    await storage.put('a/b', bytes('2'), TEXT);
    await storage.put('a/c', bytes('3'), { ...TEXT, ifNoneMatch: '*' });
    await expect(storage.put('a/c', bytes('4'), { ...TEXT, ifNoneMatch: '*' })).rejects.toThrow();
    await expect(storage.put('a/c', bytes('5'), { ...TEXT, ifMatch: 'other' })).rejects.toThrow();
    await storage.delete(['a/never']);
    await storage.check();
    expect(await filesOf('tidy')).toHaveLength(2);
  });

  it('lets nobody but its user read a file or a folder, however it was written', async () => {
    const storage = open('private');
    const two = bytes('ab');
    const declared = { contentType: 'text/plain', contentLength: two.byteLength };
    await storage.put('a/put', two, TEXT);
    await storage.put('a/once', two, { ...TEXT, ifNoneMatch: '*' });
    await storage.putStream(
      'b/stream',
      (async function* () {
        yield two;
      })(),
      declared,
    );
    await storage.putUpload(
      'b/upload',
      (async function* () {
        yield two;
      })(),
      declared,
    );
    await storage.copy('a/put', 'c/copy');
    await storage.multipart.begin('d/parts', 'text/plain');
    await storage.endUploads(['e/never']);
    await storage.check();
    const entries = await readdir(join(base, 'private'), { recursive: true, withFileTypes: true });
    const modes = entries.map(async (entry) => {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      return [entry.name, entry.isFile() ? 'file' : 'folder', (mode & 0o777).toString(8)];
    });
    const found = await Promise.all(modes);
    expect(found.filter(([, kind]) => kind === 'file').length).toBeGreaterThanOrEqual(7);
    for (const [name, kind, mode] of found) expect([name, mode]).toEqual([name, kind === 'file' ? '600' : '700']);
  });

  it('closes to others what an earlier version left open to them', async () => {
    await open('older').put('a/b', bytes('1'), TEXT);
    const data = join(base, 'older', 'data');
    await chmod(data, 0o755);
    expect(text((await open('older').get('a/b'))?.body)).toBe('1');
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });

  it('removes folders that a delete empties, up to its own', async () => {
    const storage = open('empty');
    await storage.put('a/b/c/d', bytes('1'), TEXT);
    await storage.put('a/e', bytes('1'), TEXT);
    await storage.delete(['a/b/c/d']);
    expect(await readdir(join(base, 'empty', 'data', 'a'))).toEqual(['e@']);
    await storage.delete(['a/e']);
    expect(await readdir(join(base, 'empty', 'data'))).toEqual([]);
  });

  it('keeps etag and content type when the folder is copied elsewhere', async () => {
    const { etag } = await open('before').put('a', bytes('1'), { contentType: 'image/avif' });
    const body = await readFile(join(base, 'before', 'data', 'a@'));
    await mkdir(join(base, 'after', 'data'), { recursive: true });
    await writeFile(join(base, 'after', 'data', 'a@'), body);
    expect(await open('after').head('a')).toMatchObject({ etag, contentType: 'image/avif', size: 1 });
  });

  it.each([
    ['cut off', (path: string) => truncate(path, 600)],
    ['cut off within its header', (path: string) => truncate(path, 100)],
    ['emptied', (path: string) => truncate(path, 0)],
    ['overwritten', (path: string) => writeFile(path, 'x'.repeat(1512))],
  ])('refuses an object file that was %s', async (_, damage) => {
    const storage = open('damaged');
    await storage.put('a', Buffer.alloc(1000), TEXT);
    await damage(join(base, 'damaged', 'data', 'a@'));
    await expect(storage.get('a')).rejects.toThrow(/damaged/);
    await expect(storage.head('a')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.stream('a')).rejects.toThrow(DamagedObjectError);
  });

  it('fails a stream whose file is cut off while it is read', async () => {
    const storage = open('cut');
    await storage.put('a', Buffer.alloc(1_000_000), TEXT);
    const found = await storage.stream('a');
    await truncate(join(base, 'cut', 'data', 'a@'), 300_000);
    await expect(collect(found?.body)).rejects.toThrow(StorageUnavailableError);
  });

  it('lets a stream finish whose object is replaced or deleted meanwhile', async () => {
    const storage = open('replaced');
    const content = Buffer.alloc(1_000_000, 'old');
    await storage.put('a', content, TEXT);
    const first = await storage.stream('a');
    await storage.put('a', bytes('new'), TEXT);
    expect(content.equals(await collect(first?.body))).toBe(true);
    const second = await storage.stream('a');
    await storage.delete(['a']);
    expect(text(await collect(second?.body))).toBe('new');
  });

  it('is unavailable, not empty, when its folder goes missing', async () => {
    const storage = open('unmounted');
    await storage.put('a', bytes('1'), TEXT);
    await rename(join(base, 'unmounted'), join(base, 'elsewhere'));
    await expect(storage.get('a')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.get('b')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.put('a', bytes('2'), TEXT)).rejects.toThrow(StorageUnavailableError);
    await expect(keys(storage, '')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await rename(join(base, 'elsewhere'), join(base, 'unmounted'));
    await expect(storage.check()).resolves.toBeUndefined();
    expect(text((await storage.get('a'))?.body)).toBe('1');
  });

  it('is unavailable when its folder cannot be made, and keeps the cause', async () => {
    await writeFile(join(base, 'file'), '');
    const storage = open('file/below');
    const error: unknown = await storage.check().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StorageUnavailableError);
    expect((error as Error).cause).toMatchObject({ code: 'ENOTDIR' });
    await rm(join(base, 'file'));
    await expect(storage.check()).resolves.toBeUndefined();
  });

  it('ignores files that are no objects', async () => {
    const storage = open('strange');
    await storage.put('a', bytes('1'), TEXT);
    await writeFile(join(base, 'strange', 'data', 'notes.txt'), 'x');
    await writeFile(join(base, 'strange', 'tmp', 'notes.txt'), 'x');
    await open('strange').check();
    expect(await keys(storage, '')).toEqual(['a']);
    expect(await storage.get('notes.txt')).toBeNull();
  });
});

describe('streamed uploads', () => {
  async function* parts(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const size of sizes) yield Buffer.alloc(size, 'x');
  }
  const declared = { contentType: 'image/png', contentLength: 100_000 };

  it('store exactly the declared bytes, as a put does', async () => {
    const storage = open('upload');
    const streamed = await storage.putStream('a', parts(1, 99_998, 0, 1), declared);
    const put = await storage.put('b', Buffer.alloc(100_000, 'x'), { contentType: 'image/png' });
    expect(streamed).toEqual(put);
    expect(await storage.head('a')).toMatchObject({ size: 100_000, contentType: 'image/png', etag: put.etag });
  });

  it.each([
    ['one byte too many', [50_000, 50_001], true],
    ['one byte too few', [50_000, 49_999], false],
    ['nothing', [], false],
  ])('refuse %s and leave nothing', async (_, sizes, excess) => {
    const storage = open('refused');
    const error: unknown = await storage.putStream('a', parts(...sizes), declared).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UploadLengthError);
    expect((error as UploadLengthError).excess).toBe(excess);
    expect(await filesOf('refused')).toEqual([]);
  });

  it('stop at the first byte too many', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked += 1;
        yield Buffer.alloc(60_000);
      }
    }
    await expect(open('endless').putStream('a', endless(), declared)).rejects.toThrow(UploadLengthError);
    expect(asked).toBe(2);
  });

  it('hand on what the source throws, and keep the object that was there', async () => {
    const storage = open('broken');
    await storage.put('a', bytes('old'), TEXT);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10);
      throw new RangeError('the client went away');
    }
    await expect(storage.putStream('a', broken(), declared)).rejects.toThrow(RangeError);
    expect(text((await storage.get('a'))?.body)).toBe('old');
    expect(await filesOf('broken')).toHaveLength(1);
  });
});

describe('uploads that are over', () => {
  it('are remembered for two days, while their addresses may still be used', async () => {
    const folder = join(base, 'ended');
    await new EndedUploads(folder).add(['old']);
    const [old = ''] = await filesOf('ended');
    await new EndedUploads(folder).add(['young']);
    const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60_000);
    await utimes(old, threeDaysAgo, threeDaysAgo);
    const ended = new EndedUploads(folder);
    expect(await ended.has('old')).toBe(true);
    await ended.add(['another']);
    expect(await Promise.all(['old', 'young', 'another'].map((key) => ended.has(key)))).toEqual([false, true, true]);
  });
});
