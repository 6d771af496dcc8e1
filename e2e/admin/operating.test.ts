import path from 'node:path';
import type { Backup } from '@stele/core/testing/internals';
import { enqueueJobs, noteBackup } from '@stele/core/testing/internals';
import { PASSWORD, startTestApp } from '@stele/core/testing/test-app';
import { startAdminServer } from '@stele/server/testing/admin-server';
import { freePorts } from '@stele/testing/free-ports';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, openAdmin, picture } from '../support/browser.ts';
import { choose as chooseOption } from '../support/controls.ts';
import { browser, hasBrowser, openAs, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('the operator of an instance', () => {
  const project = useProject({ path: '/account' });

  it('finds its health, jobs and sizes from the account page', async () => {
    const { page } = project;
    await follow(page.getByRole('link', { name: 'Operating' }), 'Operating');
    await page.getByText(/^PostgreSQL \d/).waitFor();
    await page.getByText('Works', { exact: true }).waitFor();
    await page.getByText('Not used', { exact: true }).waitFor();
    await page.getByText('None known', { exact: true }).waitFor();
    // Other tests have projects of this name too.
    const rows = page.getByRole('table').last().getByRole('row').filter({ hasText: 'River journal' });
    const entries = page.getByRole('cell', { name: '7', exact: true });
    await rows.filter({ has: entries }).first().waitFor();
    await picture(page, 'operating');
    await expectAccessible(page, 'operating');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'operating-dark');
    await expectAccessible(page, 'operating, dark');
  });

  it('gives a project quotas of its own', async () => {
    const { page } = project;
    await page.emulateMedia({ colorScheme: 'light' });
    // Other tests have projects called “River journal”, too.
    await project.api('PATCH', '', { name: 'Estuary journal' });
    await page.reload();
    const change = page.getByRole('button', { name: 'Quotas of “Estuary journal”' });
    await change.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Entries').fill('500');
    await dialog.getByLabel('Storage in GB').fill('2.5');
    await dialog.getByLabel('People').fill('0');
    await picture(page, 'operating-quotas');
    await expectAccessible(page, 'operating, quotas');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The quotas of “Estuary journal” are changed.').waitFor();
    await change.click();
    await expect.poll(() => dialog.getByLabel('Entries').inputValue()).toBe('500');
    await dialog.getByText('now 2.5 GB').waitFor();
    await expect.poll(() => dialog.getByLabel('People').inputValue()).toBe('0');
    await expect.poll(() => dialog.getByLabel('Requests').inputValue()).toBe('');
    for (const label of ['Entries', 'Storage in GB', 'People']) await dialog.getByLabel(label).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => change.textContent()).toBe('Default');
  });

  it('deletes a person for good, and says first what that means', async () => {
    const { page } = project;
    const { email } = await project.member('Leaver', 'editor');
    await page.getByLabel('Search by name or email').fill(email);
    await page.getByRole('button', { name: 'More: Leaver' }).click();
    await page.getByRole('menuitem', { name: 'Delete for good' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Leaver for good?' });
    await dialog.getByText('Deleted: 1 membership, ').waitFor();
    const button = dialog.getByRole('button', { name: 'Delete for good' });
    expect(await button.isDisabled()).toBe(true);
    await picture(page, 'operating-delete-person');
    await expectAccessible(page, 'operating, delete a person');
    await dialog.getByLabel(`Type “${email}” to confirm`).fill(email);
    await button.click();
    await page.getByText('The account is deleted.').waitFor();
    await page.getByText('No account matches.').waitFor();
  });

  it('keeps someone out, lets them in again, and reads in the log what happened', async () => {
    const { page } = project;
    const { email } = await project.member('Bertha', 'editor');
    await page.getByLabel('Search by name or email').fill(email);
    const accounts = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Accounts', exact: true }) });
    const row = accounts.getByRole('listitem').filter({ hasText: email });
    const choose = async (action: string) => {
      await row.getByRole('button', { name: 'More: Bertha' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
    };
    await row.getByText('Address not verified').waitFor();
    await choose('Block');
    await page.getByText('Bertha is blocked.').waitFor();
    await row.getByText('Blocked', { exact: true }).waitFor();
    await picture(page, 'operating-blocked');
    await choose('Unblock');
    await page.getByText('Bertha is unblocked.').waitFor();
    await choose('Create a reset link');
    const link = await page.getByRole('textbox', { name: 'Reset link' }).inputValue();
    expect(link).toContain('/reset-password#');
    await page.getByRole('button', { name: 'Done' }).click();
    const log = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Sign-ins and accounts' }) });
    await chooseOption(log.getByLabel('Sign-ins and accounts'), 'Blocked');
    await log.getByText(`Bertha, ${email}`).first().waitFor();
    await expectAccessible(page, 'operating, log');
  });

  it('reads it in German, and on a phone', { tags: ['full'] }, async () => {
    const { page, context } = await openAs(project.owner, '/operating', {
      locale: 'de-DE',
      viewport: { width: 375, height: 800 },
    });
    await page.getByRole('heading', { level: 1, name: 'Betrieb' }).waitFor();
    await page.getByText('Funktioniert', { exact: true }).waitFor();
    await picture(page, 'operating-phone');
    await expectAccessible(page, 'operating, phone');
    await context.close();
  });

  it('is the only one who does', { tags: ['full'] }, async () => {
    const editor = await project.member('Edda');
    const { page, context } = await openAs(editor, '/operating');
    await page.getByRole('alert').getByRole('heading', { name: 'Not allowed' }).waitFor();
    expect(await page.getByText('PostgreSQL').count()).toBe(0);
    await page.goto(project.url('/account'));
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    expect(await page.getByRole('link', { name: 'Operating' }).count()).toBe(0);
    await context.close();
  });

  it('runs jobs again that were given up, and drops them', { tags: ['full'] }, async () => {
    const [port = 0] = await freePorts(1);
    const adminUrl = `http://localhost:${port}`;
    const app = await startTestApp({ adminUrl });
    const folder = path.join(import.meta.dirname, '../../packages/server/dist/apps/admin');
    const env = { ADMIN_PORT: String(port), ADMIN_URL: adminUrl, API_URL: app.url };
    const server = await startAdminServer(env, folder, () => undefined);
    try {
      const operator = await app.person();
      await app.makeOperator(operator.id);
      const of = (kind: string) => ({ kind, projectId: null, runAt: new Date(0) });
      await enqueueJobs(app.database.pool, [of('first-kind'), of('second-kind')], new Date());
      const dead = { deadAt: new Date(), attempts: 10, lastError: 'The storage is out of reach.' };
      await app.database.prisma.job.updateMany({ where: { kind: { endsWith: '-kind' } }, data: dead });
      const lost = { id: 'a', readAt: new Date(0).toISOString(), damaged: ['a'], kept: ['b'] };
      await noteBackup(app.storage, lost as unknown as Backup);
      const login = { email: operator.email, password: PASSWORD };
      const { page, context } = await openAdmin(await browser(), adminUrl, login, '/operating');
      const jobs = page.getByRole('listitem').filter({ hasText: 'The storage is out of reach.' });
      await expect.poll(() => jobs.count()).toBe(2);
      await page.getByText('2 files damaged or missing').waitFor();
      await picture(page, 'operating-jobs');
      await jobs.filter({ hasText: 'first-kind' }).getByRole('button', { name: 'Run again' }).click();
      await page.getByText('The job runs again.').waitFor();
      await jobs.filter({ hasText: 'second-kind' }).getByRole('button', { name: 'Drop' }).click();
      await page.getByRole('dialog', { name: 'Drop second-kind?' }).getByRole('button', { name: 'Drop' }).click();
      await page.getByText('The job is dropped.').waitFor();
      await expect.poll(() => jobs.count()).toBe(0);
      const left = await app.database.prisma.job.findMany({ where: { kind: { endsWith: '-kind' } } });
      expect(left.map(({ kind, deadAt }) => [kind, deadAt])).toEqual([['first-kind', null]]);
      await context.close();
    } finally {
      await server.close();
      await app.close();
    }
  });
});
