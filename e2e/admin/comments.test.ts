import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, type Login, picture, saved } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const THINGS = things(
  field('story', { type: 'textarea', localized: true }),
  field('text', { type: 'richtext', localized: true }),
  field('parts', {
    type: 'blocks',
    localized: true,
    types: [{ key: 'quote', label: 'Quote', fields: [field('words', { type: 'textarea' })] }],
  }),
);
const WORDS = 'The harbour opens in spring.';

describe.skipIf(!hasBrowser)('comments', () => {
  const project = useProject({ collections: [THINGS] });
  let anna: Login;
  beforeAll(async () => {
    anna = await project.member('Anna');
  });

  const make = (values: Values = {}) => project.create('things', { en: { name: 'Thing', ...values } });
  const open = async (id: string, login: Login = project.owner, options = {}): Promise<Page> => {
    const { page } = await project.open(`/entries/${id}`, options, login);
    await page.getByLabel('Name', { exact: true }).waitFor();
    return page;
  };
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
  const inbox = (page: Page) => page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Inbox/ });
  const select = (page: Page, words: string) =>
    page.getByLabel('Story', { exact: true }).evaluate((element, part) => {
      const box = element as HTMLTextAreaElement;
      box.focus();
      box.setSelectionRange(box.value.indexOf(part), box.value.indexOf(part) + part.length);
    }, words);

  it('tell whom they mention at once, are answered and resolved, and follow the words that they are about', async () => {
    const id = await make({ story: WORDS });
    const two = (await project.open('/entries', {}, anna)).page;
    await inbox(two).waitFor();
    const one = await open(id);
    await select(one, 'opens in spring');
    await one.keyboard.press('Control+Shift+KeyM');
    await panel(one).getByRole('button', { name: 'Story (English)' }).waitFor();
    const box = panel(one).getByLabel('New comment', { exact: true }).getByRole('textbox');
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    await one.keyboard.type('Really, @Ann');
    await panel(one).getByRole('option', { name: /^Anna/ }).waitFor();
    // Keys that end a composition choose nothing.
    await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await box.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    expect(await box.inputValue()).toBe('Really, @Ann');
    await picture(one, 'mention');
    await expectAccessible(one, 'choosing whom to mention');
    await one.keyboard.press('Enter');
    await one.keyboard.type('?');
    await one.keyboard.press('Control+Enter');
    await panel(one).getByRole('article').getByText('Really, @Anna ?').waitFor();
    // The count at the field, and Anna's in the sidebar, without a reload.
    await one.locator('[data-field-path="story"]').getByRole('button', { name: 'comment on Story' }).waitFor();
    await inbox(two).getByText('1').waitFor();

    await follow(inbox(two), 'Inbox');
    await two.getByText('mentioned you in “Thing”').waitFor();
    await two.getByRole('button', { name: 'Reviews' }).click();
    await two.getByText('Nothing here').waitFor();
    await two.getByRole('button', { name: 'Mentions' }).click();
    await two.getByText('mentioned you in “Thing”').waitFor();
    await expectAccessible(two, 'the inbox');
    await picture(two, 'inbox');
    await follow(two.getByRole('link', { name: /mentioned you/ }), 'Thing');
    const thread = panel(two).getByRole('article');
    await thread.getByText('Really, @Anna ?').waitFor();
    await expect.poll(() => inbox(two).textContent()).toBe('Inbox');
    await thread.getByRole('textbox').fill('In April.');
    await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    await panel(one).getByText('In April.').waitFor();
    await expect.poll(() => inbox(one).textContent()).toMatch(/^Inbox1/);

    // The words move, change a little, and go.
    const story = one.getByLabel('Story', { exact: true });
    const quote = panel(one).getByRole('article').locator('blockquote');
    await story.fill(`A word before. ${WORDS}`);
    await expect.poll(() => quote.textContent()).toBe('opens in spring');
    await panel(one).getByRole('article').getByRole('button', { name: 'Story (English)' }).click();
    const selected = () =>
      story.evaluate((element) => {
        const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
        return value.slice(selectionStart, selectionEnd);
      });
    await expect.poll(selected).toBe('opens in spring');
    await story.fill('Something else altogether.');
    await panel(one).getByText('These words are no longer in the text.').waitFor();
    await expect.poll(() => quote.textContent()).toBe('opens in spring');
    await saved(one);
    await picture(one, 'gone');

    await thread.getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => panel(one).getByRole('article').count()).toBe(0);
    await choose(panel(one).getByLabel('Which comments'), 'resolved');
    await panel(one).getByText('Resolved by Anna').waitFor();
    // The inbox leads to it, where it is by now, and one can go on from there.
    await follow(inbox(one), 'Inbox');
    await follow(one.getByRole('link', { name: /replied in/ }), 'Thing');
    await panel(one).getByText('Resolved by Anna').waitFor();
    await choose(panel(one).getByLabel('Which comments'), 'open');
    await panel(one).getByText('No comments yet').waitFor();
    await expect.poll(() => chosen(panel(one).getByLabel('Which comments'))).toBe('open');
    await one.context().close();
    await two.context().close();
  });

  const paragraph = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });

  it('stay with their block when others move it, and say so when it is gone', { tags: ['full'] }, async () => {
    const quote = (_key: string, words: string) => ({ _type: 'quote', _key, words });
    const [first, second] = [quote('k1', 'One swallow.'), quote('k2', WORDS)];
    const id = await make({ parts: [first, second] });
    const page = await open(id);
    await page.getByRole('button', { name: /^Quote 2/ }).click();
    await page.locator('[data-field-path="parts.1.words"]').getByRole('textbox').focus();
    await page.keyboard.press('Control+Shift+KeyM');
    await panel(page).getByLabel('New comment', { exact: true }).getByRole('textbox').fill('In which year?');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    const place = (index: number) => page.locator(`[data-field-path="parts.${index}.words"]`);
    const count = (index: number) => place(index).getByRole('button', { name: 'comment on Words' });
    await count(1).waitFor();
    await project.write(id, { parts: [second, first] });
    await count(0).waitFor();
    expect(await count(1).count()).toBe(0);
    const thread = panel(page).getByRole('article');
    await thread.getByRole('button', { name: 'Parts · Words · 1 (English)' }).click();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value)).toBe(WORDS);
    await project.write(id, { parts: [first] });
    await thread.getByText('This field no longer exists.').waitFor();
    await page.context().close();
  });

  it('are on words of a rich text, are edited and deleted with a mark, and keep what is not sent yet', async () => {
    const id = await make({ text: { type: 'doc', content: [paragraph('First of all.'), paragraph(WORDS)] } });
    const page = await open(id);
    const text = page.locator('.tiptap');
    await text.getByText(WORDS).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Shift+Home');
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Comment' }).click();
    const box = panel(page).getByLabel('New comment', { exact: true }).getByRole('textbox');
    await box.fill('All of it?');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel(page).count()).toBe(0);
    // The draft keeps its words, though nothing is selected any more and the text around has changed.
    await text.getByText('First of all.').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('Well, ');
    await page.keyboard.press('Control+Shift+KeyM');
    await expect.poll(() => box.inputValue()).toBe('All of it?');
    await panel(page).getByLabel('New comment', { exact: true }).locator('blockquote').getByText(WORDS).waitFor();
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    const thread = panel(page).getByRole('article');
    await thread.locator('blockquote').getByText(WORDS).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    await thread.getByRole('button', { name: 'Text (English)' }).click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(WORDS);

    await thread.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await thread.getByRole('textbox', { name: 'Edit' }).fill('None of it?');
    await thread.getByRole('button', { name: 'Cancel' }).click();
    await thread.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect.poll(() => thread.getByRole('textbox', { name: 'Edit' }).inputValue()).toBe('All of it?');
    await thread.getByRole('textbox', { name: 'Edit' }).fill('Most of it?');
    await thread.getByRole('button', { name: 'Save' }).click();
    await thread.getByText('· edited').waitFor();
    await thread.getByRole('textbox', { name: /^Reply/ }).fill('No');
    await page.context().setOffline(true);
    await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText('The comment was not saved').first().waitFor();
    await page.context().setOffline(false);
    await thread.getByRole('button', { name: 'Reply', exact: true }).click();
    // The box has the same text until the reply is there.
    await thread.getByRole('listitem').getByText('No', { exact: true }).waitFor();
    await thread
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await thread.getByText('This comment was deleted.').waitFor();
    await picture(page, 'deleted');
    await page.context().close();
  });

  it('work for who may only read, in the dark, on a phone and in German', { tags: ['full'] }, async () => {
    const id = await make({ text: { type: 'doc', content: [paragraph(WORDS)] } });
    const viewer = await project.member('Vera', 'viewer');
    const page = await open(id, viewer, { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    await panel(page).getByRole('textbox').fill('I only read.');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await panel(page).getByRole('article').getByText('I only read.').waitFor();
    // A text that can't be changed has no focus, but a selection. It's drawn again when the comment arrives.
    const quoted = panel(page).getByLabel('New comment', { exact: true }).locator('blockquote').getByText(WORDS);
    const quote = async (): Promise<number> => {
      await page.locator('.tiptap p').evaluate((element) => {
        (document.activeElement as HTMLElement).blur();
        getSelection()?.selectAllChildren(element);
      });
      await page.keyboard.press('Control+Shift+KeyM');
      return quoted.count();
    };
    await expect.poll(quote).toBe(1);
    await panel(page).getByRole('textbox').first().fill('Which spring?');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await panel(page).getByRole('article').getByText('Which spring?').waitFor();
    await expectAccessible(page, 'comments, dark');
    await picture(page, 'dark');
    await page.context().close();

    const phone = await open(id, project.owner, { viewport: { width: 360, height: 740 } });
    await phone.context().addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    await phone.reload();
    await phone.getByRole('button', { name: 'Kommentare: 2 offen' }).click();
    const german = phone.getByRole('complementary', { name: 'Kommentare' });
    await german.getByText('I only read.').waitFor();
    await expectAccessible(phone, 'comments on a phone');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await picture(phone, 'phone');
    const articles = german.getByRole('article');
    await articles.filter({ hasText: 'I only read.' }).getByRole('button', { name: 'Erledigen' }).click();
    await expect.poll(() => articles.count()).toBe(1);
    // The panel covers the form: it makes way for the field.
    await articles.getByRole('button', { name: 'Text (Englisch)' }).click();
    await expect.poll(() => german.count()).toBe(0);
    await phone.context().close();
  });
});
