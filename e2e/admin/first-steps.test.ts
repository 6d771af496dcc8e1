import type { Locator } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { follow, picture, saved } from '../support/browser.ts';
import { hasBrowser, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('a new user', () => {
  const project = useProject({ path: '' });

  const TITLE = 'Counting mayflies with a bedsheet';
  const snapshot = async () => {
    const { snapshot_id: id } = await project.api('GET', '/snapshot/latest');
    const posts = await project.live('posts.en');
    return { id, summary: posts.find(({ title }) => title === TITLE)?.summary };
  };

  /** Presses a button by the keyboard, once it can be pressed: what was published is read again first. */
  const press = async (button: Locator): Promise<void> => {
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.focus();
    await project.page.keyboard.press('Enter');
  };

  it('takes the tour with the keyboard: publishes, sees it live, undoes it, and nothing is left', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const before = await snapshot();
    await page.getByRole('button', { name: 'Take the tour' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Step 1 of 3: Publish' }).getByText(TITLE).waitFor();
    await picture(page, 'tour-publish');
    await page.getByRole('button', { name: 'Publish the changes' }).focus();
    await page.keyboard.press('Enter');
    const live = page.getByRole('dialog', { name: 'Step 2 of 3: See it live' });
    const href = (await live.getByRole('link', { name: 'Open the live content' }).getAttribute('href')) ?? '';
    expect(await (await fetch(href)).text()).toContain('Now with the numbers.');
    await picture(page, 'tour-live');
    const during = await snapshot();
    expect(during.id).not.toBe(before.id);
    expect(during.summary).toContain('Now with the numbers.');
    await press(live.getByRole('button', { name: 'Next' }));
    await press(page.getByRole('button', { name: 'Restore the earlier version' }));
    await page.getByRole('dialog', { name: "That's all" }).waitFor();
    expect(await snapshot()).toEqual(before);
    await page.keyboard.press('Escape');
    const { data } = await project.api<{ data: { title: string }[] }>('GET', '/entries?status=changed');
    expect(data.map(({ title }) => title)).toEqual([TITLE, 'What the flood left behind']);
  });

  it('leaves the tour in the middle, also by a reload, and finds all as it was', { tags: ['full'] }, async () => {
    const { page } = project;
    const before = await snapshot();
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await page.getByRole('button', { name: 'Publish the changes' }).click();
    await page.getByRole('dialog', { name: 'Step 2 of 3: See it live' }).waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: 'Step 2 of 3: See it live' }).waitFor();
    expect((await snapshot()).id).not.toBe(before.id);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await snapshot()).toEqual(before);
    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    await page.reload();
    await page.getByRole('link', { name: TITLE }).waitFor();
    expect(await page.getByRole('button', { name: 'Take the tour' }).count()).toBe(0);
  });

  it('goes through the first steps of a new project until the list is gone', async () => {
    const { page } = project;
    await page.goto(`${project.urls.admin}/projects/new`);
    await page.getByLabel('Name').fill('Field notes');
    await page.getByRole('button', { name: 'Create project' }).click();
    const card = page.getByRole('region', { name: 'First steps' });
    await card.getByText('0 of 4 done').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    await expect.poll(() => card.getByRole('figure').textContent()).toContain(`npx stele push --project ${id}`);
    await expect
      .poll(() => card.getByRole('figure').textContent())
      .toContain(`npx stele login --url ${project.urls.api}`);
    await picture(page, 'first-steps');
    await card.getByRole('button', { name: 'Add an example' }).click();
    await card.getByText('1 of 4 done').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Project', exact: true });
    await navigation.getByRole('link', { name: 'Site settings' }).waitFor();
    await follow(card.getByRole('link', { name: 'Open a collection' }), /./);
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.waitForURL(/entries\/ent_/);
    // A new entry in which nothing was entered goes to the trash when it's left.
    await page.getByRole('textbox', { name: 'Title' }).fill('First');
    await saved(page);
    await follow(navigation.getByRole('link', { name: 'Start', exact: true }), 'Start');
    await card.getByText('2 of 4 done').waitFor();
    await follow(card.getByRole('link', { name: 'Go to People' }), 'Settings');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await follow(navigation.getByRole('link', { name: 'Start', exact: true }), 'Start');
    await card.getByText('3 of 4 done').waitFor();
    await follow(card.getByRole('link', { name: 'Go to Tokens' }), 'Settings');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Website');
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await follow(navigation.getByRole('link', { name: 'Start', exact: true }), 'Start');
    await card.waitFor({ state: 'detached' });
  });
});
