// @module-tag full
import type { Page } from '@playwright/test';
import { rounds } from '@stele/testing/rounds';
import { describe, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { hasBrowser, openStranger, useProject } from '../support/project.ts';

const LOOKS = [
  ['light', 1280],
  ['dark', 360],
  ['dark', 1280],
  ['light', 360],
] as const;

describe.skipIf(!hasBrowser)('the gates, and what settings and first steps open', () => {
  const project = useProject();

  it.each(LOOKS.slice(0, rounds({ short: 2, long: 4 })))(
    'have no serious fault for people with disabilities, and fit: %s, %i px',
    async (colorScheme, width) => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const check = async (page: Page, name: string): Promise<void> => {
        await picture(page, `${name}-${colorScheme}-${width}`);
        await expectAccessible(page, name);
      };
      const stranger = await openStranger('/sign-in', options);
      for (const [path, heading] of [
        ['sign-in', 'Sign in'],
        ['forgot-password', 'Reset your password'],
        ['reset-password#wrong', 'This link no longer works'],
        ['invitations/accept#wrong', 'This invitation is no longer open'],
        ['setup', 'This instance is already set up'],
        ['nowhere', 'There is nothing at this address'],
      ] as const) {
        await stranger.goto('about:blank');
        await stranger.goto(`${project.urls.admin}/${path}`);
        await stranger.getByRole('heading', { name: heading }).waitFor();
        await check(stranger, `gate-${path.replace(/\W/g, '-')}`);
      }
      await stranger.context().close();

      const { page, context } = await project.open('', options);
      await page.getByRole('button', { name: 'Take the tour' }).click();
      await page.getByRole('button', { name: 'Publish the changes' }).waitFor();
      await check(page, 'tour');
      await page.goto(`${project.urls.admin}/account`);
      await page.getByText('This one').waitFor();
      await check(page, 'account-alone');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('dialog').waitFor();
      await check(page, 'password-dialog');
      await page.goto(`${project.urls.admin}/projects/new`);
      await page.getByRole('button', { name: 'Add a language' }).click();
      await page.getByRole('option', { name: /^Afrikaans/ }).waitFor();
      await check(page, 'new-project-languages');
      await page.goto(project.url('/settings/people'));
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('radio', { name: 'Viewer' }).waitFor();
      await check(page, 'invite-dialog');
      await page.goto(project.url('/settings/tokens'));
      await page.getByRole('button', { name: 'Rotate' }).first().click();
      await page.getByRole('dialog').waitFor();
      await check(page, 'confirm-dialog');
      await page.goto(project.url('/audit?noun=token'));
      await page.getByRole('button', { name: 'Details' }).first().click();
      await page.getByText('token.create').first().waitFor();
      await check(page, 'audit-details');
      await page.goto(`${project.urls.admin}/projects/new`);
      await page.getByLabel('Name').fill(`Notes ${colorScheme} ${width}`);
      await page.getByRole('button', { name: 'Create project' }).click();
      await page.getByRole('button', { name: 'Add an example' }).waitFor();
      await check(page, 'first-steps');
      await context.close();
    },
  );
});
