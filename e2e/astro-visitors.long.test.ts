import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './support/instance.ts';
import { untilAnswers } from './support/processes.ts';
import { field, useProject } from './support/project.ts';

const SECRET = 'a secret for editors';
const LOADER = path.join(ROOT, 'packages', 'loader');

const notes = {
  key: 'notes',
  label: 'Notes',
  title_field: 'title',
  preview: '/notes/{slug}',
  fields: [field('title', { type: 'text', localized: true }), field('slug', { type: 'slug' })],
};

/** A static site with pages of notes that are rendered on demand, as the documentation has it. */
const FILES = {
  'astro.config.mjs': `
import node from '@astrojs/node';
import { steleBuild } from '@stele/loader/astro';
import { defineConfig } from 'astro/config';
export default defineConfig({ adapter: node({ mode: 'standalone' }), integrations: [steleBuild({ preview: true })] });`,
  'src/stele.ts': `
import { createVisitorLoader } from '@stele/loader/astro';
export const loaderFor = createVisitorLoader();`,
  'src/pages/index.astro': '<html lang="en"><body><h1>Static</h1></body></html>',
  'src/pages/api/draft.ts': `
import { draftRoute } from '@stele/loader/astro';
export const prerender = false;
export const GET = draftRoute();`,
  'src/pages/notes/[slug].astro': `---
import { previewMark } from '@stele/loader/astro';
import { loaderFor } from '../../stele';
export const prerender = false;
const { slug = '' } = Astro.params;
const stele = await loaderFor(Astro);
const note = await stele.entry('notes', { slug }, { locale: 'en' });
if (!note) return new Response('Not found', { status: 404 });
---
<html lang="en"><body><h1>{note.values.title}</h1><Fragment set:html={await previewMark(Astro)} /></body></html>`,
  'package.json': '{"type": "module", "private": true}',
};

describe('a site of Astro with pages that are rendered on demand', () => {
  const project = useProject({ collections: [notes] });
  let folder: string;
  let url: string;
  let server: ChildProcess;
  let said = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-astro-visitors-'));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', 'astro@5', '@astrojs/node@9'];
    await promisify(execFile)('npm', install, { cwd: folder });
    await mkdir(path.join(folder, 'node_modules', '@stele'), { recursive: true });
    await symlink(LOADER, path.join(folder, 'node_modules', '@stele', 'loader'));
    const [port] = await freePorts(1);
    url = `http://localhost:${port}`;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      HOST: 'localhost',
      PORT: String(port),
      ...project.variables,
      STELE_DRAFT_TOKEN: project.tokens.read_draft,
      STELE_PREVIEW_SECRET: SECRET,
      STELE_ADMIN_URL: project.urls.admin,
    };
    await promisify(execFile)('npx', ['astro', 'build'], { cwd: folder, env });
    server = spawn(process.execPath, ['dist/server/entry.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text.toString();
      });
    await untilAnswers(url, server, () => `The site failed:\n${said}`);
  });
  afterAll(async () => {
    if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  const page = async (to: string, cookie = ''): Promise<string> =>
    (await fetch(url + to, { headers: { cookie } })).text();
  const enter = async (query: string): Promise<string> => {
    const answer = await fetch(`${url}/api/draft?${query}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/notes/heron']);
    return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  it('shows drafts to editors and by preview links, and what is published to all others', async () => {
    const id = await project.create('notes', { en: { title: 'Heron', slug: 'heron' } });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await project.create('notes', { en: { title: 'Only a draft', slug: 'draft' } });
    expect(await page('/notes/heron')).toContain('<h1>Heron</h1>');
    expect(await page('/notes/draft')).toBe('Not found');
    expect(await page('/')).toContain('<h1>Static</h1>');

    const editor = await enter(`secret=${encodeURIComponent(SECRET)}&to=/notes/heron`);
    const shown = await page('/notes/draft', editor);
    // Texts name their fields to editors only.
    expect(shown).toMatch(/<h1>Only a draft\u200c[\ufe00-\ufe0f]+\u200c<\/h1>/);
    expect(shown).toMatch(/<div role="status"[^>]*>Preview<\/div>/);
    expect(shown).toContain('type="module"');

    const { id: linkId, secret } = await project.asOwner<{ id: string; secret: string }>(
      'POST',
      `/projects/${project.id}/preview-links`,
      {},
    );
    const visitor = await enter(`link=${secret}&to=/notes/heron`);
    expect(await page('/notes/draft', visitor)).toMatch(/<h1>Only a draft<\/h1>.*Preview, until [^<]+ UTC</);
    await project.asOwner('DELETE', `/projects/${project.id}/preview-links/${linkId}`);
    expect(await page('/notes/draft', visitor)).toBe('Not found');
    expect(await page('/notes/heron', visitor)).toContain('This preview has ended.');
    for (const one of [secret, SECRET, ...Object.values(project.tokens)]) expect(said).not.toContain(one);
  });
});
