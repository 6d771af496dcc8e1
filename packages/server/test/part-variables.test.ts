import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { variablesOf } from '../src/part-variables.ts';
import { environmentOf, readInstanceSettings } from '../src/settings.ts';

const page = await readFile(new URL('../../../docs/reference/settings.md', import.meta.url), 'utf8');
const settings = [...page.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name ?? '');
const env = Object.fromEntries([...settings, 'PATH', 'MY_OTHER_SECRET'].map((name) => [name, 'x']));

test('the API gets every setting, and nothing that is not meant for it', () => {
  expect(Object.keys(variablesOf('api', env)).sort()).toEqual([...settings, 'PATH'].sort());
});

test('content host and admin get what they need, and the secrets of no other part', () => {
  const needed = ['API_URL', 'CONTENT_URL', 'HOST', 'PATH', 'S3_BUCKET'];
  expect(Object.keys(variablesOf('content', env))).toEqual(
    expect.arrayContaining([
      ...needed,
      'STELE_UPLOAD_KEY',
      'S3_SECRET_ACCESS_KEY',
      'STELE_DATA_DIR',
      'STELE_OPERATOR_SECRET',
    ]),
  );
  expect(Object.keys(variablesOf('admin', env))).toEqual(
    expect.arrayContaining([...needed, 'STELE_PROXY_SECRET', 'STELE_TRUST_PROXY']),
  );
  const secrets = ['DATABASE_URL', 'STELE_AUTH_SECRET', 'STELE_ENCRYPTION_KEYS', 'STELE_SETUP_TOKEN'];
  const more = ['SMTP_URL', 'REDIS_URL', 'UPSTASH_REDIS_REST_TOKEN', 'MY_OTHER_SECRET'];
  for (const name of [...secrets, ...more, 'STELE_PROXY_SECRET'])
    expect(variablesOf('content', env)).not.toHaveProperty(name);
  for (const name of [...secrets, ...more, 'S3_SECRET_ACCESS_KEY', 'STELE_UPLOAD_KEY', 'STELE_OPERATOR_SECRET']) {
    expect(variablesOf('admin', env)).not.toHaveProperty(name);
  }
});

test('each part has threads enough for files, and a place for compiled code, unless the operator chose others', () => {
  const given = (own: NodeJS.ProcessEnv) => variablesOf('api', environmentOf(readInstanceSettings(own, '/srv'), own));
  expect(given({})).toMatchObject({ UV_THREADPOOL_SIZE: '16', NODE_COMPILE_CACHE: '/srv/.stele/compile-cache' });
  const chosen = { UV_THREADPOOL_SIZE: '8', NODE_COMPILE_CACHE: '/cache' };
  expect(given(chosen)).toMatchObject(chosen);
});
