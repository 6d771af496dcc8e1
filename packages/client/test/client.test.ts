import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuse, startProxy } from '../../cli/test/support/proxy.ts';
import { startTestApp, type TestApp, type TestProject } from '../../core/test/support/test-app.ts';
import { ApiError, createClient } from '../src/index.ts';

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await startTestApp();
  project = await app.project();
});
afterAll(() => app.close());

const ENTRIES = '/projects/{projectId}/entries';
const clientOf = (url = app.url, retries?: number) =>
  createClient({ url, token: project.tokens.admin, ...(retries !== undefined && { retries }) });
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
    await proxy.close();
  });

  it('throws errors with code, details and the identifier of the request', async () => {
    const error = await failure(
      clientOf().post(ENTRIES, { params: params(), body: { ...titled('x'), collection_key: '1' } }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed', details: [{ path: ['collection_key'] }] });
    expect((error as ApiError).requestId).toMatch(/\S/);
    const stranger = createClient({ url: app.url, token: 'stl_admin_nonsense' });
    expect(await failure(stranger.get('/tokens/me'))).toMatchObject({ status: 401, code: 'auth.invalid_token' });
  });

  it('calls an answer that is not of the API unknown', async () => {
    const server = createServer((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(await failure(client.get('/tokens/me'))).toMatchObject({ status: 502, code: 'unknown', requestId: null });
    server.close();
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
    expect(await failure(clientOf(proxy.url, 2).get('/tokens/me'))).toMatchObject(limited);
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
    expect(await failure(write(proxy.url))).not.toBeInstanceOf(ApiError);
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
