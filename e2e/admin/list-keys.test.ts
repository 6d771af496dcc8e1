import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { chosen } from '../support/controls.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

/** Stops of the Tab key from the top of a list's screen to its first row. */
const MOST_STOPS = 14;

const THINGS = {
  ...things(field('kind', { type: 'select', options: [{ value: 'a', label: 'A' }] }), field('day', { type: 'date' })),
  workflow: { states: ['draft', 'review', 'approved'] },
};

describe.skipIf(!hasBrowser)('the keys of a list', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');
  const link = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name });
  const openList = async (): Promise<Page> => {
    await project.goTo('/entries?collection=things');
    await link(project.page, 'First').waitFor();
    // Parts that load late are there, too.
    await project.page.getByRole('button', { name: 'Board' }).waitFor();
    return project.page;
  };

  it('lead to the first row in a few stops; arrow keys go on within the navigation, the filters and the headings', async () => {
    for (const name of ['Second', 'First']) await project.create('things', { en: { name } });
    const page = await openList();
    let stops = 0;
    for (; stops < 40 && (await focused(page)) !== 'First'; stops += 1) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('First');
    expect(stops).toBeLessThanOrEqual(MOST_STOPS);
    const things = page.getByRole('navigation', { name: 'Project', exact: true }).getByRole('link', { name: 'Things' });
    await things.focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Media');
    const named = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await named()).toBe('Sort');
    await page.keyboard.press('ArrowRight');
    expect(await named()).not.toBe('Sort');
    expect(await chosen(page.getByLabel('Sort'))).toBe('');
    await page.keyboard.press('Home');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('list-filter');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  });

  it('go to the search, through the rows and into an entry', async () => {
    const page = await openList();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    // There, letters are letters.
    await page.keyboard.type('jck');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('jck');
    await openList();
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('First');
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toBe('Second');
    await page.keyboard.press('k');
    await expect.poll(() => focused(page)).toBe('First');
    await page.keyboard.press('e');
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
  });

  it('make an entry, and are listed', async () => {
    const page = await openList();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('New entry').waitFor();
    // Behind a dialog, they do nothing.
    await page.keyboard.press('c');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/\/entries$/);
    await page.keyboard.press('c');
    await page.waitForURL(/entries\/ent_/);
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    await project.goTo('/media');
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Escape');
    await project.goTo('');
    await page.getByRole('button', { name: 'New entry' }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('menuitem', { name: 'Things' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('are no shortcuts where they are switched off', async () => {
    const page = await openList();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('checkbox', { name: /^Use keys alone/ }).uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    for (const key of ['j', '?', '/', 'c']) await page.keyboard.press(key);
    await page.getByRole('button', { name: project.owner.email }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    const box = help.getByRole('checkbox', { name: /^Use keys alone/ });
    expect(await box.isChecked()).toBe(false);
    expect(new URL(page.url()).pathname).toMatch(/\/entries$/);
    await box.check();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  });
});
