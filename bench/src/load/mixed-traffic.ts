import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createLoader } from '@stele/loader';
import type { Later } from '../clean-up.ts';
import { uploadFile } from '../fairness/victim.ts';
import type { UsualProject } from '../usual/project.ts';
import { SEARCHED } from '../usual/site.ts';
import type { Recorder } from './recorder.ts';

const EDITORS = 50;
const BUILDS = 20;
const WEBHOOKS = 3;
const IMPORTS_AT_ONCE = 4;
/** Documents that are imported for each second of the run. */
const IMPORTED_A_SECOND = 3;
/** An editor's pause between two saves: typing pauses about this long. */
const PAUSE_MS = 1_000;

interface Traffic {
  readonly project: UsualProject;
  readonly contentUrl: string;
  readonly recorder: Recorder;
  /** When everyone stops, by `performance.now()`. */
  readonly end: number;
  readonly seconds: number;
  readonly photo: Buffer;
}

/** Everything that happens to an instance with many users at once. @returns how many publishes changed something */
export async function sendTraffic(traffic: Traffic): Promise<number> {
  let published = 0;
  const countPublish = (): void => void published++;
  await Promise.all([
    ...Array.from({ length: EDITORS }, (_none, number) => edit(traffic, number, countPublish)),
    build(traffic),
    importDocuments(traffic, countPublish),
  ]);
  return published;
}

/** Types into one post after the other: a save a second, now and then a list, a publish or an upload. */
async function edit({ project, recorder, end, photo }: Traffic, number: number, published: () => void): Promise<void> {
  const { api } = project;
  const client = api.owner;
  await wait((number / EDITORS) * PAUSE_MS);
  for (let step = number; performance.now() < end; step++) {
    const address = project.anyPost();
    const post = await recorder.measure('open an entry', () => client.get(address));
    if (!post) continue;
    let { version } = post as { version: number };
    const { en } = post.values as { en: object };
    for (let key = 0; key < 10 && performance.now() < end; key++) {
      const values = { en: { ...en, title: `Typed by ${number}, ${step}.${key}` } };
      const saved = await recorder.measure('save', () =>
        client.put(`${address}/draft`, { values, base_version: version }),
      );
      version = Number(saved?.version ?? version);
      await wait(PAUSE_MS);
    }
    await recorder
      .measure('publish', () => client.post(`${address}/publish`, { locales: ['en'] }))
      .then((answer) => {
        if (answer) published();
      });
    const list = `${project.entries}?limit=50&collection=posts&search=${SEARCHED}`;
    await recorder.measure('list with search', () => client.get(list));
    if (step % EDITORS === 0) {
      await recorder.measure('upload', () => uploadFile(api, api.projectId, photo, 'image/jpeg'));
    }
  }
}

/** Builds the website several times, at even intervals. Each build reads all content, without a cache. */
async function build({ project: { api }, contentUrl, recorder, seconds }: Traffic): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (let n = 0; n < BUILDS; n++) {
    const site = { url: api.url, contentUrl, projectId: api.projectId, token: api.readToken };
    const loader = createLoader({ ...site, cache: false, log: false });
    running.push(recorder.measure('build', () => loader.load('posts', { locale: 'en' })));
    await wait((seconds * 1000) / (BUILDS + 1));
  }
  await Promise.all(running);
}

/** Creates and publishes documents, as `stele import` does. */
async function importDocuments({ project, recorder, end, seconds }: Traffic, published: () => void): Promise<void> {
  const { admin } = project.api;
  let left = seconds * IMPORTED_A_SECOND;
  const work = async (): Promise<void> => {
    while (left-- > 0 && performance.now() < end) {
      const body = { ...project.newPost(), via: 'import' };
      const made = await recorder.measure('import: create', () => admin.post(project.entries, body));
      if (!made) continue;
      const address = `${project.entries}/${made.id}/publish`;
      const live = await recorder.measure('import: publish', () =>
        admin.post(address, { locales: ['en', 'de'], via: 'import' }),
      );
      if (live) published();
    }
  };
  await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, work));
}

/** Has all publishes told to webhooks. @returns the ids that each was told */
export async function receiveWebhooks({ api }: UsualProject, later: Later): Promise<readonly Set<string>[]> {
  const told = Array.from({ length: WEBHOOKS }, () => new Set<string>());
  const server = createServer((request, response) => {
    told[Number(request.url?.slice(1))]?.add(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  later(async () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < WEBHOOKS; n++) {
    const hook = { name: `${n}`, url: `http://127.0.0.1:${port}/${n}`, events: ['entry.published'] };
    await api.owner.post(`/v1/projects/${api.projectId}/webhooks`, hook);
  }
  return told;
}
