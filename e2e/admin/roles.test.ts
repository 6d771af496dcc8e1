import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { codeOfApp } from '@stele/testing/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { axe } from '../support/accessible.ts';
import { follow, picture } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { hasBrowser, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('roles and limits', () => {
  const project = useProject({ path: '/settings/people' });
  let page: Page;
  beforeAll(() => {
    page = project.page;
  });

  const entries = async () =>
    (await project.api<{ data: { id: string; title: string }[] }>('GET', '/entries?collection=posts')).data;

  it('an owner defines a role, gives it, and limits a member to a language', async () => {
    await project.member('Tora', 'editor');
    // On a slow line, each change is still based on what is there.
    await page.route(/members\.list/, async (route) => {
      await setTimeout(300);
      await route.continue();
    });
    await project.goTo('/settings/people');
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Writer');
    await dialog.getByLabel('Write all entries').check();
    const { violations } = await axe(page).include('[role=dialog]').analyze();
    expect(violations).toEqual([]);
    await picture(page, 'role-dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The role “Writer” is saved.').waitFor();
    await choose(page.getByLabel('Role of Tora'), 'Writer');
    const question = page.getByRole('dialog');
    await question.getByRole('heading', { name: 'No longer possible' }).waitFor();
    await question.getByText('Publish and unpublish').waitFor();
    await question.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Tora is now Writer.').waitFor();
    await page.getByRole('button', { name: 'More: Tora' }).click();
    await page.getByRole('menuitem', { name: 'Limit…' }).click();
    const limits = page.getByRole('dialog');
    await limits.getByLabel('All languages').uncheck();
    await limits.getByLabel('German').check();
    await picture(page, 'limits-dialog');
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes only German').waitFor();
    // No language is left: that isn't all of them.
    await page.getByRole('button', { name: 'More: Tora' }).click();
    await page.getByRole('menuitem', { name: 'Limit…' }).click();
    await limits.getByLabel('German').uncheck();
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes nothing').waitFor();
    // Meanwhile another owner changes it: that is said, and the next attempt is based on it.
    const other = await project.member('Olga', 'owner');
    const olga = await project.open('/settings/people', {}, other);
    await page.getByRole('button', { name: 'More: Tora' }).click();
    await page.getByRole('menuitem', { name: 'Limit…' }).click();
    await limits.getByLabel('German').check();
    await choose(olga.page.getByLabel('Role of Tora'), 'Editor');
    await olga.page.getByText('Tora is now Editor.').waitFor();
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByText('Someone else changed this member meanwhile.').waitFor();
    await picture(page, 'member-changed-meanwhile');
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes only German').waitFor();
    await expect.poll(() => chosen(page.getByLabel('Role of Tora'))).toBe('editor');
    await page.getByRole('button', { name: 'More: Writer' }).click();
    await page.getByRole('menuitem', { name: 'Change “Writer”' }).click();
    await olga.page.getByRole('button', { name: 'New role' }).click();
    const made = olga.page.getByRole('dialog');
    await made.getByLabel('Name').fill('Reviewer');
    await made.getByRole('button', { name: 'Save' }).click();
    await olga.page.getByText('The role “Reviewer” is saved.').waitFor();
    await dialog.getByLabel('Name').fill('Writers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else changed this meanwhile.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The role “Writers” is saved.').waitFor();
    await page.getByRole('button', { name: 'More: Reviewer' }).waitFor();
    await choose(page.getByLabel('Role of Tora'), 'Writers');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Tora is now Writers.').waitFor();
    // A role in use stays, and the page says why.
    await page.getByRole('button', { name: 'More: Writers' }).click();
    await page.getByRole('menuitem', { name: 'Remove “Writers”' }).click();
    await page.getByText('The role was not saved').waitFor();
  });

  it('an owner invites someone with limits', async () => {
    await project.goTo('/settings/people');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('limited@example.org');
    await dialog.getByRole('button', { name: 'Limit…' }).click();
    // The collections are listed once it isn't all of them.
    await dialog.getByRole('group', { name: 'Works on' }).getByLabel('All collections').click();
    await dialog.getByLabel('Posts').check();
    await picture(page, 'invite-with-limits');
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    await dialog.getByText('limited@example.org').waitFor();
    const { data } = await project.asOwner<{ data: { limits: object }[] }>(
      'GET',
      `/projects/${project.id}/invitations`,
    );
    expect(data.map((one) => one.limits)).toEqual([{ collections: ['posts'] }]);
    await page.keyboard.press('Escape');
  });

  it('shows an author what they can do, and who can do the rest', async () => {
    const login = await project.member('Aune', 'author');
    await project.member('Pia', 'publisher');
    const [post] = await entries();
    const author = await project.open(`/entries/${post?.id}`, { viewport: { width: 360, height: 740 } }, login);
    await author.page.getByText(/You can read this entry, but not edit it\. These people can: .*Demo owner/).waitFor();
    expect(await author.page.locator('[data-publish]').count()).toBe(0);
    await author.page.goto(project.url('/entries?collection=posts'));
    await author.page.getByRole('button', { name: 'New entry' }).click();
    await author.page.getByText(/You can't publish this entry\. These people can: .*Pia/).waitFor();
    expect(await author.page.locator('[data-publish]').count()).toBe(0);
    await picture(author.page, 'author-on-a-phone');
  });

  it('lets a publisher publish an entry that they cannot change', { tags: ['full'] }, async () => {
    const login = await project.member('Petra', 'publisher');
    const id = await project.create('posts', { en: { title: 'To be published', slug: 'to-be-published' } });
    const publisher = await project.open(`/entries/${id}`, {}, login);
    await publisher.page.getByText('You can read this entry, but not edit it.').waitFor();
    await publisher.page.locator('[data-publish]').click();
    const dialog = publisher.page.getByRole('dialog');
    await picture(publisher.page, 'publisher-publishes');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect
      .poll(async () => (await project.api<{ status: string }>('GET', `/entries/${id}`)).status)
      .toBe('published');
  });

  it('requires two-factor codes, which owners turn on for themselves first, and says whom that keeps out', async () => {
    const [login, kept] = [await project.verifiedMember('Odin', 'owner'), await project.member('Kari')];
    const odin = await project.open('/settings/people', {}, login);
    const rule = odin.page
      .locator('section')
      .filter({ has: odin.page.getByRole('heading', { name: 'Two-factor codes' }) });
    await rule.getByText('Turn on codes for yourself first.').waitFor();
    expect(await rule.getByLabel('Require two-factor codes').isDisabled()).toBe(true);
    await follow(rule.getByRole('link', { name: 'Your account' }), 'Your account');
    await odin.page.getByRole('button', { name: 'Turn on' }).click();
    const setUp = odin.page.getByRole('dialog');
    await setUp.getByLabel('Password').fill(login.password);
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    const key = await odin.page.getByRole('textbox', { name: 'Key' }).inputValue();
    await odin.page.getByLabel('Code', { exact: true }).fill(codeOfApp(`otpauth://totp/Stele?secret=${key}`));
    await setUp.getByRole('button', { name: 'Turn on' }).click();
    await odin.page.getByRole('button', { name: 'I have kept them' }).click();
    await odin.page.goto(project.url('/settings/people'));
    await rule.getByLabel('Require two-factor codes').click();
    const question = odin.page.getByRole('dialog', { name: 'Require two-factor codes' });
    // The question names the first person who would be kept out.
    await question.getByText('Tora').waitFor();
    await picture(odin.page, 'two-factor-required');
    await question.getByRole('button', { name: 'Require two-factor codes' }).click();
    await rule.getByText(/^Kept out until they turn on codes: .*Kari/).waitFor();
    const kari = await project.open('/entries', { locale: 'de-DE' }, kept);
    await kari.page.getByText('Dieses Projekt verlangt Zwei-Faktor-Codes.').waitFor();
    await picture(kari.page, 'two-factor-missing');
    await follow(kari.page.getByRole('link', { name: 'Dein Konto' }).last(), 'Dein Konto');
    await rule.getByLabel('Require two-factor codes').click();
    await expect.poll(() => rule.getByText(/^Kept out/).count()).toBe(0);
    expect([odin.problems, kari.problems]).toEqual([[], []]);
  });
});
