import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage, loadUploadKey, StorageSettingsError, storageSettingsFromEnv } from '../src/index.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'stele-settings-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

const S3 = {
  S3_BUCKET: 'content',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_ENDPOINT: 'https://s3.example.com',
};

function settings(env: Record<string, string | undefined>) {
  return storageSettingsFromEnv(env, { dataDirectory: join(base, 'data'), publicUrl: 'http://content.test' });
}

describe('storage settings from the environment', () => {
  it('keep objects on disk, with a key of their own, when no bucket is named', async () => {
    const first = await settings({ S3_BUCKET: '', HOME: '/root' });
    expect(first).toMatchObject({ driver: 'disk', directory: join(base, 'data', 'objects') });
    expect(await settings({})).toEqual(first);
  });

  it('take the upload key from the environment', async () => {
    const key = 'a key from the environment, long enough';
    expect(await settings({ STELE_UPLOAD_KEY: key })).toMatchObject({ signingKey: key });
    await expect(settings({ STELE_UPLOAD_KEY: 'short' })).rejects.toThrow(/STELE_UPLOAD_KEY must have at least 32/);
  });

  it('describe a bucket with an address of its own', async () => {
    expect(await settings(S3)).toEqual({
      driver: 's3',
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'content',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    });
  });

  it("describe a bucket at Amazon's", async () => {
    const { S3_ENDPOINT: _, ...amazon } = S3;
    const found = await settings({ ...amazon, S3_REGION: 'eu-central-1' });
    expect(found).toMatchObject({ region: 'eu-central-1', forcePathStyle: false });
    expect(found).not.toHaveProperty('endpoint');
    await expect(settings(amazon)).rejects.toThrow(/S3_REGION must be set when/);
  });

  it.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
    'name %s when only it is missing',
    async (name) => {
      await expect(settings({ ...S3, [name]: undefined })).rejects.toThrow(new RegExp(`^${name} must be set`));
    },
  );

  it.each([
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'ftp://s3.example.com'],
    ['S3_ENDPOINT', 'https://user:pass@s3.example.com'],
    ['S3_FORCE_PATH_STYLE', 'maybe'],
    ['S3_BUCKET', 'a/b'],
  ])('refuse %s=%s with a sentence that names it', async (name, value) => {
    const refused = settings({ ...S3, [name]: value });
    await expect(refused).rejects.toThrow(StorageSettingsError);
    await expect(refused).rejects.toThrow(new RegExp(`^${name} .*\\.$`));
  });

  it.each([
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ])('read S3_FORCE_PATH_STYLE=%s', async (value, expected) => {
    expect(await settings({ ...S3, S3_FORCE_PATH_STYLE: value })).toMatchObject({ forcePathStyle: expected });
  });
});

describe('the upload key of a data folder', () => {
  it('is the same for all who ask at once, secret, and readable by its owner only', async () => {
    const folder = join(base, 'key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadUploadKey(folder)));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toHaveLength(43);
    expect((await stat(join(folder, 'upload.key'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(folder, 'upload.key'), 'utf8')).trim()).toBe(keys[0]);
  });

  it('is refused, by the name of its file, when it is too short', async () => {
    await writeFile(join(base, 'upload.key'), 'short\n');
    await expect(loadUploadKey(base)).rejects.toThrow(/upload\.key must have at least 32 characters/);
  });

  it('is required of a storage on disk', () => {
    const disk = { driver: 'disk', directory: base, publicUrl: 'http://content.test', signingKey: 'short' } as const;
    expect(() => createDiskStorage(disk)).toThrow(StorageSettingsError);
  });
});
