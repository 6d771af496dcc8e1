import { describe, expect, it } from 'vitest';
import { messageArea } from '../support/browser.ts';
import { hasBrowser, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('signing out', () => {
  const project = useProject();

  it('asks before it discards what is not saved, says when it failed, and leaves nothing in the browser', async () => {
    const login = await project.member('Olga');
    const id = await project.create('posts', { en: { title: 'Unsaved' } });
    const { page, context } = await project.open(`/entries/${id}`, {}, login);
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
      await page.getByRole('button', { name: new RegExp(login.email) }).click();
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

  it('says when it failed, also where nothing can be loaded any more', { tags: ['full'] }, async () => {
    const login = await project.member('Offa');
    const { page, context } = await project.open('/entries', {}, login);
    await page.getByRole('button', { name: new RegExp(login.email) }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await messageArea(page).waitFor({ state: 'attached' });
    await context.setOffline(true);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByText('You are still signed in.').waitFor();
    await context.setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: new RegExp(login.email) }).waitFor();
    await context.close();
  });
});
