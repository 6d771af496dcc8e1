import { freePorts } from '@stele/testing/free-ports';
import { OidcPeer } from '@stele/testing/oidc-peer';
import { ScimClient } from '@stele/testing/scim-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { newContext, openAdmin, picture, signIn } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { Processes } from '../support/processes.ts';
import { ask, browser, hasBrowser } from '../support/project.ts';

const SCIM_TOKEN = 'a'.repeat(32);

describe.skipIf(!hasBrowser)('single sign-on', () => {
  let peer: OidcPeer;
  let stele: Processes;
  let project: string;

  beforeAll(async () => {
    const [port, nowhere] = await freePorts(2);
    peer = new OidcPeer(port);
    stele = await Processes.start({
      ...peer.settings('acme'),
      STELE_SSO: 'acme,down',
      STELE_SSO_ACME_SCIM_TOKEN: SCIM_TOKEN,
      STELE_SSO_DOWN_ISSUER: `http://127.0.0.1:${nowhere}`,
      STELE_SSO_DOWN_CLIENT_ID: 'stele',
      STELE_SSO_DOWN_CLIENT_SECRET: 'secret',
    });
    await peer.start([`${stele.urls.admin}/auth/provider/callback/acme`]);
    project = (await stele.instance()).project_id;
  });
  afterAll(async () => {
    await stele.end();
    await peer.close();
  });

  it('gives a role by a group, and takes it away at the next sign-in', async () => {
    const { login, admin_url: admin } = await stele.instance();
    const owner = await openAdmin(await browser(), admin, login, `/projects/${project}/settings/people`);
    await owner.page.getByRole('button', { name: 'New group' }).click();
    await choose(owner.page.getByRole('combobox', { name: 'Provider' }), 'Acme');
    await owner.page.getByRole('textbox', { name: 'Group' }).fill('cms-editors');
    await owner.page.getByRole('radio', { name: 'Editor' }).check();
    await expectAccessible(owner.page, 'new group');
    await picture(owner.page, 'group-dialog');
    await owner.page.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByText('The group “cms-editors” has a role now.').waitFor();

    const grace = { sub: 'grace', email: 'grace@example.org', email_verified: true, name: 'Grace Hopper' };
    peer.person = { ...grace, groups: ['cms-editors'] };
    const context = await newContext(await browser());
    const page = await context.newPage();
    await page.goto(`${admin}/projects/${project}/entries`);
    await page.waitForURL('**/sign-in?next=**');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    const button = page.getByRole('button', { name: 'Sign in with Acme' });
    await button.waitFor();
    await expectAccessible(page, 'sign-in with a provider');
    await picture(page, 'sign-in-provider');
    // By keyboard.
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${project}/entries`);
    await page.getByRole('heading', { name: 'All entries' }).waitFor();

    await owner.page.reload();
    const row = owner.page.getByRole('listitem').filter({ hasText: 'grace@example.org' });
    await row.getByText('By group cms-editors').waitFor();
    await picture(owner.page, 'member-by-group');
    expect(owner.problems).toEqual([]);

    peer.person = { ...grace, groups: [] };
    await context.clearCookies({ name: /session/ });
    await page.goto(`${admin}/sign-in`);
    await button.click();
    await page.waitForURL(`${admin}/`);
    await page.getByText('grace@example.org').waitFor();
    const headers = { cookie: (await signIn(admin, login)).join('; '), origin: admin };
    const at = `${stele.urls.api}/v1/projects/${project}`;
    type Members = Record<'data' | 'group_roles', Record<string, string>[]>;
    const members = () => ask<Members>('GET', `${at}/members`, headers);
    expect(JSON.stringify(await members())).not.toContain('grace@example.org');
    await context.close();

    // A change by another owner is kept, even if this page hasn't loaded it yet.
    const { group_roles: groups } = await members();
    await ask('PATCH', at, headers, { group_roles: [...groups, { ...groups[0], group: 'cms-admins' }] });
    await owner.page.getByRole('button', { name: 'More: cms-editors' }).click();
    await owner.page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(async () => (await members()).group_roles.map(({ group }) => group)).toEqual(['cms-admins']);
    await owner.page.getByText('cms-admins', { exact: true }).waitFor();
    const [admins] = (await members()).group_roles;
    await ask('PATCH', at, headers, { group_roles: [admins, { ...admins, group: 'cms-authors' }] });
    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'More: cms-authors' }).click();
    await ask('PATCH', at, headers, { group_roles: [admins] });
    await owner.page.getByRole('menuitem', { name: 'Make it the first' }).click();
    await owner.page.getByText('Saved.', { exact: true }).waitFor();
    await owner.page.getByText('cms-authors', { exact: true }).waitFor({ state: 'hidden' });
    expect((await members()).group_roles).toEqual([admins]);
    await owner.context.close();
  });

  it('lists the provider in the account, which is unlinked with the password', { tags: ['full'] }, async () => {
    const { login, admin_url: admin } = await stele.instance();
    peer.person = { sub: 'owner', email: login.email, email_verified: true, name: 'Demo owner' };
    const page = await (await newContext(await browser())).newPage();
    await page.goto(`${admin}/sign-in?next=/account`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    await page.getByRole('button', { name: 'Unlink: Acme' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink Acme?' });
    await expectAccessible(page, 'unlinking a provider');
    await picture(page, 'unlink-provider');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(login.password);
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('Acme is unlinked.').waitFor();
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('says at the button that a provider does not answer, and the other ways go on working', {
    tags: ['full'],
  }, async () => {
    const { login, admin_url: admin } = await stele.instance();
    const page = await (await newContext(await browser())).newPage();
    await page.goto(`${admin}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with down' }).click();
    await page.getByRole('alert').getByText("down can't be reached at the moment. Try again later.").waitFor();
    // The provider is down, and not Stele.
    expect(await page.getByText("The server doesn't answer.").count()).toBe(0);
    await picture(page, 'sign-in-unreachable');
    await page.getByRole('textbox', { name: 'Email' }).fill(login.email);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await page.context().close();
  });

  it('marks a member whom the directory has deactivated, and tells them when they sign in', {
    tags: ['full'],
  }, async () => {
    const { login, admin_url: admin } = await stele.instance();
    const directory = new ScimClient(stele.urls.api, 'acme', SCIM_TOKEN);
    const cookie = (await signIn(admin, login)).join('; ');
    const email = 'ada@example.org';
    await ask(
      'POST',
      `${stele.urls.api}/v1/projects/${project}/invitations`,
      { cookie, origin: admin },
      { email, role: 'author' },
    );
    const { status, body } = await directory.post('/Users', { userName: email, displayName: 'Ada Lovelace' });
    expect(status).toBe(201);
    const off = { op: 'Replace', path: 'active', value: 'False' };
    expect((await directory.patch(`/Users/${body.id}`, off)).status).toBe(200);
    const owner = await openAdmin(await browser(), admin, login, `/projects/${project}/settings/people`);
    const row = owner.page.getByRole('listitem').filter({ hasText: email });
    await row.getByText('Deactivated').waitFor();
    await picture(owner.page, 'member-deactivated');
    await owner.page.goto(`${admin}/operating`);
    const account = owner.page.getByRole('listitem').filter({ hasText: email });
    await account.getByText('Deactivated').waitFor();
    await picture(owner.page, 'account-deactivated');
    expect(owner.problems).toEqual([]);
    await owner.context.close();

    peer.person = { sub: 'ada', email, email_verified: true, name: 'Ada Lovelace' };
    const options = { locale: 'de-DE', viewport: { width: 390, height: 844 } };
    const page = await (await newContext(await browser(), options)).newPage();
    await page.goto(`${admin}/sign-in`);
    await page.getByRole('button', { name: 'Mit Acme anmelden' }).click();
    await page.waitForURL('**/sign-in?problem=deactivated**');
    await page.getByRole('alert').getByText('Deine Organisation hat dein Konto deaktiviert.').waitFor();
    await picture(page, 'sign-in-deactivated');
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'says in German and on a phone why it failed: %s',
    { tags: ['full'] },
    async (colorScheme) => {
      peer.person = null;
      const options = { locale: 'de-DE', colorScheme, viewport: { width: 390, height: 844 } };
      const page = await (await newContext(await browser(), options)).newPage();
      await page.goto(`${stele.urls.admin}/sign-in`);
      await page.getByRole('button', { name: 'Mit Acme anmelden' }).click();
      await page.waitForURL('**/sign-in?problem=denied**');
      await page.getByRole('alert').getByText('Acme hat dich nicht angemeldet, oder du hast abgebrochen.').waitFor();
      await expectAccessible(page, `a refused sign-in, ${colorScheme}`);
      await picture(page, `sign-in-refused-${colorScheme}`);
      await page.context().close();
    },
  );
});
