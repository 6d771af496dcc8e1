import { describe, expect, it } from 'vitest';
import { follow, picture, saved, undoOf } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { filterBy } from '../support/list-filters.ts';
import { hasBrowser, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('an editor', () => {
  const project = useProject({ path: '/entries' });

  const list = () => project.goTo('/entries');
  const link = (name: string) => project.page.getByRole('main').getByRole('link', { name, exact: true });
  const rows = (): Promise<string[]> =>
    project.page.getByRole('region', { name: 'Entries' }).getByRole('link').allTextContents();
  const titlesOf = async (file: string) => (await project.live(file)).map(({ title }) => title);

  it('finds entries by typing, filters and sorts them, and all of it is in the address', async () => {
    const { page } = project;
    await list();
    await expect.poll(async () => (await rows()).length).toBe(7);
    await follow(page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Posts' }), 'Posts');
    await page.getByRole('searchbox').pressSequentially('heron we');
    await page.waitForURL('**q=heron**');
    await expect.poll(rows).toEqual(['The heron is back at the weir']);
    await page.reload();
    await expect.poll(rows).toEqual(['The heron is back at the weir']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await filterBy(page, 'Status is Live with changes');
    await expect.poll(rows).toEqual(['Counting mayflies with a bedsheet', 'What the flood left behind']);
    await page.getByRole('button', { name: 'Remove the filter by Status' }).click();
    await choose(page.getByLabel('Sort'), 'title');
    await expect.poll(async () => (await rows())[0]).toBe('Counting mayflies with a bedsheet');
    await page.getByRole('searchbox').fill('nothing has these words');
    await page.getByText('No entry matches all of these filters.').waitFor();
    await picture(page, 'nothing-found');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect.poll(async () => (await rows()).length).toBe(5);
  });

  it('edits one in two languages, publishes one of them, reads it live, and puts the site back as it was', async () => {
    const { page } = project;
    await list();
    await follow(link('What the flood left behind'), 'What the flood left behind');
    await page.getByRole('textbox', { name: 'Title' }).fill('What the flood took');
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

    await follow(page.getByRole('link', { name: 'History' }), 'Live and history');
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

    await follow(page.getByRole('link', { name: 'Changes' }).first(), 'Compare versions');
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

  it('undoes a publish from its message, and the marks on fields follow the live content', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    await list();
    await follow(link('Counting mayflies with a bedsheet'), 'Counting mayflies with a bedsheet');
    const title = page.getByRole('textbox', { name: 'Title' });
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
    await page.getByText('Publishing is undone.').waitFor();
    expect(await titlesOf('posts.en')).toEqual(before);
    await mark.waitFor();
    await expect.poll(() => title.inputValue()).toBe('Counting mayflies by hand');

    await publish('Counting mayflies by hand');
    const earlier = await undoOf(page, 'Live in English.').elementHandle();
    // A message under the mouse doesn't disappear automatically.
    await undoOf(page, 'Live in English.').hover();
    await publish('Counting mayflies by eye');
    // The message before disappears at once: there is nothing left to undo.
    await expect.poll(() => earlier?.evaluate((button) => button.isConnected)).toBe(false);
    await undoOf(page, 'Live in English.').click();
    await expect.poll(() => titlesOf('posts.en')).toContain('Counting mayflies by hand');
    await publish('Counting mayflies with a bedsheet');
  });

  it('publishes the language that is edited, and others for the first time only when they are chosen', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await project.create('posts', {
      en: { title: 'Two tongues', slug: 'two-tongues' },
      de: { title: 'Zwei Zungen', slug: 'zwei-zungen' },
    });
    await project.goTo(`/entries/${id}`);
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
    const { page } = project;
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
    // A slug that another entry has is reported at the field when it is saved.
    await page.getByLabel('Slug').fill('low-water');
    await page.locator('[data-save-state="refused"]').waitFor();
    await page.getByText('has this value already').waitFor();
    await page.getByLabel('Slug').fill('made-by-keyboard');
    await saved(page);
  });

  it('looks at earlier versions and makes one the draft again', async () => {
    const { page } = project;
    await list();
    await follow(link('Notes on low water'), 'Notes on low water');
    await page.getByRole('textbox', { name: 'Title' }).fill('Notes on high water');
    await saved(page);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('button', { name: /^Created/ }).click();
    await history.getByText('high').waitFor();
    await picture(page, 'history');
    await history.getByRole('button', { name: 'Restore English' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Notes on low water');
  });

  it('duplicates, unpublishes, deletes, undoes, and empties nothing before its time', async () => {
    const { page } = project;
    await list();
    await follow(link('The heron is back at the weir'), 'The heron is back at the weir');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText('This is the copy.').waitFor();
    await page.getByRole('heading', { name: /heron is back.*copy/i }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await undoOf(page, 'is in the trash.').click();
    await page.getByText('is a draft again.').waitFor();

    await list();
    await follow(link('The heron is back at the weir'), 'The heron is back at the weir');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByLabel('English').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('Unpublished.').waitFor();
    expect(await titlesOf('posts.en')).toContain('The heron is back at the weir');
    expect((await project.live('posts.de')).length).toBe(0);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('is in the trash.').first().waitFor();
    await follow(page.getByRole('link', { name: 'Trash' }), 'Trash');
    await page.getByText('Removed for good on').waitFor();
    await picture(page, 'trash');
    await page.getByRole('button', { name: /^More for “The heron/ }).click();
    await page.getByRole('menuitem', { name: 'Restore as a draft' }).click();
    await page.getByText('1 entry is a draft again.').waitFor();
    await page.getByText('The trash is empty').waitFor();
  });

  it('meets no error of a script, and no other host is asked for anything', () => {
    expect(project.admin.problems).toEqual([]);
  });
});
