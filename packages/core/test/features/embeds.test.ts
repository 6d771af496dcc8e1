import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collection, defineConfig, list, object, richtext } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillAssets } from '../support/fill-assets.ts';
import { checkLive } from '../support/live-state.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

const PEN = 'https://codepen.io/ada/pen/abc';
const SAID = { version: '1.0', type: 'rich', title: 'A weir', html: '<iframe src="https://codepen.io"></iframe>' };

let app: TestApp;
let project: TestProject;
let editor: TestPerson;
let site: Server;
let answer: RequestListener;
/** Addresses that the site was asked for. */
let asked: string[];

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  app = await startTestApp({
    delivery: {
      mayRequest: (address) => address === '127.0.0.1',
      origins: { 'https://codepen.io': origin, 'https://www.photos.example': origin },
    },
  });
});
beforeEach(async () => {
  asked = [];
  project = await app.project();
  editor = await app.person({ projectId: project.id, role: 'editor' });
  const codepen = { name: 'codepen', match: ['https://codepen.io/*'], endpoint: 'https://codepen.io/api/oembed' };
  const photos = {
    name: 'photos',
    match: ['https://*.photos.example/*'],
    endpoint: 'https://www.photos.example/oembed.{format}?key=x',
  };
  const inside = { name: 'inside', match: ['https://wiki.example/*'], endpoint: 'https://127.0.0.2/oembed' };
  const pictures = { sizes: ['small'], align: true };
  const body = richtext({ embeds: [codepen, inside], pictures, videos: ['youtube'] });
  const parts = list(object({ text: richtext({ embeds: [photos] }) }));
  const { schema } = defineConfig({ collections: [collection({ key: 'posts', fields: { body, parts } })] });
  expect((await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 })).status).toBe(200);
});
afterEach(() => site.closeAllConnections());
afterAll(async () => {
  await app.close();
  site.close();
});

const serve =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const lookUp = (query: Record<string, string>, { api }: Pick<TestPerson, 'api'> = editor) =>
  api.get(`/projects/${project.id}/embeds?${new URLSearchParams(query)}`);

describe('a page of another site', () => {
  it('is what the site says of it, without its HTML', async () => {
    answer = serve({
      ...SAID,
      author_name: 'Ada\n  <b>',
      thumbnail_url: 'https://x.example/a.png',
      width: '800',
      height: 300,
    });
    const { status, body } = await lookUp({ url: `${PEN}#x` });
    expect([status, body]).toEqual([
      200,
      {
        provider: 'codepen',
        url: `${PEN}#x`,
        title: 'A weir',
        author: 'Ada <b>',
        thumbnail_url: 'https://x.example/a.png',
        width: 800,
        height: 300,
      },
    ]);
    expect(asked).toEqual([`/api/oembed?url=${encodeURIComponent(`${PEN}#x`)}&format=json`]);
    expect(await lookUp({ url: PEN }, project)).toMatchObject({ status: 200 });
  });

  it('is asked for where the schema says, also for a field within others', async () => {
    answer = serve(SAID);
    const url = 'https://ada.photos.example/1';
    expect((await lookUp({ url, provider: 'photos' })).body).toMatchObject({ provider: 'photos', url });
    expect(asked).toEqual([`/oembed.json?key=x&url=${encodeURIComponent(url)}&format=json`]);
  });

  it('keeps of an answer only what it should be', async () => {
    const long = 'x'.repeat(400);
    answer = serve({
      ...SAID,
      title: `\u0000\ud800 ${long}`,
      author_name: 7,
      thumbnail_url: 'http://x.example/a',
      width: '100%',
      height: -1,
    });
    const { body } = await lookUp({ url: PEN });
    expect(body).toMatchObject({ author: null, thumbnail_url: null, width: null, height: null });
    expect(body.title).toBe(long.slice(0, 300));
    answer = serve({ type: 'link' });
    expect((await lookUp({ url: PEN })).body).toMatchObject({ title: null, author: null });
  });

  it('is refused when no rich text of the schema has its site, and nothing is asked', async () => {
    for (const query of [
      { url: 'https://evil.example/' },
      { url: PEN, provider: 'photos' },
      { url: 'http://codepen.io/x' },
    ]) {
      expect(codeOf(await lookUp(query))).toEqual([400, 'validation_failed']);
    }
    expect(codeOf(await lookUp({}))).toEqual([400, 'validation_failed']);
    expect(asked).toEqual([]);
  });

  it('is unknown when the site fails, is inside a private network, or leads elsewhere', async () => {
    const said = async (url = PEN): Promise<unknown> => {
      const failed = await lookUp({ url });
      expect(codeOf(failed)).toEqual([422, 'embed.site_failed']);
      return failed.body.error.details.map(({ message }: LooseBody) => message);
    };
    answer = serve('no', 404);
    expect(await said()).toEqual(['codepen.io answered 404.']);
    answer = serve('', 302, { location: 'https://codepen.io/elsewhere' });
    expect(await said()).toEqual(['codepen.io answered 302.']);
    for (const body of ['<html>', [], { ...SAID, type: 'page' }, null]) {
      answer = serve(body);
      expect(await said()).toEqual(["codepen.io didn't answer as oEmbed has it."]);
    }
    answer = serve({ ...SAID, html: 'x'.repeat(300_000) });
    expect(await said()).toEqual([expect.stringContaining('longer than')]);
    expect(await said('https://wiki.example/x')).toEqual([expect.stringContaining('private network')]);
  });

  it('is looked up by those who write, each as often as the limit says', async () => {
    answer = serve(SAID);
    const viewer = await app.person({ projectId: project.id, role: 'viewer' });
    expect(codeOf(await lookUp({ url: PEN }, viewer))[0]).toBe(403);
    expect((await app.client().get(`/projects/${project.id}/embeds?url=${PEN}`)).status).toBe(401);
    const other = await app.person({ projectId: project.id, role: 'editor' });
    for (let time = 0; time < 30; time++) expect((await lookUp({ url: PEN }, other)).status).toBe(200);
    expect((await lookUp({ url: PEN }, other)).status).toBe(429);
    expect((await lookUp({ url: PEN })).status).toBe(200);
  });
});

describe('rich text with pictures, videos and pages of other sites', () => {
  const video = (attrs: object = {}) => ({
    type: 'video',
    attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', ...attrs },
  });
  const page = (attrs: object = {}) => ({
    type: 'oembed',
    attrs: { provider: 'codepen', url: PEN, title: 'A pen', ...attrs },
  });
  const create = async (...content: object[]) => {
    const values = { en: { body: { type: 'doc', content } } };
    return project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  };
  const publish = (id: string) =>
    project.api.post(`/projects/${project.id}/entries/${id}/publish`, { locales: ['en'] });

  it('is published with the size, the place and the address of each', async () => {
    const [asset = ''] = await fillAssets(app.database.pool, project.id, 1, () => ({
      filename: 'weir.jpg',
      files: 'f',
    }));
    const content = [
      { type: 'image', attrs: { asset, size: 'small', align: 'end' } },
      video({ title: 'A weir' }),
      page(),
    ];
    const created = await create(...content);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect((await publish(created.body.id)).status).toBe(200);
    const { files } = await checkLive(app.database, app.storage, project.id);
    expect(files['posts.en']?.[0]?.values).toMatchObject({
      body: { content: [{ attrs: { size: 'small', align: 'end', asset: { id: asset } } }, ...content.slice(1)] },
    });
  });

  it('is refused where the schema does not allow what it holds', async () => {
    const [asset = ''] = await fillAssets(app.database.pool, project.id, 1, () => ({
      filename: 'weir.jpg',
      files: 'f',
    }));
    for (const [node, field] of [
      [{ type: 'image', attrs: { asset, size: 'huge' } }, 'size'],
      [video({ provider: 'vimeo', id: '1', url: 'https://vimeo.com/1' }), 'provider'],
      [page({ url: 'https://evil.example/' }), 'url'],
    ] as const) {
      const created = await create(node);
      expect(created.status).toBe(201);
      const { status, body } = await publish(created.body.id);
      expect([status, body.error?.code, body.error?.details.map(({ path }: LooseBody) => path.at(-1))]).toEqual([
        400,
        'validation_failed',
        [field],
      ]);
    }
    expect(codeOf(await create(video({ id: 'aaaaaaaaaaa' })))).toEqual([400, 'validation_failed']);
  });
});
