import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type Login, picture, saved } from '../support/browser.ts';
import { field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const THINGS = things(
  field('note', { type: 'text', localized: true }),
  field('story', { type: 'textarea', localized: true }),
  field('text', { type: 'richtext', localized: true }),
  field('parts', {
    type: 'blocks',
    localized: true,
    types: [{ key: 'quote', label: 'Quote', fields: [field('words', { type: 'text' })] }],
  }),
);

describe.skipIf(!hasBrowser)('two people in one entry', () => {
  const project = useProject({ collections: [THINGS] });
  let anna: Login;
  beforeAll(async () => {
    anna = await project.member('Anna');
  });

  const make = (values: Values = {}) => project.create('things', { en: { name: 'Thing', ...values } });
  const open = async (id: string, login: Login = project.owner, options = {}): Promise<Page> => {
    const { page } = await project.open(`/entries/${id}`, options, login);
    await page.getByLabel('Name').waitFor();
    return page;
  };
  const fieldOf = (page: Page, path: string) => page.locator(`#locale-form [data-field-path="${path}"]`);
  const mark = (page: Page, path: string) => fieldOf(page, path).locator('[data-people-here]');
  const here = (page: Page) => page.getByRole('button', { name: 'Also in this entry: Anna' });
  /** Leaves the entry. A context that is closed tells its pages nothing: they would stay in it for a minute. */
  const leave = async (page: Page): Promise<void> => {
    await page.goto('about:blank');
    await page.context().close();
  };

  it('see each other, and in which field; when they meet in one it says so, and nothing moves', async () => {
    const id = await make();
    const one = await open(id);
    await expect.poll(() => here(one).count()).toBe(0);
    const two = await open(id, anna);
    await here(one).waitFor();
    await two.getByRole('button', { name: /^Also in this entry/ }).waitFor();
    await one.getByLabel('Note').focus();
    const places = async () =>
      Promise.all(['name', 'note', 'story', 'parts'].map((path) => fieldOf(one, path).boundingBox()));
    const before = await places();
    // A change by someone else touches its own field only.
    await one.evaluate(() => {
      const touched = new Set<string>();
      Object.assign(window, { touched });
      new MutationObserver((all) => {
        for (const { target } of all) {
          const within = (target as Element).closest?.('[data-field-path]');
          touched.add(within?.getAttribute('data-field-path') ?? target.nodeName);
        }
      }).observe(document.querySelector('#locale-form') as Element, {
        subtree: true,
        childList: true,
        attributes: true,
      });
    });
    await two.getByLabel('Story').focus();
    await expect.poll(() => mark(one, 'story').textContent()).toBe('Anna');
    expect(await places()).toEqual(before);
    const touched = await one.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched]);
    expect(touched).toEqual(['story']);
    await picture(one, 'other-field');
    await one.getByLabel('Story').focus();
    await expect.poll(() => mark(one, 'story').textContent()).toBe('Also in this field: Anna');
    await expect.poll(() => mark(two, 'story').getAttribute('data-people-here')).toBe('both');
    await one.getByRole('status').filter({ hasText: 'Also in this field: Anna' }).waitFor({ state: 'attached' });
    expect(await places()).toEqual(before);
    await picture(one, 'same-field');
    await two.getByLabel('Name').focus();
    await expect.poll(() => mark(one, 'name').textContent()).toBe('Anna');
    expect(await mark(one, 'story').count()).toBe(0);
    await two.close();
    await expect.poll(() => here(one).count()).toBe(0);
    expect(await mark(one, 'name').count()).toBe(0);
    await one.context().close();
    await two.context().close();
  });

  it('reach each other by keyboard, in light and dark, on a phone and in German', { tags: ['full'] }, async () => {
    const id = await make({ parts: [{ _type: 'quote', _key: 'old', words: 'one' }] });
    const two = await open(id, anna);
    const one = await open(id, project.owner, { colorScheme: 'dark' });
    await here(one).waitFor();
    await two.getByLabel('Story').focus();
    await mark(one, 'story').waitFor();
    await here(one).focus();
    await one.keyboard.press('Enter');
    const way = one.getByRole('dialog').getByRole('button', { name: 'Story' });
    await way.waitFor();
    await expectAccessible(one, 'the list of people, dark');
    await picture(one, 'list-dark');
    await way.focus();
    await one.keyboard.press('Enter');
    await expect.poll(() => one.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await expect.poll(() => mark(one, 'story').textContent()).toBe('Also in this field: Anna');
    await expectAccessible(one, 'a field with two people, dark');
    await expectAccessible(two, 'a field with two people, light');
    // Who is in a row that is folded here is shown at the row.
    await two.getByRole('button', { name: /^Quote 1/ }).click();
    await two.getByLabel('Words').focus();
    await one.getByRole('button', { name: /^Quote 1.*In this item: Anna/ }).waitFor();
    await expectAccessible(one, 'a row with a person');
    await picture(one, 'row');
    // Also when it moves.
    const quote = (_key: string, words: string) => ({ _type: 'quote', _key, words });
    await project.write(id, { parts: [quote('new', 'zero'), quote('old', 'one')] });
    await one.getByRole('button', { name: /^Quote 2.*In this item: Anna/ }).waitFor();
    expect(await one.getByRole('button', { name: /^Quote 1.*In this item/ }).count()).toBe(0);
    await two.getByLabel('Story').focus();
    await leave(one);

    const phone = await open(id, project.owner, { viewport: { width: 360, height: 740 } });
    await here(phone).waitFor();
    await mark(phone, 'story').waitFor();
    await phone.getByLabel('Story').focus();
    await expect.poll(() => mark(phone, 'story').textContent()).toBe('Also in this field: Anna');
    await expectAccessible(phone, 'two people on a phone');
    await picture(phone, 'phone');
    await phone.context().addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    await phone.reload();
    await phone.getByRole('button', { name: 'Auch in diesem Eintrag: Anna' }).waitFor();
    await phone.getByLabel('Story').focus();
    await expect.poll(() => mark(phone, 'story').textContent()).toBe('Auch in diesem Feld: Anna');
    await two.getByLabel('Note').fill('von Anna');
    await phone.getByText('Anna hat Note gespeichert').waitFor();
    await picture(phone, 'phone-german');
    await phone.context().close();
    await two.context().close();
  });

  it('are seen in lists, as long as they have the entry open', { tags: ['full'] }, async () => {
    const [id, other] = [await make({ note: 'listed' }), await make()];
    const { page: list } = await project.open('/entries?collection=things');
    const row = list.getByRole('row').filter({ has: list.locator(`a[href*="${id}"]`) });
    await row.waitFor();
    const two = await open(id, anna);
    await row.getByText('Open now: Anna').waitFor({ state: 'attached' });
    const rest = list.getByRole('row').filter({ has: list.locator(`a[href*="${other}"]`) });
    expect(await rest.getByText('Open now').count()).toBe(0);
    await picture(list, 'list');
    await expectAccessible(list, 'a list with a person');
    await two.close();
    await expect.poll(() => row.getByText('Open now: Anna').count()).toBe(0);
    await list.context().close();
    await two.context().close();
  });

  it('see what the other saves at once beside what they type, and whose it is', { tags: ['full'] }, async () => {
    const id = await make({ note: 'before' });
    const [one, two] = [await open(id), await open(id, anna)];
    await here(one).waitFor();
    await one.getByLabel('Name').fill('Typed by one');
    await two.getByLabel('Note').fill('by Anna');
    await saved(two);
    await one.getByText('Anna saved Note').waitFor();
    await expect.poll(() => one.getByLabel('Note').inputValue()).toBe('by Anna');
    await picture(one, 'save-note');
    await saved(one);
    expect((await project.entry(id)).values.en).toMatchObject({ name: 'Typed by one', note: 'by Anna' });
    await one.context().close();
    await two.context().close();
  });

  it('see by a ring where something was moved or saved, unless they want less motion', { tags: ['full'] }, async () => {
    const id = await make({ parts: ['a', 'b'].map((words) => ({ _type: 'quote', _key: words, words })) });
    const two = await open(id, anna);
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const one = await open(id, project.owner, { reducedMotion });
      // Once Anna is shown, the page hears of saves.
      await here(one).waitFor();
      await one.evaluate(() => {
        const moved: string[] = [];
        Object.assign(window, { moved });
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...frames) {
          moved.push(this.getAttribute('data-field-path') ?? (this.hasAttribute('data-row-key') ? 'row' : ''));
          return animate.apply(this, frames);
        };
      });
      const moved = () => one.evaluate(() => [...new Set((window as unknown as { moved: string[] }).moved)].sort());
      await one.getByRole('button', { name: 'More for Quote 1' }).press('Enter');
      await one.getByRole('menuitem', { name: 'Move down' }).press('Enter');
      await two.getByLabel('Note').fill(reducedMotion);
      await one.getByText('Anna saved Note').waitFor();
      await saved(one);
      expect(await moved()).toEqual(reducedMotion === 'reduce' ? [] : ['note', 'row']);
      await leave(one);
    }
    await two.context().close();
  });

  it.each(['Name', 'Story'])(
    'undo only what they typed themselves, whatever the other saved: %s',
    { tags: ['full'] },
    async (label) => {
      const key = label.toLowerCase();
      const id = await make({ [key]: 'one two three four', note: 'before' });
      const [one, two] = [await open(id), await open(id, anna)];
      await here(one).waitFor();
      await two.getByRole('button', { name: /^Also in this entry/ }).waitFor();
      const box = one.getByLabel(label);
      await box.press('End');
      // At once: typing that pauses is undone in parts.
      await one.keyboard.insertText(' five');
      await saved(one);
      // In another field, and in other words of the same one.
      await two.getByLabel('Note').fill('by Anna');
      await saved(two);
      await expect.poll(() => one.getByLabel('Note').inputValue()).toBe('by Anna');
      await expect.poll(() => two.getByLabel(label).inputValue()).toBe('one two three four five');
      await two.getByLabel(label).fill('ONE two three four five');
      await saved(two);
      await expect.poll(() => box.inputValue()).toBe('ONE two three four five');
      await box.press('Control+z');
      await expect.poll(() => box.inputValue()).toBe('ONE two three four');
      await expect.poll(() => one.getByLabel('Note').inputValue()).toBe('by Anna');
      await box.press('Control+Shift+z');
      await expect.poll(() => box.inputValue()).toBe('ONE two three four five');
      await box.press('Control+z');
      await saved(one);
      expect((await project.entry(id)).values.en).toMatchObject({ [key]: 'ONE two three four', note: 'by Anna' });
      await one.context().close();
      await two.context().close();
    },
  );
});
