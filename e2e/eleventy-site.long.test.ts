import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saved } from './support/browser.ts';
import { ROOT } from './support/instance.ts';
import { untilAnswers } from './support/processes.ts';
import { hasBrowser, useProject } from './support/project.ts';

interface Schema {
  readonly collections: readonly { readonly key: string }[];
}

describe.skipIf(!hasBrowser)('the example with Eleventy', () => {
  const project = useProject({ path: '/entries' });
  let folder: string;
  let command: string;
  let server: ChildProcess | undefined;
  let said = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-eleventy-'));
    await cp(path.join(ROOT, 'examples', 'eleventy-site'), folder, { recursive: true });
    const { dependencies } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const { '@stele/loader': _, ...others } = dependencies as Record<string, string>;
    const named = Object.entries(others).map(([name, version]) => `${name}@${version}`);
    const install = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline'];
    await rm(path.join(folder, 'package.json'));
    await promisify(execFile)('npm', [...install, ...named], { cwd: folder });
    await cp(path.join(ROOT, 'examples', 'eleventy-site', 'package.json'), path.join(folder, 'package.json'));
    await mkdir(path.join(folder, 'node_modules', '@stele'), { recursive: true });
    await symlink(path.join(ROOT, 'packages', 'loader'), path.join(folder, 'node_modules', '@stele', 'loader'));
    command = path.join(folder, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs');
  });
  afterAll(async () => {
    if (server?.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  });

  const eleventy = (variables: object, ...options: readonly string[]): ChildProcess => {
    const env = { PATH: process.env.PATH, HOME: folder, ...project.variables, ...variables };
    const child = spawn(process.execPath, [command, ...options], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        said += text.toString();
      });
    return child;
  };

  it('is built from what is published, and shows drafts in the preview, as they are typed and saved', async () => {
    const { version, schema } = await project.api<{ version: number; schema: Schema }>('GET', '/schema');
    const collections = schema.collections.map((one) => ({
      ...one,
      ...(one.key === 'posts' && { preview: '/posts/{slug}' }),
    }));
    await project.api('POST', '/schema/sync', { schema: { ...schema, collections }, base_version: version });
    const values = { title: 'Heron', slug: 'heron', body: 'It *stood*.' };
    const id = await project.create('posts', { en: values });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await project.create('posts', { en: { title: 'Only a draft', slug: 'draft' } });
    const [code] = await once(eleventy({}), 'close');
    expect(code, said).toBe(0);
    const list = await readFile(path.join(folder, '_site', 'index.html'), 'utf8');
    const page = await readFile(path.join(folder, '_site', 'posts', 'heron', 'index.html'), 'utf8');
    expect(page).toContain('<p>It <em>stood</em>.</p>');
    expect(list).not.toContain('Only a draft');
    for (const none of [/[\ufe00-\ufe0f]{8}/, /connectPreview/]) expect(page).not.toMatch(none);

    const [port] = await freePorts(1);
    const url = `http://localhost:${port}`;
    const token = project.tokens.read_draft;
    const drafts = { STELE_DRAFTS: '1', STELE_DRAFT_TOKEN: token, STELE_ADMIN_URL: project.urls.admin };
    server = eleventy(drafts, '--serve', `--port=${port}`);
    await untilAnswers(url, server, () => said);
    await project.api('PATCH', '', { preview_sites: [{ name: 'Eleventy', url }] });
    const { page: browser } = project;
    await project.goTo(`/entries/${id}`);
    await browser.getByRole('button', { name: 'Live preview' }).click();
    const pane = browser.getByRole('region', { name: 'Live preview' });
    await expect.poll(() => pane.locator('iframe').getAttribute('data-answer')).toBe('hello');
    const shown = browser.frameLocator('iframe[title="Live preview"]').frameLocator('iframe');
    await project.admin.context.setOffline(true);
    await browser.getByLabel('Title').fill('Typed');
    await shown.getByRole('heading', { name: 'Typed' }).waitFor();
    await project.admin.context.setOffline(false);
    await saved(browser);
    await browser.getByLabel('Body').fill('It *flew*.');
    await shown.locator('em', { hasText: 'flew' }).waitFor();
    await shown.getByRole('heading', { name: 'Typed' }).click();
    await expect.poll(() => browser.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Typed');
    expect(said).not.toContain(token);
  });
});
