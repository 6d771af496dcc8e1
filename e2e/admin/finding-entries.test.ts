import type { Locator, Page } from '@playwright/test';
import { gate } from '@stele/testing/gate';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture, saved, widthAndRoom } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { filterBy, openFilters } from '../support/list-filters.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const REFERS = { type: 'reference', collections: ['people'] };
const PEOPLE = {
  key: 'people',
  label: 'People',
  title_field: 'name',
  fields: [field('name', { type: 'text', localized: false }), field('boss', { ...REFERS, localized: false })],
};
const THINGS = {
  ...things(
    field('kind', {
      type: 'select',
      localized: false,
      options: [
        { value: 'tool', label: 'Tool' },
        { value: 'toy', label: 'Toy' },
      ],
    }),
    field('count', { type: 'integer', localized: false }),
    field('day', { type: 'date', localized: false }),
    field('owner', { ...REFERS, localized: false }),
    field('others', { ...REFERS, type: 'references', localized: false }),
  ),
  order: { field: 'day', direction: 'desc' },
};
const MANY = 140;

describe.skipIf(!hasBrowser)('entries are found', () => {
  const project = useProject({ collections: [PEOPLE, THINGS], path: '/entries' });
  let haddad = '';

  beforeAll(async () => {
    const boss = await project.create('people', { en: { name: 'Ada Lovelace' } });
    haddad = await project.create('people', { en: { name: 'Omar Haddad', boss } });
    for (let number = 0; number < MANY; number++) {
      const name = `Thing ${String(number).padStart(3, '0')}`;
      const day = `2026-09-${String(1 + (number % 30)).padStart(2, '0')}`;
      const kind = number % 2 === 0 ? 'tool' : 'toy';
      const shared = { kind, day, count: number, ...(number < 7 && { owner: haddad }) };
      await project.create('things', {
        en: { name, ...shared },
        ...(number % 10 === 0 && { de: { name: `Ding ${number}`, ...shared } }),
      });
    }
  });

  const people = async (): Promise<string[]> => {
    const { data } = await project.api<{ data: { title: string }[] }>('GET', '/entries?collection=people&sort=title');
    return data.map(({ title }) => title);
  };
  const titles = (page: Page): Promise<string[]> => page.locator('[data-entry-link]').allTextContents();
  const open = async (query: string): Promise<Page> => {
    await project.goTo(`/entries?collection=things${query}`);
    await project.page.locator('[data-entry-link]').first().waitFor();
    return project.page;
  };

  it('in the reference picker: Enter takes the first hit, in spite of a typing mistake, and creates nothing', async () => {
    const { page } = project;
    const id = await project.edit();
    const owner = page.getByRole('group', { name: 'Owner' });
    await owner.getByRole('button', { name: 'Choose an entry' }).click();
    const search = page.getByPlaceholder('Search People');
    // Typed faster than the search answers.
    await search.fill('hadad');
    await search.press('Enter');
    await owner.getByRole('button', { name: 'Omar Haddad', exact: true }).waitFor();
    expect((await project.stored(id)).owner).toBe(haddad);
    const others = page.getByRole('group', { name: 'Others' });
    await others.getByRole('button', { name: 'Add entries' }).click();
    await search.fill('no such name');
    await page.getByText('No entry found.').waitFor();
    await search.press('Enter');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(0);
    await picture(page, 'picker-nothing-found');
    await search.fill('');
    await page.getByRole('option', { name: /Ada Lovelace/ }).click();
    await page.getByText('1 chosen').waitFor();
    await page.getByRole('option', { name: /Omar Haddad/ }).click();
    await page.getByText('2 chosen').waitFor();
    await picture(page, 'picker-several');
    await page.getByRole('option', { name: /Ada Lovelace/ }).click();
    await page.getByText('1 chosen').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await others.getByRole('button', { name: 'Omar Haddad', exact: true }).waitFor();
    expect((await project.stored(id)).others).toEqual([haddad]);
    expect(await people()).toEqual(['Ada Lovelace', 'Omar Haddad']);
    await others.getByRole('button', { name: 'Add entries' }).click();
    await search.fill('Grace Hopper');
    await page.getByText('No entry found.').waitFor();
    await search.press('ArrowDown');
    await page.getByRole('option', { name: 'Create “Grace Hopper” in People', selected: true }).waitFor();
    await search.press('Enter');
    // The new entry opens over the form.
    const panel = page.getByRole('dialog');
    await expect.poll(() => panel.getByLabel('Name').inputValue()).toBe('Grace Hopper');
    await panel.getByRole('button', { name: 'Close' }).click();
    await others.getByRole('button', { name: 'Grace Hopper', exact: true }).waitFor();
    // The focus stays in the field: on the button that opened the panel, beside what was removed, on what was chosen.
    const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
    const grace = others.getByRole('button', { name: 'Open here: Grace Hopper' });
    await grace.click();
    await expect.poll(() => panel.getByLabel('Name').inputValue()).toBe('Grace Hopper');
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(grace)).toBe(true);
    await others.getByRole('button', { name: 'Remove Grace Hopper' }).click();
    await expect.poll(() => hasFocus(others.getByRole('button', { name: 'Add entries' }))).toBe(true);
    await owner.getByRole('button', { name: 'Remove Omar Haddad' }).click();
    const choose = owner.getByRole('button', { name: 'Choose an entry' });
    await expect.poll(() => hasFocus(choose)).toBe(true);
    await choose.click();
    await page.getByRole('option', { name: /Ada Lovelace/ }).click();
    await expect.poll(() => hasFocus(owner.getByRole('listitem').first())).toBe(true);
    await expect.poll(people).toContain('Grace Hopper');
    await saved(page);
    await project.api('DELETE', `/entries/${id}`);
  });

  it('in a list that shows what tells them apart, sorted by a heading, and in the order of before by another click', async () => {
    const page = await open('');
    const heading = (name: string) => page.getByRole('columnheader', { name });
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual([...['Name', 'Kind', 'Day', 'Owner', 'Languages', 'Edited']]);
    await expect.poll(() => heading('Day').getAttribute('aria-sort')).toBe('descending');
    expect(await heading('Kind').getAttribute('aria-sort')).toBeNull();
    await heading('Day').getByRole('button').click();
    await page.waitForURL('**sort=-order**');
    await expect.poll(() => heading('Day').getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(async () => (await titles(page))[0]).toBe('Thing 120');
    await heading('Name').getByRole('button').click();
    await page.waitForURL('**sort=title**');
    await heading('Name').getByRole('button').click();
    await page.waitForURL('**sort=-title**');
    await expect.poll(async () => (await titles(page))[0]).toBe('Thing 139');
    expect(await page.getByText(/ent_0/).count()).toBe(0);
    await picture(page, 'list-usual-columns');
    const cut = await page
      .locator('[role=cell] time, [role=cell] span.truncate')
      .evaluateAll(
        (all) => all.filter((one) => /2026$/.test(one.textContent ?? '') && one.scrollWidth > one.clientWidth).length,
      );
    expect(cut).toBe(0);
  });

  it('by the titles of what they refer to, and a row says which', async () => {
    const page = await open('');
    await page.getByLabel('Search entries').fill('haddad');
    await page.getByText(`7 of ${MANY} entries`).waitFor();
    const reasons = page.locator('[data-index]').getByText('Owner: Omar Haddad', { exact: true });
    await expect.poll(() => reasons.count()).toBe(7);
    await expectAccessible(page, 'list with reasons');
    await picture(page, 'list-found-by');
    await page.getByLabel('Search entries').fill('thing 003');
    await expect.poll(() => titles(page)).toEqual(['Thing 003']);
    expect(await reasons.count()).toBe(0);
  });

  it('cuts no text that has room in its column, and names who edited each entry', { tags: ['full'] }, async () => {
    const page = await open('');
    const edited = page.locator('[data-index="0"] [data-field-cell]').last();
    await edited.getByText('Demo: admin').waitFor();
    const cut = (): Promise<string[]> =>
      page.locator('[role=cell] *').evaluateAll((all) =>
        all
          .filter((one) => one.childElementCount === 0 && one.scrollWidth > one.clientWidth + 1)
          .filter((one) => one.clientWidth > 1 && getComputedStyle(one).overflowX !== 'visible')
          .map((one) => one.textContent ?? ''),
      );
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(cut).toEqual([]);
      const {
        bottom,
        right,
        in: within,
      } = await edited.evaluate((cell) => {
        const row = cell.closest('[data-index]')?.getBoundingClientRect();
        const { bottom, right } = cell.getBoundingClientRect();
        return { bottom, right, in: { bottom: row?.bottom ?? 0, right: row?.right ?? 0 } };
      });
      expect(bottom).toBeLessThanOrEqual(within.bottom);
      expect(right).toBeLessThanOrEqual(within.right);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('by their fields: as chips, in the address, with the number of those that fit', async () => {
    const page = await open('');
    await page.getByText(`${MANY} entries`).waitFor();
    const menu = await openFilters(page);
    const box = menu.getByRole('combobox');
    await expectAccessible(page, 'menu of filters');
    await picture(page, 'list-filter-menu');
    // By keys alone: to the values of a filter and back, and to a value of all of them.
    await page.keyboard.type('kin');
    await page.keyboard.press('Enter');
    await menu.getByRole('option', { name: 'Tool' }).waitFor();
    await page.keyboard.press('Backspace');
    await menu.getByRole('option', { name: 'Status' }).waitFor();
    await page.keyboard.type('toy');
    await menu.getByRole('option', { name: 'Kind is Toy' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(`${MANY / 2} of ${MANY} entries`).waitFor();
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('list-filter');
    await page.keyboard.press('Enter');
    await box.fill('owner is haddad');
    await menu.getByRole('option', { name: 'Owner is Omar Haddad' }).click();
    await page.getByText(`3 of ${MANY} entries`).waitFor();
    await openFilters(page);
    await menu.getByRole('option', { name: 'Count' }).click();
    await choose(menu.getByLabel('Comparison'), 'from');
    await menu.getByLabel('Value').fill('3');
    await picture(page, 'list-filter-form');
    await menu.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`2 of ${MANY} entries`).waitFor();
    await expect.poll(() => titles(page)).toEqual(['Thing 005', 'Thing 003']);
    await picture(page, 'list-field-filters');
    await page.reload();
    await page.getByText(`2 of ${MANY} entries`).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe(`kind:is:toy,owner:is:${haddad},count:gte:3`);
    // A chip is changed by its text, and taken away by its button or Backspace.
    await page.getByRole('button', { name: 'Kind is Toy' }).click();
    await menu.getByRole('option', { name: 'Toy' }).getByText('Chosen').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Kind is Toy' }).press('Enter');
    await menu.getByRole('option', { name: 'Tool' }).click();
    await page.waitForURL((url) => url.searchParams.get('filter')?.startsWith('kind:is:tool,') === true);
    await page.getByRole('button', { name: 'Remove the filter by Owner' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('list-filter');
    await page.getByRole('button', { name: /^Count/ }).press('Backspace');
    await page.getByText(`${MANY / 2} of ${MANY} entries`).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('kind:is:tool');
  });

  it('on a phone by one button with the number of filters, above the first entry', async () => {
    const { page } = await project.open('/entries?collection=things&filter=kind:is:toy', {
      viewport: { width: 360, height: 740 },
    });
    const first = await page.locator('[data-entry-link]').first().boundingBox();
    expect(first?.y).toBeLessThan(400);
    await page.getByRole('button', { name: 'Filter (1)', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Filter' });
    await menu.getByRole('button', { name: 'Kind is Toy' }).waitFor();
    await expectAccessible(page, 'filters on a phone');
    await picture(page, 'list-filter-menu-360');
    await menu.getByRole('option', { name: 'Status' }).click();
    await menu.getByRole('option', { name: 'Draft' }).click();
    await page.getByRole('button', { name: 'Filter (2)', exact: true }).click();
    await menu.getByRole('button', { name: 'Remove the filter by Kind' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('placeholder'));
    await expect.poll(focused).toBe('Filter by…');
    await page.getByRole('button', { name: 'Filter (1)', exact: true }).waitFor();
    await page.waitForURL((url) => url.searchParams.get('status') === 'draft' && !url.searchParams.has('filter'));
    await page.context().close();
  });

  it('by fields of what they refer to, over several references', { tags: ['full'] }, async () => {
    const page = await open('');
    const form = await openFilters(page);
    await form.getByRole('option', { name: 'Owner' }).click();
    await form.getByRole('option', { name: 'Field of Owner' }).click();
    await form.getByRole('button', { name: 'Choose an entry' }).waitFor();
    await choose(form.getByLabel('Field of Owner'), 'Boss');
    await choose(form.getByLabel('Field of Boss'), 'Name');
    await form.getByLabel('Value').fill('love');
    await expectAccessible(page, 'filter by references');
    await picture(page, 'list-filter-references');
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(`7 of ${MANY} entries`).waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe('owner.boss.name:contains:love');
    await picture(page, 'list-filtered-by-references');
    // The filter is changed from its chip, and can be about the entry itself again.
    await page.getByRole('button', { name: /^Owner › Boss › Name/ }).click();
    await expect.poll(() => chosen(form.getByLabel('Field of Boss'))).toBe('name');
    await choose(form.getByLabel('Field of Owner'), 'The entry itself');
    await choose(form.getByLabel('Comparison'), 'is filled in');
    expect(await form.getByLabel('Field of Boss').count()).toBe(0);
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/filter=owner%3Afilled|filter=owner:filled/);
    await page.getByText(`7 of ${MANY} entries`).waitFor();
  });

  it('by who created and who edited them, also in a view that is kept', async () => {
    const berta = await project.member('Berta');
    const entries = `/projects/${project.id}/entries`;
    const make = (name: string) =>
      project.as<{ id: string }>(berta, 'POST', entries, { collection_key: 'things', values: { en: { name } } });
    const ids = [(await make('Of Berta')).id, (await make('Handed over by Berta')).id];
    await project.write(ids[1] ?? '', { count: 900 });
    const page = await open('');
    const all = `of ${MANY + 2} entries`;
    await filterBy(page, 'Created by Berta');
    await page.getByText(`2 ${all}`).waitFor();
    await page.getByRole('button', { name: 'Created by Berta', exact: true }).waitFor();
    const menu = await openFilters(page);
    await menu.getByRole('combobox').fill('edited by ber');
    await menu.getByRole('option', { name: 'Edited by Berta', exact: true }).click();
    await page.getByText(`1 ${all}`).waitFor();
    expect(await titles(page)).toEqual(['Of Berta']);
    await expectAccessible(page, 'list of what a person wrote');
    await picture(page, 'list-by-author');
    const views = page.getByRole('button', { name: 'Views', exact: true });
    const tops = [page.getByRole('searchbox', { name: 'Search' }), views].map(
      async (one) => (await one.boundingBox())?.y,
    );
    // Two filters leave the list's tools in one line.
    expect(new Set(await Promise.all(tops)).size).toBe(1);
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('By Berta alone');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The view “By Berta alone” was saved.').waitFor();
    await open('');
    await views.click();
    await page.getByRole('menuitem', { name: 'By Berta alone', exact: true }).click();
    await page.getByText(`1 ${all}`).waitFor();
    await page.getByRole('button', { name: 'Remove the filter by Edited by' }).click();
    await page.getByText(`2 ${all}`).waitFor();
    for (const id of ids) await project.api('DELETE', `/entries/${id}`);
    expect(project.admin.problems).toEqual([]);
  });

  it('in the language that is filtered by, and open in it', { tags: ['full'] }, async () => {
    const page = await open('&locale=de');
    await page.getByRole('link', { name: 'Ding 120' }).waitFor();
    await page.getByText(`14 of ${MANY} entries`).waitFor();
    await expect
      .poll(async () => (await titles(page)).map((title) => title.slice(0, 5)))
      .toEqual(Array(14).fill('Ding '));
    await follow(page.getByRole('link', { name: 'Ding 120' }), 'Thing 120');
    await page.waitForURL('**locale=de');
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ding 120');
  });

  it('where they were: a list that is returned to is as far down as it was left', { tags: ['full'] }, async () => {
    for (const way of ['back', 'link'] as const) {
      const page = await open('');
      const far = 3600;
      // Scrolling loads more.
      const scroll = (): Promise<number> =>
        page.evaluate((top) => {
          window.scrollTo({ top });
          return window.scrollY;
        }, far);
      await expect.poll(scroll).toBe(far);
      const heading = await page.getByRole('columnheader', { name: 'Name' }).boundingBox();
      expect(heading?.y).toBeLessThan(50);
      await picture(page, 'list-sticky-headings');
      // In the middle of the window: a click on a row at its edge would scroll.
      const link = page.locator('[data-index="82"] [data-entry-link]');
      const name = (await link.textContent()) ?? '';
      await link.click();
      await page.getByRole('heading', { name }).waitFor();
      if (way === 'back') await page.goBack();
      else await follow(page.getByRole('link', { name: 'Back to Things' }), 'Things');
      await page.getByRole('link', { name }).waitFor();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(far);
    }
  });

  it('in rows that stay where they are when their number arrives', { tags: ['full'] }, async () => {
    const { page } = await project.open('/settings', {}, await project.member('Ingrid'));
    const counts = gate();
    await page.route(/entries\.count/, async (route) => {
      await counts.begin();
      await route.continue();
    });
    await page.goto(project.url('/entries?collection=things&sort=title'));
    const row = page.getByRole('row').filter({ hasText: 'Thing 005' });
    await row.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await row.boundingBox();
    counts.goOn();
    await page.getByText('140 entries', { exact: true }).waitFor();
    const views = page.getByRole('group', { name: 'View' });
    await views.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    // The switch may have loaded before the rows were measured, so its room is checked, too.
    const heights = [views, page.getByRole('button', { name: 'Columns' })].map(
      async (one) => (await one.boundingBox())?.height,
    );
    expect(await Promise.all(heights)).toEqual([36, 36]);
    expect(await widthAndRoom(views)).toEqual([78, 78]);
    await page.context().close();
  });

  it('and selected as a range, while no row moves', { tags: ['full'] }, async () => {
    const page = await open('&sort=title');
    const row = page.getByRole('row').filter({ hasText: 'Thing 005' });
    // Measured once everything is drawn, including fonts.
    await page.getByText('140 entries', { exact: true }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    const before = await row.boundingBox();
    await page.getByRole('checkbox', { name: 'Select “Thing 002”' }).click();
    await page.getByText('1 selected').waitFor();
    expect(await row.boundingBox()).toEqual(before);
    await page.getByRole('checkbox', { name: 'Select “Thing 006”' }).click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.getByRole('link', { name: 'Thing 008' }).click({ modifiers: ['Shift'] });
    await page.getByText('7 selected').waitFor();
    await picture(page, 'list-selected');
    expect(await row.boundingBox()).toEqual(before);
  });
});
