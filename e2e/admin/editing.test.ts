import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdminPage,
  executablePath,
  launchBrowser,
  openAdmin,
  picture,
  saved,
  undoOf,
} from '../support/browser.ts';
import { type InstanceFile, newDataDirectory, removeDirectory } from '../support/instance.ts';
import { Processes } from '../support/processes.ts';

describe.skipIf(!executablePath)('an editor', () => {
  let data: string;
  let stele: Processes;
  let file: InstanceFile;
  let browser: Browser;
  let admin: AdminPage;
  let page: Page;

  beforeAll(async () => {
    data = await newDataDirectory();
    stele = await Processes.start(data, { STELE_LIMITS: 'entry.save_draft=6000,entry.list=6000,entry.create=1000' });
    file = await stele.instance();
    browser = await launchBrowser();
    admin = await openAdmin(browser, stele.urls.admin, file.login);
    page = admin.page;
  });
  afterAll(async () => {
    await browser.close();
    await stele.stopAll();
    await removeDirectory(data);
  });

  const list = (): Promise<unknown> => page.goto(`${stele.urls.admin}/projects/${file.project_id}/entries`);
  const rows = (): Promise<string[]> =>
    page.getByRole('region', { name: 'Entries' }).getByRole('link').allTextContents();
  const live = async (name: string): Promise<{ values: Record<string, string> }[]> => {
    const pointer = await fetch(`${stele.urls.api}/v1/projects/${file.project_id}/snapshot/latest`, {
      headers: { authorization: `Bearer ${file.tokens.read_published}` },
    });
    const { content_base_url } = (await pointer.json()) as { content_base_url: string };
    return (
      (await (await fetch(`${content_base_url}/${name}.json`)).json()) as {
        entries: { values: Record<string, string> }[];
      }
    ).entries;
  };
  const titlesOf = async (name: string): Promise<(string | undefined)[]> =>
    (await live(name)).map(({ values }) => values.title);

  it('finds entries by typing, filters and sorts them, and all of it stands in the address', async () => {
    await list();
    await expect.poll(async () => (await rows()).length).toBe(7);
    await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { name: 'Posts' }).waitFor();
    await page.getByRole('searchbox').pressSequentially('heron we');
    await page.waitForURL('**q=heron**');
    await expect.poll(rows).toEqual(['The heron is back at the weir']);
    await page.reload();
    await expect.poll(rows).toEqual(['The heron is back at the weir']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByLabel('Status').selectOption('changed');
    await expect.poll(rows).toEqual(['Counting mayflies with a bedsheet']);
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Sort').selectOption('title');
    await expect.poll(async () => (await rows())[0]).toBe('Counting mayflies with a bedsheet');
    await page.getByRole('searchbox').fill('nothing has these words');
    await page.getByText('No entry fits all of these filters.').waitFor();
    await picture(page, 'nothing-found');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(async () => (await rows()).length).toBe(5);
  });

  it('edits one in two languages, publishes one of them, reads it live, and puts the site back as it was', async () => {
    await list();
    await page.getByRole('link', { name: 'What the flood left behind' }).click();
    await page.getByLabel('Title').fill('What the flood took');
    await page.getByRole('tab', { name: 'German' }).click();
    await page.getByLabel('Title').fill('Was die Flut nahm');
    await saved(page);
    await picture(page, 'editor');
    const before = await titlesOf('posts.en');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('What the flood').first().waitFor();
    await dialog.getByLabel('German').uncheck();
    await picture(page, 'publish');
    await dialog.getByRole('button', { name: 'Publish English' }).click();
    await page.getByText('Live in English.').waitFor();
    expect(await titlesOf('posts.en')).toContain('What the flood took');
    expect(await titlesOf('posts.de')).not.toContain('Was die Flut nahm');

    await page.getByRole('link', { name: 'History' }).click();
    await page
      .getByText(/^Demo owner published “What the flood took”$/)
      .first()
      .waitFor();
    const [files] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .getByRole('button', { name: 'Live files' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'posts.en.json' }).click()),
    ]);
    await files.waitForLoadState();
    expect(await files.textContent('body')).toContain('What the flood took');
    await files.close();

    await page.getByRole('link', { name: 'Changes' }).first().click();
    await page.waitForURL(/\/site\/compare/);
    await page.locator('ins', { hasText: 'took' }).first().waitFor();
    await picture(page, 'compare');
    await page.goBack();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    const restore = page.getByRole('dialog', { name: 'Restore this version?' });
    await restore.getByRole('link', { name: 'What the flood' }).waitFor();
    await picture(page, 'restore');
    await restore.getByRole('button', { name: 'Restore and make it live' }).click();
    await page.getByText('The earlier version is live.').waitFor();
    expect(await titlesOf('posts.en')).toEqual(before);
    await undoOf(page, 'The earlier version is live.').click();
    await page.getByText('The site is as it was.').waitFor();
    expect(await titlesOf('posts.en')).toContain('What the flood took');
  });

  it('undoes a publish from its message, and the marks on fields follow the live content', async () => {
    await list();
    await page.getByRole('link', { name: 'Counting mayflies with a bedsheet' }).click();
    const title = page.getByLabel('Title');
    const mark = page.getByRole('button', { name: /^Changed ?: Title$/ });
    const before = await titlesOf('posts.en');
    const publish = async (text: string): Promise<void> => {
      await title.fill(text);
      await mark.waitFor();
      await saved(page);
      await page.keyboard.press('Control+Enter');
      await page
        .getByRole('dialog', { name: 'Publish' })
        .getByRole('button', { name: 'Publish English' })
        .press('Enter');
      await page.getByText('Live in English.').first().waitFor();
      await expect.poll(() => titlesOf('posts.en')).toContain(text);
    };
    await publish('Counting mayflies by hand');
    await mark.waitFor({ state: 'detached' });
    await picture(page, 'published-with-undo');
    await undoOf(page, 'Live in English.').click();
    await page.getByText('The publish is undone.').waitFor();
    expect(await titlesOf('posts.en')).toEqual(before);
    await mark.waitFor();
    expect(await title.inputValue()).toBe('Counting mayflies by hand');

    await publish('Counting mayflies by hand');
    const earlier = await undoOf(page, 'Live in English.').elementHandle();
    // A message under the mouse doesn't go by itself.
    await undoOf(page, 'Live in English.').hover();
    await publish('Counting mayflies by eye');
    // The message before goes at once, not in its own time: nothing is left for its Undo.
    await expect.poll(() => earlier?.evaluate((button) => button.isConnected)).toBe(false);
    await undoOf(page, 'Live in English.').click();
    await expect.poll(() => titlesOf('posts.en')).toContain('Counting mayflies by hand');
    await publish('Counting mayflies with a bedsheet');
  });

  it('publishes the language that is edited, and others for the first time only when they are chosen', async () => {
    const entries = `${stele.urls.api}/v1/projects/${file.project_id}/entries`;
    const headers = { authorization: `Bearer ${file.tokens.admin}`, 'content-type': 'application/json' };
    const values = {
      en: { title: 'Two tongues', slug: 'two-tongues' },
      de: { title: 'Zwei Zungen', slug: 'zwei-zungen' },
    };
    const body = JSON.stringify({ collection_key: 'posts', values });
    const { id } = (await (await fetch(entries, { method: 'POST', headers, body })).json()) as { id: string };
    await page.goto(`${stele.urls.admin}/projects/${file.project_id}/entries/${id}`);
    await page.getByLabel('Title').waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Publish English' }).waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'English' }).isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { name: 'German' }).isChecked()).toBe(false);
    await dialog.getByRole('checkbox', { name: 'German' }).check();
    await dialog.getByRole('button', { name: 'Publish 2 languages' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('makes an entry from the palette, sees what keeps it from being published at its field, and publishes by keyboard', async () => {
    await list();
    await page.keyboard.press('Control+k');
    const palette = page.getByPlaceholder('Search entries, or type what to do');
    await palette.fill('new in posts');
    await page.getByRole('option', { name: 'New in Posts' }).waitFor();
    await palette.press('Enter');
    await page.waitForURL('**/entries/ent_**');
    await page.getByLabel('Slug').fill('made-by-keyboard');
    await saved(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Fix these first').waitFor();
    expect(await page.getByRole('button', { name: 'Publish English' }).isDisabled()).toBe(true);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Title/ })
      .press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByLabel('Title').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText('This field is required.').waitFor();
    await page.keyboard.type('Made by keyboard');
    await saved(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Publish English' }).press('Enter');
    await page.getByText('Live in English.').waitFor();
    expect(await titlesOf('posts.en')).toContain('Made by keyboard');
    // A slug that another entry has is told at the field when it is saved.
    await page.getByLabel('Slug').fill('low-water');
    await page.locator('[data-save-state="refused"]').waitFor();
    await page.getByText('has this value already').waitFor();
    await page.getByLabel('Slug').fill('made-by-keyboard');
    await saved(page);
  });

  it('looks at earlier versions and makes one the draft again', async () => {
    await list();
    await page.getByRole('link', { name: 'Notes on low water' }).click();
    await page.getByLabel('Title').fill('Notes on high water');
    await saved(page);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('option', { name: /Created/ }).click();
    await history.getByText('high').waitFor();
    await picture(page, 'history');
    await history.getByRole('button', { name: 'Restore this version as the draft' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Notes on low water');
  });

  it('duplicates, unpublishes, deletes, undoes, and empties nothing before its time', async () => {
    await list();
    await page.getByRole('link', { name: 'The heron is back at the weir' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('This is the copy.').waitFor();
    await page.getByRole('heading', { name: /heron is back.*copy/i }).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await undoOf(page, 'is in the trash.').click();
    await page.getByText('is a draft again.').waitFor();

    await list();
    await page.getByRole('link', { name: 'The heron is back at the weir', exact: true }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByLabel('English').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Taken off the site.').waitFor();
    expect(await titlesOf('posts.en')).toContain('The heron is back at the weir');
    expect((await live('posts.de')).length).toBe(0);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('is in the trash.').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByText('Removed for good on').waitFor();
    await picture(page, 'trash');
    await page.getByRole('button', { name: /^More for “The heron/ }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await page.getByText('1 entry is a draft again.').waitFor();
    await page.getByText('The trash is empty').waitFor();
  });

  it('meets no error of a script, and no other host is asked for anything', () => {
    expect(admin.problems).toEqual([]);
  });
});
