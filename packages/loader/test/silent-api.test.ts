import type { IncomingMessage, ServerResponse } from 'node:http';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { pointerMirrorKey, pointerMirrorName, sha256 } from '@stele/snapshot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLoader } from '../src/create-loader.ts';
import type { Loader } from '../src/loader.ts';
import type { LoaderOptions } from '../src/settings.ts';
import type { AnyCollections } from '../src/types.ts';
import { type Gate, refuse, startGate } from './support/gate.ts';
import { startDroppingServer, startMuteServer } from './support/silent-server.ts';
import { failureOf, type Site, startSite } from './support/site.ts';
import { putOldMirror } from './support/snapshots.ts';

const TIMEOUT = 10_000;
const MIRROR_AFTER = 2000;

let app: TestApp;
let project: TestProject;
let api: Gate;
let site: Site;
/** Requests to the API that it holds. */
let held: ServerResponse[];
/** For each time that the mirror is asked, whether a request to the API is pending then. */
let asked: boolean[];

beforeAll(async () => {
  app = await sharedApp();
  api = await startGate(Number(new URL(app.url).port));
});
afterAll(async () => {
  await api.stop();
});
beforeEach(async () => {
  site = await startSite(app.directory);
  project = await app.project();
  api.clear();
  api.intercept = (_request, response) => {
    held.push(response);
    setImmediate(() => site.clock.expire(MIRROR_AFTER));
    return true;
  };
  held = [];
  asked = [];
  watchMirror();
});
afterEach(() => site.close());

const loader = (options: LoaderOptions = {}): Loader<AnyCollections> =>
  site.loader({ url: api.url, projectId: project.id, token: project.tokens.read_published, ...options });
const mirrorOf = (): string => pointerMirrorKey(pointerMirrorName(sha256(project.tokens.read_published)));
const isPending = (): boolean => held.some((response) => !response.destroyed);
const sourceOf = async (from: Loader<AnyCollections>) => (await from.snapshot()).source;

/** Publishes one more entry. @returns the id of the snapshot that is live then */
async function publishOne(title: string): Promise<string> {
  const entries = `/projects/${project.id}/entries`;
  const { body } = await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } });
  await project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] });
  return (await project.api.get(`/projects/${project.id}/snapshot/latest`)).body.snapshot_id;
}

function watchMirror(intercept: Gate['intercept'] = () => false): void {
  const isMirror = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/pointers/');
  site.content.intercept = (request, response) => {
    if (isMirror(request)) asked.push(isPending());
    return isMirror(request) && intercept(request, response);
  };
}

/** Lets the API answer what it holds. */
async function answerHeld(): Promise<void> {
  for (const response of held) {
    const { url, headers } = response.req;
    const answer = await fetch(`${app.url}${url}`, { headers: { authorization: headers.authorization ?? '' } });
    response.end(await answer.text());
  }
}

describe('while the API is silent', () => {
  it.each([
    ['nothing came', {}],
    ['nothing came, with one request at a time', { concurrency: 1 }],
    ['a part of an answer came', { amid: true }],
  ] as [string, LoaderOptions & { readonly amid?: boolean }][])(
    'asks the mirror too, and takes its answer: %s',
    async (_when, { amid = false, ...options }) => {
      const id = await publishOne('Hello');
      const { intercept } = api;
      if (amid) {
        api.intercept = (request, response) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('{"snapshot_id":');
          return intercept(request, response);
        };
      }
      const stele = loader(options);
      expect(await stele.load('posts', { locale: 'en' })).toHaveLength(1);
      expect(await stele.snapshot()).toMatchObject({ id, source: 'mirror', sequence: 1 });
      expect([asked, api.requests.length, site.clock.sleeps]).toEqual([[true], 1, []]);
      // The request is given up, so it keeps no process.
      await expect.poll(isPending).toBe(false);
    },
  );

  it('says so loudly, once until the API has answered', async () => {
    await publishOne('Hello');
    const stele = loader();
    for (const _ of ['first', 'second', 'third']) await stele.refresh();
    expect(asked).toHaveLength(3);
    expect(site.said.warn).toEqual([expect.stringMatching(/^THE API DOES NOT ANSWER: .* 2000 ms/)]);
    const { intercept } = api;
    api.intercept = () => false;
    await stele.refresh();
    api.intercept = intercept;
    await stele.refresh();
    expect(site.said.warn).toHaveLength(2);
  });

  it('waits for as long as the option says', async () => {
    await publishOne('Hello');
    api.intercept = () => {
      setImmediate(() => site.clock.expire(700));
      return true;
    };
    expect(await sourceOf(loader({ mirrorAfter: 700 }))).toBe('mirror');
  });

  it('takes the answer of the API when that comes before the mirror’s', async () => {
    await publishOne('Hello');
    let mirror: ServerResponse | null = null;
    watchMirror((_request, response) => {
      mirror = response;
      void answerHeld();
      return true;
    });
    expect(await sourceOf(loader())).toBe('api');
    expect(asked).toEqual([true]);
    await expect.poll(() => mirror?.destroyed).toBe(true);
  });

  it('takes a refusal by the API as final, without asking the mirror', async () => {
    await publishOne('Hello');
    watchMirror(() => {
      for (const response of held) refuse(response, 401, 'auth.invalid_token');
      return true;
    });
    expect(await failureOf(loader().snapshot())).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it.each(['is gone', 'fails'])('waits on for the API when the mirror %s', async (what) => {
    await publishOne('Hello');
    watchMirror((_request, response) => {
      response.on('finish', () => void answerHeld());
      return what === 'is gone' ? refuse(response, 404, 'not_found') : refuse(response, 400, 'some.code');
    });
    expect(await sourceOf(loader())).toBe('api');
  });

  it('never takes a mirror that is older than what the cache knows', async () => {
    await publishOne('One');
    const old = await app.storage.get(mirrorOf());
    const id = await publishOne('Two');
    const { intercept } = api;
    api.intercept = () => false;
    await loader().snapshot();
    api.intercept = intercept;
    await putOldMirror(app.storage, mirrorOf(), old);
    let timer: NodeJS.Timeout | undefined;
    watchMirror((_request, response) => {
      // The API is given up some time after the mirror has answered.
      response.on('finish', () => {
        timer ??= setInterval(() => site.clock.expire(TIMEOUT), 50);
      });
      return false;
    });
    expect(await loader().snapshot()).toMatchObject({ id, source: 'cache', sequence: 2 });
    clearInterval(timer);
    expect(asked[0]).toBe(true);
  });

  it.each([
    ['takes connections and never answers', startMuteServer],
    ['drops all packets', startDroppingServer],
  ])('takes the word of the mirror when the API %s', async (_how, start) => {
    const id = await publishOne('Hello');
    const server = await start();
    const { content, said, cache } = site;
    const stele = createLoader({
      url: server.url,
      contentUrl: content.url,
      projectId: project.id,
      token: project.tokens.read_published,
      cache,
      log: { info: (line) => said.info.push(line), warn: (line) => said.warn.push(line) },
      // Without the mirror, the load would end with the test's own time-out.
      timeout: 600_000,
      mirrorAfter: 50,
    });
    try {
      expect(await stele.load('posts', { locale: 'en' })).toHaveLength(1);
      expect(await stele.snapshot()).toMatchObject({ id, source: 'mirror' });
      expect(said.warn).toEqual([expect.stringContaining('THE API DOES NOT ANSWER')]);
      expect(server.isSilent()).toBe(true);
    } finally {
      await server.close();
    }
  });
});
