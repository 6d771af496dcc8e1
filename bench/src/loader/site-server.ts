// A content host as it runs in production, and a server that answers with the live pointer as the API does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newLog, startContentHost } from '@stele/content';
import {
  canonicalJson,
  chunkKey,
  indexKey,
  type Manifest,
  manifestKey,
  sha256,
  snapshotPrefix,
  updateFile,
} from '@stele/snapshot';
import { createDiskStorage, type DiskSettings } from '@stele/storage';
import { ulid } from 'ulid';
import { childArgument, serveParent } from '../child.ts';
import type { Published, PublishRequest, SiteOptions, SiteReady } from './protocol.ts';

const { directory } = childArgument<SiteOptions>();
const projectId = `prj_${ulid().toLowerCase()}`;
const settings: DiskSettings = {
  driver: 'disk',
  directory,
  publicUrl: 'http://content.test',
  signingKey: 'k'.repeat(40),
};
const storage = createDiskStorage(settings);
const host = await startContentHost({ host: '127.0.0.1', port: 0, storage: settings, log: newLog('error') });
const contentUrl = `http://127.0.0.1:${host.port}`;
let pointer: object | null = null;
let sequence = 0;

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pointer));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

async function publish({ entries, bytes, edited }: PublishRequest): Promise<Published> {
  const changes = Array.from({ length: entries }, (_, number) => {
    const id = `ent_${String(number).padStart(26, '0')}`;
    const title = number === edited ? 'Edited' : `Entry ${number}`;
    const body = `${number} `.padEnd(bytes, sha256(String(number)));
    const times = { version: 2, schema_version: 1, published_at: '2026-01-01T00:00:00.000Z' };
    return { id, key: '', entry: { id, ...times, values: { body, title } } };
  });
  const { root, index } = await updateFile(null, changes, {
    read: () => Promise.reject(new Error('a new file reads nothing')),
    write: async ({ kind, sha256: digest, body }) => {
      const key = kind === 'chunk' ? chunkKey(projectId, digest) : indexKey(projectId, digest);
      await storage.put(key, body, { contentType: 'application/json' });
    },
  });
  sequence += 1;
  const snapshotId = `snap_${ulid().toLowerCase()}`;
  const file = { collection: 'posts', locale: 'en', index, entries: root.entries, bytes: root.bytes };
  const manifest = {
    manifest_format: 1,
    project_id: projectId,
    snapshot_id: snapshotId,
    sequence,
    schema_version: 1,
    published_at: '2026-01-01T00:00:00.000Z',
    files: [file],
  } satisfies Manifest;
  const body = new TextEncoder().encode(canonicalJson(manifest));
  const key = manifestKey(projectId, snapshotId);
  await storage.put(key, body, { contentType: 'application/json' });
  pointer = {
    snapshot_id: snapshotId,
    published_at: manifest.published_at,
    content_base_url: `${contentUrl}/${snapshotPrefix(projectId, snapshotId)}`,
    manifest: { manifest_format: 1, sequence, schema_version: 1, url: `${contentUrl}/${key}`, sha256: sha256(body) },
  };
  return { snapshotId, bytes: root.bytes };
}

const ready: SiteReady = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  contentUrl,
  projectId,
};
serveParent(ready, publish, async () => {
  server.close();
  server.closeAllConnections();
  await host.close(0);
});
