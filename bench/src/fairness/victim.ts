import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { collection, defineConfig, text } from '@stele/schema';
import { createDiskStorage } from '@stele/storage';
import sharp from 'sharp';
import type { RunningApi } from '../api/api.ts';

/** The time limit of each wait. */
const LONGEST_MS = 300_000;
const POLL_MS = 5;
const HOOK = 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2';

/** An operation that people wait for, and its time in milliseconds. */
export interface Chore {
  readonly name: string;
  time(): Promise<number>;
}

/** A server that replaces all other servers that the API calls: it counts requests, drips bytes, or delays answers. */
export interface Peer {
  readonly url: string;
  /** Requests by path, without those to platforms' own paths. */
  count(path: string): number;
  close(): void;
}

export async function startPeer(): Promise<Peer> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://peer.test').pathname;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    request.resume();
    if (path === '/drip') {
      response.writeHead(200, { 'content-type': 'image/png' });
      const timer = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(timer));
    } else if (path === '/slow') {
      const timer = globalThis.setTimeout(() => response.writeHead(204).end(), 19_000);
      response.on('close', () => clearTimeout(timer));
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (path) => counts.get(path) ?? 0,
    close: () => server.close().closeAllConnections(),
  };
}

/** Sends a file to the address of an upload, and completes the upload. @returns the asset's address */
export async function uploadFile(api: RunningApi, project: string, body: Buffer, mime: string): Promise<string> {
  const assets = `/v1/projects/${project}/assets`;
  const files = [{ filename: 'file', mime, bytes: body.byteLength }];
  const { uploads } = (await api.owner.post(`${assets}/uploads`, { files })) as {
    uploads: { asset_id: string; uploadUrl: string }[];
  };
  const [upload] = uploads;
  if (!upload) throw new Error('No upload was begun.');
  const key = decodeURIComponent(new URL(upload.uploadUrl).pathname).replace(/^\/uploads\//, '');
  await createDiskStorage(api.storage).put(key, body, { contentType: mime });
  await api.owner.post(`${assets}/${upload.asset_id}/complete`, {});
  return `${assets}/${upload.asset_id}`;
}

/** The operations of a project, which someone else's work shouldn't slow. */
export async function prepareChores(api: RunningApi, peer: Peer): Promise<Chore[]> {
  const project = `/v1/projects/${api.projectId}`;
  const posts = collection({ key: 'posts', fields: { title: text({ localized: true }) } });
  const { schema } = defineConfig({ collections: [posts] });
  await api.owner.post(`${project}/schema/sync`, { schema, base_version: 0 });
  await api.owner.post(`${project}/webhooks`, { name: 'own', url: `${peer.url}/own`, events: ['entry.published'] });
  const target = await api.owner.post(`${project}/deploy-targets`, {
    name: 'Website',
    kind: 'netlify',
    config: { hook_url: HOOK },
  });
  let made = 0;
  const publish = async (): Promise<number> => {
    const values = { en: { title: `Post ${made++}` } };
    const { id } = await api.owner.post(`${project}/entries`, { collection_key: 'posts', values });
    return timed(() => api.owner.post(`${project}/entries/${id}/publish`, { locales: ['en'] }));
  };
  const timeToRequest = async (path: string, work: () => Promise<unknown>): Promise<number> => {
    const before = peer.count(path);
    return timed(async () => {
      await work();
      await until(async () => peer.count(path) > before);
    });
  };
  return [
    {
      name: 'an upload',
      time: async () => {
        const body = await photo(made++);
        return timed(async () => {
          const asset = await uploadFile(api, api.projectId, body, 'image/jpeg');
          await until(async () => (await api.owner.get(asset)).status === 'ready');
        });
      },
    },
    { name: 'a webhook', time: () => timeToRequest('/own', publish) },
    {
      name: 'a deployment',
      time: () =>
        timeToRequest(new URL(HOOK).pathname, () => api.owner.post(`${project}/deploy-targets/${target.id}/test`, {})),
    },
    { name: 'a publish', time: publish },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Something took more than ${LONGEST_MS} ms.`);
    await setTimeout(POLL_MS);
  }
}

/** A small photo whose bytes differ from all others. */
function photo(number: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128 + (number % 64), sigma: 20 } as const;
  return sharp({ create: { width: 1200, height: 800, channels: 3, background: '#369', noise } })
    .jpeg()
    .toBuffer();
}
