import type { Locator, Page } from '@playwright/test';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type Login, picture, signIn } from '../support/browser.ts';
import { ask, field, hasBrowser, things, useProject } from '../support/project.ts';

interface Thread {
  readonly id: string;
  readonly path: string | null;
  readonly comments: readonly { readonly id: string; readonly body: string }[];
}

const GONE = 'This thread was deleted. Your text is still here.';

describe.skipIf(!hasBrowser)('words of a comment that are not sent yet', () => {
  const project = useProject({ collections: [things(field('story', { type: 'textarea', localized: true }))] });
  let anna: Login;
  let entry: string;
  beforeAll(async () => {
    anna = await project.member('Anna');
  });
  beforeEach(async () => {
    entry = await project.create('things', { en: { name: 'Thing', story: 'The harbour opens in spring.' } });
  });

  const comments = () => `/projects/${project.id}/entries/${entry}/comments`;
  const asAnna = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const { admin, api } = project.urls;
    const cookie = (await signIn(admin, anna)).join('; ');
    return ask(method, `${api}/v1${path}`, { cookie, origin: admin }, body);
  };
  const begin = (body: string) => project.asOwner<Thread>('POST', comments(), { body, locale: 'en', path: 'story' });
  const threads = async () => (await project.asOwner<{ data: Thread[] }>('GET', comments())).data;
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
  const cards = (page: Page) => panel(page).getByRole('article');
  const openPanel = async (): Promise<Page> => {
    const { page } = await project.open(`/entries/${entry}`, {}, anna);
    await page.getByRole('button', { name: /^Comments/ }).click();
    await cards(page).first().waitFor();
    return page;
  };
  const hasFocus = (box: Locator) => box.evaluate((element) => element === document.activeElement);
  const edit = async (page: Page, words: string): Promise<void> => {
    await cards(page).getByRole('button', { name: 'Actions for the comment of Anna' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await cards(page).getByRole('textbox', { name: 'Edit' }).fill(words);
  };

  it('stay in their box when the thread is deleted, and become a comment at the same place', async () => {
    const thread = await begin('Which spring?');
    const page = await openPanel();
    const box = cards(page).getByRole('textbox');
    await box.pressSequentially('The next');
    await project.asOwner('DELETE', `${comments()}/${thread.id}`);
    await cards(page).getByText(GONE).waitFor();
    expect([await box.inputValue(), await hasFocus(box)]).toEqual(['The next', true]);
    await page.keyboard.type(' one.');
    await expectAccessible(page, 'a reply to a thread that is gone');
    await picture(page, 'gone-thread');
    // Closing the panel loses nothing either.
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page).count()).toBe(0);
    await page.getByRole('button', { name: /^Comments/ }).click();
    await expect.poll(() => box.inputValue()).toBe('The next one.');
    await cards(page).getByRole('button', { name: 'Post as a new comment' }).click();
    await cards(page).getByRole('listitem').getByText('The next one.').waitFor();
    await expect.poll(() => cards(page).count()).toBe(1);
    await expect.poll(() => threads()).toMatchObject([{ path: 'story', comments: [{ body: 'The next one.' }] }]);
    await page.context().close();
  });

  it('stay when they are sent while the thread is deleted, and can be discarded', { tags: ['full'] }, async () => {
    const thread = await begin('Which spring?');
    const { page } = await project.open('/schema', {}, anna);
    // Nothing tells this page of the deletion.
    await page.route('**/events*', (route) => route.abort());
    await page.goto(project.url(`/entries/${entry}`));
    await page.getByRole('button', { name: /^Comments/ }).click();
    const box = cards(page).getByRole('textbox');
    await box.fill('The next one.');
    await page.route('**/trpc/comments.create*', async (route) => {
      await project.asOwner('DELETE', `${comments()}/${thread.id}`);
      await route.continue();
    });
    await cards(page).getByRole('button', { name: 'Reply', exact: true }).click();
    await cards(page).getByText(GONE).waitFor();
    await expect.poll(() => box.inputValue()).toBe('The next one.');
    await cards(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => cards(page).count()).toBe(0);
    await page.context().close();
  });

  it('stay when the thread is resolved, and reopen it', { tags: ['full'] }, async () => {
    const thread = await begin('Which spring?');
    const page = await openPanel();
    const box = cards(page).getByRole('textbox');
    await box.pressSequentially('The next');
    await project.asOwner('POST', `${comments()}/${thread.id}/resolve`);
    await cards(page).getByText('A reply reopens it.').waitFor();
    expect([await box.inputValue(), await hasFocus(box)]).toEqual(['The next', true]);
    // The box may be empty for a moment.
    await box.fill('');
    await page.keyboard.type('In May.');
    await cards(page).getByRole('button', { name: 'Reply', exact: true }).click();
    await cards(page).getByRole('listitem').getByText('In May.').waitFor();
    await expect.poll(async () => (await threads()).map(({ id }) => id)).toEqual([thread.id]);
    await page.context().close();
  });

  it('stay when the comment that they change is deleted, and become a reply', { tags: ['full'] }, async () => {
    const thread = await begin('Which spring?');
    const reply = { body: 'The last one.', thread_id: thread.id };
    const said = await asAnna<Thread>('POST', comments(), reply);
    const page = await openPanel();
    await edit(page, 'The next one.');
    await project.asOwner('DELETE', `${comments()}/${said.comments[1]?.id}`);
    await cards(page).getByText('This comment was deleted.').waitFor();
    const box = cards(page).getByRole('textbox', { name: 'Edit' });
    expect(await box.inputValue()).toBe('The next one.');
    await cards(page).getByRole('listitem').getByRole('button', { name: 'Reply', exact: true }).click();
    await cards(page).getByRole('listitem').getByText('The next one.').waitFor();
    await expect
      .poll(async () => (await threads())[0]?.comments.map(({ body }) => body))
      .toEqual(['Which spring?', '', 'The next one.']);
    await page.context().close();
  });

  it('stay when the whole thread of the comment that they change is deleted', { tags: ['full'] }, async () => {
    const thread = await asAnna<Thread>('POST', comments(), { body: 'Which one?', locale: 'en', path: 'story' });
    const page = await openPanel();
    await edit(page, 'Which spring?');
    await project.asOwner('DELETE', `${comments()}/${thread.id}`);
    await cards(page).getByText(GONE).waitFor();
    expect(await cards(page).getByRole('textbox', { name: 'Edit' }).inputValue()).toBe('Which spring?');
    await cards(page).getByRole('button', { name: 'Post as a new comment' }).click();
    await cards(page).getByRole('listitem').getByText('Which spring?').waitFor();
    await expect.poll(() => threads()).toMatchObject([{ path: 'story', comments: [{ body: 'Which spring?' }] }]);
    await page.context().close();
  });
});
