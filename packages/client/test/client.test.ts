import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp, type TestProject } from '@stele/core/testing/test-app';
import { boolean, collection, defineConfig, integer, object, select, text } from '@stele/schema';
import { refuse, startProxy } from '@stele/testing/proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, type ClientOptions, ConnectionError, createClient, type Retry } from '../src/index.ts';

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
});
afterAll(() => app.close());

const ENTRIES = '/projects/{projectId}/entries';
const clientOf = (url = app.url, options: Partial<ClientOptions> = {}) =>
  createClient({ url, token: project.tokens.admin, ...options });
const params = () => ({ path: { projectId: project.id } });
const titled = (title: string) => ({ collection_key: 'posts', values: { en: { title } } });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  );
const countOf = async () => (await app.database.prisma.entry.findMany({ where: { projectId: project.id } })).length;

describe('a client', () => {
  it('writes and reads with the types of each route', async () => {
    const client = clientOf();
    const entry = await client.post(ENTRIES, { params: params(), body: titled('First') });
    const read = await client.get('/projects/{projectId}/entries/{entryId}', {
      params: { path: { ...params().path, entryId: entry.id } },
    });
    const title: string = read.title;
    expect(title).toBe('First');
    // @ts-expect-error there's no such field
    expect(read.headline).toBeUndefined();
    expect(await client.get('/tokens/me')).toMatchObject({ project: { id: project.id }, scope: 'admin' });
    const changed = await client.patch('/projects/{projectId}/entries/{entryId}/draft', {
      params: { path: { ...params().path, entryId: entry.id } },
      body: { base_version: entry.version, values: { en: { title: 'Second' } } },
    });
    expect(changed.title).toBe('Second');
  });

  it('writes and reads entries with the types of a schema', async () => {
    const news = collection({
      key: 'news',
      title: 'title',
      fields: {
        title: text({ required: true }),
        rank: integer({ localized: false }),
        kind: select({ options: ['short', 'long'] }),
        seo: object({ noindex: boolean() }),
      },
    });
    const pages = collection({ key: 'pages', title: 'name', fields: { name: text() } });
    const config = defineConfig({ collections: [news, pages] });
    const { api, id, tokens } = await app.project();
    const schema = { ...config.schema, format: 1 };
    const pushed = await api.post(`/projects/${id}/schema/sync`, { schema, base_version: 0 });
    expect(pushed.status).toBe(200);
    const client = createClient<typeof config>({ url: app.url, token: tokens.admin }).project(id);
    const entries = client.collection('news');
    const made = await entries.create(
      { en: { title: 'One', rank: 3, seo: { noindex: true } } },
      { external_id: 'one' },
    );
    const rank: number | null | undefined = made.values.en?.rank;
    expect([rank, made.external_id]).toEqual([3, 'one']);
    const changed = await entries.change(made, { en: { kind: 'short' } });
    expect(changed.values.en).toEqual({ title: 'One', rank: 3, seo: { noindex: true }, kind: 'short' });
    await expect(entries.change(made, { en: { kind: 'long' } })).rejects.toMatchObject({ status: 409 });
    expect((await entries.publish(changed, ['en'])).entry_status).toBe('published');
    await entries.change(await entries.get(made.id), { en: { title: 'Two' } });
    const titles: unknown[] = [];
    for await (const { values, live_values } of entries.list()) {
      titles.push([values.en?.title, live_values.en?.title]);
    }
    expect(titles).toEqual([['Two', 'One']]);
    const page = await client.collection('pages').create({ en: { name: 'A page' } });
    await expect(entries.get(page.id)).rejects.toThrow(`The entry ${page.id} is of pages, not of news.`);

    // A field that the schema lacks is an error while one types, and refused when it's sent.
    // @ts-expect-error there's no such field
    await expect(entries.create({ en: { titel: 'One' } })).rejects.toMatchObject({ status: 400 });
    // @ts-expect-error a rank is a number
    await expect(entries.create({ en: { rank: 'first' } })).rejects.toMatchObject({ status: 400 });
    // @ts-expect-error there's no such option
    await expect(entries.create({ en: { kind: 'medium' } })).rejects.toMatchObject({ status: 400 });
    // @ts-expect-error there's no such collection
    client.collection('posts');
  });

  it('goes through all pages of a list, and reads no more of them than are needed', async () => {
    const proxy = await startProxy(app.url);
    const other = await app.project();
    const client = createClient({ url: `${proxy.url}/`, token: other.tokens.admin });
    const of = { path: { projectId: other.id }, query: { limit: 2 } };
    for (let n = 0; n < 5; n += 1)
      await client.post(ENTRIES, { params: { path: of.path }, body: titled(`Entry ${n}`) });
    const reads = () => proxy.requests.filter((line) => line.startsWith('GET'));
    const titles: string[] = [];
    for await (const entry of client.list(ENTRIES, { params: of })) titles.push(entry.title);
    expect(titles).toEqual(['Entry 4', 'Entry 3', 'Entry 2', 'Entry 1', 'Entry 0']);
    expect(reads()).toHaveLength(3);
    for await (const _ of client.list(ENTRIES, { params: of })) break;
    expect(reads()).toHaveLength(4);
    for await (const _ of client.project(other.id).list('/entries')) break;
    expect(reads().at(-1)).toMatch(/\?limit=100$/);
    await proxy.close();
  });

  it('is one of a project, whose id and part of the paths go without saying', async () => {
    const own = clientOf().project(project.id);
    const entry = await own.post('/entries', { body: titled('In short') });
    const path = { entryId: entry.id };
    expect((await own.get('/entries/{entryId}', { params: { path } })).title).toBe('In short');
    expect(await own.get('')).toMatchObject({ id: project.id });
    // @ts-expect-error the entry is missing
    expect(await failure(own.get('/entries/{entryId}'))).toBeInstanceOf(ApiError);
  });

  it('sends headers with each request', async () => {
    const headers = { authorization: `Bearer ${project.tokens.admin}` };
    expect(await createClient({ url: app.url, headers }).get('/tokens/me')).toMatchObject({ scope: 'admin' });
  });

  it('throws errors with code, details and the identifier of the request', async () => {
    const error = await failure(
      clientOf().post(ENTRIES, { params: params(), body: { ...titled('x'), collection_key: '1' } }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', details: [{ path: ['collection_key'] }] });
    expect((error as ApiError).requestId).toMatch(/\S/);
    const stranger = createClient({ url: app.url, token: 'stl_admin_nonsense' });
    const refused = { status: 401, code: 'auth.invalid_token', request: 'GET /tokens/me' };
    expect(await failure(stranger.get('/tokens/me'))).toMatchObject(refused);
  });

  it('calls an answer that is not of the API unknown, a success too', async () => {
    let status = 502;
    const server = await startServer((_request, response) => response.writeHead(status).end('<h1>Hello</h1>'));
    const client = createClient({ url: server.url, retries: 0 });
    expect(await failure(client.get('/tokens/me'))).toMatchObject({ status: 502, code: 'unknown', requestId: null });
    status = 200;
    expect(await failure(client.get('/tokens/me'))).toMatchObject({ status: 200, code: 'unknown' });
    await server.close();
  });

  it('says why nothing answers, and when an answer takes too long', async () => {
    const server = await startServer(() => undefined);
    const late = createClient({ url: server.url, timeout: 0.05, retries: 0 });
    expect(await failure(late.get('/tokens/me'))).toMatchObject({ url: server.url, isRefused: false });
    const secure = server.url.replace('http:', 'https:');
    expect(await failure(createClient({ url: secure, retries: 0 }).get('/tokens/me'))).toMatchObject({
      reason: 'it speaks http there, not https',
    });
    await server.close();
    const error = await failure(createClient({ url: server.url, retries: 0 }).get('/tokens/me'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ isRefused: true, reason: expect.stringContaining('ECONNREFUSED') });
  });

  it('ends all requests of a client at once', async () => {
    const controller = new AbortController();
    const server = await startServer(() => controller.abort(new Error('over')));
    const client = createClient({ url: server.url, signal: controller.signal });
    expect(await failure(client.get('/tokens/me'))).toMatchObject({ message: 'over' });
    await server.close();
  });
});

describe('sending again', () => {
  it('waits for Retry-After after a 429, for writes without a key too', async () => {
    let refused = 0;
    const proxy = await startProxy(app.url, (_request, response) => {
      if (refused === 2) return false;
      refused += 1;
      return refuse(response, 0);
    });
    const before = await countOf();
    await clientOf(proxy.url).post(ENTRIES, { params: params(), body: titled('Waited') });
    expect(proxy.requests).toHaveLength(3);
    expect(await countOf()).toBe(before + 1);
    await proxy.close();
  });

  it('throws a 429 at once that asks for too long a wait, and after the last attempt', async () => {
    let seconds = 3600;
    const proxy = await startProxy(app.url, (_request, response) => refuse(response, seconds));
    const limited = { status: 429, code: 'rate_limited' };
    expect(await failure(clientOf(proxy.url).get('/tokens/me'))).toMatchObject({ ...limited, retryAfter: 3600 });
    expect(proxy.requests).toHaveLength(1);
    seconds = 0;
    expect(await failure(clientOf(proxy.url, { retries: 2 }).get('/tokens/me'))).toMatchObject(limited);
    expect(proxy.requests).toHaveLength(4);
    await proxy.close();
  });

  it('sends a write with a key again when its answer got lost, and it is carried out once', async () => {
    let lost = 0;
    const loses = () => lost++ === 0;
    const proxy = await startProxy(app.url, undefined, { loses });
    const before = await countOf();
    const entry = await clientOf(proxy.url).post(ENTRIES, {
      params: { ...params(), header: { 'Idempotency-Key': 'once' } },
      body: titled('Once'),
    });
    expect(entry.title).toBe('Once');
    expect(proxy.requests).toHaveLength(2);
    expect(await countOf()).toBe(before + 1);
    await proxy.close();
  });

  it('sends a write without a key once when its answer got lost or is a 503', async () => {
    const proxy = await startProxy(app.url, undefined, { loses: () => true });
    const write = (url: string) => clientOf(url).post(ENTRIES, { params: params(), body: titled('Lost') });
    expect(await failure(write(proxy.url))).toBeInstanceOf(ConnectionError);
    expect(proxy.requests).toHaveLength(1);
    await proxy.close();
    const unavailable = await startUnavailable(Number.POSITIVE_INFINITY);
    expect(await failure(write(unavailable.url))).toMatchObject({ status: 503, code: 'unavailable' });
    expect(unavailable.requests).toHaveLength(1);
    await unavailable.close();
  });

  it('reads again after a 503', async () => {
    const proxy = await startUnavailable(2);
    expect(await clientOf(proxy.url).get('/tokens/me')).toMatchObject({ scope: 'admin' });
    expect(proxy.requests).toHaveLength(3);
    await proxy.close();
  });

  it('repeats writes that may be repeated, waits for limits apart from failures, and reports both', async () => {
    const answers: (number | undefined)[] = [429, 500, 429, 502];
    const proxy = await startProxy(app.url, (_request, response) => {
      const status = answers.shift();
      if (status === undefined) return false;
      if (status === 429) return refuse(response, 7);
      response.writeHead(status).end('failed');
      return true;
    });
    const retries: Retry[] = [];
    const slept: number[] = [];
    const client = clientOf(proxy.url, {
      retries: 2,
      waits: Number.POSITIVE_INFINITY,
      mayRepeat: () => true,
      onRetry: (retry) => void retries.push(retry),
      sleep: async (ms) => void slept.push(ms),
    });
    await client.post(ENTRIES, { params: params(), body: titled('Repeated') });
    expect(retries.map(({ error, attempt }) => [error instanceof ApiError && error.status, attempt])).toEqual([
      [429, 1],
      [500, 1],
      [429, 2],
      [502, 2],
    ]);
    expect([slept[0], slept[2]]).toEqual([7000, 7000]);
    answers.push(500, 500, 500);
    expect(await failure(client.get('/tokens/me'))).toMatchObject({ status: 500 });
    await proxy.close();
  });

  it('throws errors of its listener and of the given fetch', async () => {
    const proxy = await startProxy(app.url, (_request, response) => refuse(response, 0));
    const onRetry = () => {
      throw new Error('no more');
    };
    expect(await failure(clientOf(proxy.url, { onRetry }).get('/tokens/me'))).toMatchObject({ message: 'no more' });
    await proxy.close();
    const fetch = () => Promise.reject(new Error('not here'));
    expect(await failure(clientOf(app.url, { fetch }).get('/tokens/me'))).toMatchObject({ message: 'not here' });
  });

  it('stops waiting when the request is cancelled', async () => {
    const controller = new AbortController();
    const proxy = await startProxy(app.url, (_request, response) => {
      setImmediate(() => controller.abort(new Error('enough')));
      return refuse(response, 50);
    });
    const call = clientOf(proxy.url).get('/tokens/me', { signal: controller.signal });
    expect(await failure(call)).toMatchObject({ message: 'enough' });
    expect(proxy.requests).toHaveLength(1);
    await proxy.close();
  });
});

async function startServer(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** An API that is unavailable for the first few requests. */
function startUnavailable(times: number) {
  let refused = 0;
  return startProxy(app.url, (_request, response) => {
    if (refused >= times) return false;
    refused += 1;
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ error: { code: 'unavailable', message: 'Later.' } }));
    return true;
  });
}
