import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStorage, storageSettingsFromEnv } from '@stele/storage';
import { expect, it } from 'vitest';
import { pageHeaders } from '../src/admin/page-policy.ts';
import { uploadOrigin } from '../src/admin/upload-origin.ts';

const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

it.each([
  { CONTENT_URL: 'https://content.example.com/under/a/path' },
  { CONTENT_URL: 'http://localhost:3002', S3_BUCKET: '' },
  { S3_BUCKET: 'media', S3_REGION: 'eu-central-1', ...KEYS },
  { S3_BUCKET: 'media', S3_REGION: 'us-east-1', ...KEYS },
  { S3_BUCKET: 'media.example.com', S3_REGION: 'eu-central-1', ...KEYS },
  { S3_BUCKET: 'media', S3_REGION: 'eu-central-1', S3_FORCE_PATH_STYLE: 'true', ...KEYS },
  { S3_BUCKET: 'media', S3_ENDPOINT: 'https://abc.r2.cloudflarestorage.com', ...KEYS },
  { S3_BUCKET: 'media', S3_ENDPOINT: 'http://localhost:7480', S3_FORCE_PATH_STYLE: 'false', ...KEYS },
])('screens may send files to where the API has them sent: %o', async (env: Record<string, string>) => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'stele-origin-'));
  try {
    const settings = await storageSettingsFromEnv(env, {
      dataDirectory,
      publicUrl: env.CONTENT_URL ?? 'http://localhost:3002',
    });
    const storage = await openStorage(settings);
    const upload = await storage.presignPut('incoming/a', {
      contentType: 'image/png',
      contentLength: 1,
      expiresInSeconds: 60,
    });
    const origin = uploadOrigin(env);
    expect(origin).toBe(new URL(upload.url).origin);
    expect(pageHeaders('', env)['content-security-policy']).toContain(`connect-src 'self' ${origin};`);
  } finally {
    await rm(dataDirectory, { recursive: true });
  }
});

it('screens may send nowhere else, and only to their own site when nothing is set', () => {
  expect(pageHeaders('n', {})['content-security-policy']).toContain("connect-src 'self';");
});
