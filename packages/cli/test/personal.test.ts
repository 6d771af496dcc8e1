import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestPerson } from '@stele/core/testing/test-app';
import { startProxy } from '@stele/testing/proxy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginByCode } from './support/device-login.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

let app: TestApp;
let place: Workplace;
let person: TestPerson;
beforeAll(async () => {
  app = await sharedApp();
  place = await makeWorkplace(() => ({ STELE_URL: app.url }));
  person = await app.person();
});
afterAll(async () => {
  await place.remove();
});

const login = (decision: 'allow' | 'deny', url = app.url): Promise<Run> =>
  loginByCode(place, { url: app.url, person }, ['login', '--url', url], decision);

it('says what to type when no one is signed in, also with a project token', async () => {
  const project = await app.project();
  for (const env of [{}, { STELE_TOKEN: project.tokens.admin }]) {
    const run = await place.run(['projects', 'list'], env);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('stele login')]);
  }
});

it('keeps nothing when the browser refuses', async () => {
  const run = await login('deny');
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('refused in the browser')]);
  expect((await place.run(['projects', 'list'])).code).toBe(2);
});

it('makes projects and tokens by a personal sign-in, until it ends', async () => {
  const signedIn = await login('allow');
  expect([signedIn.code, signedIn.stdout]).toEqual([0, expect.stringContaining(person.email)]);
  const file = path.join(place.folder, '.config', 'stele', 'credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const made = await place.run(['projects', 'create', 'My site', '-l', 'de', '-l', 'en', '--json']);
  const project = JSON.parse(made.stdout);
  expect(project).toMatchObject({ name: 'My site', locales: ['de', 'en'], default_locale: 'de' });
  expect((await place.run(['projects', 'list'])).stdout).toContain(project.id);

  const lines = await place.run(['tokens', 'create', 'Site', '--env']);
  expect(lines.stdout).toMatch(
    new RegExp(`^\nSTELE_URL=${app.url}\nSTELE_CONTENT_URL=http.*\nSTELE_PROJECT=${project.id}\nSTELE_TOKEN=stl_pub_`),
  );
  const secret = parseEnv(`OWN=1${lines.stdout}`).STELE_TOKEN ?? '';
  expect(parseEnv(`OWN=1${lines.stdout}`)).toMatchObject({ OWN: '1', STELE_URL: app.url });
  expect((await app.client({ token: secret }).get('/tokens/me')).body.name).toBe('Site');

  const { data } = JSON.parse((await place.run(['tokens', 'list', '--json'])).stdout);
  const rotated = await place.run(['tokens', 'rotate', data[0].id]);
  expect(rotated.stdout).toMatch(/^stl_pub_/);
  expect((await app.client({ token: secret }).get('/tokens/me')).status).toBe(401);
  expect((await place.run(['tokens', 'revoke', data[0].id])).code).toBe(0);
  expect((await place.run(['tokens', 'list'])).stdout).toContain('There are no tokens.');

  const opened = await place.run(['open', 'tokens']);
  expect(opened.stdout).toBe(`http://localhost:4001/projects/${project.id}/settings/tokens\n`);
  expect((await place.run(['deployments'])).stdout).toContain('There are no deployments yet.');

  await place.write(
    'stele.config.ts',
    "import { collection, defineConfig, text } from '@stele/schema';\nexport default defineConfig({ collections: [collection({ key: 'posts', fields: { title: text() } })] });\n",
  );
  expect((await place.run(['push', '--yes'])).stdout).toContain('Pushed');
  expect((await place.run(['diff'])).code).toBe(0);
  await place.write('posts.jsonl', '{"external_id": "a", "values": {"de": {"title": "A"}}}\n');
  const imported = await place.run(['import', 'posts.jsonl', '--collection', 'posts']);
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('1 created')]);
  expect((await place.run(['doctor'])).stdout).toContain(`${person.email} is signed in, and has the project My site`);
  expect((await place.run(['tokens', 'me'])).stderr).toContain("isn't a project token");

  const another = JSON.parse((await place.run(['projects', 'create', 'Another', '--json'])).stdout);
  expect((await place.run(['push', '--yes'])).stderr).toContain('Say which project with --project');
  expect((await place.run(['push', '--yes'], { STELE_PROJECT: project.id })).code).toBe(0);
  expect((await place.run(['push', '--yes', '--project', another.id])).stdout).toContain('Pushed');

  const again = await login('allow');
  expect(again.code).toBe(0);
  expect(
    await app.database.prisma.session.count({ where: { userId: person.id, userAgent: { startsWith: 'stele-cli' } } }),
  ).toBe(1);

  const out = await place.run(['logout']);
  expect(out.stdout).toContain('ended on the server');
  expect(
    await app.database.prisma.session.count({ where: { userId: person.id, userAgent: { startsWith: 'stele-cli' } } }),
  ).toBe(0);
});

it('reaches a server by --url, also beside an instance in the folder', async () => {
  const own = await makeWorkplace();
  const at = ['--url', app.url];
  try {
    await mkdir(path.join(own.folder, '.stele'));
    const instance = { api_url: 'http://127.0.0.1:1', login: { email: 'a@example.org', password: 'x' } };
    await own.write('.stele/instance.json', JSON.stringify({ ...instance, tokens: { admin: 'stl_admin_x' } }));
    await mkdir(path.join(own.folder, 'posts'));
    await own.write('posts/first.md', '---\ntitle: First\n---\nWords.\n');
    expect((await loginByCode(own, { url: app.url, person: await app.person() }, ['login', ...at])).code).toBe(0);
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await own.run([...args, ...at]);
      expect([code, stderr], args.join(' ')).toEqual([0, '']);
      return stdout;
    };
    await own.run(['init', '--from', 'posts', '--as', 'posts']);
    expect(await run('projects', 'create', 'My site')).toContain('Created My site');
    expect(await run('push', '--yes')).toContain('Pushed');
    expect(await run('import', 'posts', '--as', 'posts')).toContain('1 created');
    expect(await run('tokens', 'create', 'Website', '--env')).toContain(`STELE_URL=${app.url}`);
  } finally {
    await own.run(['logout']);
    await own.remove();
  }
});

it('rotates no secret that it could not show, and never twice', async () => {
  const { body: project } = await person.api.post('/projects', { name: 'One', locales: ['en'] });
  const given = { name: 'Site', scope: 'read_published' };
  const { body: token } = await person.api.post(`/projects/${project.id}/tokens`, given);
  let losesRotation = false;
  const proxy = await startProxy(
    app.url,
    (request, response) => {
      if (request.url === '/v1/instance') response.writeHead(500).end();
      return request.url === '/v1/instance';
    },
    { loses: ({ url }) => losesRotation && url?.endsWith('/rotate') === true },
  );
  const tokens = (...args: string[]) =>
    place.run(['tokens', ...args, '--project', project.id], { STELE_URL: proxy.url });
  const changes = () => proxy.requests.filter((one) => /^POST .*\/tokens/.test(one));
  try {
    expect((await login('allow', proxy.url)).code).toBe(0);
    for (const args of [
      ['rotate', token.id],
      ['create', 'Other'],
    ]) {
      const run = await tokens(...args, '--env');
      expect([run.code, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain('/instance answered 500');
    }
    expect(changes()).toEqual([]);
    losesRotation = true;
    expect((await tokens('rotate', token.id)).code).toBe(2);
    expect(changes()).toHaveLength(1);
    await place.run(['logout']);
  } finally {
    await proxy.close();
  }
});
