// @module-tag full
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { demoSchema } from '@stele/core/testing/internals';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followToTab, saved } from '../support/browser.ts';
import { NEXT_APP, startNextDev, stopNextDev } from '../support/next-dev.ts';
import { hasBrowser, useProject } from '../support/project.ts';

const OUTPUT = '.next-preview';
const SECRET = 'a secret for editors';

describe.skipIf(!hasBrowser)('the preview of a site of Next.js', () => {
  const project = useProject({ path: '/entries' });
  let site: ChildProcess | undefined;
  let url: string;
  beforeAll(async () => {
    const collections = demoSchema.collections.map((one) => ({ ...one, preview: '/' }));
    await project.api('POST', '/schema/sync', { schema: { ...demoSchema, collections }, base_version: 1 });
    const [port = 0] = await freePorts(1);
    url = `http://localhost:${port}`;
    const variables = {
      ...project.variables,
      STELE_DRAFT_TOKEN: project.tokens.read_draft,
      STELE_PREVIEW_SECRET: SECRET,
      STELE_ADMIN_URL: project.urls.admin,
    };
    site = await startNextDev({ hostname: 'localhost', port, folder: OUTPUT, variables });
  });
  afterAll(async () => {
    await stopNextDev(site);
    await rm(path.join(NEXT_APP, OUTPUT), { recursive: true, force: true });
  });

  it('opens the field of a text that is clicked, shows what is typed, and is renewed without being loaded', async () => {
    const { page } = project;
    await project.api('PATCH', '', { preview_sites: [{ name: 'Website', url }] });
    const id = await project.create('posts', { en: { title: 'A heron', slug: 'a-heron' } });
    await project.goTo(`/entries/${id}`);
    await page.getByRole('button', { name: 'Live preview' }).click();
    await page.getByText('This page shows what is published, not your draft.').waitFor();
    const visit = await followToTab(page.getByRole('link', { name: 'Open the drafts' }));
    await visit.getByLabel('STELE_PREVIEW_SECRET').fill('another one');
    await visit.keyboard.press('Enter');
    await visit.getByText('The secret is wrong.').waitFor();
    await visit.getByLabel('STELE_PREVIEW_SECRET').fill(SECRET);
    await visit.keyboard.press('Enter');
    await visit.getByRole('heading', { name: 'A heron' }).waitFor();
    await visit.close();
    const frame = page.locator('iframe[title="Live preview"]');
    const shown = page.frameLocator('iframe[title="Live preview"]').frameLocator('iframe');
    const mark = (name: string) =>
      shown.locator('body').evaluate((_, key) => Object.assign(window, { [key]: true }), name);
    const hasMark = (name: string) => shown.locator('body').evaluate((_, key) => key in window, name);
    await mark('isPublished');
    // Here, all pages have the focus all the time.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    // The page that is left may follow the drafts and answer, too, before the one that is loaded does.
    await expect.poll(() => hasMark('isPublished')).toBe(false);
    await expect.poll(() => frame.getAttribute('data-answer')).toBe('hello');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    const clickText = async () => {
      await shown.getByRole('heading', { name: 'A heron' }).click();
      return focused();
    };
    await expect.poll(clickText).toBe('A heron');
    await mark('isSame');
    await page.keyboard.press('End');
    await page.keyboard.type(' flew');
    await shown.getByRole('heading', { name: 'A heron flew' }).waitFor();
    await saved(page);
    const other = await project.create('posts', { en: { title: 'Two herons', slug: 'two-herons' } });
    await page.keyboard.type(' away');
    // The renewal also shows the entry created meanwhile.
    await shown.getByRole('heading', { name: 'Two herons' }).waitFor();
    await shown.getByRole('heading', { name: 'A heron flew away' }).click();
    expect(await hasMark('isSame')).toBe(true);
    expect((await project.entry(other)).title).toBe('Two herons');
  });
});
