// @module-tag full
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFree, portsInARow } from './support/ports-in-a-row.ts';
import { spawnStele } from './support/spawned.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

const PACKAGES = path.join(import.meta.dirname, '..', '..');

/** A site that says what it was told, and answers on a port until it's ended. */
const SITE = `
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
const { STELE_URL, STELE_PROJECT, STELE_TOKEN, STELE_DRAFT_TOKEN } = process.env;
const ownProject = async () => {
  const scopes = [];
  for (const token of [STELE_TOKEN, STELE_DRAFT_TOKEN]) {
    const headers = { authorization: 'Bearer ' + token };
    const me = await (await fetch(STELE_URL + '/v1/tokens/me', { headers })).json();
    scopes.push(me.project.id === STELE_PROJECT && me.scope);
  }
  return scopes.join(', ');
};
const answer = ({ url }, response) => response.writeHead(url.startsWith('/api/draft') ? 401 : 200).end();
createServer(answer).listen(Number(process.argv[2]), '127.0.0.1', async () => {
  await writeFile(process.env.STELE_SITE_FILE, 'http://localhost:' + process.argv[2]);
  console.log('editor at ' + process.env.STELE_ADMIN_URL);
  console.log('site sees its project: ' + (await ownProject()));
});
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

/** Runs `stele dev` in the workplace. */
function dev(args: readonly string[], env: Record<string, string> = {}) {
  const news = new EventEmitter();
  let said = '';
  const { child, ended } = spawnStele(['dev', ...args], { folder: place.folder, env }, (text) => {
    said += text;
    news.emit('text');
  });
  children.push(child);
  child.once('close', () => news.emit('text'));
  return {
    child,
    ended,
    said: () => said,
    async until(text: string, from = 0): Promise<number> {
      while (!said.includes(text, from)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
        await once(news, 'text');
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

/** The websites that the local instance shows entries on. */
async function previewSites(): Promise<unknown> {
  const { api_url, project_id, tokens } = JSON.parse(await read('.stele/instance.json'));
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const project = (await (await fetch(`${api_url}/v1/projects/${project_id}`, { headers })).json()) as object;
  return 'preview_sites' in project && project.preview_sites;
}

it('stele dev runs instance and site, follows the config, and ends all at once', async () => {
  if (!existsSync(path.join(PACKAGES, 'server', 'dist', 'apps')))
    throw new Error('Build the server first: pnpm build.');
  await installServer();
  const port = await portsInARow(4);
  await place.write('.env', `# Mine\nOTHER=1\nSTELE_URL=http://localhost:${port}\nSTELE_PREVIEW_SECRET='a secret'\n`);
  await place.write('site.mjs', SITE);
  await place.write('stele.config.ts', config(''));
  await place.write('stele-types.d.ts', '');
  await mkdir(path.join(place.folder, 'posts'));
  await place.write('posts/first.md', '---\ntitle: First\n---\n');
  const content = ['--content', 'posts', '--as', 'posts'];
  const run = dev([...content, '--', 'node', 'site.mjs', String(port + 3)], {
    DATABASE_URL: 'postgres://of-the-site/db',
  });
  const started = await run.until('site sees its project: read_published, read_draft');
  const instance = JSON.parse(await read('.stele/instance.json'));
  expect(run.said()).toContain(`editor at ${instance.admin_url}`);
  await expect.poll(previewSites).toEqual([{ name: 'This computer', url: `http://localhost:${port + 3}` }]);
  await run.until(`  Drafts    http://localhost:${port + 3}/api/draft?secret=a+secret\n`);
  expect(run.said()).not.toContain('STELE_ALLOW_PRIVATE_TARGETS');
  const { api_url: api, project_id: own, tokens } = instance;
  const check = await fetch(`${api}/v1/projects/${own}/page-check?url=http://localhost:${port + 3}/`, {
    headers: { authorization: `Bearer ${tokens.admin}` },
  });
  expect(await check.json()).toMatchObject({ status: 200, opens_drafts: true });
  expect(run.said()).toContain(`http://localhost:${port + 1}`);
  expect(run.said()).toContain(`${instance.login.email}  ${instance.login.password}`);
  expect(await read('.env')).toMatch(/^# Mine\nOTHER=1\n/);
  expect(parseEnv(await read('.env'))).toMatchObject({
    STELE_URL: `http://localhost:${port}`,
    STELE_CONTENT_URL: `http://localhost:${port + 2}`,
    STELE_PROJECT: instance.project_id,
    STELE_TOKEN: instance.tokens.read_published,
  });
  expect(await (await fetch(`${instance.api_url}/v1/instance`)).json()).toMatchObject({ rate_limits: false });
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
  expect((await run.ended).code).toBe(0);
  expect(await Promise.all([0, 1, 2, 3].map((offset) => isFree(port + offset)))).toEqual([true, true, true, true]);
});
