import { beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStorage, RangeNotSatisfiableError } from '../../src/index.ts';
import { bytes, collect, JSON_TYPE, text } from '../helpers.ts';

/** Whole objects and streams. */
export function describeReadingAndWriting(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  describe('reading and writing', () => {
    it('gives back the bytes, size and content type of a put object', async () => {
      const body = bytes('{"a":"é"}');
      const { etag } = await storage.put('rw/a.json', body, JSON_TYPE);
      const found = await storage.get('rw/a.json');
      expect(found && Buffer.from(found.body)).toEqual(Buffer.from(body));
      expect(found?.info).toMatchObject({ size: body.length, etag, contentType: 'application/json' });
      expect(await storage.head('rw/a.json')).toEqual(found?.info);
    });

    it('keeps a content type that the key does not tell', async () => {
      await storage.put('rw/picture', bytes('x'), { contentType: 'image/svg+xml; charset=utf-8' });
      expect((await storage.head('rw/picture'))?.contentType).toBe('image/svg+xml; charset=utf-8');
    });

    it('answers null for an absent object', async () => {
      expect(await storage.get('rw/absent')).toBeNull();
      expect(await storage.head('rw/absent')).toBeNull();
      expect(await storage.stream('rw/absent')).toBeNull();
      expect(await storage.get('absent/folder/object')).toBeNull();
    });

    it('replaces an object, its etag and its content type', async () => {
      const first = await storage.put('rw/replaced', bytes('one'), { contentType: 'text/plain' });
      const second = await storage.put('rw/replaced', bytes('two!'), { contentType: 'text/html' });
      expect(second.etag).not.toBe(first.etag);
      const found = await storage.get('rw/replaced');
      expect(found && text(found.body)).toBe('two!');
      expect(found?.info).toMatchObject({ etag: second.etag, contentType: 'text/html', size: 4 });
    });

    it('gives the same bytes of one key the same etag', async () => {
      const first = await storage.put('rw/same', bytes('same'), JSON_TYPE);
      expect(await storage.put('rw/same', bytes('same'), JSON_TYPE)).toEqual(first);
    });

    it('keeps an empty object and one of several megabytes', async () => {
      await storage.put('rw/empty', new Uint8Array(), JSON_TYPE);
      expect((await storage.get('rw/empty'))?.body.length).toBe(0);
      const large = Buffer.alloc(5 * 1024 * 1024 + 3, 'stele');
      await storage.put('rw/large', large, { contentType: 'application/octet-stream' });
      expect(large.equals((await storage.get('rw/large'))?.body ?? new Uint8Array())).toBe(true);
    });

    it('keeps a key beside keys below it', async () => {
      await storage.put('nest/a', bytes('leaf'), JSON_TYPE);
      await storage.put('nest/a/b', bytes('below'), JSON_TYPE);
      expect(text((await storage.get('nest/a'))?.body)).toBe('leaf');
      expect(text((await storage.get('nest/a/b'))?.body)).toBe('below');
      await storage.delete(['nest/a']);
      expect(await storage.get('nest/a')).toBeNull();
      expect(text((await storage.get('nest/a/b'))?.body)).toBe('below');
    });

    it('stores many objects at once', async () => {
      const keys = Array.from({ length: 100 }, (_, n) => `many/${n % 7}/${n}.json`);
      await Promise.all(keys.map((key) => storage.put(key, bytes(key), JSON_TYPE)));
      const found = await Promise.all(keys.map((key) => storage.get(key)));
      expect(found.map((object) => text(object?.body))).toEqual(keys);
    });

    it('shows readers an old or a new object while it is replaced, never a mixture', async () => {
      const versions = ['a', 'b'].map((letter) => Buffer.alloc(300_000, letter));
      await storage.put('rw/torn', versions[0] as Buffer, JSON_TYPE);
      let writing = true;
      const writer = (async () => {
        for (let n = 1; n <= 20; n += 1) await storage.put('rw/torn', versions[n % 2] as Buffer, JSON_TYPE);
        writing = false;
      })();
      do {
        const body = Buffer.from((await storage.get('rw/torn'))?.body ?? []);
        expect(versions.some((version) => version.equals(body))).toBe(true);
      } while (writing);
      await writer;
    });
  });

  describe('streams', () => {
    const content = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251));
    beforeAll(async () => {
      await storage.put('stream/object', content, { contentType: 'video/mp4' });
      await storage.put('stream/empty', new Uint8Array(), { contentType: 'video/mp4' });
    });

    it('streams the whole object', async () => {
      const found = await storage.stream('stream/object');
      expect(found?.info).toMatchObject({ size: content.length, contentType: 'video/mp4' });
      expect(content.equals(await collect(found?.body))).toBe(true);
    });

    it('streams an empty object', async () => {
      const found = await storage.stream('stream/empty');
      expect(found?.info.size).toBe(0);
      expect((await collect(found?.body)).length).toBe(0);
    });

    it.each([
      [{ start: 0, end: 0 }],
      [{ start: 10, end: 150_000 }],
      [{ start: 199_999 }],
      [{ start: 100, end: 10_000_000 }],
    ])('streams the range %o and tells the size of the whole', async (range) => {
      const found = await storage.stream('stream/object', range);
      const end = 'end' in range ? range.end + 1 : content.length;
      expect(content.subarray(range.start, end).equals(await collect(found?.body))).toBe(true);
      expect(found?.info.size).toBe(content.length);
    });

    it('refuses a range that begins behind the end', async () => {
      await expect(storage.stream('stream/object', { start: 200_000 })).rejects.toThrow(RangeNotSatisfiableError);
    });

    it('answers null for a range of an absent object', async () => {
      expect(await storage.stream('stream/absent', { start: 0, end: 5 })).toBeNull();
    });

    it('refuses a range that is none', async () => {
      await expect(storage.stream('stream/object', { start: 5, end: 4 })).rejects.toThrow(TypeError);
      await expect(storage.stream('stream/object', { start: -1 })).rejects.toThrow(TypeError);
    });

    it('lets a reader stop early, again and again', async () => {
      for (let n = 0; n < 100; n += 1) {
        const found = await storage.stream('stream/object');
        found?.body.destroy();
      }
      expect(content.equals(await collect((await storage.stream('stream/object'))?.body))).toBe(true);
    });
  });
}
