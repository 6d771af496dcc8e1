import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture } from '../support/browser.ts';
import { hasBrowser, openAs, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('the operator of an instance', () => {
  const project = useProject({ path: '/account' });

  it('finds its health, jobs and sizes from the account page', async () => {
    const { page } = project;
    await follow(page.getByRole('link', { name: 'Operating' }), 'Operating');
    await page.getByText(/^PostgreSQL \d/).waitFor();
    await page.getByText('Works', { exact: true }).waitFor();
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

  it('reads it in German, and on a phone', async () => {
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

  it('is the only one who does', async () => {
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
});
