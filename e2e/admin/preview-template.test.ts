import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { demoSchema } from '@stele/core/testing/internals';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saved } from '../support/browser.ts';
import { untilAnswers } from '../support/processes.ts';
import { hasBrowser, useProject } from '../support/project.ts';

const E2E = path.join(import.meta.dirname, '..');
const TEMPLATE = path.join(E2E, '..', 'packages', 'create-stele', 'templates', 'none');

describe.skipIf(!hasBrowser)('the template without a framework', () => {
  const project = useProject({ path: '/entries' });
  let site: ChildProcess;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    const collections = demoSchema.collections.map((one) => ({ ...one, preview: `/${one.key}/{slug}` }));
    await project.api('POST', '/schema/sync', { schema: { ...demoSchema, collections }, base_version: 1 });
    folder = await mkdtemp(path.join(E2E, '.preview-'));
    await cp(TEMPLATE, folder, { recursive: true });
    await symlink(path.join(E2E, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
    const env = {
      PATH: process.env.PATH,
      ...project.variables,
      PORT: String(port),
      STELE_DRAFTS: '1',
      STELE_DRAFT_TOKEN: project.tokens.read_draft,
      STELE_ADMIN_URL: project.urls.admin,
    };
    site = spawn(process.execPath, ['serve.js'], { cwd: folder, env, stdio: 'inherit' });
    await untilAnswers(url, site, () => 'The site did not start.');
  });
  afterAll(async () => {
    const closed = once(site, 'close');
    site.kill();
    await closed;
    await rm(folder, { recursive: true });
  });

  it('opens the field of a text that is clicked, in Markdown too, and shows what is typed', async () => {
    const { page } = project;
    await project.api('PATCH', '', { preview_sites: [{ name: 'Website', url }] });
    const body = 'It *stood* there.\n\n- Grey\n- Tall';
    const id = await project.create('posts', { en: { title: 'A heron', slug: 'a-heron', body } });
    await project.goTo(`/entries/${id}`);
    await page.getByRole('button', { name: 'Live preview' }).click();
    const shown = page.frameLocator('iframe[title="Live preview"]').frameLocator('iframe');
    await expect.poll(() => page.locator('iframe[title="Live preview"]').getAttribute('data-answer')).toBe('hello');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await shown.getByRole('listitem').filter({ hasText: 'Tall' }).click();
    await expect.poll(focused).toBe(body);
    await shown.getByRole('heading', { name: 'A heron' }).click();
    await expect.poll(focused).toBe('A heron');
    await page.keyboard.press('End');
    await page.keyboard.type(' flew');
    await shown.getByRole('heading', { name: 'A heron flew' }).waitFor();
    await saved(page);
    expect((await project.entry(id)).values.en?.title).toBe('A heron flew');
  });
});
