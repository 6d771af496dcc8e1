import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collection, defineConfig, list, object, richtext } from '@stele/schema';
import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  const body = richtext({ embeds: [codepen, inside] });
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
