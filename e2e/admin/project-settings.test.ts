import path from 'node:path';
import type { Page } from '@playwright/test';
import { parseLimits } from '@stele/core/testing/limits';
import { PASSWORD, startTestApp } from '@stele/core/testing/test-app';
import { startAdminServer } from '@stele/server/testing/admin-server';
import { freePorts } from '@stele/testing/free-ports';
import { gate } from '@stele/testing/gate';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, openAdmin, picture } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { browser, hasBrowser, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('an owner', () => {
  const project = useProject({ path: '/settings' });
  let page: Page;
  beforeAll(async () => {
    page = project.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  const stored = () => project.api<{ locales: string[]; default_locale: string }>('GET', '');

  it('finds, adds, orders and removes languages, and shows what removing does', async () => {
    await project.goTo('/settings');
    await follow(page.getByRole('link', { name: 'Languages' }), 'Settings');
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByPlaceholder('Search').fill('portugues (br');
    await page.getByRole('option', { name: /Brazilian/ }).waitFor();
    await picture(page, 'language-picker');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).locales).toEqual(['en', 'de', 'pt-BR']);
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByPlaceholder('Search').fill('nds-nl');
    await page.getByRole('option', { name: 'Add the code nds-NL' }).click();
    await expect.poll(async () => (await stored()).locales).toEqual(['en', 'de', 'pt-BR', 'nds-NL']);
    await page.getByRole('button', { name: 'Move Brazilian Portuguese up' }).click();
    await expect.poll(async () => (await stored()).locales).toEqual(['en', 'pt-BR', 'de', 'nds-NL']);
    await page.getByRole('button', { name: 'Remove Brazilian Portuguese' }).click();
    await page.getByText('Entries lose the tab of this language').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(async () => (await stored()).locales).toEqual(['en', 'de', 'nds-NL']);
    await page.getByRole('button', { name: 'Remove German' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('German still has drafts or live content. Nothing was changed.').waitFor();
    expect((await stored()).locales).toContain('de');
    await page.getByRole('button', { name: 'Make default: German' }).click();
    await expect.poll(async () => (await stored()).default_locale).toBe('de');
    await expect.poll(() => page.getByRole('button', { name: 'Remove German' }).isDisabled()).toBe(true);
  });

  it('keeps a language that is still being added when another one is moved', async () => {
    const before = (await stored()).locales;
    const held = gate();
    await page.route('**/trpc/projects.update**', async (route) => {
      await held.begin();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByPlaceholder('Search').fill('french');
    await page
      .getByRole('option', { name: /^French/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Move German up' }).click();
    held.goOn();
    await expect
      .poll(async () => (await stored()).locales)
      .toEqual(['de', ...before.filter((one) => one !== 'de'), 'fr']);
    await page.unroute('**/trpc/projects.update**');
  });

  it('keeps a language that someone else has added meanwhile', async () => {
    const { locales } = await stored();
    const [fr, other] = [locales.at(-1), locales.at(-2)];
    expect(fr).toBe('fr');
    // The page learns nothing of the change until its own is refused.
    await project.api('PATCH', '', { locales: [...locales, 'it'] });
    await page.getByRole('button', { name: 'Move French up' }).click();
    await expect.poll(async () => (await stored()).locales).toEqual([...locales.slice(0, -2), fr, other, 'it']);
    await page.getByText('Italian', { exact: true }).waitFor();
  });

  it('invites, and revokes only after reading what follows', async () => {
    await project.goTo('/settings/people');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill('joan@example.org');
    await page.getByText('Reads entries, files and history. Changes nothing.').waitFor();
    await page.getByRole('radio', { name: 'Viewer' }).check();
    await picture(page, 'invite');
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByText('The link lets joan@example.org join as Viewer.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'joan@example.org' });
    await page.getByRole('button', { name: 'Revoke the invitation of joan@example.org' }).click();
    await page.getByText('The link stops working at once.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row.count()).toBe(1);
    await page.getByRole('button', { name: 'Revoke the invitation of joan@example.org' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.getByRole('button', { name: 'More: Demo owner' }).click();
    await page.getByRole('menuitem', { name: 'Leave' }).click();
    await page.getByText('To come back you need an invitation.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('A project needs at least one owner.').waitFor();
  });

  it('asks before someone becomes an owner or loses rights, and says what follows', { tags: ['full'] }, async () => {
    await project.member('Grace', 'editor');
    await project.goTo('/settings/people');
    const role = page.getByLabel('Role of Grace');
    const question = page.getByRole('dialog');
    await choose(role, 'Owner');
    await question.getByText('Grace can do everything that you can, and can remove you.').waitFor();
    await question.getByRole('heading', { name: 'Possible afterwards' }).waitFor();
    await question.getByText('Restore the whole site').waitFor();
    await picture(page, 'role-owner');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => chosen(role)).toBe('editor');
    await choose(role, 'Viewer');
    await question.getByRole('heading', { name: 'No longer possible' }).waitFor();
    await question.getByText('Publish and unpublish').waitFor();
    await picture(page, 'role-viewer');
    await question.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Grace is now Viewer.').waitFor();
    // Giving some rights needs no confirmation; giving all does.
    await choose(role, 'Editor');
    await page.getByText('Grace is now Editor.').waitFor();
  });

  it('makes a token whose scope is explained, and copies what a site needs', async () => {
    await project.goTo('/settings/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByText('It sees only what visitors see.').waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('Website');
    await picture(page, 'new-token');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Website' });
    const secret = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Copy: Lines for .env' }).click();
    const lines = Object.fromEntries(
      (await page.evaluate(() => navigator.clipboard.readText())).split('\n').map((line) => line.split('=')),
    );
    expect(lines).toEqual({
      STELE_URL: project.urls.api,
      STELE_CONTENT_URL: project.urls.content,
      STELE_PROJECT: project.id,
      STELE_TOKEN: secret,
    });
    const me = await fetch(`${lines.STELE_URL}/v1/tokens/me`, { headers: { authorization: `Bearer ${secret}` } });
    expect(me.status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  it('makes a token that ends on a day typed in short, and none while the day is wrong', async () => {
    await project.goTo('/settings/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByLabel('Name').fill('Campaign');
    const expires = dialog.getByLabel('Expires', { exact: true });
    await expires.fill('31/02/98');
    await page.keyboard.press('Enter');
    const wrong = dialog.getByRole('alert').filter({ hasText: 'No such day.' });
    await wrong.waitFor();
    await expires.fill('31/02/99');
    await wrong.waitFor({ state: 'detached' });
    // As screen readers press it: the focus stays in the box.
    await dialog.getByRole('button', { name: 'Create the token' }).evaluate((one) => (one as HTMLElement).click());
    await wrong.waitFor();
    await expires.fill('31/12/98');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Campaign' }).getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Campaign' });
    await row.locator('time[datetime^="2098-12-31"]').waitFor();
    expect(await row.getByText('never expires').count()).toBe(0);
  });

  it('makes a token for some collections and addresses, and sees which tokens have no end', async () => {
    await project.goTo('/settings/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Newsroom');
    await dialog.getByRole('radio', { name: 'Read drafts, too' }).check();
    const collections = dialog.getByRole('group', { name: 'Reads and changes drafts of' });
    await collections.getByRole('checkbox', { name: 'All collections' }).click();
    await collections.getByRole('checkbox', { name: 'Posts' }).check();
    await dialog.getByLabel('Only from these addresses').fill('10.0.0.1/8');
    await dialog.getByRole('button', { name: 'Create the token' }).click();
    await dialog.getByText('The network is 10.0.0.0/8.').waitFor();
    await dialog.getByLabel('Only from these addresses').fill('10.0.0.0/8 2001:db8::1');
    await picture(page, 'new-limited-token');
    await dialog.getByRole('button', { name: 'Create the token' }).click();
    await page.getByRole('dialog', { name: 'Newsroom' }).getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Newsroom' });
    await row.getByText('never expires').waitFor();
    await row.getByText('Only Posts · Only from 10.0.0.0/8 and 2001:db8::1').waitFor();
  });

  it('reads in the audit log who did what, in sentences, by person and kind', async () => {
    await project.goTo('/audit');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByText('Demo owner created the token “Website”').waitFor();
    await page.getByText('Demo owner revoked the invitation of joan@example.org').waitFor();
    await picture(page, 'audit');
    await choose(page.getByLabel('Move to files'), 'After 365 days');
    await page.getByText('What is old enough moves to files').waitFor();
    await page.getByText('changed when history is archived').waitFor();
    await picture(page, 'archives');
    await choose(page.getByLabel('What', { exact: true }), 'entry');
    await page.waitForURL('**noun=entry**');
    const published = page.getByRole('listitem').filter({ hasText: 'published “The heron is back at the weir”' });
    await expect.poll(() => published.first().textContent()).toMatch(/in .*English/);
    expect(await page.getByText('created the token').count()).toBe(0);
    await published.first().getByRole('button', { name: 'Details' }).click();
    await published.first().getByText('entry.publish').waitFor();
    await choose(page.getByLabel('Who', { exact: true }), 'Demo owner');
    await page.getByText('Nothing on record').waitFor();
    await choose(page.getByLabel('What', { exact: true }), '');
    await page.getByText('Demo owner created the token “Website”').waitFor();
    await choose(page.getByLabel('Who', { exact: true }), '');
    await choose(page.getByLabel('What', { exact: true }), 'entry');
    // German is the default language by now, and entries are called by their titles in it.
    await follow(published.first().getByRole('link'), /Reiher/);
  });

  it('deletes a project only with its name, and then shows who is signed in, with a way out', {
    tags: ['full'],
  }, async () => {
    const ada = await project.member('Ada', 'owner');
    const { page } = await project.open('/settings/danger', {}, ada);
    await page.getByText('Versions of the site').waitFor();
    const button = page.getByRole('button', { name: 'Delete the project' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Type “River journal” to confirm').fill('River');
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Type “River journal” to confirm').fill('River journal');
    await picture(page, 'delete-project');
    await button.click();
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();
    await page.getByText(`You are signed in as ${ada.email}.`).waitFor();
    await picture(page, 'no-project');
    await follow(page.getByRole('link', { name: 'Your account' }), 'Your account');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in**');
  });
});

it.skipIf(!hasBrowser)('a member sees what the project uses of what it may have', { tags: ['full'] }, async () => {
  const [port = 0] = await freePorts(1);
  const adminUrl = `http://localhost:${port}`;
  const limits = parseLimits('project.request=100');
  const app = await startTestApp({ adminUrl, limits, quotas: { entries: 2, people: 5, projects: 100 } });
  const folder = path.join(import.meta.dirname, '../../packages/server/dist/apps/admin');
  const env = { ADMIN_PORT: String(port), ADMIN_URL: adminUrl, API_URL: app.url };
  const server = await startAdminServer(env, folder, () => undefined);
  try {
    const project = await app.project();
    const entry = { collection_key: 'posts', values: { en: { title: 'A' } } };
    for (let n = 0; n < 2; n++) await project.api.post(`/projects/${project.id}/entries`, entry);
    const { email } = await app.person({ projectId: project.id, role: 'viewer' });
    const at = `/projects/${project.id}/settings`;
    const { page, context } = await openAdmin(await browser(), adminUrl, { email, password: PASSWORD }, at);
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    for (const text of ['2 of 2used up', '1 of 5', '2 of 100']) await page.getByText(text, { exact: true }).waitFor();
    await picture(page, 'usage');
    await expectAccessible(page, 'usage');
    await context.close();
  } finally {
    await server.close();
    await app.close();
  }
});
