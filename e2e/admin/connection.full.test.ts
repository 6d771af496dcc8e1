// @module-tag full
import type { Page, Route } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { picture, saved } from '../support/browser.ts';
import { hasBrowser, useProject } from '../support/project.ts';

/** A field that only the demo project's posts have. */
const POST = 'The heron is back at the weir';
const REQUEST_ID = '5f0c2f6e-0000-4000-8000-000000000500';

describe.skipIf(!hasBrowser)('when answers do not come', () => {
  const project = useProject({ path: '/entries' });
  const bar = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
  const hasGone = (page: Page, words: string) => bar(page, words).waitFor({ state: 'hidden' });
  const inPlace = (page: Page, words: string) => page.getByRole('main').getByRole('heading', { name: words });
  const link = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name });

  it('says above the screen that one is offline, until one is not', async () => {
    const { page, context } = await project.open('/entries');
    await page.getByRole('link', { name: 'How we count' }).waitFor();
    await context.setOffline(true);
    await bar(page, 'You are offline.').waitFor();
    await picture(page, 'bar-offline');
    await context.setOffline(false);
    await hasGone(page, 'You are offline.');
    await context.close();
  });

  it('says in the editor too that one is offline, beside what it says of saving', async () => {
    const id = await project.create('posts', { en: { title: 'Far away' } });
    const { page, context } = await project.open(`/entries/${id}`);
    await page.getByLabel('Title').waitFor();
    await context.setOffline(true);
    await bar(page, 'You are offline.').waitFor();
    await page.getByLabel('Title').fill('Far away, and typed');
    await page.locator('[data-save-state="offline"]').waitFor();
    await expect.poll(() => page.getByText(/You are offline/).count()).toBe(1);
    await picture(page, 'bar-editor');
    await context.setOffline(false);
    await saved(page);
    await hasGone(page, 'You are offline.');
    await context.close();
  });

  it('says above the screen that background work is late, while the API says so', async () => {
    const { page, context } = await project.open('/entries');
    await page.route(/\/trpc\/.*instance\.status/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"background_work_late":false', '"background_work_late":true');
      await route.fulfill({ response, body });
    });
    await page.getByRole('status').filter({ hasText: 'Background work is late' }).waitFor();
    await picture(page, 'bar-late-work');
    await context.close();
  });

  it('says that the server does not answer once a read takes five seconds, and tries again when asked', async () => {
    const { page, context } = await project.open('/account');
    const hold = (): void => undefined;
    await page.route(/\/trpc\/.*entries\.list/, hold);
    await link(page, 'Posts').click();
    await bar(page, "The server doesn't answer.").waitFor();
    await inPlace(page, "The server doesn't answer.").waitFor();
    // The page also retries by itself after pauses. Meanwhile only the click sends more requests.
    const asked = page.waitForRequest(/\/auth\/get-session/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.unroute(/\/trpc\/.*entries\.list/, hold);
    await page.getByRole('link', { name: POST }).waitFor();
    await hasGone(page, "The server doesn't answer.");
    await context.close();
  });

  it('says that the server failed, with the number of the request, until it has succeeded', async () => {
    const { page, context } = await project.open('/account', { permissions: ['clipboard-read', 'clipboard-write'] });
    const fail = (route: Route): Promise<void> => failing(route, 'entries.list');
    await page.route(/\/trpc\/.*entries\.list/, fail);
    await link(page, 'Posts').click();
    const words = 'The server failed to load a part of this page.';
    await bar(page, words).getByText(REQUEST_ID).waitFor();
    await page.getByRole('main').getByRole('heading', { name: "This didn't load" }).waitFor();
    await picture(page, 'bar-500');
    await page.getByRole('button', { name: 'Copy the request ID' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(REQUEST_ID);
    await page.unroute(/\/trpc\/.*entries\.list/, fail);
    await bar(page, words).getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: POST }).waitFor();
    await hasGone(page, words);
    await context.close();
  });
});

/** Lets one procedure of a batch fail as the API would; the API answers the others. */
async function failing(route: Route, procedure: string): Promise<void> {
  const answer = await route.fetch();
  const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
  const data = {
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus: 500,
    path: procedure,
    errorCode: 'internal',
    details: null,
  };
  const error = { message: 'Something went wrong.', code: -32603, data };
  const json = ((await answer.json()) as object[]).map((one, index) => (names[index] === procedure ? { error } : one));
  const status = names.length === 1 ? 500 : 207;
  await route.fulfill({ status, json, headers: { 'x-request-id': REQUEST_ID, 'content-type': 'application/json' } });
}
