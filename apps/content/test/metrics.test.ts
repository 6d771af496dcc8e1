import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentHost, startContentHost } from '../src/index.ts';
import { settingsFromEnv } from '../src/settings.ts';
import { send } from './support/client.ts';
import { SIGNING_KEY } from './support/host.ts';
import { entries, PROJECT, publish, SNAPSHOT } from './support/snapshot.ts';

const SECRET = 'an-operator-secret-of-the-content-host';

describe('the metrics of the content host', () => {
  let directory: string;
  let host: ContentHost;
  const start = (operatorSecret: string | null) => {
    const storage = { driver: 'disk', directory, publicUrl: 'http://content.test', signingKey: SIGNING_KEY } as const;
    return startContentHost({ host: '127.0.0.1', port: 0, storage, operatorSecret, log: pino({ enabled: false }) });
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stele-metrics-'));
    const storage = createDiskStorage({
      driver: 'disk',
      directory,
      publicUrl: 'http://content.test',
      signingKey: SIGNING_KEY,
    });
    await publish(storage, [{ collection: 'posts', locale: 'en', entries: entries(20) }]);
    host = await start(SECRET);
  });
  afterAll(async () => {
    await host.close();
    await rm(directory, { recursive: true, force: true });
  });

  const read = (authorization?: string, port = host.port) =>
    send(port, '/metrics', authorization === undefined ? {} : { headers: { authorization } });

  it('count requests by kind and status, and operations on the storage, and name no project', async () => {
    const file = `/${PROJECT}/snapshots/${SNAPSHOT}/posts.en.json`;
    expect((await send(host.port, file)).status).toBe(200);
    expect((await send(host.port, `${file}x`)).status).toBe(404);
    const { status, headers, body } = await read(`Bearer ${SECRET}`);
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    const text = body.toString();
    const counted = 'stele_http_request_duration_seconds_count{method="GET",route="content/';
    expect(text).toContain(`${counted}file",status="200"} 1`);
    expect(text).toContain(`${counted}unknown",status="404"} 1`);
    expect(text).toMatch(/stele_storage_operation_duration_seconds_count\{name="get"\} [1-9]/);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain(PROJECT);
  });

  it('exist for no one without the secret, and nowhere without one', async () => {
    for (const wrong of [undefined, 'Bearer x', `Bearer ${SECRET}x`, SECRET])
      expect((await read(wrong)).status).toBe(404);
    const without = await start(null);
    expect((await read(`Bearer ${SECRET}`, without.port)).status).toBe(404);
    await without.close();
  });

  it('count outages of the storage', async () => {
    const text = async () => (await read(`Bearer ${SECRET}`)).body.toString();
    expect(await text()).not.toContain('stele_failures_total{part="storage"');
    await rm(directory, { recursive: true, force: true });
    expect((await send(host.port, '/readyz')).status).toBe(503);
    expect(await text()).toContain('stele_failures_total{part="storage",name="check",outage="true"} 1');
  });

  it('take a secret of at least 32 characters', async () => {
    await expect(settingsFromEnv({ STELE_DATA_DIR: directory, STELE_OPERATOR_SECRET: 'short' })).rejects.toThrow(
      'STELE_OPERATOR_SECRET must have at least 32 characters.',
    );
  });
});
