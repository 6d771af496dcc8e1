import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestPerson, TestProject } from '@stele/core/testing/test-app';
import { pointerMirrorKey, pointerMirrorName, sha256 } from '@stele/snapshot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopFollowing } from '../src/astro/follow-live.ts';
import { steleLoader } from '../src/astro/index.ts';
import { LoaderError } from '../src/errors.ts';
import type { Loader } from '../src/loader.ts';
import type { LoaderOptions } from '../src/settings.ts';
import type { AnyCollections } from '../src/types.ts';
import { astroContext } from './support/astro-store.ts';
import { type Gate, refuse, startGate } from './support/gate.ts';
import { failureOf, type Site, startSite } from './support/site.ts';
import { putOldMirror } from './support/snapshots.ts';

const DAY = 86_400_000;
const TIMEOUT = 10_000;

let app: TestApp;
let owner: TestPerson;
let project: TestProject;
let api: Gate;
let site: Site;

beforeAll(async () => {
  app = await sharedApp();
  api = await startGate(Number(new URL(app.url).port));
});
afterAll(async () => {
  await api.stop().catch(() => undefined);
});
beforeEach(async () => {
  site = await startSite(app.directory);
  project = await app.project();
  owner = await app.person({ projectId: project.id, role: 'owner' });
  api.intercept = () => false;
  api.clear();
});
afterEach(async () => {
  // The follower ends with the process, which other tests share.
  stopFollowing();
  await site.close();
});

const loader = (options: LoaderOptions = {}): Loader<AnyCollections> =>
  site.loader({ url: api.url, projectId: project.id, token: project.tokens.read_published, ...options });

/** Publishes one more entry. @returns the id of the snapshot that is live then */
async function publishOne(title: string): Promise<string> {
  const entries = `/projects/${project.id}/entries`;
  const { body } = await project.api.post(entries, { collection_key: 'posts', values: { en: { title } } });
  await project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] });
  return (await project.api.get(`/projects/${project.id}/snapshot/latest`)).body.snapshot_id;
}

const titles = async (from: Loader<AnyCollections>): Promise<unknown[]> =>
  (await from.load('posts', { locale: 'en' })).map(({ values }) => values.title);
/** Has the cache get all that is live, in each locale. */
const verify = () => loader({ onBroken: 'last-verified' }).snapshot();
const sourceOf = async (from: Loader<AnyCollections>) => (await from.snapshot()).source;
const apiIsDown = (): void => {
  api.intercept = (_request, response) => refuse(response, 503, 'unavailable');
};
const mirrorFails = (): void => {
  site.content.intercept = ({ url }, response) =>
    (url ?? '').startsWith('/pointers/') && refuse(response, 500, 'internal');
};
const mirrorOf = (): string => pointerMirrorKey(pointerMirrorName(sha256(project.tokens.read_published)));

describe('while the API answers', () => {
  it('reads what it says is live', async () => {
    const id = await publishOne('Hello');
    const stele = loader();
    expect(await titles(stele)).toEqual(['Hello']);
    expect(await stele.snapshot()).toMatchObject({ id, source: 'api', sequence: 1, collections: ['posts'] });
    expect(site.said.info).toEqual([`posts.en 1 entries, snapshot ${id}, 1 of 1 chunks fetched, from API`]);
    expect(site.content.requests.some((path) => path.startsWith('/pointers/'))).toBe(false);
  });

  it('stays on one snapshot until it is refreshed', async () => {
    await publishOne('One');
    const stele = loader();
    expect(await titles(stele)).toEqual(['One']);
    await publishOne('Two');
    expect(await titles(stele)).toEqual(['One']);
    expect(api.requests).toHaveLength(1);
    expect(await stele.refresh()).toBe(true);
    expect(await titles(stele)).toEqual(['One', 'Two']);
    expect(await stele.refresh()).toBe(false);
  });

  it('takes the address of the content host from the API when none is given, and says what that costs', async () => {
    await publishOne('Hello');
    const { hostname, port } = new URL(site.content.url);
    const stele = loader({
      contentUrl: undefined,
      fetch: (url, init) => fetch(url.replace('http://content.test', `http://${hostname}:${port}`), init),
    });
    expect(await titles(stele)).toEqual(['Hello']);
    expect(site.said.warn).toEqual([expect.stringContaining('STELE_CONTENT_URL')]);
    await stele.refresh();
    expect(site.said.warn).toHaveLength(1);
  });

  it.each([
    ['an unknown token', () => ({ token: `${project.tokens.read_published}x` }), 'unauthorized', 401, 'STELE_TOKEN'],
    [
      'a foreign project',
      () => ({ projectId: 'prj_01JZZZZZZZZZZZZZZZZZZZZZZZ' }),
      'project_not_found',
      404,
      'STELE_PROJECT',
    ],
  ] as const)(
    'takes its no to %s for final, though mirror and cache would have an answer',
    async (_what, options, code, status, advice) => {
      await publishOne('Hello');
      await loader().snapshot();
      site.content.clear();
      const failure = await failureOf(loader(options()).load('posts', { locale: 'en' }));
      expect(failure).toBeInstanceOf(LoaderError);
      expect(failure).toMatchObject({
        code,
        status,
        requestId: expect.any(String),
        url: expect.stringContaining(api.url),
      });
      expect(String(failure)).toContain(advice);
      expect(site.content.requests).toEqual([]);
    },
  );

  it.each([400, 403, 404, 405, 409, 410, 422, 451])('takes a %i for final, and asks but once', async (status) => {
    await publishOne('Hello');
    await loader().snapshot();
    api.clear();
    site.content.clear();
    api.intercept = (_request, response) => refuse(response, status, 'some.code');
    const failure = await failureOf(loader().snapshot());
    const code = status === 403 ? 'forbidden' : 'refused';
    expect(failure).toMatchObject({ code, status, apiCode: 'some.code', requestId: 'req-test' });
    expect([api.requests.length, site.content.requests.length]).toEqual([1, 0]);
  });

  it('fills a collection of astro dev once something is published, for which a build fails', async () => {
    const options = { collection: 'posts', locales: 'en', id: 'title', refreshInterval: 250 };
    const build = steleLoader({ ...options, loader: loader() }).load(astroContext().context);
    await expect(build).rejects.toMatchObject({ code: 'none_published' });
    const { context, entries, warned } = astroContext({ dev: true });
    await steleLoader({ ...options, loader: loader() }).load(context);
    expect(warned).toEqual([
      expect.stringMatching(/^The collection posts shows nothing yet\. .*Nothing has been published/),
    ]);
    await publishOne('first');
    await expect.poll(() => [...entries.keys()]).toEqual(['first']);
    expect(warned).toHaveLength(1);
  });

  it('warns in astro dev of an outage that comes before anything is published', async () => {
    const options = { collection: 'posts', locales: 'en', id: 'title', refreshInterval: 250 };
    const { context, warned } = astroContext({ dev: true });
    await steleLoader({ ...options, loader: loader() }).load(context);
    api.clear();
    await expect.poll(() => api.requests.length).toBeGreaterThan(1);
    api.intercept = (_request, response) => refuse(response, 403, 'some.code');
    await expect.poll(() => warned.slice(1)).toEqual([expect.stringMatching(/^Not refreshed: /)]);
  });

  it('says so when nothing was ever published', async () => {
    const failure = await failureOf(loader().load('posts', { locale: 'en' }));
    expect(failure).toMatchObject({ code: 'none_published', status: 404 });
    expect(String(failure)).toContain('Publish an entry');
  });

  it('takes an answer that isn’t the API’s as final', async () => {
    await publishOne('Hello');
    await loader().snapshot();
    api.intercept = (_request, response) => {
      response.end('<html>Sign in to the hotel’s network</html>');
      return true;
    };
    expect(await failureOf(loader().snapshot())).toMatchObject({ code: 'bad_response', status: 200 });
  });

  it('says to update when the format is a newer one', async () => {
    api.intercept = (_request, response) => {
      response.end(JSON.stringify({ snapshot_id: 'snap_1', manifest: { manifest_format: 2 } }));
      return true;
    };
    const failure = await failureOf(loader().snapshot());
    expect(failure).toMatchObject({ code: 'unsupported_format' });
    expect(String(failure)).toContain('Update @stele/loader');
  });
});

describe('refreshing', () => {
  it('reports another snapshot only when one was read before', async () => {
    const id = await publishOne('One');
    const stele = loader();
    expect(await stele.refresh()).toBe(false);
    expect(await titles(stele)).toEqual(['One']);
    expect(api.requests).toHaveLength(1);
    const pinned = site.loader({ projectId: project.id, snapshot: id });
    expect([await pinned.refresh(), await pinned.refresh()]).toEqual([false, false]);
  });

  it('asks once for all simultaneous readers, and gives them the same', async () => {
    await publishOne('One');
    const stele = loader();
    await titles(stele);
    await publishOne('Two');
    api.clear();
    expect(await Promise.all([stele.refresh(), stele.refresh(), stele.refresh()])).toEqual([true, true, true]);
    expect(api.requests).toHaveLength(1);
    expect(await stele.refresh()).toBe(false);
    expect(api.requests).toHaveLength(2);
  });

  it('asks again after a failure, and reads on from what it had', async () => {
    await publishOne('One');
    const stele = loader();
    await titles(stele);
    await publishOne('Two');
    api.intercept = (_request, response) => refuse(response, 403, 'some.code');
    expect(await failureOf(stele.refresh())).toMatchObject({ code: 'forbidden' });
    expect(await titles(stele)).toEqual(['One']);
    api.intercept = () => false;
    expect(await stele.refresh()).toBe(true);
    expect(await titles(stele)).toEqual(['One', 'Two']);
  });

  it('never goes back to what was live earlier', async () => {
    await publishOne('One');
    const old = await app.storage.get(mirrorOf());
    const id = await publishOne('Two');
    const forgetful = { read: () => null, write: () => undefined };
    const stele = loader({ cache: forgetful });
    await titles(stele);
    await putOldMirror(app.storage, mirrorOf(), old);
    apiIsDown();
    expect(await stele.refresh()).toBe(false);
    expect(await stele.snapshot()).toMatchObject({ id, sequence: 2 });
  });

  it('never goes back to what was live when a slow load began', async () => {
    await publishOne('One');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const stele = loader({
      async fetch(url, init) {
        const hold = isFirst;
        isFirst = false;
        const answer = await fetch(url, init);
        if (hold) await held;
        return answer;
      },
    });
    const slow = stele.refresh();
    await expect.poll(() => api.requests.length).toBe(1);
    await publishOne('Two');
    expect(await titles(stele)).toEqual(['One', 'Two']);
    release();
    expect(await slow).toBe(false);
    expect(await titles(stele)).toEqual(['One', 'Two']);
  });
});

describe('limits', () => {
  it('are waited for as long as Retry-After says', async () => {
    await publishOne('Hello');
    let left = 2;
    api.intercept = (_request, response) => left-- > 0 && refuse(response, 429, 'rate_limited', { 'retry-after': '7' });
    expect(await titles(loader())).toEqual(['Hello']);
    expect(site.clock.sleeps.slice(0, 2).every((ms) => ms >= 7000)).toBe(true);
    expect(site.clock.sleeps).toHaveLength(2);
  });

  it('end the load when they never give way, without asking the mirror', async () => {
    await publishOne('Hello');
    api.intercept = (_request, response) => refuse(response, 429, 'rate_limited', { 'retry-after': '1' });
    expect(await failureOf(loader().snapshot())).toMatchObject({
      code: 'rate_limited',
      status: 429,
      requestId: 'req-test',
    });
    expect(api.requests).toHaveLength(4);
    expect(site.content.requests).toEqual([]);
  });

  it('end the load at once when they want a client to stay away for an hour', async () => {
    api.intercept = (_request, response) => refuse(response, 429, 'rate_limited', { 'retry-after': '3600' });
    expect(await failureOf(loader().snapshot())).toMatchObject({ code: 'rate_limited' });
    expect([api.requests.length, site.clock.sleeps]).toEqual([1, []]);
  });
});

describe('while the API is down, on a machine that never built before', () => {
  it.each([500, 502, 503, 504])('asks the mirror after a %i that stays', async (status) => {
    const id = await publishOne('Hello');
    api.intercept = (_request, response) => refuse(response, status, 'internal');
    const stele = loader();
    expect(await titles(stele)).toEqual(['Hello']);
    expect(await stele.snapshot()).toMatchObject({ id, source: 'mirror', sequence: 1 });
    expect(site.said.info).toEqual([`posts.en 1 entries, snapshot ${id}, 1 of 1 chunks fetched, from mirror`]);
    expect(api.requests).toHaveLength(4);
    expect(site.clock.sleeps).toHaveLength(3);
  });

  it('asks the mirror when the API refuses connections', async () => {
    await publishOne('Hello');
    await api.stop();
    const stele = loader();
    await expect(sourceOf(stele)).resolves.toBe('mirror');
    await api.start();
  });

  it('asks the mirror when the connection breaks amid the answer', async () => {
    await publishOne('Hello');
    api.intercept = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"snapshot_id":');
      setImmediate(() => response.destroy());
      return true;
    };
    await expect(sourceOf(loader())).resolves.toBe('mirror');
  });

  it('asks the mirror when no answer comes in time', async () => {
    await publishOne('Hello');
    api.intercept = () => {
      setImmediate(() => site.clock.expire(TIMEOUT));
      return true;
    };
    await expect(sourceOf(loader())).resolves.toBe('mirror');
  });

  it('goes back to the API once it is up', async () => {
    let left = 2;
    await publishOne('Hello');
    api.intercept = (_request, response) => left-- > 0 && refuse(response, 503, 'unavailable');
    await expect(sourceOf(loader())).resolves.toBe('api');
  });

  it('names the servers it asked when none of them knows', async () => {
    await publishOne('Hello');
    mirrorFails();
    apiIsDown();
    const failure = await failureOf(loader().load('posts', { locale: 'en' }));
    expect(failure).toMatchObject({ code: 'unreachable', status: 503, requestId: 'req-test' });
    expect(String(failure)).toMatch(/snapshot\/latest answered 503.*\/pointers\/….*knows no snapshot either/);
  });

  it('stops asking a silent API after two attempts when there is a mirror, and retries as usual when there is none', async () => {
    await publishOne('Hello');
    api.intercept = () => {
      setImmediate(() => site.clock.expire(TIMEOUT));
      return true;
    };
    expect(await sourceOf(loader())).toBe('mirror');
    expect([api.requests.length, site.clock.sleeps.length]).toEqual([2, 1]);
    api.clear();
    expect(await sourceOf(loader({ retries: 0 }))).toBe('mirror');
    expect(api.requests).toHaveLength(1);
    api.clear();
    const fresh = { read: () => null, write: () => undefined };
    const failure = await failureOf(loader({ contentUrl: undefined, cache: fresh }).snapshot());
    expect(failure).toMatchObject({ code: 'unreachable' });
    expect(api.requests).toHaveLength(4);
  });
});

describe('while the API is down, on a machine that built before', () => {
  it('builds from the cache when the mirror cannot be read, and warns how old it is', async () => {
    const id = await publishOne('Hello');
    await titles(loader());
    mirrorFails();
    apiIsDown();
    site.clock.advance(3 * DAY);
    const stele = loader();
    expect(await titles(stele)).toEqual(['Hello']);
    expect(await stele.snapshot()).toMatchObject({ id, source: 'cache', sequence: 1 });
    expect(site.said.warn).toEqual([expect.stringMatching(new RegExp(`${id} was live 3 days ago`))]);
    expect(site.said.info.at(-1)).toBe(`posts.en 1 entries, snapshot ${id}, 0 of 1 chunks fetched, from cache`);
  });

  it.each(['a content host that fails', 'a content host that is away'])(
    'builds from the cache with %s',
    async (what) => {
      await publishOne('Hello');
      await titles(loader());
      apiIsDown();
      if (what.endsWith('fails')) site.content.intercept = (_request, response) => refuse(response, 500, 'internal');
      else await site.content.stop();
      expect(await titles(loader())).toEqual(['Hello']);
      if (!what.endsWith('fails')) await site.content.start();
    },
  );

  it.each([400, 401, 403, 404, 410, 429])(
    'takes a %i of the mirror for final, though the cache has an answer',
    async (status) => {
      await publishOne('Hello');
      await titles(loader());
      apiIsDown();
      site.content.clear();
      site.content.intercept = (_request, response) => refuse(response, status, 'some.code');
      const failure = await failureOf(titles(loader({ retries: 0 })));
      const codes: Record<number, string> = {
        401: 'unauthorized',
        403: 'unauthorized',
        404: 'unauthorized',
        429: 'rate_limited',
      };
      expect(failure).toMatchObject({ code: codes[status] ?? 'refused', status, requestId: 'req-test' });
      expect(String(failure)).toMatch(/snapshot\/latest answered 503.*\/pointers\/…/);
      expect(site.said.warn).toEqual([]);
    },
  );

  it('does not go on with a token that was revoked', async () => {
    await publishOne('Hello');
    await titles(loader());
    await app.storage.delete([mirrorOf()]);
    apiIsDown();
    const failure = await failureOf(titles(loader()));
    expect(failure).toMatchObject({ code: 'unauthorized', status: 404 });
    expect(String(failure)).toMatch(/revoked.*final/);
  });

  it('takes the mirror of another project as final', async () => {
    await publishOne('Hello');
    await titles(loader());
    apiIsDown();
    const other = { project_id: 'prj_1', snapshot_id: 'snap_1', manifest: { manifest_format: 1 }, sequence: 9 };
    site.content.intercept = (_request, response) => {
      response.end(JSON.stringify(other));
      return true;
    };
    expect(await failureOf(titles(loader()))).toMatchObject({ code: 'bad_response', status: 200 });
  });

  it('fails when what the cache knows is older than maxAge', async () => {
    await publishOne('Hello');
    await titles(loader());
    mirrorFails();
    apiIsDown();
    site.clock.advance(31 * DAY);
    const failure = await failureOf(titles(loader()));
    expect(failure).toMatchObject({ code: 'cache_too_old', status: 503 });
    expect(String(failure)).toMatch(/31 days ago.*maxAge \(30 days\)/);
    expect(await failureOf(titles(loader({ maxAge: 30 * DAY })))).toMatchObject({ code: 'cache_too_old' });
    expect(await titles(loader({ maxAge: Number.POSITIVE_INFINITY }))).toEqual(['Hello']);
  });

  it('counts the age from the last time that a mirror confirmed it', async () => {
    await publishOne('Hello');
    await titles(loader());
    apiIsDown();
    site.clock.advance(20 * DAY);
    await titles(loader());
    mirrorFails();
    site.clock.advance(20 * DAY);
    expect(await titles(loader())).toEqual(['Hello']);
    expect(site.said.warn.at(-1)).toContain('20 days ago');
  });

  it('takes the last snapshot that it has whole, when of the one that went live since it got only a part', async () => {
    const whole = await publishOne('One');
    await verify();
    const half = await publishOne('Two');
    site.content.intercept = ({ url }, response) =>
      /\/(chunks\/|snapshots\/.*posts)/.test(url ?? '') && refuse(response, 503, 'unavailable');
    expect(await failureOf(titles(loader()))).toMatchObject({ code: 'unreachable' });
    await api.stop();
    await site.content.stop();
    const stele = loader();
    expect(await titles(stele)).toEqual(['One']);
    expect(await stele.snapshot()).toMatchObject({ id: whole, source: 'cache', sequence: 1 });
    expect(site.said.warn.at(-1)).toContain(half);
    expect(site.said.warn.at(-1)).toMatch(new RegExp(`${whole} was verified 0 seconds ago.*building from that`));
    await Promise.all([api.start(), site.content.start()]);
  });

  it('takes the newest snapshot as soon as all of it is in the cache, whichever process loaded it', async () => {
    const whole = await publishOne('One');
    await verify();
    const values = { en: { title: 'Two' }, de: { title: 'Zwei' } };
    const { body } = await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
    await project.api.post(`/projects/${project.id}/entries/${body.id}/publish`, { locales: ['en', 'de'] });
    await loader().load('posts', { locale: 'en' });
    apiIsDown();
    mirrorFails();
    const idOf = async () => (await loader().snapshot()).id;
    expect(await idOf()).toBe(whole);
    api.intercept = () => false;
    const { id } = await loader().snapshot();
    await loader().load('posts', { locale: 'de' });
    apiIsDown();
    expect(await idOf()).toBe(id);
    expect(id).not.toBe(whole);
  });

  it('takes the newest snapshot when only files are missing that it never read', async () => {
    const values = { en: { title: 'One' }, de: { title: 'Eins' } };
    const publishIn = async (collection_key: string): Promise<void> => {
      const { body } = await project.api.post(`/projects/${project.id}/entries`, { collection_key, values });
      await project.api.post(`/projects/${project.id}/entries/${body.id}/publish`, { locales: ['en', 'de'] });
    };
    await publishIn('posts');
    await verify();
    await publishIn('pages');
    const stele = loader();
    for (const locale of ['en', 'de']) await stele.load('posts', { locale });
    const { id } = await stele.snapshot();
    apiIsDown();
    mirrorFails();
    expect((await loader().snapshot()).id).toBe(id);
  });

  it('prefers the mirror when that knows of a newer snapshot', async () => {
    await publishOne('One');
    await titles(loader());
    await publishOne('Two');
    apiIsDown();
    const stele = loader();
    expect(await titles(stele)).toEqual(['One', 'Two']);
    expect(await sourceOf(stele)).toBe('mirror');
  });

  it('prefers the cache when the mirror is behind', async () => {
    await publishOne('One');
    const old = await app.storage.get(mirrorOf());
    await publishOne('Two');
    await titles(loader());
    await putOldMirror(app.storage, mirrorOf(), old);
    apiIsDown();
    const stele = loader();
    expect(await titles(stele)).toEqual(['One', 'Two']);
    expect(await stele.snapshot()).toMatchObject({ source: 'cache', sequence: 2 });
    expect(site.said.warn.at(-1)).toContain('The mirror on the content host is older');
  });

  it('follows a restoration of an older snapshot, whose pointer is the newer one', async () => {
    const first = await publishOne('One');
    await publishOne('Two');
    await titles(loader());
    await owner.api.post(`/projects/${project.id}/snapshots/${first}/restore`);
    apiIsDown();
    const stele = loader();
    expect(await titles(stele)).toEqual(['One']);
    expect(await stele.snapshot()).toMatchObject({ id: first, source: 'mirror', sequence: 3 });
  });

  it('never lets a token see what was live for another one', async () => {
    await publishOne('Hello');
    await titles(loader());
    await api.stop();
    await site.content.stop();
    const failure = await failureOf(titles(loader({ token: project.tokens.read_draft })));
    expect(failure).toMatchObject({ code: 'unreachable' });
    await Promise.all([api.start(), site.content.start()]);
  });

  it.each(['url', 'contentUrl'] as const)('never takes what was live at another %s', async (option) => {
    await publishOne('Hello');
    await titles(loader());
    await api.stop();
    await site.content.stop();
    const other = new URL(option === 'url' ? api.url : site.content.url);
    other.hostname = 'localhost';
    const failure = await failureOf(titles(loader({ [option]: other.href })));
    expect(failure).toMatchObject({ code: 'unreachable' });
    expect(await titles(loader())).toEqual(['Hello']);
    await Promise.all([api.start(), site.content.start()]);
  });

  it('tries again with the next load after a failure', async () => {
    await publishOne('Hello');
    await api.stop();
    await site.content.stop();
    const stele = loader();
    expect(await failureOf(titles(stele))).toMatchObject({ code: 'unreachable' });
    await Promise.all([api.start(), site.content.start()]);
    expect(await titles(stele)).toEqual(['Hello']);
  });
});
