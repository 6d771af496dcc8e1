import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError, settingsFromEnv } from '../src/index.ts';

describe('settings of the content host', () => {
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'stele-settings-'));
  });
  afterAll(() => rm(data, { recursive: true, force: true }));

  it('serve the data folder on loopback, with its key, when nothing else is said', async () => {
    const settings = await settingsFromEnv({ STELE_DATA_DIR: data, HOST: '', CONTENT_PORT: '' });
    expect(settings).toEqual({
      host: '127.0.0.1',
      port: 3002,
      contentUrl: 'http://127.0.0.1:3002',
      logLevel: 'info',
      operatorSecret: null,
      storage: {
        driver: 'disk',
        directory: join(data, 'objects'),
        publicUrl: 'http://127.0.0.1:3002',
        reserveBytes: 256_000_000,
        signingKey: (await readFile(join(data, 'upload.key'), 'utf8')).trim(),
      },
    });
  });

  it('take what the environment says', async () => {
    const settings = await settingsFromEnv({
      STELE_DATA_DIR: data,
      HOST: '::',
      CONTENT_PORT: '8080',
      CONTENT_URL: 'https://content.example.com',
      LOG_LEVEL: 'warn',
      STELE_UPLOAD_KEY: 'a key of the environment, long enough',
    });
    expect(settings).toMatchObject({
      host: '::',
      port: 8080,
      contentUrl: 'https://content.example.com',
      logLevel: 'warn',
      storage: { publicUrl: 'https://content.example.com', signingKey: 'a key of the environment, long enough' },
    });
  });

  it('serve a bucket when one is named', async () => {
    const settings = await settingsFromEnv({
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'content',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    expect(settings.storage).toMatchObject({ driver: 's3', bucket: 'content' });
  });

  it.each([
    ['CONTENT_PORT', '99999'],
    ['CONTENT_PORT', 'http'],
    ['CONTENT_URL', 'content.example.com'],
    ['CONTENT_URL', 'ftp://content.example.com'],
    ['CONTENT_URL', 'https://content.example.com/?part=1'],
    ['LOG_LEVEL', 'loud'],
    ['STELE_UPLOAD_KEY', 'short'],
    ['S3_BUCKET', 'lonely'],
  ])('refuse %s=%s with a sentence that names it', async (name, value) => {
    const refused = settingsFromEnv({ STELE_DATA_DIR: data, [name]: value });
    await expect(refused).rejects.toThrow(SettingsError);
    await expect(refused).rejects.toThrow(/^[^\n]+\.$/);
    await expect(refused).rejects.toThrow(name);
  });

  it('refuse a data folder that cannot be one', async () => {
    await writeFile(join(data, 'file'), '');
    await expect(settingsFromEnv({ STELE_DATA_DIR: join(data, 'file', 'below') })).rejects.toThrow(
      /STELE_DATA_DIR|upload key/,
    );
  });
});
