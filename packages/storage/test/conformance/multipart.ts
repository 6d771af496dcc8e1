import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidKeyError, type ObjectStorage, PreconditionFailedError, type UploadPart } from '../../src/index.ts';
import { keys } from '../helpers.ts';
import type { Peer } from './peer.ts';

/** The least that a part may have but the last one. */
const PART = 5 * 1024 * 1024;
const LAST = 1000;
const part = (letter: string, size = PART): Buffer => Buffer.alloc(size, letter);

/** Uploads in parts. */
export function describeMultipart(open: () => Promise<ObjectStorage>, peer: Peer): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  async function sendPart(key: string, uploadId: string, partNumber: number, body: Buffer): Promise<number> {
    const options = { partNumber, contentLength: body.byteLength, expiresInSeconds: 60 };
    const { url, headers } = await storage.multipart.presignPart(key, uploadId, options);
    return (await peer.put(url, headers, body)).status;
  }

  const arrived = async (key: string, uploadId: string): Promise<UploadPart[]> => {
    const parts = await storage.multipart.parts(key, uploadId);
    if (parts === null) throw new Error('the upload is gone');
    return parts;
  };

  describe('uploads in parts', () => {
    it('take parts in any order, again too, and put them together', async () => {
      const key = 'parts/film.mp4';
      const uploadId = await storage.multipart.begin(key, 'video/mp4');
      expect(await arrived(key, uploadId)).toEqual([]);
      expect(await sendPart(key, uploadId, 2, part('z', LAST))).toBe(200);
      expect(await sendPart(key, uploadId, 1, part('x'))).toBe(200);
      expect(await sendPart(key, uploadId, 2, part('b', LAST))).toBe(200);
      expect(await sendPart(key, uploadId, 1, part('a'))).toBe(200);
      const parts = await arrived(key, uploadId);
      expect(parts.map(({ partNumber, size }) => [partNumber, size])).toEqual([
        [1, PART],
        [2, LAST],
      ]);
      expect([await storage.head(key), await keys(storage, 'parts/')]).toEqual([null, []]);
      const { etag } = await storage.multipart.complete(key, uploadId, parts);
      const found = await storage.get(key);
      expect(Buffer.from(found?.body ?? []).equals(Buffer.concat([part('a'), part('b', LAST)]))).toBe(true);
      expect(found?.info).toMatchObject({ etag, size: PART + LAST, contentType: 'video/mp4' });
      expect(await storage.multipart.parts(key, uploadId)).toBeNull();
      expect(await sendPart(key, uploadId, 1, part('c'))).toBe(404);
    });

    it('refuse another length, another number and another key', async () => {
      const key = 'parts/strict';
      const uploadId = await storage.multipart.begin(key, 'video/mp4');
      const options = { partNumber: 1, contentLength: 10, expiresInSeconds: 60 };
      const { url } = await storage.multipart.presignPart(key, uploadId, options);
      const statuses = [
        await peer.put(url, {}, part('a', 11)),
        await peer.put(url, {}, part('a', 9)),
        await peer.put(url.replace(/(part_?number)=1/i, '$1=2'), {}, part('a', 10)),
        await peer.put(url.replace(key, 'parts/other'), {}, part('a', 10)),
      ].map(({ status }) => status);
      for (const status of statuses) expect([400, 403, 413]).toContain(status);
      expect(await arrived(key, uploadId)).toEqual([]);
      await storage.multipart.abort(key, uploadId);
    });

    it('are not put together of parts that have not arrived, or changed since', async () => {
      const key = 'parts/incomplete';
      const uploadId = await storage.multipart.begin(key, 'video/mp4');
      await sendPart(key, uploadId, 1, part('a'));
      const parts = await arrived(key, uploadId);
      const missing = [...parts, { partNumber: 2, size: 1, etag: 'd41d8cd98f00b204e9800998ecf8427e' }];
      await expect(storage.multipart.complete(key, uploadId, missing)).rejects.toThrow(PreconditionFailedError);
      await sendPart(key, uploadId, 1, part('b'));
      await expect(storage.multipart.complete(key, uploadId, parts)).rejects.toThrow(PreconditionFailedError);
      await expect(storage.multipart.complete(key, uploadId, [])).rejects.toThrow(PreconditionFailedError);
      expect(await storage.head(key)).toBeNull();
      await storage.multipart.complete(key, uploadId, await arrived(key, uploadId));
      expect((await storage.head(key))?.size).toBe(PART);
    });

    it('are listed until they are complete or aborted, and leave nothing then', async () => {
      const [one, two] = ['parts/list/one', 'parts/list/two'] as const;
      const ids = [await storage.multipart.begin(one, 'video/mp4'), await storage.multipart.begin(two, 'video/mp4')];
      const listed = async (prefix = 'parts/list/') => {
        const found: string[] = [];
        for await (const { key, uploadId, startedAt } of storage.multipart.list(prefix)) {
          expect(Math.abs(startedAt.getTime() - Date.now())).toBeLessThan(600_000);
          found.push(`${key} ${uploadId}`);
        }
        return found.sort();
      };
      expect(await listed()).toEqual([`${one} ${ids[0]}`, `${two} ${ids[1]}`].sort());
      expect(await listed('parts/list/t')).toEqual([`${two} ${ids[1]}`]);
      await sendPart(one, ids[0] ?? '', 1, part('a', LAST));
      await storage.multipart.abort(one, ids[0] ?? '');
      await storage.multipart.abort(one, ids[0] ?? '');
      expect(await listed()).toEqual([`${two} ${ids[1]}`]);
      expect(await storage.multipart.parts(one, ids[0] ?? '')).toBeNull();
      await expect(
        storage.multipart.complete(one, ids[0] ?? '', [{ partNumber: 1, size: LAST, etag: 'x' }]),
      ).rejects.toThrow(PreconditionFailedError);
      await storage.multipart.abort(two, ids[1] ?? '');
      expect(await listed()).toEqual([]);
    });

    it('refuse wrong keys, types, numbers and lengths', async () => {
      const { multipart } = storage;
      await expect(multipart.begin('../a', 'video/mp4')).rejects.toThrow(InvalidKeyError);
      await expect(multipart.begin('a', 'a\nb')).rejects.toThrow(TypeError);
      const uploadId = await multipart.begin('parts/wrong', 'video/mp4');
      const right = { partNumber: 1, contentLength: 1, expiresInSeconds: 60 };
      for (const wrong of [{ partNumber: 0 }, { partNumber: 10_001 }, { contentLength: -1 }, { expiresInSeconds: 0 }]) {
        const made = multipart.presignPart('parts/wrong', uploadId, { ...right, ...wrong });
        await expect(made).rejects.toThrow(TypeError);
      }
      await multipart.abort('parts/wrong', uploadId);
    });
  });
}
