import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, type Login, picture, saved } from '../support/browser.ts';
import { choose, pickDay } from '../support/controls.ts';
import { filterBy } from '../support/list-filters.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = {
  ...things(field('note', { type: 'text', localized: true })),
  workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
};

describe.skipIf(!hasBrowser)('a workflow', () => {
  const project = useProject({ collections: [THINGS] });
  let anna: Login;
  let paul: Login;
  let petra: Login;
  beforeAll(async () => {
    anna = await project.member('Anna', 'author');
    paul = await project.member('Paul', 'publisher');
    petra = await project.member('Petra', 'publisher');
  });

  const control = (page: Page) => page.locator('[data-review]');
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Review' });
  const review = (page: Page) => page.getByRole('dialog', { name: 'Review changes' });
  /** The control says it. */
  const says = (page: Page, words: RegExp) => expect.poll(() => control(page).getAttribute('title')).toMatch(words);

  /** Opens an approved entry, and gives what moves it without the page. */
  const openApproved = async (name: string) => {
    const id = await project.create('things', { en: { name } });
    const { version } = await project.entry(id);
    const moveTo = (state: string) =>
      project.as(petra, 'PATCH', `/projects/${project.id}/entries/${id}/review`, { state, base_version: version });
    await moveTo('approved');
    const { page } = await project.open(`/entries/${id}`, {}, paul);
    await says(page, /^Status: Approved/);
    return { page, moveTo };
  };

  it('leads from an author, who asks for review, to a publisher, who approves and publishes', async () => {
    const { page: author } = await project.open('/entries?collection=things', {}, anna);
    await author.getByRole('button', { name: 'New entry' }).click();
    await author.getByRole('textbox', { name: 'Name' }).fill('Bats of the valley');
    await saved(author);
    await says(author, /^Status: Draft$/);
    // By keyboard alone.
    await control(author).focus();
    await author.keyboard.press('Enter');
    await choose(panel(author).getByLabel('Assigned to'), 'Paul');
    await says(author, /assigned to Paul/);
    const due = panel(author).getByLabel('Due', { exact: true });
    await pickDay(due, '2020-02-03');
    // A day that is no more is not saved.
    await due.press('End');
    await due.press('Backspace');
    await due.press('Backspace');
    await due.press('Backspace');
    await due.blur();
    await panel(author).getByText('No such day.').waitFor();
    await author.keyboard.press('Escape');
    await panel(author).waitFor({ state: 'detached' });
    expect(await control(author).getAttribute('title')).not.toMatch(/Overdue/);
    const [entry] = (
      await project.api<{ data: { review: { due_on: string | null } }[] }>('GET', '/entries?search=bats')
    ).data;
    expect(entry?.review.due_on).toBeNull();
    await author.keyboard.press('Enter');
    await pickDay(due, '2020-02-03');
    await author.keyboard.press('Escape');
    await says(author, /Overdue$/);
    await author.keyboard.press('Enter');
    await panel(author).getByLabel('Note').fill('Please check the numbers.');
    await picture(author, 'review-panel');
    await expectAccessible(author, 'review panel');
    expect(await panel(author).getByRole('button', { name: 'Review changes' }).count()).toBe(0);
    await panel(author).getByRole('button', { name: 'Ask for review' }).press('Enter');
    await says(author, /^Status: In review, assigned to Paul, Overdue$/);

    const { page } = await project.open('/entries?collection=things', {}, paul);
    await filterBy(page, 'Assigned to me');
    await page.waitForURL(/assignee=me/);
    await filterBy(page, 'Status is In review');
    await page.getByRole('cell', { name: 'In review' }).waitFor();
    await filterBy(page, 'Overdue');
    await page.waitForURL(/due=overdue/);
    await page.getByRole('cell', { name: 'In review' }).waitFor();
    await picture(page, 'review-list');
    await expectAccessible(page, 'list of a workflow');
    await follow(page.getByRole('link', { name: 'Bats of the valley' }), 'Bats of the valley');
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('alert').filter({ hasText: "who didn't write them has approved" }).waitFor();
    expect(await dialog.getByRole('button', { name: /^Publish/ }).isDisabled()).toBe(true);
    await picture(page, 'review-needed');
    await page.keyboard.press('Escape');
    await control(page).click();
    await panel(page).getByText('Please check the numbers.').waitFor();
    await panel(page).getByRole('button', { name: 'Review changes' }).click();
    // The changes are in view, with who wrote them.
    await review(page).getByText('Bats of the valley').waitFor();
    await review(page).getByText('Written by Anna').waitFor();
    await review(page).getByLabel('Note').fill('A source is missing.');
    await picture(page, 'review-changes');
    await expectAccessible(page, 'changes to review');
    await review(page).getByRole('button', { name: 'Send back' }).click();
    // The author sees it without doing anything.
    await says(author, /^Status: Draft/);
    await says(page, /^Status: Draft/);
    const { page: inbox } = await project.open('/inbox', {}, anna);
    await inbox.getByText('Paul sent “Bats of the valley” back').waitFor();
    await inbox.getByText('A source is missing.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    // Who may approve does it where it's missing.
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await says(author, /^Status: Approved/);
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('button', { name: 'Published' }).waitFor();
    // Nothing is left to review: it's live, here and everywhere.
    await says(page, /^Status: Live/);
    await says(author, /^Status: Live/);
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('list', { name: 'Versions' });
    await history.getByText(/^Approved: English$/).waitFor();
    for (const words of ['Sent back', 'A source is missing.', 'Asked for review', 'Please check the numbers.']) {
      await history.getByText(words, { exact: true }).waitFor();
    }
    await picture(page, 'review-history');
    await page.keyboard.press('Escape');

    await author.getByLabel('Name').fill('Bats of the valley, counted');
    await saved(author);
    await says(author, /^Status: Live with changes/);
    await says(page, /^Status: Live with changes/);
  });

  it('is asked for, and decided, for many entries at once', async () => {
    const ids = [];
    for (const name of ['One of many', 'Two of many']) ids.push(await project.create('things', { en: { name } }));
    const { page } = await project.open('/entries?collection=things', {}, paul);
    const reviewMany = async (what: string, fill: (dialog: Locator) => Promise<unknown>) => {
      for (const name of ['One of many', 'Two of many']) await page.getByLabel(`Select “${name}”`).check();
      await page.getByRole('toolbar').getByRole('button', { name: 'Review…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Review of 2 entries' });
      await choose(dialog.getByLabel('What to do'), what);
      await fill(dialog);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await reviewMany('Ask for review', async (dialog) => {
      await choose(dialog.getByLabel('Assigned to'), 'Petra');
      await pickDay(dialog.getByLabel('Due', { exact: true }), '2030-12-24');
      await dialog.getByLabel('Note').fill('For Christmas.');
      await picture(page, 'review-many');
      await expectAccessible(page, 'review of many');
    });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    for (const name of ['One of many', 'Two of many']) await row(name).getByText('In review').waitFor();
    const { review } = await project.api<{ review: object }>('GET', `/entries/${ids[0]}`);
    expect(review).toMatchObject({ state: 'review', due_on: '2030-12-24', assignee: { name: 'Petra' } });
    await reviewMany('Approve', async () => undefined);
    for (const name of ['One of many', 'Two of many']) await row(name).getByText('Approved').waitFor();
    await page.context().close();
  });

  it('keeps the one who made a change from approving it, and offers to ask someone else', {
    tags: ['full'],
  }, async () => {
    const { page } = await project.open('/entries?collection=things');
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My own');
    await saved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Ask for review' }).click();
    await says(page, /^Status: In review/);
    await control(page).click();
    await panel(page).getByText('Someone else has to approve it').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Review changes' }).count()).toBe(0);
  });

  it('says in an open dialog that an approval was taken back, and keeps a note whose panel is closed', {
    tags: ['full'],
  }, async () => {
    const { page, moveTo } = await openApproved('Taken back');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const publish = dialog.getByRole('button', { name: /^Publish/ });
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await moveTo('draft');
    await dialog.getByRole('alert').filter({ hasText: "who didn't write them has approved" }).waitFor();
    expect(await publish.isDisabled()).toBe(true);
    await moveTo('approved');
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await page.keyboard.press('Escape');

    await control(page).click();
    await panel(page).getByLabel('Note').fill('Not yet.');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page).count()).toBe(0);
    await control(page).click();
    await expect.poll(() => panel(page).getByLabel('Note').inputValue()).toBe('Not yet.');
  });

  it('finds an approval that was taken back and given again before the page read the entry', {
    tags: ['full'],
  }, async () => {
    const { page, moveTo } = await openApproved('There and back');
    // The dialog's first question is answered while the approval is gone; the page's read of the entry is held back.
    let read = (): void => undefined;
    const isRead = new Promise<void>((resolve) => {
      read = resolve;
    });
    await page.route(/entries\.get\b/, async (route) => {
      await isRead;
      await route.continue();
    });
    await moveTo('draft');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('alert').filter({ hasText: "who didn't write them has approved" }).waitFor();
    await moveTo('approved');
    read();
    await expect.poll(() => dialog.getByRole('button', { name: /^Publish/ }).isEnabled()).toBe(true);
    await page.context().close();
  });

  it('fits on a phone, in the dark, in German', { tags: ['full'] }, async () => {
    const id = await project.create('things', { en: { name: 'Small' } });
    const options = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 375, height: 720 } } as const;
    const { page } = await project.open(`/entries/${id}`, options);
    await says(page, /^Status: Entwurf$/);
    await control(page).click();
    await page.getByRole('dialog', { name: 'Prüfung' }).getByLabel('Zuständig').waitFor();
    await picture(page, 'review-phone');
    await expectAccessible(page, 'review panel on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
