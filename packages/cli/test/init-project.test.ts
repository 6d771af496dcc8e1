import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestPerson } from '@stele/core/testing/test-app';
import type { LooseBody } from '@stele/testing/api-client';
import { startProxy } from '@stele/testing/proxy';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginByCode } from './support/device-login.ts';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

let app: MediaApp;
let person: TestPerson;
let place: Workplace;
/** The API at another address. */
let other: Awaited<ReturnType<typeof startProxy>>;
let hangs = false;
beforeAll(async () => {
  app = await sharedApp();
  other = await startProxy(app.url, () => hangs && new Promise<boolean>(() => undefined));
});
beforeEach(async () => {
  hangs = false;
  place = await makeWorkplace();
  await place.write('vite.config.js', 'export default {}');
  person = await app.person();
});
afterEach(() => place.remove());
afterAll(async () => {
  await other.close();
});

const login = (url = app.url): Promise<Run> => loginByCode(place, { url: app.url, person }, ['login', '--url', url]);
const newProject = async (name: string, locales: readonly string[]): Promise<LooseBody> =>
  (await person.api.post('/projects', { name, locales })).body;
const tokenOf = async ({ id }: LooseBody, scope: string): Promise<string> =>
  (await person.api.post(`/projects/${id}/tokens`, { name: 'CI', scope })).body.secret;
const variables = async () => parseEnv(await readFile(path.join(place.folder, '.env'), 'utf8'));
const page = () => readFile(path.join(place.folder, 'src/articles.js'), 'utf8');
const TOKEN_STEP = 'npx stele tokens create Website --env';

describe('the project that stele init is for', () => {
  it('is asked for where there are several, and can be said', async () => {
    const [one, two] = [await newProject('One', ['fr']), await newProject('Two', ['de'])];
    await login();
    const open = await place.run(['init']);
    expect([open.code, (await variables()).STELE_PROJECT]).toEqual([0, '']);
    expect(open.stderr).toMatch(/Say which project with --project\. Yours are: .*One.*Two/);
    expect(open.stderr).toContain('The pages are in "en"; --locale names another language.');
    expect(open.stdout).toContain(`  ${TOKEN_STEP} --project ID >> .env`);
    await rm(path.join(place.folder, 'stele.config.ts'));
    await rm(path.join(place.folder, '.env'));
    const unknown = await place.run(['init', '--project', 'three']);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('You have no project three')]);
    expect(existsSync(path.join(place.folder, 'stele.config.ts'))).toBe(false);
    const said = await place.run(['init', '--yes', '--project', two.slug]);
    expect([said.code, said.stderr, (await variables()).STELE_PROJECT]).toEqual([0, '', two.id]);
    expect(said.stdout).toContain(`  ${TOKEN_STEP} >> .env`);
    expect(await page()).toContain('virtual:stele/articles/de');
    const made = await place.run(['tokens', 'create', 'Website', '--env']);
    expect(made.stdout).toContain(`STELE_PROJECT=${two.id}`);
    await place.write('.env', `STELE_URL=${app.url}\n`);
    const again = await place.run(['init', '--project', one.id]);
    expect(again.stdout).toContain(`  ${TOKEN_STEP} --project ${one.id} >> .env`);
  });

  it('needs a person to sign in before there can be a token, as long as .env has none', async () => {
    const project = await newProject('One', ['de']);
    await place.run(['login', '--url', app.url, '--token', await tokenOf(project, 'admin')]);
    const step = `  npx stele login --url ${app.url}   # only people make tokens\n  ${TOKEN_STEP} >> .env`;
    for (const env of [{}, {}, { STELE_PROJECT: project.id }]) {
      const run = await place.run(['init'], env);
      expect([run.stderr, run.stdout]).toEqual(['', expect.stringContaining(step)]);
    }
    await login();
    expect((await place.run(['init'])).stdout).not.toContain('npx stele login --url');
    const made = await place.run(['tokens', 'create', 'Website', '--env']);
    await place.write('.env', made.stdout);
    expect((await place.run(['init'])).stdout).not.toContain(TOKEN_STEP);
  });

  it('is not known by a sign-in that has ended, which is said', async () => {
    await newProject('One', ['de']);
    await login();
    await app.database.prisma.session.deleteMany({
      where: { userId: person.id, userAgent: { startsWith: 'stele-cli' } },
    });
    const run = await place.run(['init']);
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('Your sign-in at')]);
    expect(run.stdout).toContain(`  npx stele login --url ${app.url}`);
  });

  it('is one with the address, the language and the token', async () => {
    const [here, there] = [await newProject('Here', ['fr']), await newProject('There', ['de'])];
    await mkdir(path.join(place.folder, '.stele'));
    const tokens = { admin: await tokenOf(here, 'admin'), read_published: await tokenOf(here, 'read_published') };
    const instance = { api_url: app.url, content_url: 'http://localhost:3002', project_id: here.id, tokens };
    await place.write('.stele/instance.json', JSON.stringify(instance));
    await place.run(['login', '--url', other.url, '--token', await tokenOf(there, 'admin')]);
    const run = await place.run(['init', '--yes'], { STELE_URL: other.url });
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(await variables()).toEqual({
      STELE_URL: other.url,
      STELE_CONTENT_URL: app.contentUrl,
      STELE_PROJECT: there.id,
      STELE_TOKEN: '',
    });
    expect(await page()).toContain('virtual:stele/articles/de');
    expect(run.stdout).toContain(`  ${TOKEN_STEP} >> .env`);
    const local = await place.run(['init']);
    expect(local.stdout).toContain(`  ${TOKEN_STEP} --url ${other.url} >> .env`);
    expect(local.stderr).toBe(
      `The project is ${here.id} at ${app.url}, but builds read what .env names: ${there.id} at ${other.url}.\n`,
    );
  });

  it('is not asked for again where nothing is open any more', { tags: ['full'] }, async () => {
    const project = await newProject('One', ['de']);
    await mkdir(path.join(place.folder, '.stele'));
    const tokens = { admin: await tokenOf(project, 'admin'), read_published: await tokenOf(project, 'read_published') };
    const instance = { api_url: other.url, content_url: app.contentUrl, project_id: project.id, tokens };
    await place.write('.stele/instance.json', JSON.stringify(instance));
    hangs = true;
    const first = await place.run(['init', '--yes']);
    expect(first.stderr).toContain("The project's language is unknown: The API can't be reached");
    expect(await variables()).toMatchObject({ STELE_PROJECT: project.id, STELE_TOKEN: tokens.read_published });
    expect((await place.run(['init', '--yes'])).stderr).toBe('');
  });

  it('is not waited for when the API hangs, nor when an instance.json is damaged', { tags: ['full'] }, async () => {
    const project = await newProject('One', ['de']);
    await place.run(['login', '--url', other.url, '--token', await tokenOf(project, 'admin')]);
    hangs = true;
    const run = await place.run(['init']);
    expect([run.code, run.stderr]).toEqual([
      0,
      expect.stringContaining("The project is unknown: The API can't be reached"),
    ]);
    expect(await variables()).toMatchObject({ STELE_URL: other.url, STELE_PROJECT: '' });
    await mkdir(path.join(place.folder, '.stele'));
    for (const text of ['{}', '{ "api_url": "http://127.0.0.1:1" }', 'no JSON']) {
      await place.write('.stele/instance.json', text);
      const damaged = await place.run(['init']);
      expect([damaged.code, damaged.stderr]).toEqual([0, expect.stringContaining('.stele/instance.json is damaged')]);
    }
  });
});
