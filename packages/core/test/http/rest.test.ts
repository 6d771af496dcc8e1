import { request } from 'node:http';
import { confinement } from '@stele/media';
import { checkRichtext, type Json, MAX_NESTING, MAX_RICHTEXT_DEPTH } from '@stele/schema';
import { codeOf } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let entries: string;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
  entries = `/projects/${project.id}/entries`;
});
afterAll(() => app.close());

/** A value within others: `wrap` is applied some times. */
const times = (count: number, inner: Json, wrap: (value: Json) => Json): Json =>
  Array.from({ length: count }).reduce<Json>(wrap, inner);
const count = () => app.database.prisma.entry.count();

describe('addresses and methods', () => {
  it('answers 404 with the envelope where there is nothing', async () => {
    for (const path of ['', '/', '/nope', '/projects/x/nope', '/Projects', '/tokens/me/', '/openapi.jsonx', '/%zz']) {
      const answer = await project.api.get(path);
      expect(codeOf(answer), path).toEqual([404, 'not_found']);
      expect(Object.keys(answer.body)).toEqual(['error']);
    }
  });

  it('answers 404 where an address is no text, whatever the method', async () => {
    for (const path of ['/projects/%ff/entries', '/projects/%C3/entries/x/versions/restore']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await fetch(`${app.url}/v1${path}`, { method });
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
      }
    }
  });

  it('answers 405 with Allow for a method that an address does not take', async () => {
    const answer = await project.api.delete(entries);
    expect(codeOf(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect((await project.api.send('PUT', '/tokens/me', {})).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('answers 405 for a method that nothing takes, and 404 or 400 for odd targets', async () => {
    const send = (method: string, path: string) =>
      new Promise<number>((resolve, reject) => {
        request(app.url, { method, path }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
    expect(await send('TRACE', '/v1/projects')).toBe(405);
    expect(await send('GET', 'http://elsewhere.example/v1/nope')).toBe(404);
    expect(await send('GET', 'http://[bad/v1/nope')).toBe(400);
  });

  it('answers HEAD as GET, without the body', async () => {
    const get = await project.api.get('/tokens/me');
    const head = await project.api.send('HEAD', '/tokens/me');
    expect([head.status, head.body]).toEqual([200, null]);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await app.api.send('HEAD', '/tokens/me')).status).toBe(401);
  });

  it('answers OPTIONS for browsers of any origin, without credentials', async () => {
    const answer = await app.api.send('OPTIONS', entries, undefined, { origin: 'https://site.example' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS, POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const refused = await app.api.get(entries);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('gives every answer an X-Request-Id of its own', async () => {
    const ids = await Promise.all(
      ['/tokens/me', '/nope', '/openapi.json'].map(async (path) =>
        (await app.api.get(path)).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('takes parameters as they are, dots, dashes and escapes included', async () => {
    const file = (name: string) => app.api.get(`/projects/${project.id}/snapshots/snap_x/${name}`);
    expect(codeOf(await file('posts.en-US.json'))).toEqual([404, 'snapshot.not_found']);
    expect(codeOf(await file('posts.json'))).toEqual([404, 'not_found']);
    expect(codeOf(await file('a.b.c.json'))).toEqual([404, 'not_found']);
  });
});

describe('bodies', () => {
  it('must be JSON objects, declared as JSON', async () => {
    const before = await count();
    const post = (body: string, headers = {}) => project.api.post(entries, body, headers);
    expect(codeOf(await post('{"collection_key": "posts"'))).toEqual([400, 'validation_failed']);
    expect(codeOf(await post('[1]'))).toEqual([400, 'validation_failed']);
    expect(codeOf(await post('null'))).toEqual([400, 'validation_failed']);
    expect(codeOf(await post('"posts"'))).toEqual([400, 'validation_failed']);
    expect(codeOf(await post('{"collection_key":"posts"}', { 'content-type': 'text/plain' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(codeOf(await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(
      (await post('{"collection_key":"posts"}', { 'content-type': 'application/merge-patch+json; charset=utf-8' }))
        .status,
    ).toBe(201);
    expect(await count()).toBe(before + 1);
  });

  it('that are missing count as empty objects', async () => {
    const answer = await project.api.post(entries);
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.error.details).toEqual([{ path: ['collection_key'], message: expect.any(String) }]);
  });

  it('of more than 4 MiB get 413, whether they say so or not', async () => {
    const large = JSON.stringify({ collection_key: 'posts', values: { en: { text: 'x'.repeat(4 * 1024 * 1024) } } });
    expect(codeOf(await project.api.post(entries, large))).toEqual([413, 'payload_too_large']);
    const chunked = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${project.tokens.admin}`, 'content-type': 'application/json' };
      const sent = request(`${app.url}/v1${entries}`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      for (let part = 0; part < 80; part++) sent.write('x'.repeat(64 * 1024));
      sent.end();
    });
    expect(chunked).toBe(413);
  });

  it('with unknown fields are refused, at the path of each', async () => {
    const answer = await project.api.post(entries, { collection_key: 'posts', colour: 1, projectId: project.id });
    expect(codeOf(answer)).toEqual([400, 'validation_failed']);
    const other = await project.api.post(entries, { collection_key: 'posts', colour: 1, size: 2 });
    expect(other.body.error.details.map((detail: { path: string[] }) => detail.path)).toEqual([['colour'], ['size']]);
  });

  it('with text or numbers that cannot be kept exactly are refused, at their path', async () => {
    const send = async (json: string) => {
      const answer = await project.api.post(entries, `{"collection_key":"posts","values":{"en":${json}}}`);
      return [answer.status, answer.body.error?.details?.[0]?.path];
    };
    expect(await send('{"a":"x\\u0000y"}')).toEqual([400, ['values', 'en', 'a']]);
    expect(await send('{"a":["ok","\\ud800"]}')).toEqual([400, ['values', 'en', 'a', 1]]);
    expect(await send('{"a":9007199254740993}')).toEqual([400, ['values', 'en', 'a']]);
    expect(await send('{"a":[1,{"b":1e400}]}')).toEqual([400, ['values', 'en', 'a', 1, 'b']]);
    expect(await send('{"a":0.1234567890123456789}')).toEqual([400, ['values', 'en', 'a']]);
    expect(await send('{"__proto__":{"x":1}}')).toEqual([400, ['values', 'en', '__proto__']]);
    expect((await send(`${'['.repeat(130)}${']'.repeat(130)}`.replace(/^/, '{"a":').concat('}')))[0]).toBe(400);
    expect(await send('{"a":"9007199254740993","b":1e21,"c":1.50,"d":-0.0,"e":100000000000000000000}')).toEqual([
      201,
      undefined,
    ]);
  });

  it('hold the deepest rich text in the deepest field', async () => {
    const link = { type: 'link', attrs: { href: '/a' } };
    const line: Json = { type: 'paragraph', content: [{ type: 'text', text: 'Deep', marks: [link] }] };
    const cell = (content: Json): Json => ({ type: 'tableCell', attrs: { colwidth: [20] }, content: [content] });
    const quotes = times(MAX_RICHTEXT_DEPTH - 5, line, (content) => ({ type: 'blockquote', content: [content] }));
    const body = {
      type: 'doc',
      content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell(quotes)] }] }],
    };
    expect(checkRichtext(body, { type: 'richtext' })).toEqual([]);
    const a = times(MAX_NESTING - 1, { body }, (item) => ({ items: [item] }));
    expect(await project.api.post(entries, { collection_key: 'posts', values: { en: { a } } })).toMatchObject({
      status: 201,
      body: { values: { en: { a } } },
    });
    const deeper = {
      type: 'doc',
      content: [times(MAX_RICHTEXT_DEPTH, line, (content) => ({ type: 'blockquote', content: [content] }))],
    };
    expect(checkRichtext(deeper, { type: 'richtext' })).toMatchObject([
      { message: expect.stringContaining('too deep') },
    ]);
  });

  it('never store a value that differs from what was sent', async () => {
    const values = { en: { z: '\u2028<&>"\\', '': 0, '1': 1e-7, a: [null, true, { b: '𝄞' }], n: 4.35, big: 2 ** 53 } };
    const created = await project.api.post(entries, { collection_key: 'posts', values });
    const read = await project.api.get(`${entries}/${created.body.id}`);
    expect(read.body.values).toEqual(values);
  });
});

describe('queries', () => {
  it('with unknown keys, bad values or repeats are refused', async () => {
    for (const query of [
      'colour=1',
      'limit=0',
      'limit=101',
      'limit=x',
      'status=odd',
      'status=draft&status=draft',
      'locale=',
    ]) {
      expect(codeOf(await project.api.get(`${entries}?${query}`)), query).toEqual([400, 'validation_failed']);
    }
    expect(codeOf(await project.api.post(`${entries}?collection_key=posts`, {}))).toEqual([400, 'validation_failed']);
    expect(codeOf(await project.api.get('/tokens/me?verbose=1'))).toEqual([400, 'validation_failed']);
  });
});

describe('an unexpected error', () => {
  it('gets 500 internal with a request id, and its cause in no answer', async () => {
    const broken = await startTestApp({ database: app.database });
    try {
      const pool = broken.services.database.pool;
      const query = pool.query;
      const client = broken.client({ token: project.tokens.admin });
      Object.assign(pool, { query: () => Promise.reject(new Error('the secret cause')) });
      const answer = await client.get(entries);
      Object.assign(pool, { query });
      expect(codeOf(answer)).toEqual([500, 'internal']);
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.stringify(answer.body)).not.toContain('secret');
    } finally {
      await broken.close();
    }
  });
});

describe('/trpc', () => {
  it('takes no tokens, and no body of more than 4 MiB', async () => {
    const headers = { authorization: `Bearer ${project.tokens.admin}`, 'content-type': 'application/json' };
    const me = await fetch(`${app.url}/trpc/tokens.identify?input=%7B%7D`, { headers });
    const answer = (await me.json()) as { error: { data: { errorCode: string } } };
    expect([me.status, answer.error.data.errorCode]).toEqual([401, 'auth.missing_token']);
    for (const path of ['/trpc/entries.create', '/auth/sign-in/email']) {
      const large = await fetch(app.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify({ x: 'x'.repeat(4 * 1024 * 1024) }),
      });
      expect(large.status).toBe(413);
    }
  });

  it('serves people who are signed in', async () => {
    const person = await app.person({ projectId: project.id, role: 'editor' });
    const input = encodeURIComponent(JSON.stringify({ projectId: project.id }));
    const response = await fetch(`${app.url}/trpc/entries.list?input=${input}`, { headers: { cookie: person.cookie } });
    expect([response.status, response.headers.has('x-request-id')]).toEqual([200, true]);
  });
});

describe('health', () => {
  it('answers /livez and /readyz', async () => {
    const live = await fetch(`${app.url}/livez`);
    const ready = await fetch(`${app.url}/readyz`);
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', database: 'ok', storage: 'ok', jobs: 'ok', media_confined: await confinement() },
    ]);
  });
});
