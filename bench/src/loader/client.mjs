// A build that reads one collection, in its own process, so that each measurement starts cold. For each message, it does its work
// once, and answers with the cost.
import { subscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @type {import('./protocol.ts').ClientOptions} */
const { site, snapshotId, cache, work, countsBytes } = JSON.parse(process.argv[2] ?? '');
let requests = 0;
let bytes = 0;

const importing = performance.now();
const { createLoader } = await import('@stele/loader');
const importMs = performance.now() - importing;

// Requests are counted by Node.js's diagnostics channel: the loader chooses itself how it sends them.
for (const name of ['http.client.request.start', 'undici:request:create']) {
  subscribe(name, () => {
    requests += 1;
  });
}

/** @type {import('@stele/loader').FetchLike} */
async function countingFetch(url, init) {
  const response = await fetch(url, init);
  const body = response.body?.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        bytes += part.byteLength;
        controller.enqueue(part);
      },
    }),
  );
  return { status: response.status, headers: response.headers, body: body ?? null };
}

/** @type {Record<typeof work, () => Promise<{ length: number }>>} */
const WORK = {
  async plain() {
    const url = `${site.contentUrl}/${site.projectId}/snapshots/${snapshotId}/posts.en.json`;
    return JSON.parse(await (await fetch(url)).text()).entries;
  },
  async load() {
    const entries = await newLoader().load('posts', { locale: 'en' });
    return entries.filter(({ values }) => values.title !== undefined && values.body !== undefined);
  },
  async iterate() {
    let length = 0;
    for await (const entry of newLoader().iterate('posts', { locale: 'en' })) if (entry.version > 0) length += 1;
    return { length };
  },
};

const newLoader = () =>
  createLoader({ ...site, token: 'stl_pub_bench', cache, log: false, fetch: countsBytes ? countingFetch : undefined });

/** @returns {Promise<import('./protocol.ts').ClientResult>} */
async function measure() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  requests = 0;
  bytes = 0;
  const idle = process.memoryUsage.rss();
  const started = performance.now();
  const { length } = await WORK[work]();
  const ms = performance.now() - started;
  return { entries: length, ms, importMs, requests, bytes, peakBytes: process.resourceUsage().maxRSS * 1024 - idle };
}

process.on('message', () => measure().then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());
process.send?.(null);
