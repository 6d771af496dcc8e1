import { inspect } from 'node:util';
import { pointerMirrorName, sha256 } from '@stele/snapshot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLoader } from '../src/create-loader.ts';
import { LoaderError } from '../src/errors.ts';
import { settingsOf } from '../src/settings.ts';
import { refuse } from './support/gate.ts';
import { everythingIn, failureOf, type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, putMirror } from './support/snapshots.ts';

const SECRETS = [TOKEN, encodeURIComponent(TOKEN), sha256(TOKEN), pointerMirrorName(sha256(TOKEN))];

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

const secretsIn = (text: string): string[] => SECRETS.filter((secret) => text.includes(secret));
const allShown = (error: unknown): string =>
  [everythingIn(error), inspect(error, { depth: 10, showHidden: true }), ...site.said.info, ...site.said.warn].join(
    '\n',
  );
const live = (options = {}) => site.loader({ url: 'http://127.0.0.1:9', token: TOKEN, ...options });

describe('a token and the address of its mirror', () => {
  it('are in no message, stack, cause or JSON of an error, and in no log, whatever fails', async () => {
    await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(10) }]);
    const failures: unknown[] = [];
    const fail = async (options: object) =>
      failures.push(await failureOf(live(options).load('posts', { locale: 'en' })));
    await fail({});
    site.content.intercept = (_request, response) => refuse(response, 500, 'internal');
    await fail({});
    site.content.intercept = (_request, response) => refuse(response, 401, 'auth.invalid_token');
    await fail({ url: site.content.url });
    site.content.intercept = (request, response) => {
      response.end(JSON.stringify({ said: request.url, heard: request.headers.authorization }));
      return true;
    };
    await fail({});
    await fail({ url: site.content.url });
    await fail({
      fetch: (url: string, init: RequestInit) =>
        Promise.reject(
          new TypeError(`no way to ${url} with ${JSON.stringify(init.headers)}`, {
            cause: Object.assign(new Error(`deep down ${url} ${TOKEN}`), { code: TOKEN }),
          }),
        ),
    });
    expect(failures.every((failure) => failure instanceof LoaderError)).toBe(true);
    for (const failure of failures) expect(secretsIn(allShown(failure))).toEqual([]);
  });

  it.each([
    ['the token', TOKEN],
    ['the header with it', `Bearer ${TOKEN}`],
    ['its digest', sha256(TOKEN)],
    ['the name of its mirror', pointerMirrorName(sha256(TOKEN))],
  ])('are in no error when a server says them back: %s', async (_what, text) => {
    for (const status of [401, 404, 429, 500]) {
      site.content.intercept = (_request, response) => refuse(response, status, text, { 'x-request-id': text });
      for (const options of [{ url: site.content.url }, {}]) {
        const failure = await failureOf(live({ ...options, cache: false }).load('posts', { locale: 'en' }));
        expect(failure).toBeInstanceOf(LoaderError);
        expect(failure).toMatchObject({ requestId: null });
        expect(secretsIn(allShown(failure))).toEqual([]);
      }
    }
  });

  it.each(['req-1', '01K:a.b_c', 'x'.repeat(128)])('leave an id of a request as it is: %s', async (id) => {
    site.content.intercept = (_request, response) => refuse(response, 401, 'some.code', { 'x-request-id': id });
    const failure = await failureOf(live({ url: site.content.url }).load('posts', { locale: 'en' }));
    expect(failure).toMatchObject({ requestId: id });
  });

  it.each(['req 1', '<b>', 'x'.repeat(129)])('are not all that an id of a request may not be: %s', async (id) => {
    site.content.intercept = (_request, response) => refuse(response, 401, 'some.code', { 'x-request-id': id });
    const failure = await failureOf(live({ url: site.content.url }).load('posts', { locale: 'en' }));
    expect(failure).toMatchObject({ requestId: null });
    expect(String(failure)).not.toContain(id);
  });

  it('are in no warning when the build goes on', async () => {
    const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(10) }]);
    await putMirror(site.storage, TOKEN, published);
    await live().load('posts', { locale: 'en' });
    site.content.intercept = ({ url }, response) =>
      (url?.startsWith('/pointers/') ?? false) && refuse(response, 503, 'unavailable');
    await live().load('posts', { locale: 'en' });
    expect(site.said.warn[0]).toContain('/pointers/….json answered 503');
    expect(secretsIn(allShown(null))).toEqual([]);
  });

  it('are not shown by a loader that is printed', () => {
    const stele = live();
    expect(secretsIn(`${inspect(stele, { depth: 10, showHidden: true })}${JSON.stringify(stele)}`)).toEqual([]);
  });

  it('are in no name and no file of the cache', async () => {
    const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(10) }]);
    await putMirror(site.storage, TOKEN, published);
    const kept: string[] = [];
    const cache = {
      read: () => null,
      write: (name: string, bytes: Uint8Array) => void kept.push(name, Buffer.from(bytes).toString()),
    };
    await live({ cache }).load('posts', { locale: 'en' });
    expect(kept.some((text) => text.startsWith('pointers/'))).toBe(true);
    expect(secretsIn(kept.join('\n'))).toEqual([]);
  });
});

describe('options', () => {
  const VARIABLES = ['STELE_URL', 'STELE_CONTENT_URL', 'STELE_PROJECT', 'STELE_TOKEN'];
  const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));
  beforeEach(() => {
    for (const name of VARIABLES) delete process.env[name];
  });
  afterEach(() => {
    for (const name of VARIABLES) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
  const complete = { url: 'http://api.test', contentUrl: 'http://content.test', projectId: PROJECT, token: TOKEN };
  const errorOf = (options: object): unknown => {
    try {
      createLoader(options);
    } catch (error) {
      return error;
    }
    return null;
  };

  it.each([
    ['url', 'STELE_URL'],
    ['projectId', 'STELE_PROJECT'],
    ['token', 'STELE_TOKEN'],
  ])('name both themselves and their variable when they are missing: %s', (option, variable) => {
    const error = errorOf({ ...complete, [option]: undefined });
    expect(error).toMatchObject({ code: 'option_missing' });
    expect(String(error)).toMatch(new RegExp(`option ${option} nor the variable ${variable}`));
    process.env[variable] = '';
    expect(errorOf({ ...complete, [option]: '' })).toMatchObject({ code: 'option_missing' });
  });

  it('say how to set them where they are missing, and in a sentence what they should be', () => {
    expect(String(errorOf({ ...complete, projectId: undefined }))).toBe(
      'LoaderError: Neither the option projectId nor the variable STELE_PROJECT is set. Write STELE_PROJECT=… into .env, as "npx stele init" does.',
    );
    const wrong: [object, string][] = [
      [
        { projectId: 'blog' },
        'projectId or the variable STELE_PROJECT is wrong. It should be an id with prj_ in front.',
      ],
      [{ snapshot: 'x' }, 'snapshot is wrong. It should be an id with snap_ in front.'],
      [{ onBroken: 'go on' }, 'onBroken is wrong. It should be throw or last-verified.'],
      [{ token: 'a b' }, 'token or the variable STELE_TOKEN is wrong. It should be one line without spaces.'],
      [{ url: 'x' }, "url or the variable STELE_URL is wrong. It isn't an address that begins with http(s)://."],
    ];
    for (const [options, sentence] of wrong) {
      expect(String(errorOf({ ...complete, ...options }))).toBe(`LoaderError: The option ${sentence}`);
    }
  });

  it('name the command that makes a token where it is refused', async () => {
    site.content.intercept = (_request, response) => refuse(response, 401, 'auth.invalid_token');
    const failure = await failureOf(live({ url: site.content.url }).load('posts', { locale: 'en' }));
    expect(String(failure)).toMatch(
      / answered 401 auth\.invalid_token .* Make one for STELE_TOKEN or the option token: npx stele tokens create NAME --env$/,
    );
  });

  it('are taken from the environment', async () => {
    const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
    await putMirror(site.storage, TOKEN, published);
    process.env.STELE_URL = 'http://127.0.0.1:9';
    process.env.STELE_CONTENT_URL = `${site.content.url}/`;
    process.env.STELE_PROJECT = PROJECT;
    process.env.STELE_TOKEN = TOKEN;
    const stele = createLoader({ cache: false, log: false, retries: 0 });
    expect(await stele.load('posts', { locale: 'en' })).toHaveLength(3);
  });

  it('take the longest time that a timer can wait for', () => {
    expect(errorOf({ ...complete, timeout: 2 ** 31 - 1, maxAge: Number.POSITIVE_INFINITY })).toBeNull();
  });

  it('may name the API with its /v1, and a content host whose path ends so', async () => {
    const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(3) }]);
    await putMirror(site.storage, TOKEN, published);
    const asked: string[] = [];
    const fetchFrom = (url: string, init: RequestInit) => {
      asked.push(url);
      return fetch(url.replace('http://content.test/v1', site.content.url), init);
    };
    const stele = live({ url: 'http://127.0.0.1:9/v1/', contentUrl: 'http://content.test/v1/', fetch: fetchFrom });
    expect(await stele.load('posts', { locale: 'en' })).toHaveLength(3);
    expect(asked[0]).toBe(`http://127.0.0.1:9/v1/projects/${PROJECT}/snapshot/latest`);
    expect(asked.at(-1)).toMatch(/^http:\/\/content\.test\/v1\/prj_/);
  });

  it('take an empty text for absent, as variables are where nothing is set', () => {
    expect(settingsOf({ ...complete, cache: '' }, {}).cache).toBeUndefined();
  });

  it.each([
    ['published content', { drafts: false }, { STELE_TOKEN: 'live', STELE_DRAFT_TOKEN: 'draft' }, 'live'],
    ['drafts', { drafts: true }, { STELE_TOKEN: 'live', STELE_DRAFT_TOKEN: 'draft' }, 'draft'],
    ['drafts by the only token', { drafts: true }, { STELE_TOKEN: 'live', STELE_DRAFT_TOKEN: '' }, 'live'],
    ['drafts by a given token', { drafts: true, token: 'own' }, { STELE_DRAFT_TOKEN: 'draft' }, 'own'],
  ])('read %s with the token for it', (_, options, env, token) => {
    expect(settingsOf({ ...complete, token: undefined, ...options }, env).mode).toMatchObject({ token });
  });

  it('need neither url nor token for a pinned snapshot, but the content host', () => {
    expect(errorOf({ ...complete, url: undefined, token: undefined, snapshot: 'snap_1' })).toBeNull();
    expect(errorOf({ projectId: PROJECT, snapshot: 'snap_1' })).toMatchObject({ code: 'option_missing' });
  });

  it.each([
    [{ url: 'api.test' }],
    [{ url: 'ftp://api.test' }],
    [{ url: `http://user:${TOKEN}@api.test` }],
    [{ url: `http://api.test/?token=${TOKEN}` }],
    [{ contentUrl: 'content' }],
    [{ projectId: '../other' }],
    [{ token: `${TOKEN}\n` }],
    [{ projectId: TOKEN }],
    [{ snapshot: '../x' }],
    [{ snapshot: 'snap_1', drafts: true }],
    [{ concurrency: 0 }],
    [{ concurrency: 1.5 }],
    [{ timeout: 0 }],
    [{ timeout: Number.NaN }],
    [{ retries: -1 }],
    [{ maxAge: -1 }],
    [{ maxAge: '5' }],
    [{ maxAge: Number.NaN }],
    [{ timeout: '10' }],
    [{ timeout: 2 ** 31 }],
    [{ timeout: Number.POSITIVE_INFINITY }],
    [{ onBroken: 'fail' }],
    [{ onBroken: '' }],
  ])('are refused when they make no sense, without showing them: %j', (options) => {
    const error = errorOf({ ...complete, ...options });
    expect(error).toMatchObject({ code: 'option_invalid' });
    expect(String(error)).toContain(Object.keys(options).at(-1));
    expect(secretsIn(allShown(error))).toEqual([]);
  });
});
