import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture, saved } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const PAGES = {
  ...things(
    field('slug', { type: 'slug', localized: true, source: 'name' }),
    field('parent', { type: 'reference', collections: ['notes'] }),
  ),
  key: 'notes',
  label: 'Notes',
  preview: { en: '/notes/{parent*.slug}/{slug}', de: '/notizen/{slug}' },
};
const WEBSITE = 'https://www.example.org/journal';

describe.skipIf(!hasBrowser)("an entry's page", () => {
  const project = useProject({ collections: [PAGES], path: '/entries' });
  beforeAll(async () => {
    const sites = [
      { name: 'Here', url: 'http://localhost:4321' },
      { name: 'Website', url: `${WEBSITE}/` },
    ];
    await project.api('PATCH', '', { preview_sites: sites });
  });
  const made = (values: { readonly name: string; readonly slug: string }): Promise<string> =>
    project.create('notes', { en: values, de: { name: 'Auf Deutsch', slug: `de-${values.slug}` } });

  it('is a click away once the entry is live: in the header, and in the message after a publish', async () => {
    const { page } = project;
    const parent = await made({ name: 'Birds', slug: 'birds' });
    const id = await project.create('notes', { en: { name: 'Heron', slug: 'heron', parent } });
    await project.goTo(`/entries/${id}`);
    await page.getByLabel('Slug').waitFor();
    const address = `${WEBSITE}/notes/birds/heron`;
    await page.getByText(address).waitFor();
    const link = page.getByRole('link', { name: 'View on site' });
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog', { name: 'Publish' })
      .getByRole('button', { name: /^Publish/ })
      .click();
    const message = page.getByRole('listitem').filter({ hasText: 'Live in English.' });
    expect(await message.getByRole('link', { name: 'View on site' }).getAttribute('href')).toBe(address);
    const inHeader = page.locator('[data-editor-header]').getByRole('link', { name: 'View on site' });
    await inHeader.waitFor();
    expect(await inHeader.getAttribute('href')).toBe(address);
    // Under the slug it's a link, too.
    expect(await page.locator('[data-field-path="slug"]').getByRole('link').getAttribute('href')).toBe(address);
    await picture(page, 'page-address');
    await expectAccessible(page, 'an entry with the address of its page');
  });

  it('moves with the slug: what becomes of the old address is said before and when it is published', async () => {
    const { page } = project;
    const id = await made({ name: 'Reed', slug: 'reed' });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await project.goTo(`/entries/${id}`);
    const slug = page.getByLabel('Slug');
    const own = page.locator('[data-field-path="slug"]');
    await own.getByRole('link', { name: `${WEBSITE}/notes/reed` }).waitFor();
    expect(await own.getByRole('status').count()).toBe(0);
    await slug.focus();
    await own.getByText(`This is live. If you change it, ${WEBSITE}/notes/reed stops working`).waitFor();
    await slug.fill('reeds');
    await own.getByText(`When this is published, ${WEBSITE}/notes/reed stops working`).waitFor();
    await own.getByText(`${WEBSITE}/notes/reeds`, { exact: true }).waitFor();
    await saved(page);
    // The live page has its old address until then.
    const inHeader = page.locator('[data-editor-header]').getByRole('link', { name: 'View on site' });
    expect(await inHeader.getAttribute('href')).toBe(`${WEBSITE}/notes/reed`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText(`When this is published, ${WEBSITE}/notes/reed stops working`).waitFor();
    await picture(page, 'page-address-changes');
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await expect.poll(() => inHeader.getAttribute('href')).toBe(`${WEBSITE}/notes/reeds`);
    await own.getByRole('link', { name: `${WEBSITE}/notes/reeds` }).waitFor();
  });

  it('is that of the language, and on a phone stands with the facts', async () => {
    const id = await made({ name: 'Otter', slug: 'otter' });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['de'] });
    const { page } = await project.open(`/entries/${id}?locale=de`, { viewport: { width: 390, height: 844 } });
    const link = page.getByRole('link', { name: 'View on site' });
    await expect.poll(() => link.first().getAttribute('href')).toBe(`${WEBSITE}/notizen/de-otter`);
    await expect.poll(() => link.filter({ visible: true }).count()).toBe(1);
  });

  it('is on the site of a production target, wherever that is checked', async () => {
    const id = await made({ name: 'Teal', slug: 'teal' });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    const target = {
      name: 'Live',
      kind: 'netlify',
      config: { hook_url: 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2' },
      site_url: 'https://live.example.org/version',
    };
    await project.asOwner('POST', `/projects/${project.id}/deploy-targets`, target);
    const { page } = await project.open(`/entries/${id}`);
    const inHeader = page.locator('[data-editor-header]').getByRole('link', { name: 'View on site' });
    await inHeader.waitFor();
    expect(await inHeader.getAttribute('href')).toBe('https://live.example.org/notes/teal');
  });
});
