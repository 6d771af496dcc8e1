import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const KEYS = `b:${'A'.repeat(43)}=,a:${'B'.repeat(42)}A`;

describe('the settings', () => {
  it('need nothing: everything is embedded, on loopback, with the demo project', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      apiUrl: 'http://localhost:3000',
      adminUrl: 'http://localhost:3001',
      contentUrl: 'http://localhost:3002',
      dataDirectory: path.resolve('.stele'),
      databaseUrl: null,
      seed: 'demo',
      proxySecret: null,
      encryptionKeys: null,
      allowsPrivateTargets: false,
      trustedProxies: 0,
      tokenDays: null,
      storageLimit: null,
      redis: null,
      logLevel: 'info',
    });
  });

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.2' },
    { API_URL: 'https://api.example.org' },
    { ADMIN_URL: 'https://cms.example.org' },
    { CONTENT_URL: 'https://example.org/content' },
    { API_URL: 'http://192.168.1.2:3000' },
    { API_URL: 'https://localhost.example.org' },
  ])('are not seeded where anyone else reaches a part: %o', (given) => {
    expect(readEnvironment(given).seed).toBeNull();
    expect(readEnvironment({ ...given, STELE_SEED: 'empty' }).seed).toBe('empty');
  });

  it.each([
    { HOST: '::1' },
    { API_URL: 'http://127.0.0.1:4000', ADMIN_URL: 'http://[::1]:4001', CONTENT_URL: 'http://stele.localhost:4002' },
  ])('are seeded where all is on this machine: %o', (given) => {
    expect(readEnvironment(given).seed).toBe('demo');
  });

  it('are seeded only when embedded on loopback, or on request', () => {
    const production = {
      DATABASE_URL: 'postgres://db/stele',
      STELE_AUTH_SECRET: 's'.repeat(32),
      STELE_ENCRYPTION_KEYS: KEYS,
    };
    expect(readEnvironment(production).seed).toBeNull();
    expect(readEnvironment({ ...production, STELE_SEED: '1' }).seed).toBe('demo');
    expect(readEnvironment({ HOST: '0.0.0.0' }).seed).toBeNull();
    expect(readEnvironment({ STELE_SETUP_TOKEN: 'a-long-setup-code' }).seed).toBeNull();
    expect(readEnvironment({ STELE_SEED: '0' }).seed).toBeNull();
    expect(readEnvironment({}).seed).toBe('demo');
    expect(readEnvironment({ STELE_SEED: 'empty' }).seed).toBe('empty');
  });

  it('take addresses without a trailing slash, and count an empty one as not given', () => {
    expect(readEnvironment({ API_URL: 'https://api.example.org/', API_PORT: '' })).toMatchObject({
      apiUrl: 'https://api.example.org',
      port: 3000,
    });
  });

  it('let the content host be below a path, which a proxy takes away', () => {
    const { contentUrl } = readEnvironment({ CONTENT_URL: 'https://example.org/content/' });
    expect(contentUrl).toBe('https://example.org/content');
  });

  it('say how long snapshots are kept', () => {
    expect(readEnvironment({}).retention).toMatchObject({ keepMs: 30 * 86_400_000, keepLast: 100 });
    const { retention } = readEnvironment({ STELE_SNAPSHOT_DAYS: '7', STELE_SNAPSHOT_COUNT: '5' });
    expect(retention).toMatchObject({ keepMs: 7 * 86_400_000, keepLast: 5 });
  });

  it('say how much space the files of a project may take', () => {
    expect(readEnvironment({ STELE_STORAGE_LIMIT: '1500' }).storageLimit).toBe(1500);
    expect(readEnvironment({ STELE_STORAGE_LIMIT: '50GB' }).storageLimit).toBe(50_000_000_000);
  });

  it('choose where limits are counted', () => {
    expect(readEnvironment({ REDIS_URL: 'redis://r:6379' }).redis).toEqual({ kind: 'redis', url: 'redis://r:6379' });
    const upstash = { UPSTASH_REDIS_REST_URL: 'https://u.example', UPSTASH_REDIS_REST_TOKEN: 't' };
    expect(readEnvironment(upstash).redis).toEqual({ kind: 'upstash', url: 'https://u.example', token: 't' });
  });

  const wrong: [Record<string, string>, string][] = [
    [{ API_PORT: 'many' }, 'API_PORT'],
    [{ API_PORT: '70000' }, 'API_PORT'],
    [{ API_URL: 'localhost' }, 'API_URL'],
    [{ API_URL: 'https://example.org/api' }, 'API_URL'],
    [{ API_URL: 'https://example.org/?part=api' }, 'API_URL'],
    [{ API_URL: 'https://ada:secret@api.example.org' }, 'API_URL'],
    [{ ADMIN_URL: 'https://example.org/cms/' }, 'ADMIN_URL'],
    [{ ADMIN_URL: 'https://example.org/#cms' }, 'ADMIN_URL'],
    [{ CONTENT_URL: 'https://content.example.org/?part=content' }, 'CONTENT_URL'],
    [{ CONTENT_URL: 'https://ada@content.example.org' }, 'CONTENT_URL'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/stele' }, 'STELE_AUTH_SECRET'],
    [{ STELE_AUTH_SECRET: 'short' }, 'STELE_AUTH_SECRET'],
    [{ STELE_TOKEN_DAYS: '0' }, 'STELE_TOKEN_DAYS'],
    [{ DATABASE_URL: 'postgres://db/stele', STELE_AUTH_SECRET: 's'.repeat(32) }, 'STELE_ENCRYPTION_KEYS'],
    [{ STELE_ENCRYPTION_KEYS: 'A'.repeat(43) }, 'STELE_ENCRYPTION_KEYS'],
    [{ STELE_ENCRYPTION_KEYS: 'a:short' }, 'STELE_ENCRYPTION_KEYS'],
    [{ STELE_ENCRYPTION_KEYS: KEYS.replace('a:', 'b:') }, 'STELE_ENCRYPTION_KEYS'],
    [{ STELE_ALLOW_PRIVATE_TARGETS: 'yes' }, 'STELE_ALLOW_PRIVATE_TARGETS'],
    [{ STELE_PROXY_SECRET: 'short' }, 'STELE_PROXY_SECRET'],
    [{ STELE_TRUST_PROXY: 'yes' }, 'STELE_TRUST_PROXY'],
    [{ STELE_TRUST_PROXY: '-1' }, 'STELE_TRUST_PROXY'],
    [{ STELE_SETUP_TOKEN: 'short' }, 'STELE_SETUP_TOKEN'],
    [{ STELE_SEED: 'yes' }, 'STELE_SEED'],
    [{ STELE_SNAPSHOT_DAYS: '0' }, 'STELE_SNAPSHOT_DAYS'],
    [{ STELE_SNAPSHOT_COUNT: 'all' }, 'STELE_SNAPSHOT_COUNT'],
    [{ STELE_LIMITS: 'entry.publish=none' }, 'STELE_LIMITS'],
    [{ STELE_STORAGE_LIMIT: 'much' }, 'STELE_STORAGE_LIMIT'],
    [{ STELE_STORAGE_LIMIT: '0' }, 'STELE_STORAGE_LIMIT'],
    [{ STELE_STORAGE_LIMIT: '9999999999999TB' }, 'STELE_STORAGE_LIMIT'],
    [{ UPSTASH_REDIS_REST_URL: 'https://u.example' }, 'UPSTASH_REDIS_REST_TOKEN'],
    [{ SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'stele@example.org' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'stele@example.org' }, 'SMTP_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ];
  for (const [env, name] of wrong) {
    it(`end the start with a sentence that names ${name} when it is wrong: ${JSON.stringify(env)}`, () => {
      expect(() => readEnvironment(env)).toThrow(name);
    });
  }
});
