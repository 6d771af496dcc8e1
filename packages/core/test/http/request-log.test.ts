import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson, type TestProject } from '../support/test-app.ts';

type Line = Readonly<Record<string, unknown>>;

let app: TestApp;
let project: TestProject;
let owner: TestPerson;
const written: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line) => void written.push(line) });
  app = await startTestApp({ log });
  project = await app.project();
  owner = await app.person({ projectId: project.id, role: 'owner' });
});
beforeEach(() => {
  written.length = 0;
});
afterAll(() => app.close());

const answered = (): Line[] => written.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === 'answered');

it('has a line for each request: route, status, caller, time and statements', async () => {
  const path = `/projects/${project.id}/entries`;
  const created = await project.api.post(path, { collection_key: 'posts', values: { en: { title: 'A' } } });
  await owner.api.get(`${path}/${created.body.id}`);
  await app.api.get(path);
  const [post, get, refused] = answered();
  expect(post).toMatchObject({
    level: 30,
    request_id: created.headers.get('x-request-id'),
    method: 'POST',
    route: '/v1/projects/{projectId}/entries',
    status: 201,
    actor: expect.stringMatching(/^token:tok_/),
    project_id: project.id,
  });
  expect(post?.queries).toBeGreaterThan(0);
  expect(post?.duration_ms).toBeGreaterThan(0);
  expect(Number(post?.database_ms)).toBeGreaterThan(0);
  expect(get).toMatchObject({ route: '/v1/projects/{projectId}/entries/{entryId}', actor: `user:${owner.id}` });
  expect(refused).toMatchObject({ status: 401, queries: 0 });
  expect(refused).not.toHaveProperty('actor');
});

it('names callers who are refused', async () => {
  const viewer = await app.person({ projectId: project.id, role: 'viewer' });
  const other = await app.project();
  written.length = 0;
  const entries = { collection_key: 'posts', values: { en: { title: 'A' } } };
  await viewer.api.post(`/projects/${project.id}/entries`, entries);
  await viewer.api.get(`/projects/${other.id}/entries`);
  await project.api.get(`/projects/${other.id}/entries`);
  expect(answered().map(({ status, actor }) => [status, actor])).toEqual([
    [403, `user:${viewer.id}`],
    [404, `user:${viewer.id}`],
    [404, expect.stringMatching(/^token:tok_/)],
  ]);
});

it('counts a publish for the request that asked, also when it waits for other work', async () => {
  const path = `/projects/${project.id}/entries`;
  const publish = async (title: string) => {
    const made = await project.api.post(path, { collection_key: 'posts', values: { en: { title } } });
    await project.api.post(`${path}/${made.body.id}/publish`, { locales: ['en'] });
    return Number(answered().at(-1)?.queries);
  };
  // The first one makes the project's live file known to its tokens' mirrors.
  await publish('First');
  const alone = await publish('Alone');
  const { publisher } = app.services;
  let release = (): void => undefined;
  const others = publisher.exclusively(project.id, () => new Promise<void>((resolve) => (release = resolve)));
  const { submit } = publisher;
  publisher.submit = (command) => {
    const waiting = submit.call(publisher, command) as never;
    publisher.submit = submit;
    release();
    return waiting;
  };
  expect(await publish('Waits')).toBe(alone);
  await others;
});

it('counts the statements of each request for itself, however many wait for a connection at once', async () => {
  const path = `${app.url}/v1/projects/${project.id}/entries?limit=1`;
  const headers = { authorization: `Bearer ${project.tokens.admin}` };
  await Promise.all(Array.from({ length: 40 }, async () => (await fetch(path, { headers })).text()));
  const counts = answered().map(({ queries }) => queries);
  expect(counts).toHaveLength(40);
  expect(new Set(counts.slice(1)).size).toBe(1);
  expect(counts[1]).toBeGreaterThan(0);
});

it('names procedures, and no address that could be a secret', async () => {
  const trpc = (calls: string) =>
    fetch(`${app.url}/trpc/${calls}?batch=1&input=%7B%7D`, { headers: { cookie: owner.cookie } });
  await trpc('projects.list');
  await trpc('projects.list,account.me');
  await trpc('sesame.open');
  await fetch(`${app.url}/v1/sesame`);
  await fetch(`${app.url}/auth/get-session?sesame`);
  await fetch(`${app.url}/readyz`);
  expect(answered().map(({ route, level }) => [route, level])).toEqual([
    ['/trpc/projects.list', 30],
    ['/trpc/(several)', 30],
    ['other', 30],
    ['other', 30],
    ['/auth/get-session', 30],
    ['/readyz', 20],
  ]);
  expect(written.filter((line) => line.includes('"answered"')).join('')).not.toMatch(/sesame|session_token/);
});
