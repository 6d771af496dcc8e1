// @module-tag full
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { collection, defineConfig, number, reference, richtext, slug, text } from '@stele/schema';
import { assertDocumented } from '@stele/testing/documented-answers';
import { MOST_PAUSE_MS, withPause } from '@stele/testing/longest-pause';
import { rounds } from '@stele/testing/rounds';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits, parseLimits } from '../../src/server/registry.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';
import { countRows } from './changes.ts';
import { type DocumentedOperation, type FuzzRequest, operationsOf, requestsTo } from './requests.ts';

/** Requests in all. */
const REQUESTS = rounds({ short: 1_000, long: 20_000 });
/** The same requests each time in the short run; others each time in the long one, which prints its seed. */
const SEED = Number(process.env.TEST_SEED ?? (process.env.TEST_LONG ? Date.now() % 2 ** 31 : 3));

/** Kinds of answers that the requests must get. */
const KINDS = [200, 201, 400, 401, 403, 404, 409, 415];
const MOST_WAVES = 40;

const UNLIMITED = parseLimits(
  Object.keys(limits)
    .map((name) => `${name}=100000000`)
    .join(),
);

/** The credentials of each sender, as headers. */
type Caller = Readonly<Record<string, string>>;

let app: TestApp;
let document: Record<string, unknown>;
let operations: DocumentedOperation[];
let callers: Caller[];
let projects: TestProject[];
let known: Record<string, string[]> = {};

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      order: 'manual',
      fields: {
        title: text({ localized: true, required: true }),
        slug: slug({ localized: true }),
        price: number({ min: 0 }),
        body: richtext({ localized: true }),
        see: reference('posts'),
      },
    }),
    collection({
      key: 'pages',
      order: { field: 'title', direction: 'desc' },
      fields: { title: text({ localized: true }) },
    }),
  ],
});

beforeAll(async () => {
  // All requests of a wave are sent at once.
  const admission = { all: Number.POSITIVE_INFINITY, ofOne: Number.POSITIVE_INFINITY, kept: 0 };
  app = await startTestApp({ limits: UNLIMITED, admission });
  document = await app.services.openApiDocument();
  operations = operationsOf(document);
  projects = [await app.project(), await app.project({ locales: ['en', 'de', 'fr'] })];
  const [free, typed] = projects as [TestProject, TestProject];
  await typed.api.post(`/projects/${typed.id}/schema/sync`, { schema, base_version: 0 });
  for (const { id, api } of projects) {
    for (let n = 0; n < 3; n++) {
      const values = { en: { title: `Entry ${n}` }, de: { title: `Eintrag ${n}` } };
      const { body } = await api.post(`/projects/${id}/entries`, { collection_key: 'posts', values });
      await api.post(`/projects/${id}/entries/${body.id}/publish`, { locales: ['en'] });
    }
  }
  const bearer = (token: string): Caller => ({ authorization: `Bearer ${token}` });
  const people = await Promise.all(
    projects.flatMap(({ id }) =>
      (['owner', 'editor', 'viewer'] as const).map((role) => app.person({ projectId: id, role })),
    ),
  );
  callers = [
    {},
    bearer('stl_admin_nonsense'),
    ...projects.flatMap(({ tokens }) => Object.values(tokens).map(bearer)),
    // Callers who may do most get furthest.
    bearer(free.tokens.admin),
    bearer(typed.tokens.admin),
    ...people.map(({ cookie }) => ({ cookie, origin: app.url })),
    ...people.slice(0, 1).map(({ cookie }) => ({ cookie, origin: 'https://evil.example' })),
  ];
});
afterAll(() => app.close());

/** Collects present identifiers; not the tokens that send the requests, and not all of their owners. */
async function lookAround(): Promise<void> {
  const { prisma } = app.database;
  const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
  const [entries, snapshots, tokens, invitations, members] = await Promise.all([
    prisma.entry.findMany({ select: { id: true }, take: 20, orderBy: { updatedAt: 'desc' } }),
    prisma.snapshot.findMany({ select: { id: true }, take: 10, orderBy: { publishedAt: 'desc' } }),
    prisma.projectToken.findMany({
      select: { id: true },
      where: { name: { notIn: ['read_published', 'read_draft', 'admin'] } },
      take: 10,
    }),
    prisma.invitation.findMany({ select: { id: true }, take: 10 }),
    prisma.member.findMany({ select: { userId: true }, where: { role: 'viewer' }, take: 5 }),
  ]);
  known = {
    projectId: projects.map(({ id }) => id),
    entryId: ids(entries),
    snapshotId: ids(snapshots),
    otherId: ids(snapshots),
    tokenId: ids(tokens),
    invitationId: ids(invitations),
    userId: members.map(({ userId }) => userId),
    collection: ['posts', 'pages', 'nope'],
    locale: ['en', 'de', 'fr'],
    version: ['1', '2', '3', '99'],
    other: ['1', '2'],
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether an answer goes on for as long as someone listens. */
function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

async function send({ method, path, headers, body, caller }: FuzzRequest) {
  const encoded = headers['content-encoding'] === 'gzip' && body !== null ? gzipSync(Buffer.from(body)) : body;
  const response = await fetch(`${app.url}/v1${path}`, {
    method,
    redirect: 'manual',
    headers: { ...callers[caller], ...headers },
    ...(encoded !== null && { body: encoded }),
  });
  if (isStream(response)) {
    await response.body?.cancel();
    return { response, body: null };
  }
  const text = await response.text();
  return { response, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

it(`answers ${REQUESTS} requests and more as documented, none with a server error or a long pause, and refused ones change nothing`, async () => {
  process.stdout.write(`fuzzing with TEST_SEED=${SEED}\n`);
  const statuses = new Map<number, number>();
  await lookAround();
  let before = await countRows(app.database);
  const share = Math.ceil(REQUESTS / operations.length);
  // The first request of a wave is always the plainest one, so a wave needs several.
  const waves = Math.min(10, Math.ceil(share / 2));
  const notMet = (): number[] => KINDS.filter((status) => !statuses.has(status));
  // The first waves may miss kinds of answers by chance; more follow until all were seen.
  for (let wave = 0; wave < waves || (wave < MOST_WAVES && notMet().length > 0); wave++) {
    for (const [index, operation] of operations.entries()) {
      const arbitrary = requestsTo(operation, document, () => known, callers.length);
      const requests = fc.sample(arbitrary, { numRuns: Math.ceil(share / waves), seed: SEED + 1000 * wave + index });
      for (const request of requests) {
        const { result, pause } = await withPause(() => send(request));
        const { response, body } = result;
        const said = `${JSON.stringify(request).slice(0, 1500)} → ${response.status} ${JSON.stringify(body).slice(0, 500)}`;
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        expect(response.status, said).toBeLessThan(500);
        expect(pause, said).toBeLessThan(MOST_PAUSE_MS);
        // Node's own limit for addresses and headers comes before any route.
        if (response.status === 431) {
          expect(body, said).toMatchObject({ error: { code: 'headers_too_large' } });
          continue;
        }
        // URLs such as a/../b are normalised before they're sent.
        const path = new URL(`${app.url}/v1${request.path}`).pathname.replace(/^\/v1/, '');
        try {
          // A path that can't be encoded isn't a URL at all.
          if (!isDecodable(path)) expect(response.status).toBe(404);
          else if (!isStream(response)) assertDocumented(document, { method: request.method, path, response, body });
        } catch (error) {
          throw new Error(`${said}\n${String(error).slice(0, 1500)}`);
        }
        const after = await countRows(app.database);
        if (response.status >= 400) expect(after, said).toBe(before);
        before = after;
      }
    }
    await lookAround();
  }
  process.stdout.write(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
  // The fuzzing got through to the verbs, and met each kind of refusal.
  expect(notMet()).toEqual([]);
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 40);
});

it('goes on while bodies that were begun never end', async () => {
  const { port } = new URL(app.url);
  const before = await countRows(app.database);
  const [{ id, tokens, api }] = projects as [TestProject];
  const sockets = Array.from({ length: 50 }, (_, index) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    const framing = index % 2 === 0 ? 'Transfer-Encoding: chunked' : 'Content-Length: 100000';
    const begun = index % 2 === 0 ? '10\r\n{"collection_key' : '{"collection_key';
    socket.write(
      `POST /v1/projects/${id}/entries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.admin}\r\n` +
        `Content-Type: application/json\r\n${framing}\r\n\r\n${begun}`,
    );
    return socket;
  });
  expect((await api.get(`/projects/${id}/entries`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect((await api.get(`/projects/${id}/entries`)).status).toBe(200);
  expect(await countRows(app.database)).toBe(before);
});

it('takes a compressed body for what it is: no JSON, however large it would become', async () => {
  const [{ id, tokens }] = projects as [TestProject];
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, '['));
  const response = await fetch(`${app.url}/v1/projects/${id}/entries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.admin}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: bomb,
  });
  expect([400, 413, 415]).toContain(response.status);
});
