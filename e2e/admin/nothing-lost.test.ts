import type { Page } from '@playwright/test';
import { gate } from '@stele/testing/gate';
import { describe, expect, it } from 'vitest';
import { follow, messageArea, picture, saved, undoOf } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { field, hasBrowser, things, useProject, type Values } from '../support/project.ts';

const THINGS = things(
  field('story', { type: 'textarea', localized: true }),
  field('see', { type: 'reference', collections: ['things'], localized: false }),
  field('parts', {
    type: 'blocks',
    localized: true,
    types: [{ key: 'quote', label: 'Quote', fields: [field('words', { type: 'text' })] }],
  }),
);

describe.skipIf(!hasBrowser)('what is typed', () => {
  const project = useProject({ collections: [THINGS] });
  const make = (values: Readonly<Record<string, Values>>) => project.create('posts', values);
  const stored = async (id: string) => (await project.entry(id)).values;
  const open = async (id: string): Promise<Page> => (await project.open(`/entries/${id}`)).page;

  it('by two people in different fields is merged, and in the same field is asked about', {
    tags: ['full'],
  }, async () => {
    const id = await make({ en: { title: 'Together', slug: 'written-by-hand', summary: 'both' } });
    const [one, two] = [await open(id), await open(id)];
    await one.getByLabel('Title').fill('Together, by one');
    await two.getByLabel('Summary').fill('by two');
    await Promise.all([saved(one), saved(two)]);
    expect((await stored(id)).en).toMatchObject({ title: 'Together, by one', summary: 'by two' });

    // Both type before either can see what the other does.
    const release = await holdSaves(two);
    await two.getByLabel('Title').fill('By two');
    await two.locator('[data-save-state="saving"]').waitFor();
    await one.getByLabel('Title').fill('By one');
    await saved(one);
    release();
    await two.getByRole('dialog', { name: 'Someone else changed this too' }).waitFor();
    await picture(two, 'conflict');
    expect((await stored(id)).en?.title).toBe('By one');
    await two
      .getByRole('dialog')
      .getByRole('radio', { name: /^Your other tab/ })
      .waitFor();
    await two.getByRole('radio', { name: /Yours/ }).check();
    await two.getByRole('button', { name: 'Save my choice' }).click();
    await saved(two);
    expect((await stored(id)).en?.title).toBe('By two');
    await one.context().close();
    await two.context().close();
  });

  it('by two people in one field is merged by block; what both changed is asked for, and the history keeps both', {
    tags: ['full'],
  }, async () => {
    const quote = (key: string, words: string): Values => ({ _type: 'quote', _key: key, words });
    const story = (weir: string): string => `The river runs past the ${weir} weir.`;
    const first = { name: 'Both', story: story('old'), parts: [quote('a', 'One'), quote('b', 'Two')] };
    const id = await project.create('things', { en: first });
    const page = await open(id);
    const release = await holdSaves(page);
    await page.getByRole('button', { name: /^Quote 1/ }).click();
    await page.getByLabel('Words').fill('One, mine');
    await page.getByLabel('Story').fill(story('broken'));
    await page.locator('[data-save-state="saving"]').waitFor();
    await project.write(id, { parts: [quote('a', 'One'), quote('b', 'Two, theirs')], story: story('new') });
    release();

    const dialog = page.getByRole('dialog', { name: 'Someone else changed this too' });
    await dialog.waitFor();
    await picture(page, 'conflict-of-words');
    await dialog.getByRole('group', { name: 'Story, English' }).waitFor();
    await expect.poll(() => dialog.getByRole('group').count()).toBe(1);
    await dialog.getByRole('radio', { name: 'Another text' }).check();
    await dialog.getByRole('textbox', { name: 'Another text' }).fill(story('newly broken'));
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await saved(page);
    expect((await stored(id)).en).toEqual({
      name: 'Both',
      story: story('newly broken'),
      parts: [quote('a', 'One, mine'), quote('b', 'Two, theirs')],
    });
    const versions = await project.api<{ data: { version: number }[] }>('GET', `/entries/${id}/versions`);
    const stories = await Promise.all(
      versions.data.map(async ({ version }) => {
        const one = await project.api<{ values: { en?: Values } }>('GET', `/entries/${id}/versions/${version}`);
        return one.values.en?.story;
      }),
    );
    expect(stories).toEqual(expect.arrayContaining([story('broken'), story('new')]));

    // A discarded draft is listed apart from automatic saves, and can be restored.
    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    const byHand = history.getByRole('button', { name: /^Edited by hand/ });
    await byHand.nth(1).click();
    await choose(history.getByLabel('Compare with'), 'Current draft');
    await history.locator('del', { hasText: 'newly' }).waitFor();
    await picture(page, 'history-given-up');
    await history.getByRole('button', { name: /^Restore this field ?: Story$/ }).click();
    await expect.poll(async () => (await stored(id)).en?.story).toBe(story('broken'));
    await page.context().close();
  });

  it('while a question comes up goes where it is typed, and the question waits', { tags: ['full'] }, async () => {
    const id = await project.create('things', { en: { name: 'Both', story: 'The river runs.' } });
    const page = await open(id);
    const story = page.getByLabel('Story');
    const release = await holdSaves(page);
    await story.press('End');
    await story.pressSequentially(' Mine');
    await page.locator('[data-save-state="saving"]').waitFor();
    await project.write(id, { story: 'The river runs. Theirs.' });
    release();
    const words = Array.from({ length: 20 }, (_, n) => ` w${n}`).join('');
    await page.keyboard.type(words, { delay: 50 });
    await page.getByRole('button', { name: 'Choose a version' }).waitFor();
    await expect.poll(() => story.inputValue()).toBe(`The river runs. Mine${words}`);
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this too' });
    await dialog.waitFor();
    // Typing on after a pause neither answers nor closes it.
    await page.keyboard.type(' a b');
    await dialog.getByRole('radio', { name: /Yours/ }).check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await saved(page);
    expect((await stored(id)).en?.story).toBe(`The river runs. Mine${words}`);
    await page.context().close();
  });

  it('is in the history save by save, and comes back from there by field, by language or as a whole', {
    tags: ['full'],
  }, async () => {
    const id = await project.create('things', { en: { name: 'One', story: 'First' }, de: { name: 'Eins' } });
    for (const [base, text] of ['Second', 'Third', 'Fourth'].entries()) {
      const draft = { base_version: base + 1, values: { en: { story: text } }, autosave: true };
      await project.api('PATCH', `/entries/${id}/draft`, draft);
    }
    await project.api('PATCH', `/entries/${id}/draft`, { base_version: 4, values: { de: { name: 'Zwei' } } });
    const page = await open(id);
    const openHistory = () => page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await openHistory();
    // The newest version stands beside the one before.
    await history.locator('ins', { hasText: 'Zwei' }).waitFor();
    await history.locator('del', { hasText: 'Eins' }).waitFor();
    await history.getByRole('button', { name: 'Each save 2–4' }).click();
    await history.getByRole('button', { name: /^Edited 2–4/ }).click();
    await history.locator('ins', { hasText: 'Fourth' }).waitFor();
    await history.locator('del', { hasText: 'First' }).waitFor();
    await history.getByRole('list', { name: 'Each save' }).getByRole('button').last().click();
    await history.locator('ins', { hasText: 'Second' }).waitFor();
    await history.getByRole('button', { name: 'Restore…' }).click();
    await history.locator('del', { hasText: 'Fourth' }).waitFor();
    await choose(history.getByLabel('Compare with'), 'Version 3');
    await history.locator('del', { hasText: 'Third' }).waitFor();
    await picture(page, 'history-each-save');
    await choose(history.getByLabel('Compare with'), 'Current draft');
    await history.getByRole('button', { name: /^Restore this field ?: Story$/ }).click();
    await page.getByText('“Story” is as in version 2 again.').waitFor();
    await expect.poll(async () => (await stored(id)).en?.story).toBe('Second');
    await history.getByRole('button', { name: /^Edited by hand 6/ }).waitFor();
    expect((await stored(id)).de?.name).toBe('Zwei');
    await page.keyboard.press('Escape');
    await undoOf(page, 'is as in version 2 again.').click();
    await expect.poll(async () => (await stored(id)).en?.story).toBe('Fourth');

    const restoreFirst = async (button: string): Promise<void> => {
      await history.getByRole('button', { name: /^Created/ }).click();
      await history.getByRole('button', { name: button, exact: true }).click();
      await history.waitFor({ state: 'hidden' });
    };
    await openHistory();
    // The next steps use the answers alone: the page's own reads are held back.
    const reading = gate();
    await page.route(/trpc\/[^?]*entries\.get\b/, async (route) => {
      await reading.begin();
      await route.continue();
    });
    await restoreFirst('Restore English');
    const values = async () => {
      const { en, de } = await stored(id);
      return [en?.story, de?.name];
    };
    expect(await values()).toEqual(['First', 'Zwei']);
    await undoOf(page, 'English is as in version 1 again.').click();
    await page.getByText('The draft is as it was.').waitFor();
    expect(await values()).toEqual(['Fourth', 'Zwei']);
    await openHistory();
    await restoreFirst('Restore all languages');
    expect(await values()).toEqual(['First', 'Eins']);
    reading.goOn();
    await page.context().close();
  });

  it('by someone else appears, word by word, and leaves the caret where it is', { tags: ['full'] }, async () => {
    const id = await project.create('things', { en: { name: 'Both', story: 'One two three four five.' } });
    const page = await open(id);
    const story = page.getByLabel('Story');
    await story.focus();
    await story.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 7));
    await project.write(id, { story: 'Zero, and one two three four five.' });
    await expect.poll(() => story.inputValue()).toBe('Zero, and one two three four five.');
    expect(await story.evaluate((box: HTMLTextAreaElement) => box.selectionStart)).toBe(17);

    const release = await holdSaves(page);
    await page.keyboard.type('s, mine');
    await page.locator('[data-save-state="saving"]').waitFor();
    await project.write(id, { story: 'Zero, and one two three four five, theirs.' });
    release();
    await saved(page);
    const both = 'Zero, and one twos, mine three four five, theirs.';
    expect((await stored(id)).en?.story).toBe(both);
    await expect.poll(() => story.inputValue()).toBe(both);
    await page.context().close();
  });

  it('with an input method is composed to its end while someone else changes the same text', async () => {
    const id = await project.create('things', { en: { name: 'Both', story: 'One two.\nThree four.' } });
    const page = await open(id);
    const input = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    const story = page.getByLabel('Story');
    await story.click();
    await page.keyboard.press('Control+End');
    for (const text of ['お', 'おお', 'おおさ']) await compose(text);
    await expect.poll(async () => (await stored(id)).en?.story).toBe('One two.\nThree four.おおさ');
    await project.write(id, { name: 'Ours', story: 'Zero, one two.\nThree four.おおさ' });
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Ours');
    expect(await story.inputValue()).toBe('One two.\nThree four.おおさ');
    for (const text of ['おおさか', '大阪']) await compose(text);
    await input.send('Input.insertText', { text: '大阪' });
    const both = 'Zero, one two.\nThree four.大阪';
    await expect.poll(() => story.inputValue()).toBe(both);
    await page.keyboard.type('!');
    await expect.poll(async () => (await stored(id)).en?.story).toBe(`${both}!`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => story.inputValue()).toMatch(/^Zero, one two\.\nThree four\./);
    await page.context().close();
  });

  it('in a page that lost its network as soon as it was opened stays there, whatever cannot be loaded', {
    tags: ['full'],
  }, async () => {
    const id = await project.create('things', { en: { name: 'Cut off' } });
    const page = await open(id);
    const name = page.getByLabel('Name');
    await name.waitFor();
    await page.context().setOffline(true);
    await name.press('End');
    await page.keyboard.type(' at once');
    await page.getByRole('alert').filter({ hasText: 'You are offline.' }).waitFor();
    const choose = page.getByRole('group', { name: 'See' }).getByRole('button', { name: 'Choose an entry' });
    await choose.click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await name.press('End');
    await page.keyboard.type(', and typed on');
    await page.locator('[data-save-state="offline"]').waitFor();
    await expect.poll(() => name.inputValue()).toBe('Cut off at once, and typed on');
    await page.context().setOffline(false);
    await saved(page);
    expect((await stored(id)).en?.name).toBe('Cut off at once, and typed on');
    // A slow browser may still have been loading what was asked for: online again, that opens over the form.
    const picker = page.getByPlaceholder('Search Things');
    const menu = page.getByRole('menu');
    const openPicker = async (): Promise<boolean> => {
      if (await menu.isVisible()) await page.keyboard.press('Escape');
      else if (await choose.isVisible()) await choose.click();
      return picker.isVisible();
    };
    await expect.poll(openPicker).toBe(true);
    await page.context().close();
  });

  it('while the browser is offline is kept, survives a crash of the page, and is saved later', async () => {
    const id = await make({ en: { title: 'Offline' } });
    const page = await open(id);
    const field = page.getByLabel('Title');
    await field.press('End');
    await field.pressSequentially(' and');
    await messageArea(page).waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await field.pressSequentially(' typed on');
    await page.locator('[data-save-state="offline"]').waitFor();
    await picture(page, 'offline');
    // The code for publishing isn't loaded yet. A failure to load it must not remove the form.
    await page.keyboard.press('Control+Enter');
    await page.getByText('This could not be opened').waitFor();
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByText('That could not be done').waitFor();
    await expect.poll(() => field.inputValue()).toBe('Offline and typed on');
    await page.context().setOffline(false);
    await saved(page);
    await more.click();
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    expect((await stored(id)).en?.title).toBe('Offline and typed on');

    const context = page.context();
    let isAway = true;
    await context.route('**/trpc/entries.patchDraft**', (route) => (isAway ? route.abort() : route.continue()));
    await field.fill('Typed just before the crash');
    await page.locator('[data-save-state="offline"]').waitFor();
    // The tab crashes without running its handlers, so this call is never answered.
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    isAway = false;
    const again = await context.newPage();
    await again.goto(project.url(`/entries/${id}`));
    await again.getByText('What you typed before this page was closed is back.').waitFor();
    await saved(again);
    expect((await stored(id)).en?.title).toBe('Typed just before the crash');
    await context.close();
  });

  it('over a network with 400 ms each way is saved while typing goes on, and published whole', {
    tags: ['full'],
  }, async () => {
    const id = await make({ en: { title: 'Slow' } });
    const page = await open(id);
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const rates = { downloadThroughput: 100_000, uploadThroughput: 100_000 };
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...rates });
    const words = Array.from({ length: 30 }, (_, n) => `w${n}`).join(' ');
    await page.getByLabel('Title').fill('');
    await page.getByLabel('Title').pressSequentially(words, { delay: 15 });
    // Publishing is requested while saves are still running.
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish English' }).click();
    await page.getByText('Live in English.').waitFor();
    expect((await stored(id)).en?.title).toBe(words);
    await page.getByLabel('Summary').fill('left at once');
    await follow(page.getByRole('link', { name: 'History' }), 'Live and history');
    await expect.poll(async () => (await stored(id)).en?.summary).toBe('left at once');
    await page.context().close();
  });
});

/** Holds a page's saves back. @returns lets them go */
async function holdSaves(page: Page): Promise<() => void> {
  const { begin, goOn } = gate();
  await page.context().route('**/trpc/entries.patchDraft**', async (route) => {
    await begin();
    await route.continue();
  });
  return goOn;
}
