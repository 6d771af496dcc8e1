import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidKeyError, type ObjectStorage } from '../../src/index.ts';
import { bytes, JSON_TYPE, keys, text } from '../helpers.ts';
import type { Peer } from './peer.ts';

/** Tests of people who hold nothing but signed addresses. */
export function describeSignedAddresses(open: () => Promise<ObjectStorage>, peer: Peer): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });
  const declared = { contentType: 'image/png', contentLength: 5, expiresInSeconds: 60 };

  describe('uploads by presigned URL', () => {
    it('take the declared bytes', async () => {
      const { url, headers } = await storage.presignPut('presigned/ok', declared);
      expect((await peer.put(url, headers, bytes('12345'))).status).toBe(200);
      const found = await storage.get('presigned/ok');
      expect(text(found?.body)).toBe('12345');
      expect(found?.info.contentType).toBe('image/png');
    });

    it('refuse another length, another type and another key', async () => {
      const { url, headers } = await storage.presignPut('presigned/no', declared);
      const sent = [
        await peer.put(url, headers, bytes('123456')),
        await peer.put(url, headers, bytes('1234')),
        await peer.put(url, { 'content-type': 'text/html' }, bytes('12345')),
        await peer.put(url.replace('presigned/no', 'presigned/other'), headers, bytes('12345')),
        await peer.get(url),
      ];
      for (const { status } of sent) expect([400, 403, 405, 413, 415]).toContain(status);
      expect(await keys(storage, 'presigned/no')).toEqual([]);
      expect(await keys(storage, 'presigned/other')).toEqual([]);
    });
  });

  describe('downloads by presigned URL', () => {
    it('hand out the object as a file with a name', async () => {
      await storage.put('private/original', bytes('secret'), { contentType: 'image/png' });
      const filename = 'Straße "1", (2).png';
      const { url, expiresAt } = await storage.presignGet('private/original', { filename, expiresInSeconds: 300 });
      const { status, headers, body } = await peer.get(url);
      expect([status, text(body), headers['content-type']]).toEqual([200, 'secret', 'image/png']);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="Stra_e _1__ (2).png"; filename*=UTF-8''Stra%C3%9Fe%20%221%22%2C%20%282%29.png`,
      );
      expect(headers['cache-control']).toBe('private, no-store');
      const seconds = (expiresAt.getTime() - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(200);
      expect(seconds).toBeLessThanOrEqual(300);
    });

    it('refuse another key, another name, and an upload', async () => {
      await storage.put('private/a', bytes('a'), JSON_TYPE);
      await storage.put('private/b', bytes('b'), JSON_TYPE);
      const { url } = await storage.presignGet('private/a', { filename: 'a.json', expiresInSeconds: 60 });
      expect((await peer.get(url.replace('private/a', 'private/b'))).status).toBe(403);
      expect((await peer.get(url.replaceAll('a.json', 'b.json'))).status).toBe(403);
      expect((await peer.get(url.replace(/\?.*/, ''))).status).toBe(403);
      expect([403, 405]).toContain((await peer.put(url, {}, bytes('x'))).status);
      expect(text((await storage.get('private/a'))?.body)).toBe('a');
    });

    it('are not made for a wrong key, name or time', async () => {
      const options = { filename: 'a', expiresInSeconds: 60 };
      await expect(storage.presignGet('../a', options)).rejects.toThrow(InvalidKeyError);
      await expect(storage.presignGet('a', { ...options, filename: 'a\nb' })).rejects.toThrow(TypeError);
      await expect(storage.presignGet('a', { ...options, filename: '' })).rejects.toThrow(TypeError);
      await expect(storage.presignGet('a', { ...options, filename: '\ud800' })).rejects.toThrow(TypeError);
      await expect(storage.presignGet('a', { ...options, expiresInSeconds: 0 })).rejects.toThrow(TypeError);
    });
  });
}
