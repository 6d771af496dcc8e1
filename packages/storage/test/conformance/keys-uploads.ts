import { beforeAll, describe, expect, it } from 'vitest';
import { InvalidKeyError, type ObjectStorage } from '../../src/index.ts';
import { bytes, JSON_TYPE, keys, text, upload } from '../helpers.ts';

/** Which keys are taken, and what upload URLs are made. */
export function describeKeysAndUploads(open: () => Promise<ObjectStorage>): void {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await open();
  });

  describe('keys', () => {
    const invalid = [
      '',
      '/a',
      'a/',
      'a//b',
      '.',
      './a',
      'a/./b',
      '..',
      '../a',
      'a/../b',
      'a/..',
      'a..b',
      'a\\b',
      'a b',
      'ä',
      'a\0b',
      'a@',
      'a%2e',
      'a?b',
      'a'.repeat(513),
      `${'a'.repeat(241)}/b`,
    ];

    it.each(invalid)('refuses the key %j everywhere', async (key) => {
      await expect(storage.put(key, bytes('x'), JSON_TYPE)).rejects.toThrow(InvalidKeyError);
      await expect(storage.get(key)).rejects.toThrow(InvalidKeyError);
      await expect(storage.head(key)).rejects.toThrow(InvalidKeyError);
      await expect(storage.stream(key)).rejects.toThrow(InvalidKeyError);
      await expect(storage.delete(['fine', key])).rejects.toThrow(InvalidKeyError);
      await expect(storage.presignPut(key, upload(1))).rejects.toThrow(InvalidKeyError);
    });

    it.each(['a//b', '../', 'a/../b', '/', 'ä'])('refuses the prefix %j', async (prefix) => {
      await expect(keys(storage, prefix)).rejects.toThrow(InvalidKeyError);
    });

    it.each(['a', '.hidden', 'a.b-c_d/E', `${'k'.repeat(240)}/${'k'.repeat(240)}`])('takes the key %j', async (key) => {
      await storage.put(`keys/${key}`, bytes(key), JSON_TYPE);
      expect(text((await storage.get(`keys/${key}`))?.body)).toBe(key);
    });

    it('refuses a content type that no header can carry', async () => {
      const put = storage.put('keys/type', bytes('x'), { contentType: 'text/plain\r\nx-evil: 1' });
      await expect(put).rejects.toThrow(TypeError);
    });
  });

  it('says that it can be used', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });

  it('makes upload URLs that expire, without touching the storage', async () => {
    const { url, headers, expiresAt } = await storage.presignPut('up/load.png', upload(10));
    expect(new URL(url).pathname).toMatch(/\/up\/load\.png$/);
    expect(headers).toEqual({ 'content-type': 'image/png' });
    const seconds = (expiresAt.getTime() - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await storage.head('up/load.png')).toBeNull();
  });

  it.each([{ contentLength: -1 }, { contentLength: 1.5 }, { expiresInSeconds: 0 }, { contentType: '' }])(
    'refuses an upload URL with %o',
    async (wrong) => {
      await expect(storage.presignPut('up/wrong', { ...upload(1), ...wrong })).rejects.toThrow(TypeError);
    },
  );
}
