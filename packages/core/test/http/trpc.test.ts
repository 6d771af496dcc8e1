import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson, TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let person: TestPerson;

beforeAll(async () => {
  app = await sharedTestApp();
  project = await app.project();
  person = await app.person({ projectId: project.id, role: 'owner' });
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${app.url}/trpc/${path}`, { ...init, headers: { cookie: person.cookie, origin: app.url, ...init.headers } });

/** Address of a request that calls a procedure several times. */
function batch(name: string, input: object, calls: number, comma = ','): string {
  const inputs = Object.fromEntries(Array.from({ length: calls }, (_, index) => [index, input]));
  const names = Array.from({ length: calls }, () => name).join(comma);
  return `${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

describe('a request to /trpc', () => {
  it('makes twenty calls at most', async () => {
    const statements = await send(batch('projects.list', {}, 20));
    expect(statements.status).toBe(200);
    expect(await statements.json()).toHaveLength(20);
    for (const comma of [',', '%2C', '%2c']) {
      const refused = await send(batch('projects.list', {}, 21, comma));
      expect(refused.status).toBe(400);
      expect(await refused.json()).toEqual({
        error: {
          code: 'validation_failed',
          message: expect.any(String),
          details: [{ path: [], message: 'A request may make at most 20 calls.' }],
        },
      });
    }
  });

  it('makes none of its calls when it makes too many', async () => {
    const projects = await app.database.prisma.project.count();
    const inputs = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index, { name: `P${index}` }]));
    const names = Array.from({ length: 21 }, () => 'projects.create').join(',');
    const headers = { 'content-type': 'application/json' };
    const refused = await send(`${names}?batch=1`, { method: 'POST', headers, body: JSON.stringify(inputs) });
    expect(refused.status).toBe(400);
    expect(await app.database.prisma.project.count()).toBe(projects);
  });

  it('names procedures plainly, in no other spelling', async () => {
    for (const name of [
      'instance%2EsetUp',
      'instance.setUp/',
      '/instance.setUp',
      'instance.setUp%2F',
      'x'.repeat(64),
    ]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await send(name, { method: 'POST', headers, body: JSON.stringify({ code: 'x'.repeat(100_000) }) });
      expect([name, answer.status]).toEqual([name, 404]);
    }
  });

  it('has an address of a bounded length', async () => {
    const refused = await send(`projects.list?input=${'x'.repeat(8_000)}`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: 'validation_failed' } });
  });

  it('has 16 KiB where anyone may call, in whatever company', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ 0: { code: 'x'.repeat(17_000) }, 1: { name: 'P' } });
    for (const names of ['instance.setUp,projects.create', 'invitations.accept,projects.create']) {
      const refused = await send(`${names}?batch=1`, { method: 'POST', headers, body });
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ error: { code: 'payload_too_large' } });
    }
  });

  it('reads no drafts as a file, which REST sends piece by piece', async () => {
    const input = { projectId: project.id, collection: 'posts', locale: 'en' };
    const refused = await send(`drafts.read?input=${encodeURIComponent(JSON.stringify(input))}`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { data: { errorCode: 'not_found' } } });
    expect((await project.api.get(`/projects/${project.id}/drafts/posts.en.json`)).status).toBe(200);
  });
});
