import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture, saved } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const words = [field('words', { type: 'text' })];
const translations = { de: { label: 'Zitat', help: 'Was jemand gesagt hat.' } };
const at = (name: string) => `https://pictures.example/${name}.svg`;
const THINGS = things(
  field('plain', { type: 'blocks', localized: true, types: [{ key: 'note', icon: 'pen-line', fields: words }] }),
  field('parts', {
    type: 'blocks',
    localized: true,
    types: [
      { key: 'hero', icon: 'sparkles', help: 'A large picture with a claim, at the top of the page.', fields: words },
      { key: 'quote', icon: 'quote', help: 'What someone said.', translations, fields: words },
      { key: 'gallery', icon: 'images', help: 'Pictures side by side.', fields: words },
      { key: 'call', label: 'Call to action', icon: 'megaphone', fields: words },
      { key: 'steps', icon: 'route', help: 'What to do, one after the other.', fields: words },
      { key: 'team', icon: 'users', help: 'People with their roles.', fields: words },
      { key: 'place', label: 'Map', icon: 'map-pin', fields: words },
      { key: 'other', fields: words },
    ],
  }),
  field('sections', {
    type: 'blocks',
    localized: true,
    types: [
      { key: 'cover', icon: 'image', picture: at('cover'), help: 'Fills the window.', fields: words },
      { key: 'columns', icon: 'layers', picture: at('columns'), help: 'Texts beside each other.', fields: words },
      { key: 'broken', icon: 'file', picture: at('broken'), fields: words },
    ],
  }),
);

/** A drawing in place of a screenshot. */
const drawing = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="hsl(${hue} 40% 80%)"/><rect x="30" y="40" width="150" height="24" rx="4" fill="hsl(${hue} 40% 35%)"/><rect x="30" y="84" width="240" height="76" rx="4" fill="#fff"/></svg>`;

describe.skipIf(!hasBrowser)('blocks of several kinds', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  const list = (page: Page, name: string) => page.locator(`[data-rows-path="${name}"]`);
  const dialog = (page: Page, name = 'Add a block') => page.getByRole('dialog', { name });
  const options = (page: Page) => page.getByRole('option').evaluateAll((all) => all.map((one) => one.textContent));
  /** Waits until the text of a block has the focus. */
  const isWriting = (row: Locator) =>
    expect.poll(() => row.getByLabel('Words').evaluate((one) => one === document.activeElement)).toBe(true);
  const selected = (page: Page) => page.getByRole('option', { selected: true }).textContent();

  it('are found by label, text and key, and added with the keyboard, with their icon at the heading', async () => {
    const { page } = project;
    const id = await project.edit();
    const add = list(page, 'parts').getByRole('button', { name: 'Add a block' });
    await add.press('Enter');
    const search = dialog(page).getByPlaceholder('Search blocks');
    await search.waitFor();
    expect(await options(page)).toHaveLength(8);
    await expect.poll(() => dialog(page).locator('[role="option"] svg').count()).toBe(8);
    await dialog(page).locator('.lucide-megaphone').waitFor();
    // A screenful of kinds is seen at once.
    expect(await page.getByRole('listbox').evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2);
    await expectAccessible(page, 'picker of blocks');
    await picture(page, 'block-picker');

    await page.keyboard.type('someone SAID');
    await expect.poll(() => options(page)).toEqual(['QuoteWhat someone said.']);
    await search.fill('place');
    await expect.poll(() => options(page)).toEqual(['Map']);
    await search.fill('nothing of it');
    await page.getByText('No block found.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => add.evaluate((one) => one === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    await search.waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected(page)).toMatch(/^Quote/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('picture');
    await expect.poll(() => options(page)).toHaveLength(2);
    await page.keyboard.type('s side');
    await expect.poll(() => selected(page)).toMatch(/^Gallery/);
    await page.keyboard.press('Enter');
    const row = list(page, 'parts').locator('[data-row-key]').first();
    await isWriting(row);
    await page.keyboard.type('Herons');
    await row.locator('.lucide-images').waitFor();
    await saved(page);
    expect(await project.stored(id)).toMatchObject({ parts: [{ _type: 'gallery', words: 'Herons' }] });
    await picture(page, 'block-icon');
  });

  it('come below another one, too, and what was copied comes there from its menu', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit({
      parts: [
        { _type: 'hero', words: 'First' },
        { _type: 'team', words: 'Last' },
      ],
    });
    await page.getByRole('button', { name: 'Add below: Hero 1' }).click();
    await page.getByRole('option', { name: /^Call/ }).click();
    await isWriting(list(page, 'parts').locator('[data-row-key]').nth(1));
    await page.keyboard.type('Between');
    await saved(page);
    const more = page.getByRole('button', { name: 'More for Hero 1' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    await more.click();
    await page.getByRole('menuitem', { name: 'Paste 1 item' }).click();
    await expect
      .poll(async () => ((await project.stored(id)).parts as { words: string }[]).map((one) => one.words))
      .toEqual(['First', 'First', 'Between', 'Last']);
  });

  it('are added at once where there is one kind', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit();
    await list(page, 'plain').getByRole('button', { name: 'Add a block' }).click();
    const rows = list(page, 'plain').locator('[data-row-key]');
    await isWriting(rows.first());
    await page.keyboard.type('One');
    await page.getByRole('button', { name: 'Add below: Note 1' }).click();
    await isWriting(rows.nth(1));
    await page.keyboard.type('Two');
    await saved(page);
    expect(await project.stored(id)).toMatchObject({ plain: [{ words: 'One' }, { words: 'Two' }] });
  });

  it.each(['light', 'dark'] as const)(
    'show their pictures, whose host learns nothing of the admin: %s',
    { tags: ['full'] },
    async (colorScheme) => {
      const id = await project.create('things', { en: { name: 'Thing' } });
      const { page, context, problems } = await project.open('/entries', { colorScheme });
      const referrers: (string | undefined)[] = [];
      await page.route('https://pictures.example/**', async (route) => {
        referrers.push((await route.request().allHeaders()).referer);
        const name = new URL(route.request().url()).pathname;
        if (name === '/broken.svg') return route.fulfill({ status: 404 });
        return route.fulfill({ contentType: 'image/svg+xml', body: drawing(name === '/cover.svg' ? 150 : 260) });
      });
      await page.goto(project.url(`/entries/${id}`));
      await list(page, 'sections').getByRole('button', { name: 'Add a block' }).click();
      const pictures = dialog(page).locator('img');
      await expect
        .poll(() => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
        .toEqual([300, 300]);
      expect(referrers).toEqual([undefined, undefined, undefined]);
      expect(problems.filter((one) => !one.startsWith('asked https://pictures.example/'))).toEqual([]);
      await expectAccessible(page, `picker of blocks with pictures: ${colorScheme}`);
      await picture(page, `block-pictures-${colorScheme}`);
      await context.close();
    },
  );

  it('are named and searched in the language of the admin, and fit a phone', { tags: ['full'] }, async () => {
    const id = await project.create('things', { en: { name: 'Thing' } });
    for (const [locale, title, search, first] of [
      ['de', 'Block hinzufügen', 'Blöcke suchen', 'Zitat'],
      ['ar', 'إضافة كتلة', 'البحث في الكتل', 'Quote'],
    ] as const) {
      const { page, context } = await project.open(`/entries/${id}`, { locale, viewport: { width: 360, height: 640 } });
      await list(page, 'parts').getByRole('button', { name: title }).click();
      await dialog(page, title).getByPlaceholder(search).fill(first.slice(0, 4));
      await expect.poll(() => options(page)).toHaveLength(1);
      expect(await selected(page)).toMatch(new RegExp(`^${first}`));
      await expectAccessible(page, `picker of blocks: ${locale}`);
      await picture(page, `block-picker-${locale}`);
      await context.close();
    }
  });
});
