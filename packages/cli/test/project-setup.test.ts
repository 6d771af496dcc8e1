import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { startProxy } from '@stele/testing/proxy';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let app: TestApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  app = await sharedApp();
  project = await app.project({ name: 'Blog' });
});
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const read = (name: string): Promise<string> => readFile(path.join(place.folder, name), 'utf8');

describe('stele init', () => {
  it('writes a config that can be pushed as it is, for each kind of project', async () => {
    const cases: [string, string, string][] = [
      ['package.json', '{"dependencies": {"astro": "5.0.0", "vite": "7.0.0"}}', 'Astro'],
      ['package.json', '{"dependencies": {"next": "16.0.0"}}', 'Next.js'],
      ['vite.config.ts', 'export default {}', 'Vite'],
      ['package.json', '{}', 'no framework'],
    ];
    for (const [name, content, framework] of cases) {
      const own = await makeWorkplace();
      await own.write(name, content);
      const run = await own.run(['init']);
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(run.stdout).toContain(`Found ${framework}. Wrote stele.config.ts, .env.example, .gitignore.`);
      expect(run.stdout).toContain('stele push');
      const fresh = await app.project();
      const pushed = await own.run(['push', '--yes'], { STELE_URL: app.url, STELE_TOKEN: fresh.tokens.admin });
      expect([pushed.code, pushed.stderr]).toEqual([0, '']);
      await own.remove();
    }
  });

  it('overwrites nothing unless forced, and names .env in .gitignore once', async () => {
    await place.write('.gitignore', 'dist/');
    await place.write('.env.example', 'OWN=1\n');
    expect(JSON.parse((await place.run(['init', '--json'])).stdout)).toEqual({
      framework: 'none',
      written: ['stele.config.ts', '.gitignore'],
      proposed: [],
      advice: [],
    });
    expect(await read('.gitignore')).toBe('dist/\n.env\n');
    expect(await read('.env.example')).toBe('OWN=1\n');
    const mine = (await read('stele.config.ts')).replace('summary', 'lead');
    await place.write('stele.config.ts', mine);
    const again = await place.run(['init']);
    expect([again.code, again.stderr, again.stdout]).toEqual([
      0,
      '',
      expect.stringContaining('There is a stele.config.ts already.'),
    ]);
    expect(await read('stele.config.ts')).toBe(mine);
    expect((await place.run(['init', '--force'])).code).toBe(0);
    expect(await read('stele.config.ts')).toContain('summary');
    expect(await read('.gitignore')).toBe('dist/\n.env\n');
  });
});

describe('the .env of a site', () => {
  const variables = (token: string) => `STELE_URL=${app.url}\nSTELE_TOKEN=${token}\n`;

  it('is filled by init with what the instance in this folder says, and never overwritten', async () => {
    const { id, tokens } = project;
    const instance = { api_url: app.url, content_url: 'http://localhost:3002', project_id: id, tokens };
    await mkdir(path.join(place.folder, '.stele'));
    await place.write('.stele/instance.json', JSON.stringify(instance));
    expect((await place.run(['init'])).stdout).toContain('Wrote stele.config.ts, .env.example, .env, .gitignore.');
    const text = await read('.env');
    for (const line of [
      `STELE_URL=${app.url}`,
      'STELE_CONTENT_URL=http://localhost:3002',
      `STELE_PROJECT=${id}`,
      `STELE_TOKEN=${tokens.read_published}`,
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect((await stat(path.join(place.folder, '.env'))).mode & 0o777).toBe(0o600);
    await place.write('.env', 'MINE=1\n');
    expect((await place.run(['init', '--force'])).code).toBe(0);
    expect(await read('.env')).toBe('MINE=1\n');
  });

  it('gets address and project from a login, and no token that it has no need of', async () => {
    await place.run(['login', '--url', app.url, '--token', project.tokens.admin]);
    await place.run(['init']);
    const text = await read('.env');
    expect(text).toContain(`STELE_PROJECT=${project.id}\n`);
    expect(text).toMatch(/^STELE_TOKEN=$/m);
  });

  it('says which API commands talk to; a login there wins over its token', async () => {
    await place.write('.env', variables(project.tokens.read_published));
    expect((await place.run(['tokens', 'me'])).stdout).toContain('read_published');
    await place.write('.env.local', `STELE_TOKEN=${project.tokens.read_draft}`);
    expect((await place.run(['tokens', 'me'])).stdout).toContain('read_draft');
    await place.run(['login', '--url', app.url, '--token', project.tokens.admin]);
    expect((await place.run(['tokens', 'me'])).stdout).toContain('admin');
  });

  it('gets no token that was given otherwise', async () => {
    await place.write('.env', variables(project.tokens.read_published));
    const run = await place.run(['tokens', 'me'], { STELE_TOKEN: project.tokens.admin });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('Give the address of the API')]);
  });
});

describe('stele login', () => {
  it('keeps a token that is valid where only the user can read it, for all later commands', async () => {
    const login = await place.run(['login', '--url', `${app.url}/`, '--token', project.tokens.admin]);
    expect([login.code, login.stderr]).toEqual([0, '']);
    expect(login.stdout).toContain('Logged in to Blog');
    const file = path.join(place.folder, '.config', 'stele', 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await read('.config/stele/credentials.json'))).toEqual({
      url: app.url,
      token: project.tokens.admin,
      project: { id: project.id, slug: expect.any(String), name: 'Blog' },
    });
    const me = await place.run(['tokens', 'me', '--json']);
    expect([me.code, JSON.parse(me.stdout)]).toEqual([
      0,
      expect.objectContaining({ scope: 'admin', project: expect.objectContaining({ id: project.id }) }),
    ]);
    expect((await place.run(['logout'])).stdout).toContain('Logged out');
    await expect(stat(file)).rejects.toThrow('ENOENT');
    expect((await place.run(['tokens', 'me'])).stderr).toContain('stele login');
    expect((await place.run(['logout'])).stdout).toBe('You were not logged in.\n');
  });

  it('puts the login where XDG_CONFIG_HOME says', async () => {
    const home = path.join(place.folder, 'own');
    await place.run(['login', '--url', app.url, '--token', project.tokens.admin], { XDG_CONFIG_HOME: home });
    expect(await read('own/stele/credentials.json')).toContain(app.url);
  });

  it('keeps no invalid or incomplete answer, and asks nothing without a terminal', async () => {
    const bare = 'The address may have a path, but no user, password, query or fragment. Write http://example.org.\n';
    const cases: [string[], string][] = [
      [['--url', app.url, '--token', 'stl_admin_wrong'], '401 auth.invalid_token'],
      [['--url', app.url, '--token', project.tokens.read_draft], 'Log in with an admin token'],
      [['--url', 'example.org', '--token', 'x'], 'is not a valid address'],
      [['--url', 'http://me:secret@example.org/', '--token', 'x'], bare],
      [['--url', 'http://example.org?a=1', '--token', 'x'], bare],
      [['--url', 'http://example.org/#a', '--token', 'x'], bare],
      [['--token', 'x'], 'Give the address of the API'],
      [['--url', app.url], 'This is not an interactive terminal. Give --token'],
    ];
    for (const [args, sentence] of cases) {
      const run = await place.run(['login', ...args]);
      expect([run.code, run.stderr], sentence).toEqual([2, expect.stringContaining(sentence)]);
    }
    await expect(stat(path.join(place.folder, '.config'))).rejects.toThrow('ENOENT');
  });

  it('gives way to variables and options, and sends the token nowhere else', async () => {
    await place.run(['login', '--url', app.url, '--token', project.tokens.admin]);
    const other = await app.project({ name: 'Other' });
    const byVariable = await place.run(['tokens', 'me'], { STELE_TOKEN: other.tokens.read_draft });
    expect(byVariable.stdout).toContain('Other');
    const byOption = await place.run(['tokens', 'me', '--token', project.tokens.read_published], {
      STELE_TOKEN: other.tokens.admin,
    });
    expect(byOption.stdout).toMatch(/Scope +read_published\nProject +Blog/);
    const proxy = await startProxy(app.url);
    const elsewhere = await place.run(['tokens', 'me'], { STELE_URL: proxy.url });
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('not at')]);
    expect(proxy.requests).toEqual([]);
    await proxy.close();
  });
});

describe('address and token', () => {
  const instanceOf = (url: string, token: string) => JSON.stringify({ api_url: url, tokens: { admin: token } });
  let seen: Awaited<ReturnType<typeof startProxy>>;
  beforeEach(async () => {
    seen = await startProxy(app.url);
    await mkdir(path.join(place.folder, '.stele'), { recursive: true });
    await place.write('.stele/instance.json', instanceOf(seen.url, project.tokens.admin));
  });
  afterEach(() => seen.close());

  it('both come from the instance of the folder when neither is given', async () => {
    const run = await place.run(['tokens', 'me', '--json']);
    expect([run.code, JSON.parse(run.stdout).scope]).toEqual([0, 'admin']);
    expect(seen.requests.length).toBeGreaterThan(0);
  });

  it("are not mixed: a token of one's own never goes to an address that a checkout brings", async () => {
    const other = await app.project({ name: 'Other' });
    const cases: [string[], Record<string, string>][] = [
      [[], { STELE_TOKEN: other.tokens.admin }],
      [['--token', other.tokens.admin], {}],
      [['--token', other.tokens.admin], { STELE_TOKEN: other.tokens.admin, STELE_DATA_DIR: '.stele' }],
      [['--token', other.tokens.admin, '--instance', '.stele/instance.json'], {}],
      [['--url', app.url, '--instance', '.stele/instance.json'], {}],
    ];
    for (const [args, env] of cases) {
      const run = await place.run(['tokens', 'me', ...args], env);
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('instance.json')]);
    }
    await place.run(['login', '--url', app.url, '--token', other.tokens.admin]);
    const run = await place.run(['tokens', 'me'], { STELE_TOKEN: other.tokens.admin });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('--url or STELE_URL')]);
    expect(seen.requests).toEqual([]);
  });

  it("nor does the checkout's token go to another address than its own", async () => {
    const elsewhere = await startProxy(app.url);
    const run = await place.run(['tokens', 'me'], { STELE_URL: elsewhere.url });
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('give an admin token')]);
    expect(elsewhere.requests).toEqual([]);
    expect((await place.run(['tokens', 'me'], { STELE_URL: `${seen.url}/` })).code).toBe(0);
    await elsewhere.close();
  });

  it('both come from a named instance, whatever the environment says', async () => {
    const other = await app.project({ name: 'Other' });
    const named = await place.write('named.json', instanceOf(app.url, other.tokens.read_draft));
    const env = { STELE_TOKEN: project.tokens.admin, STELE_URL: 'http://127.0.0.1:1' };
    const run = await place.run(['tokens', 'me', '--instance', named], env);
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('Other')]);
  });
});

describe('stele doctor', () => {
  const verdicts = (stdout: string): Record<string, string> =>
    Object.fromEntries(JSON.parse(stdout).checks.map(({ check, verdict }: Record<string, string>) => [check, verdict]));
  const good = () => ({ STELE_URL: app.url, STELE_TOKEN: project.tokens.admin });

  it('finds nothing where all is well', async () => {
    await place.run(['init']);
    const run = await place.run(['doctor'], good());
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/ok {4}config +stele\.config\.ts defines 1 collection\./);
    const json = await place.run(['doctor', '--json'], good());
    expect(JSON.parse(json.stdout).healthy).toBe(true);
    expect(verdicts(json.stdout)).toEqual({
      config: 'ok',
      api: 'ok',
      routes: 'ok',
      version: 'ok',
      clock: 'ok',
      media: expect.stringMatching(/^(ok|warn)$/),
      token: 'ok',
      scope: 'ok',
    });
  });

  it('says what the processes that read uploaded files could reach', async () => {
    const open = await startProxy(app.url, (request, response) => {
      if (request.url !== '/readyz') return false;
      response.end(JSON.stringify({ media_confined: { files: true, network: false } }));
      return true;
    });
    const run = await place.run(['doctor', '--json'], { ...good(), STELE_URL: open.url });
    expect([run.code, verdicts(run.stdout)]).toEqual([0, expect.objectContaining({ media: 'warn', token: 'ok' })]);
    expect(run.stdout).toContain('could reach the network.');
    await open.close();
  });

  it('says that an API is for development when it limits nothing', async () => {
    const open = await startProxy(app.url, (request, response) => {
      if (request.url !== '/v1/instance') return false;
      response.end(JSON.stringify({ rate_limits: false }));
      return true;
    });
    const run = await place.run(['doctor', '--json'], { ...good(), STELE_URL: open.url });
    expect([run.code, verdicts(run.stdout)]).toEqual([0, expect.objectContaining({ limits: 'ok' })]);
    expect(run.stdout).toContain('it runs for development');
    await open.close();
  });

  it('is content with the token of a website, and says what it is not enough for', async () => {
    const run = await place.run(['doctor', '--json'], { ...good(), STELE_TOKEN: project.tokens.read_published });
    expect([run.code, verdicts(run.stdout)]).toEqual([0, expect.objectContaining({ token: 'ok', scope: 'warn' })]);
    expect(run.stdout).toContain('Its scope is read_published: enough for a website, not for commands that');
    expect(run.stdout).toContain('use an admin token');
  });

  it('says what to do about a wrong address or token', async () => {
    const cases: [Record<string, string>, Record<string, string>, string][] = [
      [{ STELE_URL: 'http://127.0.0.1:1' }, { config: 'warn', api: 'fail' }, 'Check the address'],
      [
        { STELE_TOKEN: 'stl_admin_wrong' },
        { token: 'fail' },
        'make one: npx stele tokens create NAME --scope admin --env',
      ],
      [{ STELE_TOKEN: '' }, { connection: 'fail' }, 'stele login'],
    ];
    for (const [env, expected, advice] of cases) {
      const run = await place.run(['doctor', '--json'], { ...good(), ...env });
      expect([run.code, run.stderr, verdicts(run.stdout)]).toEqual([2, '', expect.objectContaining(expected)]);
      expect(run.stdout).toContain(advice);
    }
  });

  it('recognises an API, and checks that the clocks agree', async () => {
    const site = await startProxy(app.url, (_request, response) => {
      response.end('<html>');
      return true;
    });
    const run = await place.run(['doctor', '--json'], { ...good(), STELE_URL: site.url });
    expect([run.code, verdicts(run.stdout)]).toEqual([2, { config: 'warn', api: 'fail' }]);
    await site.close();
    const late = await startProxy(app.url, undefined, {
      headers: { date: new Date(Date.now() - 600_000).toUTCString() },
    });
    const clock = await place.run(['doctor', '--json'], { ...good(), STELE_URL: late.url });
    expect([clock.code, verdicts(clock.stdout)]).toEqual([0, expect.objectContaining({ clock: 'warn', token: 'ok' })]);
    await late.close();
  });

  it('fails for a config that makes no sense', async () => {
    await place.write('stele.config.json', '{"format": 2}');
    const run = await place.run(['doctor', '--json'], good());
    expect([run.code, verdicts(run.stdout)]).toEqual([2, expect.objectContaining({ config: 'fail', token: 'ok' })]);
  });
});

describe('stele', () => {
  it('refuses --as without the folder that it is for', async () => {
    const own = await makeWorkplace();
    for (const [command, option] of [
      ['init', '--from'],
      ['dev', '--content'],
    ] as const) {
      const run = await own.run([command, '--as', 'posts']);
      expect([run.code, run.stdout, run.stderr]).toEqual([2, '', `--as needs ${option} FOLDER.\n`]);
    }
    expect(await readdir(own.folder)).toEqual([]);
    await own.remove();
  });

  it('ends with 2 for options that it does not know, with 0 for help and version', async () => {
    const wrong = await place.run(['diff', '--nonsense']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("unknown option '--nonsense'")]);
    expect(await place.run(['pul'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: unknown command 'pul'\n(Did you mean pull?)\nAdd --help to see what there is.\n",
    });
    const missing = await place.run(['types', '--instance', 'nope.json']);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('with "npx stele dev"')]);
    expect((await place.run(['import'])).code).toBe(2);
    expect([(await place.run(['--help'])).code, (await place.run(['push', '--help'])).code]).toEqual([0, 0]);
    expect(await place.run(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  it('uses colours only where they are wanted', async () => {
    await place.run(['init']);
    const plain = await place.run(['doctor'], { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect(plain.stdout).not.toContain('\u001b[');
    expect((await place.run(['doctor'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[');
    expect((await place.run(['doctor'], { CI: '1' })).stdout).not.toContain('\u001b[');
  });
});
