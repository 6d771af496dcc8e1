import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidKeyError, type ObjectStorage, PreconditionFailedError } from '../../src/index.ts';
import { bytes, JSON_TYPE, keys, text } from '../helpers.ts';

/** Objects that are made of other objects, or of files. */
export function describeCopiesAndFiles(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  let folder: string;
  beforeAll(async () => {
    storage = await open();
    folder = await mkdtemp(join(tmpdir(), 'stele-files-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe('copies', () => {
    it('have the bytes and the type, and live on their own', async () => {
      const { etag } = await storage.put('copy/from', bytes('same'), { contentType: 'image/png' });
      expect(await storage.copy('copy/from', 'copy/to/here', { ifMatch: etag })).not.toBeNull();
      await storage.put('copy/from', bytes('other'), JSON_TYPE);
      const copy = await storage.get('copy/to/here');
      expect([text(copy?.body), copy?.info.contentType]).toEqual(['same', 'image/png']);
      await storage.delete(['copy/from']);
      expect(text((await storage.get('copy/to/here'))?.body)).toBe('same');
      await storage.delete(['copy/to/here']);
      expect(await keys(storage, 'copy/')).toEqual([]);
    });

    it('replace what is there, also the same again', async () => {
      await storage.put('copy/a', bytes('a'), JSON_TYPE);
      await storage.put('copy/b', bytes('b'), JSON_TYPE);
      for (let n = 0; n < 2; n++) await storage.copy('copy/a', 'copy/b');
      expect(text((await storage.get('copy/b'))?.body)).toBe('a');
      expect(await keys(storage, 'copy/')).toEqual(['copy/a', 'copy/b']);
    });

    it('of an absent object are null, and of another one than was named refused', async () => {
      expect(await storage.copy('copy/absent', 'copy/none')).toBeNull();
      expect(await storage.copy('copy/absent', 'copy/none', { ifMatch: 'x' })).toBeNull();
      const { etag } = await storage.put('copy/changed', bytes('1'), JSON_TYPE);
      await storage.put('copy/changed', bytes('2'), JSON_TYPE);
      const copy = storage.copy('copy/changed', 'copy/none', { ifMatch: etag });
      await expect(copy).rejects.toThrow(PreconditionFailedError);
      expect(await storage.head('copy/none')).toBeNull();
    });

    it('are never of two objects, while the source changes', async () => {
      const bodies = ['x', 'y'].map((letter) => bytes(letter.repeat(50_000)));
      const [first] = await Promise.all(bodies.map((body) => storage.put('copy/moving', body, JSON_TYPE)));
      expect(first?.etag).toBeTruthy();
      const writing = Promise.all(
        Array.from({ length: 10 }, (_, n) => storage.put('copy/moving', bodies[n % 2] ?? bytes(''), JSON_TYPE)),
      );
      const copies = Array.from({ length: 10 }, (_, n) => storage.copy('copy/moving', `copy/still-${n}`));
      // One that saw the source change has nothing to copy any more.
      const made = await Promise.allSettled(copies);
      await writing;
      for (const [n, outcome] of made.entries()) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(PreconditionFailedError);
        else expect(bodies.map(text)).toContain(text((await storage.get(`copy/still-${n}`))?.body));
      }
    });

    it('refuse wrong keys', async () => {
      await expect(storage.copy('../a', 'b')).rejects.toThrow(InvalidKeyError);
      await expect(storage.copy('a', '../b')).rejects.toThrow(InvalidKeyError);
    });
  });

  describe('files', () => {
    it.each([0, 1, 100_000, 9_000_000])('of %i bytes are stored whole', async (size) => {
      const path = join(folder, `${size}`);
      const content = Buffer.alloc(size, 'content ');
      await writeFile(path, content);
      const { etag } = await storage.putFile(`files/${size}`, path, { contentType: 'video/mp4' });
      const found = await storage.get(`files/${size}`);
      expect(Buffer.from(found?.body ?? []).equals(content)).toBe(true);
      expect(found?.info).toMatchObject({ size, etag, contentType: 'video/mp4' });
    });

    it('that are not there store nothing', async () => {
      const put = storage.putFile('files/none', join(folder, 'none'), { contentType: 'video/mp4' });
      await expect(put).rejects.toThrow(/ENOENT/);
      expect(await storage.head('files/none')).toBeNull();
    });
  });
}
