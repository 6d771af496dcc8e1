import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, type Login, picture, undoOf } from '../support/browser.ts';
import { field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const REVIEWED = {
  ...things(field('note', { type: 'text' })),
  key: 'reviewed',
  label: 'Reviewed',
  workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
};

describe.skipIf(!hasBrowser)('deleting what is live', () => {
  const project = useProject({ collections: [things(), REVIEWED] });
  let anna: Login;
  let paul: Login;
  let aude: Login;
  beforeAll(async () => {
    anna = await project.member('Anna');
    paul = await project.member('Paul', 'publisher');
    aude = await project.member('Aude', 'author');
  });

  const approve = async (id: string): Promise<void> => {
    const { version } = await project.entry(id);
    const moved = { state: 'approved', base_version: version, note: 'Fine.' };
    await project.as(paul, 'PATCH', `/projects/${project.id}/entries/${id}/review`, moved);
  };
  const made = async (collection: string, values: Readonly<Record<string, Values>>): Promise<string> => {
    const id = await project.create(collection, values);
    if (collection === 'reviewed') await approve(id);
    await project.api('POST', `/entries/${id}/publish`, { locales: Object.keys(values) });
    return id;
  };
  const menuOf = async (page: Page, title: string): Promise<void> =>
    page.getByRole('button', { name: `More for “${title}”` }).click();
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

  it('says why it needs another person, and does it once somebody approved it', async () => {
    const id = await made('reviewed', { en: { name: 'Harbour' } });
    const { page } = await project.open(`/entries/${id}`, {}, anna);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await item(page, 'Delete').click();
    const refused = page.getByRole('dialog', { name: "“Harbour” can't be deleted" });
    await refused.getByText('someone has to approve it again before it leaves the site').waitFor();
    expect(await refused.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await picture(page, 'trash-not-approved');
    await expectAccessible(page, 'question that says no');
    await refused.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await item(page, 'Unpublish').click();
    await page
      .getByRole('dialog', { name: /be unpublished$/ })
      .getByText('approve it again')
      .waitFor();
    await page.keyboard.press('Escape');

    const status = (of: Page) => of.locator('[data-review]');
    const review = (of: Page) => of.getByRole('dialog', { name: 'Review' });
    await status(page).click();
    await review(page).getByLabel('Note').fill('It is out of date.');
    await review(page).getByRole('button', { name: 'Ask for review' }).click();
    await expect.poll(() => status(page).getAttribute('title')).toContain('In review');
    const { page: another, context } = await project.open(`/entries/${id}`, {}, paul);
    await status(another).click();
    await review(another).getByText('It is out of date.').waitFor();
    await picture(another, 'trash-approve-leaving');
    await review(another).getByRole('button', { name: 'Approve that it leaves the site' }).click();
    await expect.poll(() => status(another).getAttribute('title')).toContain('Approved');
    await context.close();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await item(page, 'Delete').click();
    await page.getByRole('dialog', { name: 'Delete “Harbour”?' }).getByRole('button', { name: 'Delete' }).click();
    await undoOf(page, 'is in the trash.').waitFor();
  });

  it('deletes of many what may be deleted, and names the others', async () => {
    await made('reviewed', { en: { name: 'Needs a look' } });
    await project.create('reviewed', { en: { name: 'Only a draft' } });
    const { page } = await project.open('/entries?collection=reviewed', {}, anna);
    for (const title of ['Needs a look', 'Only a draft']) await page.getByLabel(`Select “${title}”`).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete 2 entries?' });
    await asked.getByRole('heading', { name: "1 entry can't be deleted" }).waitFor();
    await asked.getByText('It stays in the trash for 30 days.').waitFor();
    await picture(page, 'trash-many');
    await asked.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 entry is in the trash.').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Needs a look' }).waitFor();
  });

  it('is not offered to those who may not publish', async () => {
    await made('things', { en: { name: 'Mill' } });
    const { page } = await project.open('/entries?collection=things', {}, aude);
    await menuOf(page, 'Mill');
    for (const name of ['Delete', 'Unpublish'])
      expect(await item(page, name).getAttribute('aria-disabled')).toBe('true');
  });

  it('leaves a trash that says where it was live, and puts it live again', async () => {
    const id = await made('things', { en: { name: 'Ferry' }, de: { name: 'Fähre' } });
    await project.api('DELETE', `/entries/${id}`);
    const other = await project.create('things', { en: {} });
    await project.api('DELETE', `/entries/${other}`);
    const { page } = await project.open('/entries?status=trashed', {}, anna);
    const row = page.getByRole('row').filter({ hasText: 'Ferry' });
    await row.getByText(/^Was live in (English|German) and/).waitFor();
    await picture(page, 'trash-was-live');
    await expectAccessible(page, 'trash');
    // The corners of the first row are round, and the last letter isn't cut.
    const body = page.locator('[data-list-body]');
    expect(await body.evaluate((element) => getComputedStyle(element).borderTopLeftRadius)).not.toBe('0px');
    await menuOf(page, 'Untitled');
    await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Restore']);
    await page.keyboard.press('Escape');
    await menuOf(page, 'Ferry');
    await item(page, 'Restore and make live again').click();
    await page.getByText('1 entry is live again.').waitFor();
    expect((await project.entry(id)).locales_status).toEqual({ de: 'published', en: 'published' });
    expect((await project.live('things.en')).map(({ name }) => name)).toContain('Ferry');
  });

  it('is put live again from its page, and stands in its history', async () => {
    const id = await made('things', { en: { name: 'Weir' } });
    await project.api('DELETE', `/entries/${id}`);
    const { page } = await project.open('/entries?status=trashed', {}, anna);
    await follow(page.getByRole('link', { name: 'Weir' }), 'Weir');
    await page.getByText('Was live in English.').waitFor();
    await page.getByRole('button', { name: 'Restore as a draft' }).waitFor();
    await picture(page, 'trash-entry');
    await page.getByRole('button', { name: 'Restore and make live again' }).click();
    await page.getByText('“Weir” is live again, as it was.').waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Versions' }).getByText('Deleted').waitFor();
    await picture(page, 'trash-history');
  });

  it('puts many live again at once, and only those that were', async () => {
    const ids = [await made('things', { en: { name: 'Lock 1' } }), await made('things', { en: { name: 'Lock 2' } })];
    const draft = await project.create('things', { en: { name: 'Lock 3' } });
    await project.api('POST', '/entries/bulk', { action: 'trash', entry_ids: [...ids, draft] });
    const { page } = await project.open('/entries?status=trashed', {}, anna);
    for (const number of [1, 2, 3]) await page.getByLabel(`Select “Lock ${number}”`).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore and make live again' }).click();
    await page.getByText('2 entries are live again.').waitFor();
    expect((await project.entry(draft)).status).toBe('trashed');
  });
});
