import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, launchBrowser, openAdmin, picture } from '../support/browser.ts';
import { type InstanceFile, newDataDirectory, removeDirectory } from '../support/instance.ts';
import { Processes } from '../support/processes.ts';

describe.skipIf(!executablePath)('somebody new', () => {
  let data: string;
  let stele: Processes;
  let file: InstanceFile;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    data = await newDataDirectory();
    stele = await Processes.start(data);
    file = await stele.instance();
    browser = await launchBrowser();
    ({ page } = await openAdmin(browser, stele.urls.admin, file.login));
  });
  afterAll(async () => {
    await browser.close();
    await stele.stopAll();
    await removeDirectory(data);
  });

  const TITLE = 'Counting mayflies with a bedsheet';
  const snapshot = async (): Promise<{ id: string; summary: string }> => {
    const pointer = await fetch(`${stele.urls.api}/v1/projects/${file.project_id}/snapshot/latest`, {
      headers: { authorization: `Bearer ${file.tokens.read_published}` },
    });
    const { snapshot_id: id, content_base_url: at } = (await pointer.json()) as Record<string, string>;
    const posts = (await (await fetch(`${at}/posts.en.json`)).json()) as {
      entries: { values: Record<string, string> }[];
    };
    return { id: id ?? '', summary: posts.entries.find(({ values }) => values.title === TITLE)?.values.summary ?? '' };
  };

  it('takes the tour with the keyboard: publishes, sees it live, undoes it, and nothing is left', async () => {
    await page.goto(`${stele.urls.admin}/projects/${file.project_id}/entries`);
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
    await live.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Restore the earlier snapshot' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'That’s all' }).waitFor();
    expect(await snapshot()).toEqual(before);
    await page.keyboard.press('Escape');
    const list = await fetch(`${stele.urls.api}/v1/projects/${file.project_id}/entries?status=changed`, {
      headers: { authorization: `Bearer ${file.tokens.admin}` },
    });
    expect(((await list.json()) as { data: { title: string }[] }).data.map(({ title }) => title)).toEqual([TITLE]);
  });

  it('leaves the tour in the middle, also by a reload, and finds all as it was', async () => {
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
    await page.goto(`${stele.urls.admin}/projects/new`);
    await page.getByLabel('Name').fill('Field notes');
    await page.getByRole('button', { name: 'Create project' }).click();
    const card = page.getByRole('region', { name: 'First steps' });
    await card.getByText('0 of 4 done').waitFor();
    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    expect(await card.getByRole('figure').textContent()).toContain(`npx stele push --project ${id}`);
    expect(await card.getByRole('figure').textContent()).toContain(`npx stele login --url ${stele.urls.api}`);
    await picture(page, 'first-steps');
    await card.getByRole('button', { name: 'Add an example' }).click();
    await card.getByText('1 of 4 done').waitFor();
    const navigation = page.getByRole('navigation', { name: 'Project', exact: true });
    await navigation.getByRole('link', { name: 'Site settings' }).waitFor();
    await card.getByRole('link', { name: 'Open a collection' }).click();
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.waitForURL(/entries\/ent_/);
    await navigation.getByRole('link', { name: 'All entries' }).click();
    await card.getByText('2 of 4 done').waitFor();
    await card.getByRole('link', { name: 'Go to People' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('grace@example.org');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await navigation.getByRole('link', { name: 'All entries' }).click();
    await card.getByText('3 of 4 done').waitFor();
    await card.getByRole('link', { name: 'Go to Tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Website');
    await page.getByRole('button', { name: 'Create the token' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await navigation.getByRole('link', { name: 'All entries' }).click();
    await page.getByRole('heading', { name: 'All entries' }).waitFor();
    await card.waitFor({ state: 'detached' });
  });
});
