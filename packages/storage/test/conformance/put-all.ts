import { beforeAll, describe, expect, it } from 'vitest';
import { type ImmutableObject, InvalidKeyError, type ObjectStorage } from '../../src/index.ts';
import { keys } from '../helpers.ts';
import { named } from '../named.ts';

/** Objects that never change, put together. */
export function describePutAll(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  describe('objects that never change', () => {
    const whole = async ({ key, body, contentType }: ImmutableObject): Promise<boolean> => {
      const found = await storage.get(key);
      return found !== null && Buffer.from(found.body).equals(body) && found.info.contentType === contentType;
    };

    it('are stored together, in several folders, small, empty and large', async () => {
      const large = Buffer.alloc(3 * 1024 * 1024 + 1, 'stele');
      const bodies = [
        Buffer.from('one'),
        Buffer.alloc(0),
        large,
        ...Array.from({ length: 70 }, (_, n) => Buffer.from(`${n}`)),
      ];
      const objects = bodies.map((body, n) => named(`all/${n % 3}`, body));
      await storage.putAll(objects);
      expect(await Promise.all(objects.map(whole))).not.toContain(false);
      expect(await keys(storage, 'all/')).toEqual(objects.map(({ key }) => key).sort());
      await storage.putAll([]);
    });

    it('have the etag that a put gives them', async () => {
      const object = named('all-etag', Buffer.from('the same'));
      await storage.putAll([object]);
      const before = await storage.head(object.key);
      expect(await storage.put(object.key, object.body, object)).toEqual({ etag: before?.etag });
    });

    it('may be stored by many at once, while others delete some', async () => {
      const objects = Array.from({ length: 8 }, (_, n) => named(`all-race/${n % 2}`, Buffer.from(`body ${n}`)));
      const last = objects.slice(0, 4);
      await Promise.all(
        Array.from({ length: 64 }, (_, n) =>
          n % 8 === 7 ? storage.delete(objects.map(({ key }) => key)) : storage.putAll(objects),
        ),
      );
      for (const object of objects)
        expect((await storage.head(object.key)) === null || (await whole(object))).toBe(true);
      await storage.putAll(last);
      expect(await Promise.all(last.map(whole))).not.toContain(false);
    });

    it('are refused under a key that is none, and then none is stored', async () => {
      const good = named('all-refused', Buffer.from('x'));
      await expect(storage.putAll([good, { ...good, key: '../x' }])).rejects.toThrow(InvalidKeyError);
    });
  });
}
