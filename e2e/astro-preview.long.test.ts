import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saved } from './support/browser.ts';
import { ROOT } from './support/instance.ts';
import { field, hasBrowser, useProject } from './support/project.ts';

const LOADER = path.join(ROOT, 'packages', 'loader');

const notes = {
  key: 'notes',
  label: 'Notes',
  title_field: 'title',
  preview: '/notes/{slug}',
  fields: [
    field('title', { type: 'text', localized: true }),
    field('slug', { type: 'slug' }),
    field('body', { type: 'markdown', localized: true }),
  ],
};

/** A site as the documentation has it. */
const FILES = {
  'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import { steleBuild } from '@stele/loader/astro';
export default defineConfig({ integrations: [steleBuild()], devToolbar: { enabled: false } });`,
  'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { steleLoader } from '@stele/loader/astro';
export const collections = {
  notes: defineCollection({
    loader: steleLoader({ collection: 'notes', locales: 'en', id: 'slug', body: 'body', refreshInterval: false }),
  }),
};`,
  'src/pages/notes/[id].astro': `---
import { getCollection, render } from 'astro:content';
import { previewField } from '@stele/loader/preview';
export async function getStaticPaths() {
  const all = await getCollection('notes');
  return all.map((note) => ({ params: { id: note.id }, props: { note } }));
}
const { note } = Astro.props;
const { Content } = await render(note);
---
<html lang="en"><head><meta charset="utf-8" /></head><body><h1 {...previewField(note.data._entry, 'title')}>{note.data.title}</h1><Content /></body></html>`,
  'package.json': '{"type": "module", "private": true}',
};

describe.skipIf(!hasBrowser)('the preview of a site of Astro that is being developed', () => {
  const project = useProject({ collections: [notes], path: '/entries' });
  let folder: string;
  let url: string;
  let dev: ChildProcess;
  let said = '';

  beforeAll(async () => {
    await project.create('notes', { en: { title: 'First', slug: 'first', body: 'It *stood*.' } });
    folder = await mkdtemp(path.join(tmpdir(), 'stele-astro-preview-'));
    for (const [name, text] of Object.entries(FILES)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', 'astro@5', 'typescript@5'];
    await promisify(execFile)('npm', install, { cwd: folder });
    const astro = path.join(folder, 'node_modules', 'astro');
    await mkdir(path.join(folder, 'node_modules', '@stele'), { recursive: true });
    await symlink(LOADER, path.join(folder, 'node_modules', '@stele', 'loader'));
    const [port] = await freePorts(1);
    url = `http://localhost:${port}`;
    const { bin } = JSON.parse(await readFile(path.join(astro, 'package.json'), 'utf8'));
    dev = spawn(process.execPath, [path.join(astro, bin.astro), 'dev', '--port', String(port)], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_ENV: 'development',
        ASTRO_TELEMETRY_DISABLED: '1',
        ...project.variables,
        STELE_DRAFTS: '1',
        STELE_DRAFT_TOKEN: project.tokens.read_draft,
        STELE_ADMIN_URL: project.urls.admin,
        STELE_SITE_FILE: path.join(folder, 'site-url'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text: Buffer) => (said += text.toString()));
  });
  afterAll(async () => {
    if (dev.exitCode === null && dev.kill('SIGTERM')) await once(dev, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  it('says where it is, shows texts as they are typed, and all else once it is saved', async () => {
    const address = () => readFile(path.join(folder, 'site-url'), 'utf8').catch(() => said);
    await expect.poll(address).toBe(`${url}\n`);
    await project.api('PATCH', '', { preview_sites: [{ name: 'Astro', url }] });
    const { page } = project;
    const [note] = (await project.api<{ data: { id: string }[] }>('GET', '/entries?collection=notes')).data;
    await project.goTo(`/entries/${note?.id}`);
    await page.getByRole('button', { name: 'Live preview' }).click();
    const shown = page.frameLocator('iframe[title="Live preview"]').frameLocator('iframe');
    await shown.getByRole('heading', { name: 'First' }).waitFor();
    const pane = page.getByRole('region', { name: 'Live preview' });
    await expect.poll(() => pane.locator('iframe').getAttribute('data-answer')).toBe('hello');
    await project.admin.context.setOffline(true);
    await page.getByLabel('Title').fill('Typed');
    await shown.getByRole('heading', { name: 'Typed' }).waitFor();
    await project.admin.context.setOffline(false);
    await saved(page);
    await page.getByLabel('Body').fill('It *flew*.');
    await shown.locator('em', { hasText: 'flew' }).waitFor();
    await shown.getByRole('heading', { name: 'Typed' }).click();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Typed');
  });
});
