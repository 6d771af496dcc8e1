import { codeOf } from '@stele/testing/api-client';
import { Receiver } from '@stele/testing/receiver';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

const UNITS = 8;

let app: TestApp;
let project: TestProject;
let viewer: TestPerson;
let site: Receiver;

beforeAll(async () => {
  const limits = parseLimits(`preview.check=${UNITS}`);
  app = await startTestApp({ limits, delivery: { mayRequest: (address) => address === '127.0.0.1' } });
});
beforeEach(async () => {
  site = await Receiver.start();
  project = await app.project();
  viewer = await app.person({ projectId: project.id, role: 'viewer' });
  const sites = [
    { name: 'Website', url: `${site.url}/docs/` },
    { name: 'Private', url: 'http://10.0.0.1' },
  ];
  await project.api.patch(`/projects/${project.id}`, { preview_sites: sites });
  return () => site.close();
});
afterAll(() => app.close());

const check = (url: string, api = viewer.api) =>
  api.get(`/projects/${project.id}/page-check?url=${encodeURIComponent(url)}`);
const headers = (given: Record<string, string | string[]>): void => {
  site.answer = (_request, response) => response.writeHead(200, given).end('<h1>Heron</h1>');
};

it('says which header keeps a page out of the admin, by the page that is shown after redirects', async () => {
  site.turns.push((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  headers({ 'X-Frame-Options': 'DENY' });
  const { status, body } = await check(`${site.url}/docs/heron`);
  expect([status, body]).toEqual([
    200,
    { status: 200, refused_by: 'X-Frame-Options: DENY', opens_drafts: false, error: null },
  ]);
  expect(site.requests.map(({ path }) => path)).toEqual(['/docs/heron', '/elsewhere']);
  headers({ 'content-security-policy': ['frame-ancestors *', "frame-ancestors 'self'"] });
  expect((await check(`${site.url}/docs`)).body.refused_by).toBe("Content-Security-Policy: frame-ancestors 'self'");
  const { origin } = new URL(app.services.settings.adminUrl);
  headers({ 'content-security-policy': `frame-ancestors ${origin}`, 'x-frame-options': 'DENY' });
  expect((await check(`${site.url}/docs/`)).body).toEqual({
    status: 200,
    refused_by: null,
    opens_drafts: false,
    error: null,
  });
});

it.each([
  [401, true],
  [200, false],
  [302, false],
  [404, false],
  [500, false],
])('says whether the website opens drafts, by the %i of its route for them', async (status, opens) => {
  for (const page of [200, 404]) {
    site.turns.push((_request, response) => response.writeHead(page).end());
    site.turns.push((_request, response) => response.writeHead(status, { location: '/docs/' }).end());
    expect((await check(`${site.url}/docs/heron`)).body).toMatchObject({ status: page, opens_drafts: opens });
  }
  expect(site.requests.at(-1)?.path).toBe('/docs/api/draft');
});

it('says why a page could not be requested', async () => {
  const { body } = await check('http://10.0.0.1/heron');
  expect(body).toEqual({
    status: null,
    refused_by: null,
    opens_drafts: false,
    error: expect.stringContaining('private network'),
  });
});

it('requests nothing but pages of the preview sites of this project', async () => {
  const other = await app.project();
  await other.api.patch(`/projects/${other.id}`, { preview_sites: [{ name: 'Theirs', url: `${site.url}/theirs` }] });
  for (const url of ['', 'docs', site.url, `${site.url}/docs/../`, `${site.url}/docs2`, `${site.url}/theirs`]) {
    const { status, body } = await project.api.get(`/projects/${project.id}/page-check?url=${encodeURIComponent(url)}`);
    expect([status, body.error.details[0].path], url).toEqual([400, ['url']]);
  }
  expect(site.requests).toEqual([]);
});

it('is for members, and for tokens that may read the project', async () => {
  const stranger = await app.person();
  const page = `${site.url}/docs/heron`;
  expect(codeOf(await check(page, app.api))).toEqual([401, 'auth.missing_token']);
  expect((await check(page, stranger.api)).status).toBe(404);
  const reader = app.client({ token: project.tokens.read_draft });
  expect(codeOf(await check(page, reader))).toEqual([403, 'auth.insufficient_scope']);
  expect(site.requests).toEqual([]);
});

it('is limited for each project', async () => {
  headers({});
  const statuses = [];
  for (let index = 0; index <= UNITS; index++) statuses.push((await check(`${site.url}/docs/`)).status);
  expect(statuses).toEqual([...Array<number>(UNITS).fill(200), 429]);
});
