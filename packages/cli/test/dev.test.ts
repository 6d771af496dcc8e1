import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSiteSettings, writeSiteSettings } from '../src/dev/site-settings.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');

/** A site that says what it was told, and answers on a port until it's ended. */
const SITE = `
import { createServer } from 'node:http';
const { STELE_URL, STELE_PROJECT, STELE_TOKEN } = process.env;
const ownProject = async () => {
  const headers = { authorization: 'Bearer ' + STELE_TOKEN };
  const { project } = await (await fetch(STELE_URL + '/v1/tokens/me', { headers })).json();
  return project.id === STELE_PROJECT;
};
createServer().listen(Number(process.argv[2]), '127.0.0.1', async () => console.log('site sees its project: ' + (await ownProject())));
`;

const config = (fields: string): string => `
import { collection, defineConfig, number, text } from '@stele/schema';
const posts = collection({ key: 'posts', title: 'title', fields: { title: text({ required: true }), ${fields} } });
export default defineConfig({ collections: [posts] });
`;

let place: Workplace;
let children: ChildProcess[];

beforeEach(async () => {
  place = await makeWorkplace();
  children = [];
});
afterEach(async () => {
  for (const child of children) if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
  await place.remove();
});

/** The first of some free ports in a row. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const tries = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(tries)).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Runs `stele dev` in the workplace. */
function dev(args: readonly string[], env: Record<string, string> = {}) {
  const known = { NODE_ENV: 'test' as const, PATH: process.env.PATH ?? '', HOME: place.folder, ...env };
  const child = spawn(process.execPath, [place.command, 'dev', ...args], { cwd: place.folder, env: known });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return {
    child,
    said: () => said,
    async until(text: string, from = 0): Promise<number> {
      while (!said.includes(text, from)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return said.indexOf(text, from) + text.length;
    },
  };
}

async function installServer(): Promise<void> {
  await mkdir(path.join(place.folder, 'node_modules', '@stele'), { recursive: true });
  await symlink(path.join(PACKAGES, 'server'), path.join(place.folder, 'node_modules', '@stele', 'server'));
}

const read = (name: string): Promise<string> => readFile(path.join(place.folder, name), 'utf8');

/** The keys of the fields in the schema that the local instance has. */
async function fieldsThere(): Promise<string[]> {
  const { api_url, project_id, tokens } = JSON.parse(await read('.stele/instance.json'));
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const answer = await fetch(`${api_url}/v1/projects/${project_id}/schema`, { headers });
  const { schema } = (await answer.json()) as { schema: { collections: { fields: { key: string }[] }[] } };
  return schema.collections.flatMap(({ fields }) => fields.map(({ key }) => key));
}

describe('stele dev', () => {
  it('says how to install the server where it is missing', async () => {
    const { code, stderr } = await place.run(['dev']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm install --save-dev @stele/server')]);
  });

  it('runs instance and site, follows the config, and ends all at once', async () => {
    await installServer();
    const port = await freePorts(4);
    await place.write('.env', `# Mine\nOTHER=1\nSTELE_URL=http://localhost:${port}\n`);
    await place.write('site.mjs', SITE);
    await place.write('stele.config.ts', config(''));
    await place.write('stele-types.d.ts', '');
    await mkdir(path.join(place.folder, 'posts'));
    await place.write('posts/first.md', '---\ntitle: First\n---\n');
    const content = ['--content', 'posts', '--as', 'posts'];
    const run = dev([...content, '--', 'node', 'site.mjs', String(port + 3)], {
      DATABASE_URL: 'postgres://of-the-site/db',
    });
    const started = await run.until('site sees its project: true');
    const instance = JSON.parse(await read('.stele/instance.json'));
    expect(run.said()).toContain(`http://localhost:${port + 1}`);
    expect(run.said()).toContain(`${instance.login.email}  ${instance.login.password}`);
    expect(await read('.env')).toMatch(/^# Mine\nOTHER=1\n/);
    expect(parseEnv(await read('.env'))).toMatchObject({
      STELE_URL: `http://localhost:${port}`,
      STELE_CONTENT_URL: `http://localhost:${port + 2}`,
      STELE_PROJECT: instance.project_id,
      STELE_TOKEN: instance.tokens.read_published,
    });
    expect(await fieldsThere()).toEqual(['title']);
    expect(run.said()).toContain('1 entry in 1 locale: 1 to create');
    expect(run.said()).not.toContain('stele.config.ts changed.');

    await place.write('stele.config.ts', config('pages: number()'));
    const added = await run.until('Pushed: the schema is at version 2.', started);
    expect(run.said()).toContain('stele.config.ts changed.');
    expect(await fieldsThere()).toEqual(['title', 'pages']);
    await run.until('Wrote stele-types.d.ts', added);
    expect(await read('stele-types.d.ts')).toContain('pages?: number');

    const entry = await fetch(`${instance.api_url}/v1/projects/${instance.project_id}/entries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${instance.tokens.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ collection_key: 'posts', values: { en: { title: 'One', pages: 3 } } }),
    });
    expect(entry.status).toBe(201);
    await place.write('stele.config.ts', config(''));
    const refused = await run.until('npx stele push', added);
    expect(run.said()).toContain('destroys content');
    expect(await fieldsThere()).toEqual(['title', 'pages']);

    await place.write('stele.config.ts', 'export default 3;');
    await run.until("isn't a config", refused);

    run.child.kill('SIGINT');
    expect(await once(run.child, 'exit')).toEqual([0, null]);
    expect(await Promise.all([0, 1, 2, 3].map((offset) => isFree(port + offset)))).toEqual([true, true, true, true]);
  });

  it('imports content only once the config is pushed', async () => {
    await installServer();
    const port = await freePorts(4);
    await place.write('.env', `STELE_URL=http://localhost:${port}\n`);
    await place.write('site.mjs', SITE);
    await place.write('stele.config.ts', config('day: dat()'));
    await mkdir(path.join(place.folder, 'posts'));
    await place.write('posts/first.md', '---\ntitle: First\n---\n');
    const run = dev(['--content', 'posts', '--as', 'posts', '--', 'node', 'site.mjs', String(port + 3)]);
    const started = await run.until('site sees its project: true');
    expect(run.said()).toContain('The content of posts is imported once the config is pushed.');
    expect(run.said()).not.toContain('Importing posts');
    await place.write('stele.config.ts', config(''));
    const pushed = await run.until('Pushed: the schema is at version 1.', started);
    await run.until('1 created', pushed);
    expect(await fieldsThere()).toEqual(['title']);
    await place.write('stele.config.ts', config('pages: number()'));
    await run.until('Pushed: the schema is at version 2.', pushed);
    expect(run.said().split('Importing posts')).toHaveLength(2);
  });

  it('imports each folder into each collection once, and refuses one that is not there', async () => {
    await installServer();
    const port = await freePorts(3);
    await place.write('.env', `STELE_URL=http://localhost:${port}\n`);
    const notes = "collection({ key: 'notes', fields: { title: text() } })";
    await place.write('stele.config.ts', config('').replace('[posts]', `[posts, ${notes}]`));
    for (const folder of ['posts', 'older']) {
      await mkdir(path.join(place.folder, folder));
      await place.write(`${folder}/${folder}.md`, `---\ntitle: ${folder}\n---\n`);
    }
    const start = async (...args: string[]): Promise<string> => {
      const run = dev([...args, '--', 'node', '-e', '']);
      const [code] = await once(run.child, 'close');
      return `${code} ${run.said()}`;
    };
    expect(await start('--content', 'posts', '--as', 'posts')).toContain('1 created');
    expect(await start('--content', './posts/', '--as', 'posts')).not.toContain('Importing');
    expect(await start('--content', 'older', '--as', 'posts')).toContain('Importing older');
    expect(await start('--content', 'posts', '--as', 'notes')).toContain('1 created');
    expect(await start('--content', 'posts', '--as', 'posts')).not.toContain('Importing');
    expect(await start('--content', 'pots', '--as', 'posts')).toBe('2 There is no folder pots.\n');
  });

  it('starts without what it could not import, and says how to try again', async () => {
    await installServer();
    const port = await freePorts(4);
    await place.write('.env', `STELE_URL=http://localhost:${port}\n`);
    await place.write('site.mjs', SITE);
    await place.write('stele.config.ts', config('day: date()').replace('number,', 'date,'));
    await mkdir(path.join(place.folder, 'my posts'));
    await place.write('my posts/good.md', '---\ntitle: Good\nday: 2024-03-01\n---\n');
    await place.write('my posts/bad.md', '---\ntitle: Bad\nday: 2024-02-31\n---\n');
    const run = dev(['--content', 'my posts', '--as', 'posts', '--', 'node', 'site.mjs', String(port + 3)]);
    await run.until('site sees its project: true');
    expect(run.said()).toContain('posts/bad, values.en.day: There is no day 2024-02-31.');
    const retry = /npx stele (import 'my posts' --as posts --add-locales --instance \S+)\n/.exec(run.said())?.[1] ?? '';
    await place.write('my posts/bad.md', '---\ntitle: Bad\nday: [\n---\n');
    const args = retry.split(' ');
    args.splice(1, 2, 'my posts');
    expect(await place.run(args)).toMatchObject({ code: 2, stdout: expect.stringContaining('line 3') });
    await place.write('my posts/bad.md', '---\ntitle: Fixed\nday: 2024-02-29\n---\n');
    const elsewhere = { STELE_URL: 'http://127.0.0.1:1', STELE_TOKEN: 'of-production' };
    expect(await place.run(args, elsewhere)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') });
  });

  it('starts also when front matter cannot be read', async () => {
    await installServer();
    const port = await freePorts(4);
    await place.write('.env', `STELE_URL=http://localhost:${port}\n`);
    await place.write('site.mjs', SITE);
    await place.write('stele.config.ts', config(''));
    await mkdir(path.join(place.folder, 'posts'));
    await place.write('posts/bad.md', '---\ntitle: [\n---\n');
    await place.write('posts/chart.mdx', '---\ntitle: [\n---\n');
    const content = ['--content', 'posts', '--as', 'posts', '--exclude', '*.mdx'];
    const run = dev([...content, '--', 'node', 'site.mjs', String(port + 3)]);
    await run.until('site sees its project: true');
    expect(run.said()).toContain("The front matter of posts/bad.md can't be read at line 2");
    expect(run.said()).toContain(
      "npx stele import posts --as posts --exclude '*.mdx' --add-locales --instance .stele/instance.json",
    );
  });

  it('ends as the site does', async () => {
    await installServer();
    await place.write('.env', `STELE_URL=http://localhost:${await freePorts(3)}\n`);
    const run = dev(['--', 'node', '-e', 'process.exit(3)']);
    expect(await once(run.child, 'exit')).toEqual([3, null]);
  });

  it('takes the ports of a local address only, and leaves a .env alone that names an API elsewhere', async () => {
    const variables = {
      STELE_URL: 'http://localhost:3100',
      STELE_CONTENT_URL: '',
      STELE_PROJECT: '',
      STELE_TOKEN: 'new',
    };
    expect(await readSiteSettings(place.folder)).toMatchObject({ port: 3100 });
    const text = 'STELE_URL=https://api.example.org\nSTELE_TOKEN=stl_pub_theirs\n';
    await place.write('.env', text);
    const elsewhere = await readSiteSettings(place.folder);
    expect(elsewhere).toMatchObject({ port: null, url: 'https://api.example.org' });
    expect(await writeSiteSettings(elsewhere, variables)).toEqual([]);
    expect(await read('.env')).toBe(text);
    await place.write('.env.local', 'STELE_URL=http://127.0.0.1:4000\n');
    const local = await readSiteSettings(place.folder);
    expect(local.port).toBe(4000);
    expect(await writeSiteSettings(local, variables)).toEqual(['.env.local']);
    expect(parseEnv(await read('.env.local'))).toEqual(variables);
    expect(await read('.env')).toBe(text);
  });

  it('refuses an address that is not http or https, with what to write', async () => {
    for (const [address, instead] of [
      ['localhost:4300', 'http://localhost:4300'],
      ['cms.example.org', 'https://cms.example.org'],
      ['ftp://cms.example.org', 'https://cms.example.org'],
    ]) {
      await place.write('.env', `STELE_URL=${address}\n`);
      await expect(readSiteSettings(place.folder)).rejects.toThrow(
        `STELE_URL in .env is "${address}", which is not a valid address. Write: STELE_URL=${instead}`,
      );
    }
  });

  it('says what it means for the site when .env names an API elsewhere', async () => {
    await place.write('.env', 'STELE_URL=https://cms.example.org\nSTELE_TOKEN=stl_pub_theirs\n');
    const within = await place.run(['dev', '--', 'astro', 'dev']);
    expect(within.stderr).toContain(
      '.env names https://cms.example.org and stays as it is. The site that starts here reads Stele on this machine; run by itself, such as for a build, it reads that address.\n',
    );
    const alone = await place.run(['dev']);
    expect(alone.stderr).toContain(
      '.env names https://cms.example.org and stays as it is. A site that you start yourself reads that address. To have it read Stele on this machine, start it with "npx stele dev -- COMMAND".\n',
    );
  });
});
