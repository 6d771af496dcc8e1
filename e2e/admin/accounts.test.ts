import type { Page } from '@playwright/test';
import { codeOfApp } from '@stele/testing/authenticator';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, type Login, newContext, picture } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { browser, hasBrowser, openStranger, shared, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('a person, with their account', () => {
  const project = useProject();
  let mail: MailPeer;
  beforeAll(async () => {
    mail = await startMailPeer(shared.mailPort);
  });
  afterAll(() => mail.close());

  /** Makes someone a member of the project, and opens the account page as them. */
  const member = async (name: string) => {
    const login = await project.verifiedMember(name);
    const opened = await project.open('/account', {}, login);
    await opened.page.getByRole('heading', { name: 'Your account' }).waitFor();
    return { ...opened, login };
  };

  const signIn = async (page: Page, { email, password }: Login): Promise<void> => {
    await page.goto(`${project.urls.admin}/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('turns on codes of an app, signs in with one and with a recovery code, and has a device remembered', {
    tags: ['full'],
  }, async () => {
    const { page, context, login } = await member('Grace');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByRole('dialog').getByLabel('Password').fill(login.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await picture(page, 'two-factor-set-up');
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
    const code = (at = Date.now()): string => codeOfApp(`otpauth://totp/Stele?secret=${key}`, at);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('The code is wrong.').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code());
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    await dialog.waitFor();
    await picture(page, 'recovery-codes');
    const recovery = await dialog.getByRole('listitem').allTextContents();
    expect(recovery).toHaveLength(10);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await context.close();

    const fresh = await newContext(await browser());
    const other = await fresh.newPage();
    await signIn(other, login);
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await picture(other, 'sign-in-code');
    await other.getByLabel('Code').fill('000000');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByText('The code is wrong.').waitFor();
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    await other.getByLabel('Recovery code').fill(recovery[0] ?? '');
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await fresh.clearCookies();
    await signIn(other, login);
    // Each code works once.
    await other.getByLabel('Code', { exact: true }).fill(code(Date.now() + 30_000));
    await other.getByLabel("Don't ask again on this device").check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await other.getByRole('button', { name: /Grace/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL('**/sign-in**');
    await signIn(other, login);
    await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await fresh.close();
  });

  it('adds a passkey, names it, signs in with it, and removes it', { tags: ['full'] }, async () => {
    const { page, context, login } = await member('Radia');
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(login.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Work laptop', { exact: true }).waitFor();
    await picture(page, 'account');
    await page.getByRole('button', { name: 'Rename: Work laptop' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Old laptop', { exact: true }).waitFor();
    await context.clearCookies();
    await page.goto(`${project.urls.admin}/sign-in?next=/projects/${project.id}/account`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Old laptop' }).click();
    await page.getByRole('dialog').getByText('You can no longer sign in with this passkey.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No passkeys yet.').waitFor();
    await context.clearCookies();
    await page.goto(`${project.urls.admin}/sign-in`);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('This passkey is not known here.').waitFor();
    await context.close();
  });

  it('verifies the address by mail, before codes and passkeys can be added', async () => {
    const login = await project.member('Lise');
    const { page, context } = await project.open('/account', {}, login);
    await page.getByRole('heading', { name: 'Your address is not verified' }).waitFor();
    for (const name of ['Turn on', 'Add a passkey']) {
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    }
    await picture(page, 'account-not-verified');
    await page.getByRole('button', { name: 'Send the link' }).click();
    let { to, text } = await mail.next();
    while (to !== login.email || !text.includes('/reset-password#')) ({ to, text } = await mail.next());
    await page.goto(/http\S+/.exec(text)?.[0] ?? '');
    await page.getByLabel('New password').fill('brand new password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await context.clearCookies();
    await signIn(page, { ...login, password: 'brand new password' });
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await page.goto(project.url('/account'));
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    expect(await page.getByRole('button', { name: 'Turn on' }).isEnabled()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Your address is not verified' }).count()).toBe(0);
    await context.close();
  });

  it('sees where they are signed in, and ends one session and all others', { tags: ['full'] }, async () => {
    const { page, context, login } = await member('Barbara');
    const others = await Promise.all([openStranger('/sign-in'), openStranger('/sign-in')]);
    for (const other of others) {
      await signIn(other, login);
      await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    }
    await page.reload();
    await page.getByText('This one').waitFor();
    const ends = page.getByRole('button', { name: /^End the session of Chrome on Linux/ });
    await expect.poll(() => ends.count()).toBe(2);
    await ends.first().click();
    await expect.poll(() => ends.count()).toBe(1);
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect.poll(() => ends.count()).toBe(0);
    for (const other of others) {
      await other.reload();
      await other.waitForURL('**/sign-in**');
      await other.context().close();
    }
    await context.close();
  });

  it('changes the name and the password', async () => {
    const { page, context, login } = await member('Mary');
    await page.getByLabel('Name', { exact: true }).fill('Mary Jackson');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /Mary Jackson/ }).waitFor();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('a newer long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Current password').fill(login.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await context.clearCookies();
    await signIn(page, { ...login, password: 'a newer long password' });
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await context.close();
  });

  it('says how often what is unread is mailed, and in which language', { tags: ['full'] }, async () => {
    const { page, context, login } = await member('Karen');
    await choose(page.getByLabel("What's unread in your inbox"), 'At most once a day');
    await page.getByText('Saved.').waitFor();
    const known = async () => {
      const answer = await context.request.get(`${project.urls.admin}/auth/get-session`);
      const { language, mailDigest } = ((await answer.json()) as { user: Record<string, unknown> }).user;
      return { language, mailDigest };
    };
    expect(await known()).toMatchObject({ mailDigest: 'daily' });
    await page.reload();
    await page.getByLabel("What's unread in your inbox").waitFor();
    await expect.poll(() => chosen(page.getByLabel("What's unread in your inbox"))).toBe('daily');
    await picture(page, 'account-mail');
    await context.close();
    const german = await project.open('/entries', { locale: 'de-DE' }, login);
    await german.page.getByRole('heading', { name: 'Alle Einträge' }).waitFor();
    await expect
      .poll(
        async () =>
          (
            (await (await german.context.request.get(`${project.urls.admin}/auth/get-session`)).json()) as {
              user: object;
            }
          ).user,
      )
      .toMatchObject({ language: 'de', mailDigest: 'daily' });
    await german.context.close();
  });

  it('resets a forgotten password by mail', { tags: ['full'] }, async () => {
    const login = await project.member('Hedy');
    const page = await openStranger('/sign-in');
    await follow(page.getByRole('link', { name: 'Forgot your password?' }), 'Reset your password');
    await page.getByLabel('Email').fill(login.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await picture(page, 'reset-sent');
    // Others may be mailed what's unread in their inboxes.
    let { to, text } = await mail.next();
    while (to !== login.email || !text.includes('/reset-password#')) ({ to, text } = await mail.next());
    const link = /http\S+/.exec(text)?.[0] ?? '';
    await page.goto(link);
    await page.getByText(`For ${login.email}.`).waitFor();
    await picture(page, 'reset');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Use at least 10 characters.').waitFor();
    await page.getByLabel('New password').fill('brand new password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await follow(page.getByRole('link', { name: 'Sign in' }), 'Sign in');
    await signIn(page, { ...login, password: 'brand new password' });
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.context().close();
  });

  it('gets a link from an owner, who reads what it does', { tags: ['full'] }, async () => {
    const login = await project.member('Joan');
    const { page, context } = await project.open('/settings/people');
    await page.getByRole('button', { name: 'More: Joan' }).click();
    await page.getByRole('menuitem', { name: 'Create a reset link' }).click();
    await page.getByText('Anyone with this link can set a new password for Joan.').waitFor();
    await page.getByRole('button', { name: 'Create a reset link' }).click();
    const link = await page.getByRole('textbox', { name: 'Reset link' }).inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto(project.url('/audit?noun=member'));
    await page.getByText('created a link that resets the password of Joan').waitFor();
    await context.close();
    const other = await openStranger(link);
    await other.getByLabel('New password').fill('brand new password');
    await other.getByRole('button', { name: 'Change the password' }).click();
    await other.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await signIn(other, { ...login, password: 'brand new password' });
    await other.getByRole('heading', { name: 'Start', exact: true }).waitFor();
    await other.context().close();
  });

  it('reads in a tab opened by another one that it can be closed, all in German', { tags: ['full'] }, async () => {
    const page = await openStranger('/sign-in?then=close', { locale: 'de-DE' });
    await page.getByLabel('E-Mail').fill(project.owner.email);
    await page.getByLabel('Passwort').fill(project.owner.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('heading', { name: 'Du bist angemeldet' }).waitFor();
    await page.getByText('Du kannst diesen Tab schließen.').waitFor();
    await page.goto(`${project.urls.admin}/nirgends`);
    await page.getByRole('heading', { name: 'Unter dieser Adresse gibt es nichts' }).waitFor();
    await picture(page, 'not-found-de');
    for (const [path, heading] of [
      ['account', 'Dein Konto'],
      ['settings/people', 'Personen'],
      ['settings/languages', 'Sprachen'],
      ['settings/tokens', 'Was eine Website braucht'],
      ['settings/danger', 'Projekt löschen'],
      ['audit', 'Protokoll'],
    ] as const) {
      await page.goto(project.url(`/${path}`));
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      await picture(page, `${path.replace('/', '-')}-de`);
    }
    await page
      .getByText(/veröffentlicht \(Englisch/)
      .first()
      .waitFor();
    await page.context().close();
  });
});
