import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStorage } from '../../src/index.ts';
import { all, bytes, JSON_TYPE, keys, text } from '../helpers.ts';

/** Removal, and what a listing shows. */
export function describeDeletingAndListing(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  describe('deleting', () => {
    it('removes what is there and ignores what is not, repeats included', async () => {
      await storage.put('del/a', bytes('a'), JSON_TYPE);
      await storage.put('del/sub/b', bytes('b'), JSON_TYPE);
      await storage.put('del/keep', bytes('k'), JSON_TYPE);
      await storage.delete(['del/a', 'del/never']);
      await storage.endUploads(['del/sub/b', 'del/never', 'del/a']);
      expect(await keys(storage, 'del/')).toEqual(['del/keep']);
    });

    it('does nothing without keys', async () => {
      await expect(storage.delete([])).resolves.toBeUndefined();
    });

    it('lets an object be put where everything was removed', async () => {
      for (let n = 0; n < 5; n += 1) {
        await storage.put('del/deep/er/a', bytes('a'), JSON_TYPE);
        await storage.delete(['del/deep/er/a']);
      }
      await storage.put('del/deep/er/a', bytes('a'), JSON_TYPE);
      expect(text((await storage.get('del/deep/er/a'))?.body)).toBe('a');
    });

    it('survives puts and deletes racing in one folder', async () => {
      await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const key = `del/race/${n}`;
          await storage.put(key, bytes('x'), JSON_TYPE);
          if (n % 2 === 0) await storage.delete([key]);
        }),
      );
      expect(await keys(storage, 'del/race/')).toHaveLength(30);
    });
  });

  describe('listing', () => {
    const names = ['list/a', 'list/a-b', 'list/a.b', 'list/a/b', 'list/a/b/c', 'list/a0', 'list/A', 'list/b/z'];
    beforeAll(async () => {
      for (const key of names) await storage.put(key, bytes(key), JSON_TYPE);
    });

    it('lists all keys with the prefix in the order of their bytes', async () => {
      expect(await keys(storage, 'list/')).toEqual([...names].sort());
    });

    it.each([
      ['list/a', 6],
      ['list/a/', 2],
      ['list/a/b/c', 1],
      ['list/nothing', 0],
      ['absent/', 0],
    ])('lists what begins with %s', async (prefix, count) => {
      const found = await keys(storage, prefix);
      expect(found).toEqual(names.filter((name) => name.startsWith(prefix)).sort());
      expect(found).toHaveLength(count);
    });

    it('tells size and time of the last put', async () => {
      const before = await storage.head('list/a0');
      const [listed] = await all(storage.list('list/a0'));
      expect(listed).toMatchObject({ key: 'list/a0', size: 7 });
      expect(listed?.lastModified.getTime()).toBeGreaterThan(Date.now() - 600_000);
      // A listing's time may have milliseconds that a header's hasn't.
      expect(Math.abs((listed?.lastModified.getTime() ?? 0) - (before?.lastModified.getTime() ?? 0))).toBeLessThan(
        1000,
      );
    });

    it('lists more than fit on one page of an answer', async () => {
      const many = Array.from({ length: 1_050 }, (_, n) => `pages/${String(n).padStart(4, '0')}`);
      await Promise.all(many.map((key) => storage.put(key, bytes('x'), JSON_TYPE)));
      expect(await keys(storage, 'pages/')).toEqual(many);
      await storage.delete(many);
      expect(await keys(storage, 'pages/')).toEqual([]);
    });

    it('lets a reader of a listing stop', async () => {
      for await (const { key } of storage.list('list/')) {
        expect(key).toBe('list/A');
        break;
      }
    });
  });
}
