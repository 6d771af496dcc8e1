import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import {
  liveFileKey,
  makeLiveFile,
  type PointerMirror,
  pointerMirrorKey,
  pointerMirrorName,
  sha256,
  snapshotPrefix,
} from '@stele/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, send } from './support/client.ts';
import { startTestHost, type TestHost } from './support/host.ts';
import { JSON_TYPE, PROJECT, SNAPSHOT } from './support/snapshot.ts';

describe('the copy of a live pointer', () => {
  let host: TestHost;
  let now = new Date('2026-03-01T12:00:00.000Z');
  beforeAll(async () => {
    host = await startTestHost({ now: () => now });
  });
  afterAll(() => host.close());

  async function put(token: string, expiresAt: string | null, live?: string): Promise<string> {
    const pointer: PointerMirror = {
      project_id: PROJECT,
      snapshot_id: SNAPSHOT,
      published_at: '2026-02-01T12:00:00.000Z',
      content_base_path: snapshotPrefix(PROJECT, SNAPSHOT),
      manifest: { manifest_format: 1 },
      sequence: 4,
      expires_at: expiresAt,
      ...(live !== undefined && { live }),
    };
    const key = pointerMirrorKey(pointerMirrorName(sha256(token)));
    await host.storage.put(key, Buffer.from(JSON.stringify(pointer)), JSON_TYPE);
    return `/${key}`;
  }

  it('is served to a client that knows its name, and never cached', async () => {
    const path = await put('one', null);
    const answer = await send(host.port, path);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ snapshot_id: SNAPSHOT, sequence: 4 });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect((await send(host.port, path, { method: 'HEAD' })).body.length).toBe(0);
  });

  it('is gone from the moment that its token expires', async () => {
    const path = await put('two', '2026-03-01T13:00:00.000Z');
    now = new Date('2026-03-01T12:59:59.999Z');
    expect((await send(host.port, path)).status).toBe(200);
    now = new Date('2026-03-01T13:00:00.000Z');
    const answer = await send(host.port, path);
    expect([answer.status, errorCode(answer), answer.headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
  });

  it('counts as expired when its time cannot be read', async () => {
    expect((await send(host.port, await put('three', 'soon'))).status).toBe(404);
  });

  it('is read anew each time', async () => {
    const path = await put('four', null);
    expect((await send(host.port, path)).status).toBe(200);
    await host.storage.delete([path.slice(1)]);
    expect((await send(host.port, path)).status).toBe(404);
  });

  it.each([
    ['newer', 5, 'snap_newer', 5],
    ['older', 3, SNAPSHOT, 4],
    ['missing', null, SNAPSHOT, 4],
  ])(
    'of a token whose live file is %s names the newer snapshot, in the form of a mirror',
    async (name, seq, id, sequence) => {
      const live = `live-${name}`;
      const publishedAt = new Date('2026-02-02T12:00:00.000Z');
      const file = {
        projectId: PROJECT,
        snapshotId: 'snap_newer',
        publishedAt,
        manifestHash: 'a'.repeat(64),
        sequence: seq ?? 0,
      };
      const key = liveFileKey(PROJECT, live);
      if (seq !== null) await host.storage.put(key, Buffer.from(JSON.stringify(makeLiveFile(file))), JSON_TYPE);
      const answer = JSON.parse(
        (await send(host.port, await put(live, '2026-03-02T00:00:00.000Z', live))).body.toString(),
      );
      const fields = 'project_id snapshot_id published_at content_base_path manifest sequence expires_at';
      expect(Object.keys(answer).join(' ')).toBe(fields);
      const expires = { expires_at: '2026-03-02T00:00:00.000Z', content_base_path: snapshotPrefix(PROJECT, id) };
      expect(answer).toMatchObject({ snapshot_id: id, sequence, ...expires });
      expect((await send(host.port, `/${key}`)).status).toBe(404);
    },
  );

  it.each([
    ['cut off', null],
    ['no JSON', '{"sequ'],
    ['JSON without a pointer', 'null'],
  ])('is the own one of a token whose live file is damaged: %s', async (name, text) => {
    const live = `damaged-${name.length}`;
    const key = liveFileKey(PROJECT, live);
    await host.storage.put(key, Buffer.from(text ?? 'whole'), JSON_TYPE);
    if (text === null) await truncate(join(host.directory, 'data', `${key}@`), 100);
    host.log.length = 0;
    const answer = await send(host.port, await put(live, null, live));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ snapshot_id: SNAPSHOT, sequence: 4 });
    const warnings = host.log.filter(({ level }) => level === 40).map(({ msg }) => msg);
    expect(warnings).toEqual(text === 'null' ? [] : ["a project's live file cannot be read"]);
    expect(JSON.stringify(host.log)).not.toContain(live);
  });

  it('is never named in the log', async () => {
    const path = await put('five', null);
    host.log.length = 0;
    await send(host.port, path);
    await send(host.port, '/livez');
    expect(host.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(host.log)).not.toContain(path.slice('/pointers/'.length, -'.json'.length));
  });

  it.each(['/pointers/short.json', '/pointers/', '/pointers', `/pointers/${'G'.repeat(64)}.json`])(
    'is not found as %s',
    async (path) => {
      expect((await send(host.port, path)).status).toBe(404);
    },
  );

  it('is a 500 when it cannot be read', async () => {
    const key = pointerMirrorKey('c'.repeat(64));
    await host.storage.put(key, Buffer.from('{"expires'), JSON_TYPE);
    const answer = await send(host.port, `/${key}`);
    expect([answer.status, errorCode(answer)]).toEqual([500, 'internal']);
  });
});
