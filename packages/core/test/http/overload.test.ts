import { once } from 'node:events';
import { connect } from 'node:net';
import type { ImmutableObject, ObjectStorage } from '@stele/storage';
import { type ApiAnswer, codeOf, type LooseBody } from '@stele/testing/api-client';
import { type Gate, gate } from '@stele/testing/gate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Admission } from '../../src/access/admission.ts';
import { draftFilesOf } from '../../src/features/drafts/draft-files.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { PASSWORD, startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

type Answer = ApiAnswer<LooseBody>;

const create = ({ id, api }: TestProject): Promise<Answer> =>
  api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: { title: 'A post' } } });

/** A storage whose writes for one project wait. */
const slowFor =
  (wait: (key: string) => Promise<void> | undefined) =>
  (storage: ObjectStorage): ObjectStorage =>
    new Proxy(storage, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          if (name === 'put') await wait(String(given[0]));
          if (name === 'putAll') for (const { key } of given[0] as ImmutableObject[]) await wait(key);
          return value.apply(target, given);
        };
      },
    });

describe('a process with more requests than it works on at a time', () => {
  let app: TestApp;
  let busy: TestProject;
  let other: TestProject;
  let entryIds: string[];
  const held: Promise<Answer>[] = [];
  const slow: { storage: Gate | null } = { storage: null };

  const slowStorage = slowFor((key) => (busy && key.includes(busy.id) ? slow.storage?.begin() : undefined));

  /** The test's own looks take a place for a moment, too. */
  async function publishOnceThereIsRoom(id: string): Promise<Answer> {
    for (;;) {
      const answer = await busy.api.post(`/projects/${busy.id}/entries/${id}/publish`, { locales: ['en'] });
      if (answer.status !== 503) return answer;
    }
  }

  const count = async ({ id }: TestProject): Promise<number> =>
    app.database.prisma.entry.count({ where: { projectId: id } });

  beforeAll(async () => {
    app = await startTestApp({ admission: { all: 3, ofOne: 2, kept: 0 }, wrapStorage: slowStorage });
    [busy, other] = [await app.project(), await app.project()];
    entryIds = [];
    for (let n = 0; n < 2; n++) entryIds.push((await create(busy)).body.id);
    slow.storage = gate();
    for (const id of entryIds) held.push(publishOnceThereIsRoom(id));
    await slow.storage.begun;
  });
  afterAll(() => {
    slow.storage?.goOn();
    return app.close();
  });

  it('refuses at once what is too much of one project, with Retry-After, and does none of it', async () => {
    await expect
      .poll(async () => codeOf(await busy.api.get(`/projects/${busy.id}/entries`)))
      .toEqual([503, 'unavailable']);
    const before = await count(busy);
    const refused = await create(busy);
    expect(codeOf(refused)).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.error.message).toContain('too many requests');
    expect(await count(busy)).toBe(before);
  });

  it('still recognises callers, serves other projects, and is alive and ready', async () => {
    expect((await app.client({ token: 'stl_admin_x' }).get(`/projects/${busy.id}/entries`)).status).toBe(401);
    expect((await create(other)).status).toBe(201);
    for (const path of ['/livez', '/readyz']) expect((await fetch(app.url + path)).status, path).toBe(200);
  });

  it('answers all that it took on, and takes on more afterwards', async () => {
    slow.storage?.goOn();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await create(busy)).status).toBe(201);
    const many = await Promise.all(Array.from({ length: 20 }, () => create(busy)));
    expect([...new Set(many.map(({ status }) => status))].sort()).toEqual([201, 503]);
    expect(await count(busy)).toBe(3 + many.filter(({ status }) => status === 201).length);
  });
});

describe('a process with bounds', () => {
  const writes: { gate: Gate | null } = { gate: null };
  let app: TestApp;
  let project: TestProject;
  beforeAll(async () => {
    app = await startTestApp({
      limits: parseLimits('entry.publish=1000'),
      wrapStorage: slowFor(() => writes.gate?.begin()),
    });
    project = await app.project();
  });
  afterAll(() => {
    writes.gate?.goOn();
    return app.close();
  });

  /** Takes places as other requests would. @returns frees them */
  function fill(admission: Admission, tenant: string, places: number): () => void {
    const leave = Array.from({ length: places }, () => admission.enter(tenant));
    return () => leave.forEach((one) => void one());
  }
  const expectOverload = async (response: Response): Promise<void> => {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } });
  };

  it('counts requests below /auth, once their body has arrived', async () => {
    const person = await app.person();
    const body = JSON.stringify({ email: person.email, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const signIn = () => fetch(`${app.url}/auth/sign-in/email`, { method: 'POST', headers, body });
    const leave = fill(app.services.admission, '127.0.0.1', 63);
    const slow = connect(Number(new URL(app.url).port), '127.0.0.1');
    const head = `POST /auth/sign-in/email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    slow.write(head + body.slice(0, 5));
    expect((await signIn()).status).toBe(200);
    const last = fill(app.services.admission, '127.0.0.1', 1);
    await expectOverload(await signIn());
    last();
    slow.write(body.slice(5));
    expect(String((await once(slow, 'data'))[0])).toContain('HTTP/1.1 200');
    slow.destroy();
    leave();
  });

  it('counts files of drafts until they are sent', async () => {
    const get = () =>
      fetch(`${app.url}/v1/projects/${project.id}/drafts/posts.en.json`, {
        headers: { authorization: `Bearer ${project.tokens.read_draft}` },
      });
    await create(project);
    const leave = fill(draftFilesOf(app.services), project.id, 15);
    for (let n = 0; n < 3; n++) expect(await (await get()).json()).toMatchObject({ collection: 'posts' });
    const last = fill(draftFilesOf(app.services), project.id, 1);
    await expectOverload(await get());
    last();
    expect((await get()).status).toBe(200);
    leave();
  });

  it('lets some changes of published content wait, and answers everything else of the project meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 62 }, async () => (await create(project)).body.id as string));
    writes.gate = gate();
    const publish = (id = '') => project.api.post(`/projects/${project.id}/entries/${id}/publish`, { locales: ['en'] });
    const answers: Answer[] = [];
    const sent = ids.map((id) => publish(id).then((answer) => void answers.push(answer)));
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(6);
    expect(new Set(answers.map((answer) => answer.headers.get('retry-after')))).toEqual(new Set(['1']));
    expect((await project.api.get(`/projects/${project.id}/entries`)).status).toBe(200);
    writes.gate.goOn();
    await Promise.all(sent);
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((one) => one === 503).length, statuses.filter((one) => one === 200).length]).toEqual([
      6, 56,
    ]);
    expect((await publish(ids[61])).status).toBe(200);
  });
});
