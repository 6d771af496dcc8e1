import type { Locator, Page, Route } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture, undoOf } from '../support/browser.ts';
import { choose, offered, pickDay } from '../support/controls.ts';
import { field, hasBrowser, openAs, things, useProject } from '../support/project.ts';

const COLUMNS = 'columns=field.topic,field.rank,field.teaser,field.done,field.day,field.later';

describe.skipIf(!hasBrowser)('changing a field in the list', () => {
  const project = useProject({
    collections: [
      things(
        field('topic', { type: 'select', options: ['news', 'guide'].map((value) => ({ value, label: value })) }),
        field('rank', { type: 'integer', max: 10 }),
        field('teaser', { type: 'text', localized: true }),
        field('done', { type: 'boolean' }),
        field('day', { type: 'date' }),
        field('code', { type: 'text', unique: true }),
        field('cover', { type: 'asset' }),
        field('tags', { type: 'multiselect', options: ['a', 'b'].map((value) => ({ value, label: value })) }),
        field('later', {
          type: 'text',
          show_if: [{ field: 'topic', equals: 'guide' }],
        }),
        field('address', { type: 'slug', localized: true, source: 'teaser' }),
        field('see', { type: 'reference', collections: ['pages'] }),
      ),
    ],
    path: '/entries',
  });
  let ids: readonly string[] = [];
  let run = 0;

  beforeEach(async () => {
    run += 1;
    const create = (name: string, more: object = {}) =>
      project.create('things', { en: { name: `${name} ${run}`, topic: 'news', ...more } });
    ids = [
      await create('One', { rank: 1 }),
      await create('Two', { rank: 2 }),
      await create('Three', { topic: 'guide' }),
    ];
  });
  afterEach(() => {
    expect(project.admin.problems).toEqual([]);
  });

  const valuesOf = (key: string, locale = 'en') =>
    Promise.all(ids.map(async (id) => (await project.entry(id)).values[locale]?.[key]));
  const openList = async (page: Page = project.page): Promise<Page> => {
    await page.goto(project.url(`/entries?collection=things&q=${run}&sort=created&${COLUMNS}`));
    await page.getByRole('link', { name: `Three ${run}` }).waitFor();
    return page;
  };
  const select = async (page: Page): Promise<void> => {
    for (const box of await page.getByRole('checkbox', { name: /^Select “/ }).all()) {
      await box.click();
      await expect.poll(() => box.isChecked()).toBe(true);
    }
  };
  const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: `${name} ${run}` });

  it('changes many drafts after it has said what it does, and undoes that', async () => {
    const page = await openList();
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change a field of 3 entries' });
    const choice = dialog.getByLabel('Field', { exact: true });
    await expect
      .poll(() => offered(choice))
      .toEqual([
        ...['Choose a field', 'Name', 'Topic', 'Rank', 'Teaser', 'Done', 'Day', 'Cover', 'Tags', 'Later', 'See'],
      ]);
    await choose(choice, 'Topic');
    expect(await dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled()).toBe(true);
    await choose(dialog.getByLabel('Topic'), 'guide');
    await dialog.getByRole('heading', { name: '2 entries change' }).waitFor();
    await dialog.getByRole('heading', { name: '1 entry stays as it is' }).waitFor();
    await dialog.getByText('Has this value already').waitFor();
    await picture(page, 'field-change');
    await expectAccessible(page, 'changing a field');
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
    await undoOf(page, '2 drafts are changed.').waitFor();
    expect(await valuesOf('topic')).toEqual(['guide', 'guide', 'guide']);
    expect((await project.entry(ids[0] ?? '')).status).toBe('draft');
    await row(page, 'One').getByText('guide').waitFor();
    // Someone goes on with one of them meanwhile.
    await project.write(ids[0] ?? '', { name: `One ${run} since` });
    await undoOf(page, '2 drafts are changed.').click();
    await page.getByText('2 changes are undone.').waitFor();
    expect(await valuesOf('topic')).toEqual(['news', 'news', 'guide']);
    expect((await project.entry(ids[0] ?? '')).title).toBe(`One ${run} since`);
  });

  it('leaves alone what someone else changed since, when it is undone', { tags: ['full'] }, async () => {
    const page = await openList();
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Field', { exact: true }), 'Rank');
    await dialog.getByLabel('Rank').fill('7');
    await dialog.getByRole('button', { name: 'Change 3 entries' }).click();
    await undoOf(page, '3 drafts are changed.').waitFor();
    await project.write(ids[1] ?? '', { rank: 9 });
    await undoOf(page, '3 drafts are changed.').click();
    await page.getByText('1 entry was not changed').waitFor();
    await page.getByText('2 changes are undone.').waitFor();
    expect(await valuesOf('rank')).toEqual([1, 9, undefined]);
  });

  it('changes a language of those that have it, and lists those that are refused', { tags: ['full'] }, async () => {
    const [one = '', two = '', three = ''] = ids;
    for (const id of [one, two]) {
      await project.api('PATCH', `/entries/${id}/draft`, { base_version: 1, values: { de: { name: 'Deutsch' } } });
    }
    const reading = new Set<object>();
    const isOfList = (request: { url(): string }) => request.url().includes('entries.list');
    project.page.on('request', (request) => isOfList(request) && reading.add(request));
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      project.page.on(end as 'requestfinished', (request) => void reading.delete(request));
    }
    const page = await openList();
    await select(page);
    // The list shows an older state: a change has been made since. Readings under way end first.
    await page.route('**/trpc/*entries.list*', (route) => route.abort());
    await expect.poll(() => reading.size).toBe(0);
    await project.api('DELETE', `/entries/${three}`);
    await project.api('PATCH', `/entries/${two}/draft`, { base_version: 2, values: { de: { teaser: 'since' } } });
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Field', { exact: true }), 'Teaser');
    await dialog.getByRole('checkbox', { name: 'German' }).check();
    await dialog.getByLabel('Teaser').fill('Neu');
    await dialog.getByRole('heading', { name: "2 entries can't be changed" }).waitFor();
    await dialog.getByText('The entry was changed in the meantime').waitFor();
    await picture(page, 'field-change-refused');
    await dialog.getByRole('button', { name: 'Change 1 entry' }).click();
    await undoOf(page, '1 draft is changed.').waitFor();
    await page.unroute('**/trpc/*entries.list*');
    expect(await valuesOf('teaser', 'de')).toEqual(['Neu', 'since', undefined]);
    expect(await valuesOf('teaser')).toEqual(['Neu', undefined, undefined]);
  });

  it('takes no value that could not be published, and empties a field only when that is said', {
    tags: ['full'],
  }, async () => {
    const page = await openList();
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Field', { exact: true }), 'Rank');
    await dialog.getByLabel('Rank').fill('11');
    await dialog.getByRole('button', { name: 'Change 3 entries' }).click();
    await dialog.getByText(/at most 10/).waitFor();
    expect(await valuesOf('rank')).toEqual([1, 2, undefined]);
    await dialog.getByLabel('Rank').fill('');
    await dialog.getByRole('button', { name: 'Change', exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Empty the field' }).check();
    await dialog.getByRole('button', { name: 'Change 2 entries' }).click();
    await undoOf(page, '2 drafts are changed.').waitFor();
    expect(await valuesOf('rank')).toEqual([undefined, undefined, undefined]);
  });

  it('takes entries, files and several choices as the editor does', { tags: ['full'] }, async () => {
    const page = await openList();
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change a field of 3 entries' });
    const choice = dialog.getByLabel('Field', { exact: true });
    await choose(choice, 'Cover');
    await dialog.getByRole('group', { name: 'Cover' }).getByRole('button').first().waitFor();
    await picture(page, 'field-change-asset');
    await choose(choice, 'Tags');
    await dialog.getByRole('checkbox', { name: 'b', exact: true }).check();
    await dialog.getByRole('button', { name: 'Change 3 entries' }).waitFor();
    await choose(choice, 'See');
    await dialog.getByRole('button', { name: 'Choose an entry' }).click();
    await page.getByRole('dialog', { name: 'Choose an entry' }).getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Change 3 entries' }).waitFor();
    await picture(page, 'field-change-reference');
    await dialog.getByRole('button', { name: 'Change 3 entries' }).click();
    await undoOf(page, '3 drafts are changed.').waitFor();
    const [first, ...others] = await valuesOf('see');
    expect([first, others]).toEqual([expect.stringMatching(/^ent_/), [first, first]]);
  });

  it('edits a cell with the keyboard, and undoes that', { tags: ['full'] }, async () => {
    const page = await openList();
    const button = row(page, 'One').getByRole('button', { name: `Edit Rank of “One ${run}”` });
    await button.focus();
    await picture(page, 'cell-focused');
    await page.keyboard.press('Enter');
    const rank = page.getByRole('textbox', { name: 'Rank' });
    await rank.waitFor();
    await expect.poll(() => rank.inputValue()).toBe('1');
    await picture(page, 'cell-edited');
    await expectAccessible(page, 'editing a cell');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await undoOf(page, '“Rank” is saved as a draft.').waitFor();
    await rank.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await row(page, 'One').getByRole('cell', { name: '5', exact: false }).first().waitFor();
    expect(await valuesOf('rank')).toEqual([5, 2, undefined]);
    await undoOf(page, '“Rank” is saved as a draft.').click();
    await page.getByText('“Rank” is as it was before.').waitFor();
    expect(await valuesOf('rank')).toEqual([1, 2, undefined]);
  });

  const edit = async (what: string, name = 'One'): Promise<void> => {
    await row(project.page, name)
      .getByRole('button', { name: `Edit ${what} of` })
      .focus();
    await project.page.keyboard.press('Enter');
  };

  it('undoes what a save made besides, and nothing that someone else wrote', { tags: ['full'] }, async () => {
    const page = await openList();
    await edit('Teaser');
    await page.getByRole('textbox', { name: 'Teaser' }).fill('A teaser');
    await page.keyboard.press('Enter');
    await undoOf(page, '“Teaser” is saved as a draft.').waitFor();
    expect(await valuesOf('address')).toEqual(['a-teaser', undefined, undefined]);
    await undoOf(page, '“Teaser” is saved as a draft.').click();
    await page.getByText('“Teaser” is as it was before.').waitFor();
    expect(await valuesOf('address')).toEqual([undefined, undefined, undefined]);

    await edit('Rank');
    await page.getByRole('textbox', { name: 'Rank' }).fill('5');
    await project.write(ids[0] ?? '', { rank: 5 });
    await page.keyboard.press('Enter');
    await page.getByText('“Rank” is saved as a draft.').waitFor();
    expect(await undoOf(page, '“Rank” is saved as a draft.').count()).toBe(0);
  });

  it('keeps what is typed in a row that is out of sight, and saves it when the row leaves the list', {
    tags: ['full'],
  }, async () => {
    for (let n = 0; n < 50; n += 1) await project.create('things', { en: { name: `More ${run}` } });
    const page = await openList();
    await edit('Rank');
    const rank = page.getByRole('textbox', { name: 'Rank' });
    await rank.fill('9');
    await page.mouse.wheel(0, 20_000);
    await page.locator('[data-index="50"]').waitFor();
    await expect.poll(() => rank.inputValue()).toBe('9');
    await page.mouse.wheel(0, -20_000);
    await row(page, 'One').waitFor();
    await project.write(ids[0] ?? '', { name: 'Elsewhere' });
    await page.getByText('“Rank” is saved as a draft.').waitFor();
    const { values } = await project.entry(ids[0] ?? '');
    expect(values.en).toMatchObject({ name: 'Elsewhere', rank: 9 });
  });

  it('leaves the focus where one has gone meanwhile', { tags: ['full'] }, async () => {
    const page = await openList();
    const search = page.getByRole('searchbox');
    /** Whether the focus is there, two frames after the page has heard of an answer. */
    const isThere = () =>
      search.evaluate(async (one) => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        return one === document.activeElement;
      });
    /** Holds up a request. @returns a function that lets the request go on */
    const hold = async (path: string | RegExp): Promise<() => void> => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const wait = async (route: Route): Promise<void> => {
        await released;
        await route.continue();
      };
      await page.route(path, wait, { times: 1 });
      return () => release();
    };
    const path = /\/trpc\/[^?]*entries\.get\b/;
    const read = await hold(path);
    const answer = page.waitForResponse(path);
    await edit('Rank');
    await page.locator('[data-edited]').waitFor();
    await search.focus();
    await page.locator('[data-edited]').waitFor({ state: 'detached' });
    read();
    await (await answer).finished();
    expect(await isThere()).toBe(true);

    await edit('Rank');
    const rank = page.getByRole('textbox', { name: 'Rank' });
    await rank.fill('6');
    const saved = await hold('**/trpc/entries.patchDraft*');
    await rank.press('Enter');
    await search.focus();
    saved();
    await undoOf(page, '“Rank” is saved as a draft.').waitFor();
    await rank.waitFor({ state: 'detached' });
    expect(await isThere()).toBe(true);
  });

  it('edits no field that an entry hides, and says that many may hide it', { tags: ['full'] }, async () => {
    const page = await openList();
    await edit('Later');
    await page.getByText("“Later” can't be edited here").waitFor();
    await page.locator('[data-edited]').waitFor({ state: 'detached' });
    await edit('Later', 'Three');
    await page.getByRole('textbox', { name: 'Later' }).waitFor();
    await page.keyboard.press('Escape');
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    await choose(page.getByRole('dialog').getByLabel('Field', { exact: true }), 'Later');
    await page.getByText("in entries that don't show this field now").waitFor();
    await picture(page, 'field-change-hidden');
  });

  it('shows its pencils on a tablet', { tags: ['full'] }, async () => {
    const options = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true } as const;
    const { page, problems } = await openAs(project.owner, `/projects/${project.id}`, options);
    await openList(page);
    const pencil = row(page, 'One').getByRole('button', { name: 'Edit Rank of' });
    const look = await pencil.evaluate((one) => [getComputedStyle(one).opacity, one.getBoundingClientRect().height]);
    expect(look).toEqual(['1', 40]);
    await picture(page, 'cells-tablet');
    await expectAccessible(page, 'cells on a tablet');
    expect(problems).toEqual([]);
  });

  it('edits titles, choices, switches and days, and gives up with Escape', { tags: ['full'] }, async () => {
    const page = await openList();
    // F2 in a row edits its title.
    await page.getByRole('link', { name: `Two ${run}` }).focus();
    await page.keyboard.press('F2');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill(`Second ${run}`);
    // And again at once, while what was read for it is still known.
    for (let again = 0; again < 3; again++) {
      await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('F2')]);
      await expect.poll(() => name.inputValue()).toBe(`Two ${run}`);
    }
    await name.fill(`Second ${run}`);
    await name.press('Enter');
    await page.getByRole('link', { name: `Second ${run}` }).waitFor();
    expect((await project.entry(ids[1] ?? '')).title).toBe(`Second ${run}`);

    const pencil = (what: string) => row(page, 'One').getByRole('button', { name: `Edit ${what} of` });
    await pencil('Topic').focus();
    await page.keyboard.press('F2');
    const topic = row(page, 'One').getByRole('combobox');
    await choose(topic, 'guide');
    // Letters choose options, and select no row.
    await topic.press('x');
    await topic.press('Enter');
    await topic.waitFor({ state: 'detached' });
    await pencil('Done').focus();
    await page.keyboard.press('Enter');
    await row(page, 'One').getByRole('switch').press('Space');
    await row(page, 'One').getByRole('switch').press('Enter');
    await row(page, 'One').getByRole('switch').waitFor({ state: 'detached' });
    await pencil('Day').focus();
    await page.keyboard.press('Enter');
    const day = row(page, 'One').getByLabel('Day', { exact: true });
    await pickDay(day, '2026-05-04');
    // Leaving it saves.
    await page.getByRole('searchbox').focus();
    await undoOf(page, '“Day” is saved as a draft.').waitFor();
    const { values } = await project.entry(ids[0] ?? '');
    expect(values.en).toMatchObject({ topic: 'guide', done: true, day: '2026-05-04' });
    expect(await page.getByRole('toolbar', { name: /selected/ }).count()).toBe(0);
  });

  it('says at the cell what is wrong, and keeps what was typed', { tags: ['full'] }, async () => {
    const page = await openList();
    await row(page, 'One').getByRole('button', { name: 'Edit Rank of' }).focus();
    await page.keyboard.press('Enter');
    const rank = page.getByRole('textbox', { name: 'Rank' });
    await rank.fill('11');
    await rank.press('Enter');
    await row(page, 'One')
      .getByText(/at most 10/)
      .waitFor();
    await expect.poll(() => rank.inputValue()).toBe('11');
    await picture(page, 'cell-refused');
    await expectAccessible(page, 'a refused cell');
    // A value that someone else has just written isn't overwritten.
    await project.write(ids[0] ?? '', { rank: 3 });
    await rank.fill('4');
    await rank.press('Enter');
    await row(page, 'One').getByText('The entry was changed in the meantime').waitFor();
    expect([await rank.inputValue(), (await valuesOf('rank'))[0]]).toEqual(['4', 3]);
    await rank.press('Escape');
    await row(page, 'One').getByText('3', { exact: true }).waitFor();

    // A value that can't be sent now can be sent again.
    await page.keyboard.press('Enter');
    await rank.fill('6');
    await page.route('**/trpc/entries.patchDraft*', (route) => route.abort());
    await rank.press('Enter');
    await row(page, 'One')
      .getByText(/^The server can't be reached/)
      .waitFor();
    await page.unroute('**/trpc/entries.patchDraft*');
    await rank.press('Enter');
    await rank.waitFor({ state: 'detached' });
    expect((await valuesOf('rank'))[0]).toBe(6);
  });

  it('edits a cell at a second click; a single one opens the entry', { tags: ['full'] }, async () => {
    // A clock of its own, which no other test sees.
    const { page, context, problems } = await project.open('/entries');
    await page.clock.install();
    await openList(page);
    await row(page, 'One').getByRole('button', { name: 'Edit Topic' }).waitFor({ state: 'attached' });
    const cell = row(page, 'One').getByText('news', { exact: true });
    // The second click comes in time, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 60_000);
    // The link of the row lies over it.
    await cell.dblclick({ force: true });
    await page.clock.resume();
    await row(page, 'One').getByRole('combobox').waitFor();
    await page.keyboard.press('Escape');
    await cell.waitFor();
    await cell.click({ force: true });
    await page.waitForURL(`**/entries/${ids[0]}`);
    await context.close();
    expect(problems).toEqual([]);
  });

  it('is for those who may write the entry', { tags: ['full'] }, async () => {
    const author = await project.member('Author', 'author');
    const { page, problems } = await openAs(author, `/projects/${project.id}`);
    await openList(page);
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0);
    await select(page);
    await page.getByRole('button', { name: 'Change a field…' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Field', { exact: true }), 'Topic');
    await choose(dialog.getByLabel('Topic'), 'guide');
    await dialog.getByRole('heading', { name: "2 entries can't be changed" }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Change', exact: true }).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });

  it('fits a phone, in German and dark', { tags: ['full'] }, async () => {
    const options = {
      colorScheme: 'dark',
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    } as const;
    const { page, context, problems } = await openAs(project.owner, `/projects/${project.id}`, options);
    await context.addCookies([{ name: 'stele-language', value: 'de', url: project.urls.admin }]);
    await openList(page);
    await page
      .getByRole('checkbox', { name: /^„.+“ auswählen$/ })
      .first()
      .check();
    await picture(page, 'selection-phone');
    await page.getByRole('button', { name: 'Alle angezeigten auswählen' }).click();
    await page.getByRole('button', { name: 'Feld ändern …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ein Feld von 3 Einträgen ändern' });
    await choose(dialog.getByLabel('Feld', { exact: true }), 'Done');
    await dialog.getByRole('switch', { name: 'Done' }).click();
    await dialog.getByRole('heading', { name: '3 Einträge ändern sich' }).waitFor();
    await picture(page, 'field-change-phone');
    await expectAccessible(page, 'changing a field on a phone');
    await dialog.getByRole('button', { name: '3 Einträge ändern' }).click();
    await page.getByText('3 Entwürfe sind geändert.').waitFor();
    expect(await valuesOf('done')).toEqual([true, true, true]);
    expect(problems).toEqual([]);
  });
});
