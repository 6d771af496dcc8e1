import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestPerson } from '@stele/core/testing/test-app';
import type { LooseBody } from '@stele/testing/api-client';
import { startProxy } from '@stele/testing/proxy';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginByCode } from './support/device-login.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const CONFIG =
  "import { collection, defineConfig, text } from '@stele/schema';\nexport default defineConfig({ collections: [collection({ key: 'posts', fields: { title: text() } })] });\n";

let app: MediaApp;
let person: TestPerson;
let place: Workplace;
/** The API at another address. */
let other: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  app = await sharedApp();
  other = await startProxy(app.url);
});
beforeEach(async () => {
  place = await makeWorkplace();
  person = await app.person();
});
afterEach(() => place.remove());
afterAll(async () => {
  await other.close();
});

const login = (url = app.url): Promise<Run> => loginByCode(place, { url: app.url, person }, ['login', '--url', url]);
const newProject = async (name: string, locales = ['en']): Promise<LooseBody> =>
  (await person.api.post('/projects', { name, locales })).body;
const tokenOf = async ({ id }: LooseBody, scope = 'admin'): Promise<string> =>
  (await person.api.post(`/projects/${id}/tokens`, { name: 'CI', scope })).body.secret;
const endAll = () =>
  app.database.prisma.session.deleteMany({ where: { userId: person.id, userAgent: { startsWith: 'stele-cli' } } });
const count = () =>
  app.database.prisma.session.count({ where: { userId: person.id, userAgent: { startsWith: 'stele-cli' } } });

describe('a personal sign-in', () => {
  it('that has ended says how to sign in again, and counts as ended at logout', async () => {
    await newProject('One');
    await login();
    await endAll();
    const again = `Sign in again: npx stele login --url ${app.url}`;
    for (const args of [['projects', 'list'], ['types'], ['tokens', 'list']]) {
      const run = await place.run(args);
      expect([run.code, run.stderr], args.join(' ')).toEqual([2, expect.stringContaining(again)]);
    }
    expect((await place.run(['doctor'])).stdout).toContain(again);
    const out = await place.run(['logout']);
    expect([out.stdout, out.stderr]).toEqual([expect.stringContaining('ended on the server'), '']);
  });

  it('is kept for each address, until a logout ends all', async () => {
    await login();
    await login(other.url);
    expect(await count()).toBe(2);
    for (const url of [app.url, other.url]) {
      const run = await place.run(['projects', 'list', '--url', url]);
      expect([run.code, run.stderr]).toEqual([0, '']);
    }
    const before = other.requests.length;
    await place.run(['projects', 'list']);
    expect(other.requests.length).toBeGreaterThan(before);
    expect((await place.run(['logout'])).stdout).toContain('ended on the server');
    expect(await count()).toBe(0);
  });

  it('says at logout which ones have ended, and what stays valid', async () => {
    const one = await newProject('One');
    const gone = await startProxy(app.url);
    const loggedIn = async () => {
      await place.run(['login', '--url', app.url, '--token', await tokenOf(one)]);
      await login();
    };
    await loggedIn();
    await login(gone.url);
    await gone.close();
    const { stdout, stderr } = await place.run(['logout']);
    expect(stdout).toContain(`The sign-in at ${app.url} has ended on the server too.\n`);
    expect(stdout).toContain(`The token of One at ${app.url} stays valid until it's revoked.\n`);
    expect(stdout).not.toContain(gone.url);
    expect(stderr).toBe(
      `${gone.url} didn't end the sign-in. End it in the admin, under Account: http://localhost:4001/account\n`,
    );
    await loggedIn();
    expect(JSON.parse((await place.run(['logout', '--json'])).stdout)).toEqual({
      removed: true,
      file: expect.stringContaining('credentials.json'),
      sign_ins: [{ url: app.url, email: person.email, ended: true }],
      token: { url: app.url, project: { id: one.id, name: 'One' } },
    });
    expect(JSON.parse((await place.run(['logout', '--json'])).stdout)).toMatchObject({ removed: false, token: null });
  });

  it("is used where a stored token isn't of the project that is meant", async () => {
    const [one, two] = [await newProject('One'), await newProject('Two')];
    await place.write('stele.config.ts', CONFIG);
    await place.run(['login', '--url', app.url, '--token', await tokenOf(one)]);
    const refused = await place.run(['diff', '--project', two.id]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Use a token of that project')]);
    await login();
    for (const wanted of [two.id, two.slug]) {
      expect((await place.run(['push', '--yes', '--project', wanted])).stderr, wanted).toBe('');
    }
    expect((await place.run(['tokens', 'me', '--project', one.slug])).stdout).toContain('CI');
    expect((await place.run(['tokens', 'me'], { STELE_PROJECT: two.id })).stderr).toContain("isn't a project token");
    expect((await place.run(['tokens', 'me'])).stdout).toContain('CI');
  });

  it('elsewhere does not draw some commands to another server than the others', async () => {
    const one = await newProject('One');
    await place.run(['login', '--url', app.url, '--token', await tokenOf(one)]);
    await login(other.url);
    const before = other.requests.length;
    expect((await place.run(['tokens', 'me'])).stdout).toContain(app.url);
    const refused = await place.run(['projects', 'list']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`stele login --url ${app.url}`)]);
    expect(refused.stderr).toContain(`You are signed in at ${other.url}: to go there, give --url.`);
    expect(other.requests.length).toBe(before);
    expect((await place.run(['projects', 'list', '--url', other.url])).stdout).toContain(one.id);
  });

  it("finds address and project in the site's .env, for that address only", async () => {
    const [one, two] = [await newProject('One'), await newProject('Two')];
    await login();
    await login(other.url);
    await place.write('.env', `STELE_URL=${app.url}\nSTELE_PROJECT=${two.id}\n`);
    const before = other.requests.length;
    expect((await place.run(['projects', 'list'])).stdout).toContain(one.id);
    expect((await place.run(['tokens', 'list'])).stdout).toContain('There are no tokens.');
    expect((await place.run(['open'])).stdout).toBe(`http://localhost:4001/projects/${two.id}\n`);
    expect((await place.run(['open'], { STELE_PROJECT: one.id })).stdout).toContain(one.id);
    expect(other.requests.length).toBe(before);
    const elsewhere = await place.run(['open', '--url', other.url]);
    expect(elsewhere.stderr).toContain('Say which project with --project');
  });

  it('is taken only where the server names a web address, which is shown without control characters', async () => {
    let address = 'file:///etc/passwd';
    const server = await startProxy(app.url, (request, response) => {
      const isRequest = request.url === '/auth/device/request';
      const begun = { device_code: 'x', user_code: 'A\u001b[2JB', expires_in: 1, interval: 0 };
      const shown = { verification_uri: 'http://a.example/de\u001b[2Jvice', verification_uri_complete: address };
      if (isRequest) response.end(JSON.stringify({ ...begun, ...shown }));
      return isRequest;
    });
    try {
      const refused = await place.run(['login', '--no-browser', '--url', server.url]);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('no web address')]);
      address = 'http://a.example/device';
      const shown = await place.run(['login', '--no-browser', '--url', server.url]);
      expect(shown.stderr).toContain('Open http://a.example/de%1B[2Jvice and enter the code A[2JB\n');
    } finally {
      await server.close();
    }
  });
});

describe('after stele login', () => {
  it('init fills .env with all but a token, says how to make one, and writes pages in the language of the project', async () => {
    const project = await newProject('One', ['de', 'en']);
    await place.write('vite.config.js', 'export default {}');
    await login();
    const run = await place.run(['init', '--yes']);
    expect(run.stdout).toContain('npx stele tokens create Website --env >> .env');
    const text = await readFile(path.join(place.folder, '.env'), 'utf8');
    for (const line of [
      `STELE_URL=${app.url}`,
      `STELE_CONTENT_URL=${app.contentUrl}`,
      `STELE_PROJECT=${project.id}`,
      'STELE_TOKEN=',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toContain('stl_person');
    expect(await readFile(path.join(place.folder, 'src/articles.js'), 'utf8')).toContain('virtual:stele/articles/de');
    await endAll();
    await place.write('.env', '');
    expect((await place.run(['init', '--force', '--yes'])).code).toBe(0);
  });

  it('pull --content reads the project of the person, or the one that STELE_PROJECT names', async () => {
    const [source, target] = [await newProject('Source'), await newProject('Target')];
    await place.write('stele.config.ts', CONFIG);
    for (const { id } of [source, target]) {
      const token = await tokenOf({ id });
      await place.run(['push', '--yes'], { STELE_URL: app.url, STELE_TOKEN: token });
    }
    const entries = `/projects/${source.id}/entries`;
    const values = { en: { title: 'Live' } };
    const { body } = await person.api.post(entries, { collection_key: 'posts', values });
    await person.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] });
    await mkdir(path.join(place.folder, '.stele'));
    const instance = { api_url: app.url, tokens: { admin: await tokenOf(target) } };
    await place.write('.stele/instance.json', JSON.stringify(instance));
    await place.write('.env', 'STELE_URL=http://127.0.0.1:1\n');
    await login();
    const asked = await place.run(['pull', '--content']);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringContaining('Say which project with the variable STELE_PROJECT'),
    ]);
    for (const args of [[], ['--url', app.url]]) {
      const run = await place.run(['pull', '--content', ...args], { STELE_PROJECT: source.id });
      expect([run.code, run.stderr]).toEqual([0, '']);
    }
    await endAll();
    const ended = await place.run(['pull', '--content'], { STELE_PROJECT: source.id });
    expect(ended.stderr).toContain('Sign in again: npx stele login');
  });
});
