// @module-tag full
import { describe, expect, it } from 'vitest';
import { follow, picture, saved } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { field, hasBrowser, useProject, type Values } from '../support/project.ts';

const COLLECTIONS = [
  {
    key: 'goods',
    label: 'Goods',
    title_field: 'name',
    icon: 'box',
    fields: [
      field('name', { type: 'text', localized: true, required: true }),
      field('slug', { type: 'slug', source: 'name', localized: true }),
      field('price', { type: 'number', localized: true }),
      field('extra', { type: 'json', localized: true }),
      field('next', { type: 'reference', collections: ['goods'] }),
      field('kind', { type: 'select', options: ['plain', 'video'].map((value) => ({ value, label: value })) }),
      field('film', { type: 'url', required: true, show_if: [{ field: 'kind', equals: 'video' }] }),
      field('parts', {
        type: 'blocks',
        localized: true,
        types: [{ key: 'quote', label: 'Quote', fields: [field('words', { type: 'text', required: true, max: 10 })] }],
      }),
    ],
  },
  { key: 'home', label: 'Home', singleton: true, fields: [field('claim', { type: 'text', localized: true })] },
];

describe.skipIf(!hasBrowser)('an editor of whom nothing is lost', () => {
  const project = useProject({ collections: COLLECTIONS, locales: ['ar'], path: '/entries' });

  const create = (values: Readonly<Record<string, Values>>, collection = 'goods') => project.create(collection, values);
  const publish = (id: string) => project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
  const liveNames = async () => (await project.live('goods.en')).map(({ name }) => name);
  const open = (id: string, rest = '') => project.goTo(`/entries/${id}${rest}`);
  const hasFocus = (label: string) =>
    project.page.getByLabel(label).evaluate((element) => element === document.activeElement);

  it('reads what cannot be saved, cannot publish without it, and is led to the field', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Lamp', slug: 'lamp', price: 14 } });
    await publish(id);
    await open(id);
    await page.getByLabel('Price').fill('99,5x');
    await page.getByText('Enter a number.').waitFor();
    await page.locator('[data-save-state="unread"]').getByText('1 field not saved').waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.waitFor();
    await picture(page, 'unread-number');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 problem' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Price/ })
      .click();
    await expect.poll(() => hasFocus('Price')).toBe(true);
    await page.reload();
    await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('99,5x');
    await page.getByLabel('Price').fill('99,50');
    await saved(page);
    expect((await project.entry(id)).values.en).toMatchObject({ price: 99.5 });
    await page.getByLabel('Extra').fill('{"half": ');
    await page.locator('[data-save-state="unread"]').waitFor();
    await page.getByLabel('Extra').fill('');
    await saved(page);
  });

  it('shows the warnings of a publish from the server, before the publish', async () => {
    const { page } = project;
    const other = await create({ en: { name: 'Draft only', slug: 'draft-only' } });
    const id = await create({ en: { name: 'Refers', slug: 'refers', next: other } });
    await open(id);
    await page.getByLabel('Name').waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const warning = dialog.getByRole('region', { name: 'Warnings' }).getByRole('button', { name: /^Next/ });
    await warning.waitFor();
    await picture(page, 'warned-before-publishing');
    expect(await liveNames()).not.toContain('Refers');
    await warning.click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await publish(other);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor();
    await warning.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
  });

  it('has a deletion undone on the site too', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Chair', slug: 'chair' } });
    await publish(id);
    await open(id);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Chair”?' });
    await question.getByRole('heading', { name: '1 entry leaves the site' }).waitFor();
    expect(await liveNames()).toContain('Chair');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Chair” is in the trash.').waitFor();
    expect(await liveNames()).not.toContain('Chair');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“Chair” is live again, as it was.').waitFor();
    expect(await liveNames()).toContain('Chair');
  });

  it('shows the problems of several entries in the words of their fields', async () => {
    const { page } = project;
    const parts = [{ _type: 'quote', words: 'far too long for this' }];
    await create({ en: { name: 'Wordy', slug: 'wordy', parts } });
    await project.goTo('/entries?collection=goods&q=wordy');
    await page.getByRole('checkbox', { name: 'Select “Wordy”' }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByText('Too many characters: 21 of at most 10.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('sees problems of blocks while typing, at the block and in the list, and opens the block from there', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Table', slug: 'table' } });
    await open(id);
    await page.getByRole('button', { name: 'Add a block' }).click();
    await expect.poll(() => hasFocus('Words')).toBe(true);
    await page.keyboard.type('far too long for this');
    await page.getByText('Too many characters: 21 of at most 10.').waitFor();
    await page.getByRole('button', { name: /^Quote 1/ }).click();
    await page.getByRole('button', { name: /^Quote 1.*1 problem/ }).waitFor();
    await saved(page);
    await page.getByLabel('Price').fill('3');
    await saved(page);
    expect((await project.entry(id)).values.en).toMatchObject({
      price: 3,
      parts: [{ words: 'far too long for this' }],
    });
    await page.getByRole('button', { name: '1 problem', exact: true }).click();
    await page.getByRole('button', { name: /^Parts › 1 › Words/ }).click();
    await expect.poll(() => hasFocus('Words')).toBe(true);
    await picture(page, 'problem-in-block');
    await page.getByRole('button', { name: 'More for Quote 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Add a block');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Quote 1/ }).waitFor();
  });

  it('sees fields that others ask for, and only those', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Film', slug: 'film' } });
    await open(id);
    await page.getByLabel('Kind').waitFor();
    expect(await page.getByLabel('Film').count()).toBe(0);
    await choose(page.getByLabel('Kind'), 'video');
    await page.getByLabel('Film').waitFor();
    // An empty field isn't reported before it's left.
    await page.getByRole('button', { name: '1 field to fill in' }).waitFor();
    await page.getByLabel('Film').focus();
    await page.getByLabel('Name').focus();
    await page.getByRole('button', { name: '1 problem' }).waitFor();
    await choose(page.getByLabel('Kind'), 'plain');
    await page.getByLabel('Film').waitFor({ state: 'detached' });
  });

  it('has the focus where it belongs: in a new entry, after the palette and after dialogs', async () => {
    const { page } = project;
    await project.goTo('/entries?collection=goods');
    await page.getByRole('button', { name: 'New entry' }).click();
    await expect.poll(() => hasFocus('Name')).toBe(true);
    await page.keyboard.type('Stool & Bench');
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('stool-bench');
    await saved(page);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search entries, or type what to do').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus('Name')).toBe(true);
    await page.getByRole('button', { name: 'History' }).press('Enter');
    await page.getByRole('dialog', { name: 'History' }).waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.getByRole('button', { name: 'History' }).evaluate((one) => one === document.activeElement))
      .toBe(true);
  });

  it('runs the first hit of the palette with Enter, actions too', async () => {
    const { page } = project;
    await create({ en: { name: 'Xylophone', slug: 'xylophone' } });
    await project.goTo('/entries');
    await page.getByRole('heading', { name: 'All entries' }).waitFor();
    const palette = page.getByPlaceholder('Search entries, or type what to do');
    await page.keyboard.press('Control+k');
    await palette.fill('xylo');
    await page.getByRole('option', { name: /Xylophone/, selected: true }).waitFor();
    expect(await page.getByText('Nothing found.').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Xylophone' }).waitFor();
    for (const words of ['trash', 'sign out', 'dark', 'publish', 'new project', 'settings']) {
      await page.keyboard.press('Control+k');
      await palette.fill(words);
      await page.getByRole('option', { name: new RegExp(words, 'i'), selected: true }).waitFor();
      await page.keyboard.press('Escape');
    }
    // The last opened pages are offered, but not the current one.
    const recent = page.getByRole('group', { name: 'Recently opened' });
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Go to' }).waitFor();
    expect(await recent.getByRole('option', { name: /Xylophone/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await project.goTo('/entries');
    await page.getByRole('heading', { name: 'All entries' }).waitFor();
    await page.keyboard.press('Control+k');
    await recent.getByRole('option', { name: /Xylophone/ }).waitFor();
    await picture(page, 'palette-recent');
    await recent.getByRole('option', { name: /Xylophone/ }).click();
    await page.getByRole('heading', { name: 'Xylophone' }).waitFor();
  });

  it('has a palette that takes the first key, runs what it showed first at once, and shows icons of collections', async () => {
    const { page } = project;
    for (const name of ['Dark matter', 'Darkness'])
      await create({ en: { name, slug: name.toLowerCase().replace(' ', '-') } });
    await project.goTo('/entries');
    await page.getByRole('heading', { name: 'All entries' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    const palette = page.getByPlaceholder('Search entries, or type what to do');
    await expect.poll(() => palette.inputValue()).toBe('dark');
    const first = page.getByRole('option').first();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await page.getByRole('option', { name: 'Darkness' }).waitFor();
    await expect.poll(() => first.textContent()).toMatch(/dark/i);
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await picture(page, 'palette-dark');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('dark');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('light');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).toContain('light');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('darkness');
    await page.getByRole('option', { name: 'Darkness' }).locator('.lucide-box').waitFor();
    await page.keyboard.press('Escape');
  });

  it('writes Arabic from right to left, and gets a slug in its letters', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Right', slug: 'right' }, ar: {} });
    await open(id, '?locale=ar');
    await page.getByLabel('Name').fill('مرحبا بالعالم');
    expect(await page.getByLabel('Name').evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('مرحبا-بالعالم');
    await saved(page);
    await picture(page, 'right-to-left');
  });

  it('goes on working while offline: links lead to screens, and come back with their filters', async () => {
    const { page } = project;
    await project.goTo('/entries?collection=goods&sort=title');
    await follow(page.getByRole('link', { name: 'Chair' }), 'Chair');
    await page.context().setOffline(true);
    await follow(page.getByRole('link', { name: 'Back to Goods' }), 'Goods');
    expect(page.url()).toContain('sort=title');
    await page.getByRole('link', { name: 'Chair' }).waitFor();
    await page.context().setOffline(false);
  });

  it('leaves no empty entry behind, and opens a collection of one entry at once', async () => {
    const { page } = project;
    await project.goTo('/entries?collection=goods');
    await page.getByRole('link', { name: 'Chair' }).waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Chair' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Untitled' }).count()).toBe(0);
    await create({ en: { claim: 'One of one' } }, 'home');
    await follow(page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Home' }), 'One of one');
    await expect.poll(() => page.getByLabel('Claim').inputValue()).toBe('One of one');
    expect(await page.getByRole('button', { name: 'New entry' }).count()).toBe(0);
  });

  it('reads what happened when the entry is gone or the session ended, and how to go on', async () => {
    const { page } = project;
    const id = await create({ en: { name: 'Gone', slug: 'gone' } });
    await open(id);
    await page.getByLabel('Name').waitFor();
    // Once the page knows of the deletion, nothing can be typed.
    await page.context().setOffline(true);
    await project.api('DELETE', `/entries/${id}`);
    await page.getByLabel('Name').fill('Gone, and typed on');
    await page.context().setOffline(false);
    await page.getByText('Someone moved this entry to the trash.').waitFor();
    await page.getByRole('button', { name: 'Restore the entry' }).click();
    await saved(page);
    expect((await project.entry(id)).values.en).toMatchObject({ name: 'Gone, and typed on' });

    const { page: other, context } = await project.open(`/entries/${id}`);
    await other.getByLabel('Name').waitFor();
    const cookies = await context.cookies();
    await context.clearCookies();
    await other.getByLabel('Name').fill('Typed while signed out');
    await other.getByText('You are signed out.').waitFor();
    await other.getByRole('link', { name: 'Sign in again' }).waitFor();
    await picture(other, 'signed-out');
    await context.addCookies(cookies);
    await other.evaluate(() => window.dispatchEvent(new Event('focus')));
    await saved(other);
    expect((await project.entry(id)).values.en).toMatchObject({ name: 'Typed while signed out' });
    await context.close();
  });

  it('meets no error of a script', () => {
    expect(project.admin.problems).toEqual([]);
  });
});
