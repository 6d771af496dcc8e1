// @module-tag full
import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { saved, undoOf } from '../support/browser.ts';
import { hasBrowser, openStranger, useProject } from '../support/project.ts';

/** More than the tab stops of any of these screens. */
const MOST_STOPS = 120;

describe.skipIf(!hasBrowser)('a user without a mouse', () => {
  const project = useProject();
  let page: Page;

  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const hasFocus = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement).catch(() => false);

  /** Presses Tab until an element has the focus, and checks that no bar covers it. */
  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await hasFocus(target)) {
        const isOnTop = await target.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const shown = document.elementFromPoint(left + width / 2, top + height / 2);
          return shown !== null && (element.contains(shown) || shown.contains(element));
        });
        expect(isOnTop, 'what has the focus is covered').toBe(true);
        return;
      }
      await press(key);
    }
    throw new Error(`${key} doesn't lead to ${target}.`);
  }

  const live = async () => (await project.live('posts.en')).map(({ title }) => title);

  it('signs in, writes, publishes one of two languages, takes it off the site and back again', async () => {
    const login = await project.member('Grace');
    page = await openStranger('/');
    await tabTo(page.getByLabel('Email'));
    await page.keyboard.type(login.email);
    await tabTo(page.getByLabel('Password'));
    await page.keyboard.type(login.password);
    await press('Enter');

    await tabTo(page.getByRole('link', { name: 'What the flood left behind' }));
    await press('Enter');
    await tabTo(page.getByLabel('Title'));
    await press('Control+A');
    await page.keyboard.type('What the flood took');
    await saved(page);
    await press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    // German was never live, so it has to be chosen.
    await tabTo(dialog.getByLabel('German'));
    await press('Space');
    await dialog.getByRole('button', { name: 'Publish 2 languages' }).waitFor();
    await press('Space');
    await tabTo(dialog.getByRole('button', { name: 'Publish English' }));
    await press('Enter');
    await page.getByText('Live in English.').waitFor();
    expect(await live()).toContain('What the flood took');

    // Not every browser goes on from the end of a page to its beginning.
    await tabTo(page.getByRole('button', { name: 'More', exact: true }), 'Shift+Tab');
    await press('Enter');
    const unpublish = page.getByRole('menuitem', { name: /^Unpublish/ });
    await unpublish.waitFor();
    for (let step = 0; step < 20 && !(await hasFocus(unpublish)); step += 1) await press('ArrowDown');
    await press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: '1 entry leaves the site' }).waitFor();
    await tabTo(page.getByRole('dialog').getByRole('button', { name: /^Unpublish/ }));
    await press('Enter');
    // A message stays while the mouse is over it, unless another one goes away meanwhile.
    await page.getByText('Live in English.').waitFor({ state: 'detached' });
    await undoOf(page, 'Unpublished.').hover();
    await expect.poll(live).not.toContain('What the flood took');
    await tabTo(undoOf(page, 'Unpublished.'));
    await press('Enter');
    await expect.poll(live).toContain('What the flood took');
  });
});
