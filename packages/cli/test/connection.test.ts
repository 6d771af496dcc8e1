import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import { PASSWORD, type TestApp, type TestProject } from '@stele/core/testing/test-app';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

const CONFIG =
  "import { collection, defineConfig, text } from '@stele/schema';\nexport default defineConfig({ collections: [collection({ key: 'posts', fields: { title: text() } })] });\n";

let app: TestApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
  project = await app.project({ name: 'One' });
});
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

/** A server that is somebody else's, which keeps all that it's sent. */
async function startStranger() {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    sent.push(`${JSON.stringify(request.headers)} ${Buffer.concat(chunks)}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('with --url', () => {
  it('what the environment holds for another address is not sent there', async () => {
    const stranger = await startStranger();
    const pair = { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin };
    const person = { STELE_URL: app.url, STELE_EMAIL: 'a@example.org', STELE_PASSWORD: 'a long password' };
    for (const [args, env] of [
      [['tokens', 'me'], pair],
      [['push', '--yes'], pair],
      [['login'], pair],
      [['login', '--no-browser'], pair],
      [['projects', 'list'], person],
      [['deployments', '--email', 'a@example.org'], person],
    ] as const) {
      const run = await place.run([...args, '--url', stranger.url], env);
      expect(run.code, args.join(' ')).toBe(2);
    }
    for (const args of [['tokens', 'me'], ['login']]) {
      const { stderr } = await place.run([...args, '--url', stranger.url], pair);
      expect(stderr).toContain(`STELE_TOKEN is for the address in STELE_URL (${app.url}), and isn't sent to`);
    }
    expect(stranger.sent.join('\n')).not.toMatch(/stl_admin|a long password/);
    await stranger.close();
  });

  it('the environment counts when it names the same address in another way, or none', async () => {
    const ways = [`${app.url}/`, `${app.url}/v1`, app.url.replace('http', 'HTTP'), undefined];
    for (const own of ways) {
      const env = { STELE_TOKEN: project.tokens.admin, ...(own !== undefined && { STELE_URL: own }) };
      const run = await place.run(['tokens', 'me', '--url', app.url], env);
      expect([run.code, run.stderr], own).toEqual([0, '']);
    }
  });

  it('stands alone: what files say of other addresses keeps nothing from working', async () => {
    await place.run(['login', '--url', app.url, '--token', project.tokens.admin]);
    await mkdir(path.join(place.folder, '.stele'));
    for (const [env, instance] of [
      ['localhost:3100', '{}'],
      ['http://[', '{ "api_url": 1 }'],
      ['', 'no JSON'],
    ]) {
      await place.write('.env', `STELE_URL=${env}\nSTELE_TOKEN=stl_admin_x\n`);
      await place.write('.stele/instance.json', instance ?? '');
      const run = await place.run(['tokens', 'me', '--url', app.url]);
      expect([run.code, run.stderr], env).toEqual([0, '']);
      expect((await place.run(['projects', 'list', '--url', app.url])).stderr).toContain('Sign in first');
    }
  });
});

describe('a damaged instance.json', () => {
  it('is named, with what is wrong', async () => {
    await mkdir(path.join(place.folder, '.stele'));
    const file = '.stele/instance.json is damaged';
    const url = 'http://127.0.0.1:1';
    for (const [text, sentence] of [
      ['no JSON', 'no address of an API'],
      ['null', 'no address of an API'],
      ['{ "api_url": "localhost" }', 'no address of an API'],
      [JSON.stringify({ api_url: url }), 'it lacks'],
    ] as const) {
      await place.write('.stele/instance.json', text);
      for (const args of [
        ['tokens', 'me'],
        ['projects', 'list'],
      ]) {
        const run = await place.run(args);
        expect([run.code, run.stderr], text).toEqual([2, expect.stringContaining(file)]);
        expect(run.stderr).toContain(sentence);
      }
    }
  });
});

describe('the instance.json of a checkout', () => {
  it('opens nothing but a web address', async () => {
    const person = await app.person();
    await mkdir(path.join(place.folder, '.stele'));
    for (const admin of ['file:///etc/passwd', '--help', 'javascript:alert(1)', 7]) {
      const login = { email: person.email, password: PASSWORD };
      const instance = { api_url: app.url, admin_url: admin, login, project_id: project.id };
      await place.write('.stele/instance.json', JSON.stringify(instance));
      const run = await place.run(['open', '--no-browser']);
      expect([run.code, run.stdout, run.stderr]).toEqual([
        2,
        '',
        expect.stringContaining('The address of the admin is unknown'),
      ]);
    }
  });
});

describe('STELE_PROJECT', () => {
  it('stops a command whose token is of another project, wherever the token is from', async () => {
    const other = await app.project({ name: 'Two' });
    const [own, elsewhere] = [project.tokens.admin, { STELE_PROJECT: other.id }];
    const site = `STELE_URL=${app.url}\nSTELE_PROJECT=${other.id}\n`;
    await place.write('stele.config.ts', CONFIG);
    const refuses = async (args: string[], env: Record<string, string> = {}) => {
      const run = await place.run(args, env);
      const sentence = `The token is of the project One (${project.id}), not of ${other.id}. Use a token of that project.`;
      expect([run.code, run.stderr], JSON.stringify([args, env])).toEqual([2, `${sentence}\n`]);
    };
    await refuses(['push', '--yes'], { STELE_URL: app.url, STELE_TOKEN: own, ...elsewhere });
    await refuses(['push', '--yes', '--url', app.url, '--token', own], elsewhere);
    await place.write('.env', `${site}STELE_TOKEN=${own}\n`);
    await refuses(['push', '--yes']);
    await place.write('.env', '');
    await place.run(['login', '--url', app.url, '--token', own]);
    await refuses(['push', '--yes'], elsewhere);
    await refuses(['pull', '--content'], elsewhere);
    const doctor = await place.run(['doctor', '--json'], elsewhere);
    expect([doctor.code, doctor.stdout]).toEqual([2, expect.stringContaining(`isn't of ${other.id}`)]);
    await place.write('.env', site);
    await refuses(['push', '--yes']);
    expect((await place.run(['push', '--yes'], { STELE_PROJECT: project.id })).code).toBe(0);
    const mine = ['push', '--yes', '--project', project.id];
    expect((await place.run(mine, elsewhere)).code).toBe(0);
    await mkdir(path.join(place.folder, '.stele'));
    await place.write('.stele/instance.json', JSON.stringify({ api_url: app.url, tokens: { admin: own } }));
    await refuses(['push', '--yes'], elsewhere);
    expect((await place.run(['push', '--yes', '--instance', '.stele/instance.json'], elsewhere)).code).toBe(0);
  });
});
