import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, launchBrowser, openAdmin } from '../support/browser.ts';
import { type InstanceFile, newDataDirectory, removeDirectory } from '../support/instance.ts';
import { Processes } from '../support/processes.ts';

describe.skipIf(!executablePath)('signing out', () => {
  let data: string;
  let stele: Processes;
  let file: InstanceFile;
  let browser: Browser;

  beforeAll(async () => {
    data = await newDataDirectory();
    stele = await Processes.start(data);
    file = await stele.instance();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await stele.stopAll();
    await removeDirectory(data);
  });

  it('asks before it discards what is not saved, says when it failed, and leaves nothing in the browser', async () => {
    const entries = `${stele.urls.api}/v1/projects/${file.project_id}/entries`;
    const headers = { authorization: `Bearer ${file.tokens.admin}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ collection_key: 'posts', values: { en: { title: 'Unsaved' } } });
    const { id } = (await (await fetch(entries, { method: 'POST', headers, body })).json()) as { id: string };
    const path = `/projects/${file.project_id}/entries/${id}`;
    const { page, context } = await openAdmin(browser, stele.urls.admin, file.login, path);
    const copied = 'stele-copied-rows:';
    await page.evaluate(async (prefix) => {
      const session = (await (await fetch('/auth/get-session')).json()) as { user: { id: string } };
      localStorage.setItem(prefix + session.user.id, '["secret"]');
    }, copied);
    await page.route('**/trpc/entries.patchDraft*', (route) => route.abort());
    await page.getByLabel('Title').fill('Typed and not saved');
    const drafts = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open('stele-journal');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('drafts').objectStore('drafts').count();
              counting.onsuccess = () => {
                opening.result.close();
                resolve(counting.result);
              };
            };
          }),
      );
    await expect.poll(drafts).toBe(1);
    const questions: string[] = [];
    let goesOn = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (goesOn ? dialog.accept() : dialog.dismiss());
    });
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: new RegExp(file.login.email) }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await expect.poll(() => questions).toEqual([expect.stringContaining('are not saved')]);
    expect(await drafts()).toBe(1);

    goesOn = true;
    await page.route('**/auth/sign-out', (route) => route.abort());
    await signOut();
    await page.getByText('You are still signed in.').waitFor();
    expect(await drafts()).toBe(1);

    await page.unroute('**/auth/sign-out');
    await signOut();
    await page.waitForURL('**/sign-in**');
    expect(await drafts()).toBe(0);
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((name) => name.startsWith(copied) || name.startsWith('stele-journal'))).toEqual([]);
    await context.close();
  });
});
