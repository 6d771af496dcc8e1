import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestPerson } from '@stele/core/testing/test-app';
import { startProxy } from '@stele/testing/proxy';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginByCode } from './support/device-login.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let app: TestApp;
let person: TestPerson;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  place = await makeWorkplace();
  person = await app.person();
});
afterEach(() => place.remove());

const isThere = (name: string): boolean => existsSync(path.join(place.folder, name));

describe('the lines of a .env', () => {
  it('hold nothing of what a server answers but addresses and ids', async () => {
    const { body: project } = await person.api.post('/projects', { name: 'One', locales: ['en'] });
    let answers: Readonly<Record<string, object>> = {};
    const proxy = await startProxy(app.url, ({ method, url = '' }, response) => {
      const answer = method === 'GET' ? answers[url] : undefined;
      if (answer) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return answer !== undefined;
    });
    const at = { STELE_URL: proxy.url };
    await loginByCode(place, { url: app.url, person }, ['login', '--url', proxy.url]);
    const good = { api_url: app.url, content_url: 'http://c.example' };
    const cases: [Readonly<Record<string, object>>, string][] = [
      [
        { '/v1/instance': { ...good, content_url: 'http://c\nAUTH_SECRET=known' } },
        "isn't the address of the content host",
      ],
      [
        { '/v1/instance': { ...good, content_url: 'http://c/$' + '{AUTH_SECRET}' } },
        "isn't the address of the content host",
      ],
      [{ '/v1/instance': { ...good, content_url: 'file:///etc/passwd' } }, "isn't the address of the content host"],
      [
        {
          '/v1/instance': good,
          '/v1/projects': { data: [{ ...project, id: 'prj_x\nDATABASE_URL=known', default_locale: 'en' }] },
        },
        "isn't the id of a project",
      ],
    ];
    for (const [given, sentence] of cases) {
      answers = given;
      for (const args of [['init'], ['tokens', 'create', 'Website', '--env']]) {
        const run = await place.run(args, at);
        expect([run.code, run.stdout, run.stderr], sentence).toEqual([2, '', expect.stringContaining(sentence)]);
      }
      expect([isThere('.env'), isThere('stele.config.ts')]).toEqual([false, false]);
    }
    expect(proxy.requests.filter((one) => /^POST .*\/tokens/.test(one))).toEqual([]);
    const content = 'https://münchen.example:8080/a_b';
    answers = { '/v1/instance': { ...good, content_url: content } };
    const made = await place.run(['tokens', 'create', 'Website', '--env'], at);
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining(`STELE_CONTENT_URL=${content}\n`)]);
    await place.run(['logout']);
    await proxy.close();
  });

  it('hold nothing of what an instance.json says but addresses, ids and tokens', async () => {
    await mkdir(path.join(place.folder, '.stele'));
    const good = { api_url: 'http://127.0.0.1:1', content_url: 'http://127.0.0.1:2', project_id: 'prj_1' };
    const tokens = { admin: 'stl_admin_x', read_published: 'stl_pub_x' };
    for (const wrong of [
      { content_url: 'http://c\nAUTH_SECRET=known' },
      { project_id: 'prj_1\nAUTH_SECRET=known' },
      { tokens: { ...tokens, read_published: 'stl_pub_x\nAUTH_SECRET=known' } },
    ]) {
      await place.write('.stele/instance.json', JSON.stringify({ ...good, tokens, ...wrong }));
      const run = await place.run(['init']);
      expect([run.code, run.stderr]).toEqual([
        2,
        expect.stringMatching(/ isn't (a|the) .*, so it isn't written as STELE_/),
      ]);
      expect(isThere('.env')).toBe(false);
    }
  });
});
