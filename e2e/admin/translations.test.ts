import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture, saved } from '../support/browser.ts';
import { type Entry, field, hasBrowser, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('translations', () => {
  const text = field('text', { type: 'textarea', localized: true });
  const rank = field('rank', { type: 'number', localized: true });
  const project = useProject({ collections: [things(text, rank)], path: '/entries' });
  const ids: string[] = [];
  beforeAll(async () => {
    ids.push(await project.create('things', { en: { name: 'One', text: 'First text', rank: 1 } }));
    ids.push(await project.create('things', { en: { name: 'Two', text: 'Second text' }, de: { name: 'Zwei' } }));
    await project.write(ids[1] ?? '', { name: 'Two and a half' });
  });

  it('stand in a page, lead to lists, go out as files and come back as drafts', async () => {
    const { page } = project;
    await follow(page.getByRole('link', { name: 'Translations' }), 'Translations');
    const german = page.getByRole('listitem').filter({ hasText: 'German' });
    await german.getByRole('link', { name: /outdated/ }).waitFor();
    await picture(page, 'translations');
    await expectAccessible(page, 'translations');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      german.getByRole('button', { name: 'Export for translation: German' }).click(),
    ]);
    const xliff = await readFile(await download.path(), 'utf8');
    expect(xliff).toContain('<source>First text</source>');
    const translated = xliff
      .replace('<source>One</source>', '<source>One</source><target>Eins</target>')
      .replace('<source>First text</source>', '<source>First text</source><target>Erster Text</target>');

    await page.getByRole('button', { name: 'Import translations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import translations' });
    await picture(page, 'translations-import');
    await dialog
      .getByLabel('Files')
      .setInputFiles({ name: 'de.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(translated) });
    await dialog.getByRole('button', { name: 'Import translations' }).click();
    await dialog.getByText(/1 saved as drafts/).waitFor();
    await expectAccessible(page, 'translations-import');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const entry = await project.entry(ids[0] ?? '');
    expect([entry.values.de, entry.status]).toEqual([{ name: 'Eins', text: 'Erster Text', rank: 1 }, 'draft']);

    await follow(german.getByRole('link', { name: /outdated/ }), 'All entries');
    await page
      .getByRole('link', { name: 'Zwei' })
      .or(page.getByRole('link', { name: 'Two and a half' }))
      .waitFor();
    expect(await page.locator('[data-entry-link]').count()).toBe(1);
    await page.getByTitle('German: Draft, outdated').waitFor();
    await page.getByLabel('Translation').selectOption({ label: 'German is missing' });
    await page.waitForURL('**translation=de:missing**');
    await picture(page, 'translations-list');
    expect(project.admin.problems).toEqual([]);
  });

  it('are made beside their source, texts only, from field to field and entry to entry', async () => {
    const { page } = project;
    const third = await project.create('things', { en: { name: 'Three', text: 'Third', rank: 3 } });
    await project.goTo(`/entries/${ids[1]}?locale=de&beside=en`);
    const german = (label: string) => page.locator(`[data-field-locale="de"][data-field-path="${label}"]`);
    await german('rank').waitFor();
    await page.getByLabel('Only texts to translate').check();
    await german('rank').waitFor({ state: 'detached' });
    await picture(page, 'translator');
    await expectAccessible(page, 'translator');
    const next = page.getByRole('button', { name: 'Next field' });
    const hasFocus = (key: string) =>
      german(key)
        .locator('input, textarea')
        .evaluate((one) => one === document.activeElement);
    await next.click();
    await expect.poll(() => hasFocus('name')).toBe(true);
    await next.click();
    await expect.poll(() => hasFocus('text')).toBe(true);
    await page.keyboard.type('Zweiter Text');
    await saved(page);
    expect((await project.entry(ids[1] ?? '')).values.de).toEqual({ name: 'Zwei', text: 'Zweiter Text' });
    await page.getByRole('button', { name: 'Next entry to translate' }).click();
    await page.waitForURL(`**/entries/${third}?locale=de&beside=en&texts=true`);
    await page.getByRole('button', { name: 'Start empty' }).or(page.getByText('Copy from English')).first().waitFor();
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?translation=de:missing&collection=things');
    expect(data.map(({ id }) => id)).toEqual([third]);
    expect(project.admin.problems).toEqual([]);
  });
});
