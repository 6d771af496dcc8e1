import { beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStorage, PreconditionFailedError } from '../../src/index.ts';
import { bytes, JSON_TYPE, race, text } from '../helpers.ts';

/** Puts that hold only under a condition. */
export function describeConditions(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  describe('conditional puts', () => {
    it('with ifNoneMatch stores once and then refuses, leaving the object as it is', async () => {
      await storage.put('if/none', bytes('first'), { ...JSON_TYPE, ifNoneMatch: '*' });
      const again = storage.put('if/none', bytes('second'), { ...JSON_TYPE, ifNoneMatch: '*' });
      await expect(again).rejects.toThrow(PreconditionFailedError);
      expect(text((await storage.get('if/none'))?.body)).toBe('first');
    });

    it('with ifNoneMatch stores again after a delete', async () => {
      await storage.put('if/again', bytes('first'), { ...JSON_TYPE, ifNoneMatch: '*' });
      await storage.delete(['if/again']);
      await storage.put('if/again', bytes('second'), { ...JSON_TYPE, ifNoneMatch: '*' });
      expect(text((await storage.get('if/again'))?.body)).toBe('second');
    });

    it('lets exactly one of many racing ifNoneMatch puts win', async () => {
      const outcomes = await race(12, (n) =>
        storage.put('if/race-none', bytes(`writer ${n}`), { ...JSON_TYPE, ifNoneMatch: '*' }),
      );
      expect(outcomes.winners).toHaveLength(1);
      expect(text((await storage.get('if/race-none'))?.body)).toBe(`writer ${outcomes.winners[0]}`);
    });

    it('with ifMatch stores over the object it names and over no other', async () => {
      const { etag } = await storage.put('if/match', bytes('1'), JSON_TYPE);
      const next = await storage.put('if/match', bytes('2'), { ...JSON_TYPE, ifMatch: etag });
      const stale = storage.put('if/match', bytes('3'), { ...JSON_TYPE, ifMatch: etag });
      await expect(stale).rejects.toThrow(PreconditionFailedError);
      expect((await storage.head('if/match'))?.etag).toBe(next.etag);
    });

    it('with ifMatch refuses when the object is absent', async () => {
      const { etag } = await storage.put('if/gone', bytes('1'), JSON_TYPE);
      await storage.delete(['if/gone']);
      const put = storage.put('if/gone', bytes('2'), { ...JSON_TYPE, ifMatch: etag });
      await expect(put).rejects.toThrow(PreconditionFailedError);
      expect(await storage.head('if/gone')).toBeNull();
    });

    it('lets exactly one of many racing ifMatch puts win', async () => {
      const { etag } = await storage.put('if/race', bytes('start'), JSON_TYPE);
      const outcomes = await race(12, (n) =>
        storage.put('if/race', bytes(`writer ${n}`), { ...JSON_TYPE, ifMatch: etag }),
      );
      expect(outcomes.winners).toHaveLength(1);
      expect(text((await storage.get('if/race'))?.body)).toBe(`writer ${outcomes.winners[0]}`);
    });

    it('refuses two conditions at once', async () => {
      const put = storage.put('if/both', bytes('1'), { ...JSON_TYPE, ifMatch: 'x', ifNoneMatch: '*' });
      await expect(put).rejects.toThrow(TypeError);
    });
  });
}
