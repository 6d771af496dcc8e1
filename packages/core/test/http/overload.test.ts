import type { ObjectStorage } from '@stele/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiAnswer, codeOf, type LooseBody } from '../support/api-client.ts';
import { type Gate, gate } from '../support/gate.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

type Answer = ApiAnswer<LooseBody>;

describe('a process with more requests than it works on at a time', () => {
  let app: TestApp;
  let busy: TestProject;
  let other: TestProject;
  let entryIds: string[];
  const held: Promise<Answer>[] = [];
  const slow: { storage: Gate | null } = { storage: null };

  /** A storage whose writes for one project wait. */
  const slowStorage = (storage: ObjectStorage): ObjectStorage =>
    new Proxy(storage, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          if (name === 'put' && busy && String(given[0]).includes(busy.id)) await slow.storage?.begin();
          return value.apply(target, given);
        };
      },
    });

  const create = ({ id, api }: TestProject): Promise<Answer> =>
    api.post(`/projects/${id}/entries`, { collection_key: 'posts', values: { en: { title: 'A post' } } });
  const count = async ({ id }: TestProject): Promise<number> =>
    app.database.prisma.entry.count({ where: { projectId: id } });

  beforeAll(async () => {
    app = await startTestApp({ admission: { all: 3, ofOne: 2, kept: 0 }, wrapStorage: slowStorage });
    [busy, other] = [await app.project(), await app.project()];
    entryIds = [];
    for (let n = 0; n < 2; n++) entryIds.push((await create(busy)).body.id);
    slow.storage = gate();
    for (const id of entryIds)
      held.push(busy.api.post(`/projects/${busy.id}/entries/${id}/publish`, { locales: ['en'] }));
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
