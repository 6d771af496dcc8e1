// Takes the pictures of the README and the recording of twenty seconds, from a demo project of its own: `npm run pictures`.
// The project has to be built.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser, openAdmin, saved } from '../support/browser.ts';
import { findChromium } from '../support/chromium.ts';
import { ROOT } from '../support/instance.ts';
import { withProcesses } from '../support/processes.ts';
import { Recording } from './recording.ts';

const IMAGES = path.join(ROOT, 'docs', 'images');
const TITLE = 'What the flood left behind';
/** Pauses, in which people can read the screen. */
const READ_MS = 1500;
const KEY_MS = 55;

const take = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: path.join(IMAGES, `${name}.png`) });

async function writeAndPublish(page: Page): Promise<void> {
  await page.getByRole('link', { name: TITLE }).click();
  const title = page.getByLabel('Title');
  await title.waitFor();
  await pause(READ_MS);
  await title.press('End');
  await title.pressSequentially(', seen from the bridge', { delay: KEY_MS });
  await saved(page);
  await pause(READ_MS);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByLabel('German').waitFor();
  await pause(READ_MS);
  await dialog.getByLabel('German').uncheck();
  await pause(READ_MS);
  await dialog.getByRole('button', { name: 'Publish English' }).click();
  await page
    .getByText(/^Live in English/)
    .first()
    .waitFor();
  await pause(READ_MS);
}

async function putBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.getByRole('button', { name: 'Restore' }).first().waitFor();
  await pause(READ_MS);
  await page.getByRole('button', { name: 'Restore' }).first().click();
  const restore = page.getByRole('button', { name: 'Restore and make it live' });
  await restore.waitFor();
  await pause(READ_MS);
  await take(page, 'restore');
  await restore.click();
  await page.getByText('The earlier version is live.').waitFor();
  await pause(READ_MS);
}

async function takeAll(browser: Browser, admin: string, project: string, login: { email: string; password: string }) {
  const list = `/projects/${project}/entries`;
  const { page, context } = await openAdmin(browser, admin, login, list);
  await page.getByRole('link', { name: TITLE }).waitFor();
  const hide = page.getByRole('button', { name: 'Hide the first steps' });
  if (await hide.isVisible()) await hide.click();
  await pause(READ_MS);
  await take(page, 'entries');
  const recording = await Recording.start(page);
  await writeAndPublish(page);
  await putBack(page);
  const { lasts, bytes } = await recording.write(path.join(IMAGES, 'publish-and-undo.webp'));
  console.log(`The recording takes ${(lasts / 1000).toFixed(1)} s and ${Math.round(bytes / 1024)} KiB.`);
  await context.close();
  const dark = await openAdmin(browser, admin, login, list, { colorScheme: 'dark' });
  await dark.page.getByRole('link', { name: TITLE }).click();
  await dark.page.getByLabel('Title').waitFor();
  await pause(READ_MS);
  await take(dark.page, 'editor-dark');
  await dark.context.close();
}

const chromium = findChromium();
if (!chromium) throw new Error('There is no browser that starts.');
const browser = await launchBrowser(chromium);
try {
  await withProcesses(async (stele) => {
    const { project_id, login } = await stele.instance();
    await takeAll(browser, stele.urls.admin, project_id, login);
  });
} finally {
  await browser.close();
}
