import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { type Login, picture, undoOf, widthAndRoom } from '../support/browser.ts';
import { choose, pickDay } from '../support/controls.ts';
import { filterBy } from '../support/list-filters.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = {
  ...things(field('day', { type: 'date' }), field('at', { type: 'datetime' })),
  workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
};
const BOARD = '/entries?collection=things&view=board';
const CALENDAR = '/entries?collection=things&view=calendar&month=2026-03';

/** The outline of a place, which is solid while it takes what is dragged over it. */
const outlineOf = (place: Locator): Promise<string> => place.evaluate((one) => getComputedStyle(one).outlineStyle);

/** Presses the mouse on an element. @returns where */
async function grasp(page: Page, element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return { x, y };
}

/** Drags an element onto a place with the mouse. @param name of a screenshot that is taken before the drop */
async function drag(page: Page, from: Locator, to: Locator, name?: string): Promise<void> {
  const end = await to.boundingBox();
  if (!end) throw new Error('nowhere to drag');
  await grasp(page, from);
  await page.mouse.move(end.x + end.width / 2, end.y + 60, { steps: 12 });
  await expect.poll(() => outlineOf(to)).toBe('solid');
  if (name) await picture(page, name);
  await page.mouse.up();
}

/** Drags a card out of its column onto one that refuses it and says why, past the tops of those between, which may take it. */
async function dragInVain(page: Page, from: Locator, own: Locator, to: Locator, why: string): Promise<void> {
  const end = await to.boundingBox();
  if (!end) throw new Error('nowhere to drag');
  const { x, y } = await grasp(page, from);
  await page.mouse.move(x, y - 10);
  await expect.poll(() => outlineOf(own)).toBe('solid');
  await page.mouse.move(x, end.y - 10);
  await page.mouse.move(end.x + end.width / 2, end.y - 10);
  await page.mouse.move(end.x + end.width / 2, end.y + 60);
  await to.getByText(why).waitFor();
  const card = page.locator('.cursor-grabbing');
  await expect.poll(async () => ((await card.boundingBox())?.y ?? 0) > end.y).toBe(true);
  await expect.poll(() => outlineOf(own)).toBe('none');
  await page.mouse.up();
}

describe.skipIf(!hasBrowser)('entries that are no table', () => {
  const project = useProject({ collections: [THINGS] });
  let anna: Login;
  let paul: Login;
  const ids: Record<string, string> = {};
  const make = async (name: string, values: object = {}) => {
    ids[name] = await project.create('things', { en: { name, ...values } });
  };
  const review = (name: string, change: object) =>
    project.asOwner('PATCH', `/projects/${project.id}/entries/${ids[name]}/review`, change);
  const stateOf = async (name: string) =>
    (await project.api<{ review: { state: string } | null }>('GET', `/entries/${ids[name]}`)).review?.state;
  const valuesOf = async (name: string) => (await project.entry(ids[name] ?? '')).values.en;

  beforeAll(async () => {
    anna = await project.member('Anna', 'author');
    paul = await project.member('Paul', 'publisher');
    await make('Bats', { day: '2026-03-10' });
    await make('Cats', { day: '2026-03-10', at: '2026-03-10T20:00:00Z' });
    await make('Dogs', { day: '2026-03-31' });
    await make('Eels', { day: '2026-05-01' });
    await review('Dogs', { state: 'review', base_version: 1, due_on: '2026-03-05', note: 'Count the tails.' });
  });

  describe('but a board', () => {
    const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
    const card = (page: Page, state: string, title: string) =>
      column(page, state).getByRole('link', { name: title, exact: true });

    it('have cards, which are moved by drag and by keyboard, to states to which one may move them', async () => {
      const { page, problems } = await project.open('/entries?collection=things', {}, paul);
      await page.getByRole('button', { name: 'Board' }).click();
      expect(await widthAndRoom(page.getByRole('group', { name: 'View' }))).toEqual([114, 114]);
      await page.waitForURL(/view=board/);
      await card(page, 'Draft', 'Bats').waitFor();
      await card(page, 'In review', 'Dogs').waitFor();
      await column(page, 'In review').locator('q').getByText('Count the tails.').waitFor();
      await column(page, 'Draft').getByText('3 entries').waitFor({ state: 'attached' });
      await picture(page, 'board');
      await expectAccessible(page, 'board');

      await drag(page, card(page, 'Draft', 'Bats'), column(page, 'In review'), 'board-dragging');
      await card(page, 'In review', 'Bats').waitFor();
      await page.getByText('Asked for review.').waitFor();
      expect(await stateOf('Bats')).toBe('review');
      await column(page, 'In review').getByText('2 entries').waitFor({ state: 'attached' });
      await column(page, 'Draft').getByText('2 entries').waitFor({ state: 'attached' });

      await column(page, 'In review').getByRole('button', { name: 'More for “Bats”' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Approve' }).waitFor();
      await page.getByRole('menuitem', { name: 'Take back' }).press('Enter');
      await card(page, 'Draft', 'Bats').waitFor();
      await expect.poll(() => stateOf('Bats')).toBe('draft');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Bats');
      expect(problems).toEqual([]);

      await make('Frogs');
      const { page: author } = await project.open(BOARD, {}, anna);
      // An author moves entries of their own: this one is another's.
      await card(author, 'Draft', 'Frogs').waitFor();
      expect(await author.getByRole('button', { name: /^More for/ }).count()).toBe(0);
    });

    it('say where one may not move them, and go back with the reason where the server refuses', {
      tags: ['full'],
    }, async () => {
      const { page } = await project.open(BOARD);
      await page.getByRole('button', { name: 'New entry' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Goats');
      await page.locator('[data-save-state="saved"]').waitFor();
      ids.Goats = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.goto(project.url(BOARD));
      await card(page, 'Draft', 'Goats').waitFor();
      const [draft, approved] = [column(page, 'Draft'), column(page, 'Approved')];
      await dragInVain(page, card(page, 'Draft', 'Goats'), draft, approved, 'Someone else has to approve it');
      await page.getByText('“Goats” stays where it was.').waitFor({ state: 'attached' });
      await expect.poll(() => approved.getByText('Someone else').count()).toBe(0);
      await card(page, 'Draft', 'Goats').waitFor();

      await page.route('**/trpc/entries.updateReview*', async (route) => {
        await project.write(ids.Goats ?? '', { name: 'Goats, counted' });
        await route.continue();
      });
      await drag(page, card(page, 'Draft', 'Goats'), column(page, 'In review'));
      await page.getByText('Not moved.').waitFor();
      await page.getByText('The entry was changed in the meantime.').waitFor();
      await card(page, 'Draft', 'Goats, counted').waitFor();
      expect(await column(page, 'In review').getByRole('link', { name: /Goats/ }).count()).toBe(0);
      expect(await stateOf('Goats')).toBeUndefined();
      await page.unroute('**/trpc/entries.updateReview*');
    });

    it('follow the filters, come page by page, and are saved as a view', { tags: ['full'] }, async () => {
      for (let n = 1; n <= 26; n++) await make(`Herring ${n}`);
      const { page } = await project.open(BOARD);
      await page.getByRole('searchbox').fill('herring');
      await page.waitForURL(/q=herring/);
      await column(page, 'Draft').getByText('26 entries').waitFor({ state: 'attached' });
      await column(page, 'In review').getByText('No entries').waitFor();
      const cards = column(page, 'Draft').getByRole('link');
      await expect.poll(() => cards.count()).toBe(25);
      await column(page, 'Draft').getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => cards.count()).toBe(26);
      await filterBy(page, 'Status is In review');
      await column(page, 'Draft').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save this view' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Herrings in review');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('The view “Herrings in review” was saved.').waitFor();
      await page.goto(project.url('/entries?collection=things'));
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Herrings in review' }).click();
      await page.waitForURL(/view=board/);
      await column(page, 'In review').getByText('No entries').waitFor();
    });

    it.each(['light', 'dark'] as const)('fit a phone, in German: %s', { tags: ['full'] }, async (colorScheme) => {
      const options = { locale: 'de-DE', colorScheme, viewport: { width: 390, height: 844 } };
      const { page, problems } = await project.open(BOARD, options, paul);
      await card(page, 'In Prüfung', 'Dogs').waitFor();
      await page.getByRole('button', { name: 'Board', exact: true }).waitFor();
      await picture(page, `board-phone-${colorScheme}`);
      await expectAccessible(page, `board on a phone, ${colorScheme}`);
      await page.getByRole('button', { name: /„Dogs“/ }).click();
      await page.getByRole('menuitem', { name: 'Freigeben' }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });
  });

  describe('but a calendar', () => {
    const day = (page: Page, iso: string) => page.locator(`[data-day="${iso}"]`);
    const on = (page: Page, iso: string, title: string) => day(page, iso).getByRole('link', { name: title });

    it('have days, and are moved to others by drag and by keyboard, with an Undo', async () => {
      const { page, problems } = await project.open('/entries?collection=things', {}, paul);
      await page.getByRole('button', { name: 'Calendar' }).click();
      await page.waitForURL(/view=calendar/);
      await page.goto(project.url(CALENDAR));
      await page.getByRole('heading', { name: 'March 2026', exact: true }).waitFor();
      await on(page, '2026-03-10', 'Bats').waitFor();
      await on(page, '2026-03-31', 'Dogs').waitFor();
      await picture(page, 'calendar');
      await expectAccessible(page, 'calendar');

      // A publisher doesn't write what others wrote.
      expect(await page.getByRole('button', { name: 'More for “Bats”' }).count()).toBe(0);
      const { page: own } = await project.open(CALENDAR);
      await on(own, '2026-03-10', 'Bats').waitFor();
      await drag(own, on(own, '2026-03-10', 'Bats'), day(own, '2026-03-12'), 'calendar-dragging');
      await on(own, '2026-03-12', 'Bats').waitFor();
      await own.getByText('“Bats” was moved to 12 March 2026.').waitFor();
      // A message under the mouse doesn't disappear automatically.
      await undoOf(own, '“Bats” was moved to').hover();
      expect((await valuesOf('Bats'))?.day).toBe('2026-03-12');
      // The other page follows, also when there is a new entry.
      await on(page, '2026-03-12', 'Bats').waitFor();
      await make('Geese', { day: '2026-03-24' });
      await on(page, '2026-03-24', 'Geese').waitFor();
      await undoOf(own, '“Bats” was moved to').click();
      await on(own, '2026-03-10', 'Bats').waitFor();
      await expect.poll(async () => (await valuesOf('Bats'))?.day).toBe('2026-03-10');

      const dialog = own.getByRole('dialog', { name: 'Move to another day' });
      const ask = async (to: string): Promise<void> => {
        await own.getByRole('button', { name: 'More for “Bats”' }).focus();
        await own.keyboard.press('Enter');
        await own.getByRole('menuitem', { name: /^Move to another day/ }).press('Enter');
        await pickDay(dialog.getByLabel('Day', { exact: true }), to);
      };
      await ask('2026-03-14');
      await expectAccessible(own, 'day of a calendar');
      await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await own.getByText('“Bats” was moved to 14 March 2026.').waitFor();
      await expect
        .poll(() => on(own, '2026-03-14', 'Bats').evaluate((one) => one.contains(document.activeElement)))
        .toBe(true);
      await ask('2026-05-02');
      await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await own.getByText('“Bats” was moved to 2 May 2026.').waitFor();
      await on(own, '2026-03-14', 'Bats').waitFor({ state: 'detached' });
      await own.getByRole('button', { name: 'Next month' }).click();
      await own.waitForURL(/month=2026-04/);
      await own.getByRole('button', { name: 'Next month' }).click();
      await on(own, '2026-05-02', 'Bats').waitFor();
      await own.getByRole('button', { name: 'Previous month' }).click();
      await own.getByRole('heading', { name: 'April 2026', exact: true }).waitFor();
      await own.getByRole('button', { name: 'Today' }).click();
      await own.waitForURL((url) => !url.searchParams.has('month'));
      expect(problems).toEqual([]);
    });

    it('show what all languages share also of entries in another language only', { tags: ['full'] }, async () => {
      const id = await project.create('things', { de: { name: 'Nur deutsch', day: '2026-03-20' } });
      const { page } = await project.open(CALENDAR);
      await on(page, '2026-03-20', 'Nur deutsch').waitFor();
      await page.getByRole('button', { name: 'More for “Nur deutsch”' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: /^Move to another day/ }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Move to another day' });
      await pickDay(dialog.getByLabel('Day', { exact: true }), '2026-03-21');
      await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await on(page, '2026-03-21', 'Nur deutsch').waitFor();
      await page.getByText('“Nur deutsch” was moved to 21 March 2026.').waitFor();
      expect((await project.entry(id)).values).toEqual({ de: { name: 'Nur deutsch', day: '2026-03-21' } });
      await project.api('DELETE', `/entries/${id}`);
    });

    it('keep the time of day where the browser is, and can be of due dates', { tags: ['full'] }, async () => {
      const { page } = await project.open(`${CALENDAR}&by=field.at`, { timezoneId: 'Pacific/Auckland' });
      await on(page, '2026-03-11', '09:00 Cats').waitFor();
      await drag(page, on(page, '2026-03-11', 'Cats'), day(page, '2026-03-13'));
      await page.getByText('“Cats” was moved to 13 March 2026.').waitFor();
      expect((await valuesOf('Cats'))?.at).toBe('2026-03-12T20:00:00.000Z');
      await choose(page.getByLabel('Date from'), 'Due date');
      await page.waitForURL(/by=due/);
      await on(page, '2026-03-05', 'Dogs').waitFor();
      await drag(page, on(page, '2026-03-05', 'Dogs'), day(page, '2026-03-06'));
      await page.getByText('“Dogs” was moved to 6 March 2026.').waitFor();
      const { review: now } = await project.api<{ review: { due_on: string } }>('GET', `/entries/${ids.Dogs}`);
      expect(now.due_on).toBe('2026-03-06');
      await page.getByRole('searchbox').fill('bats');
      await on(page, '2026-03-06', 'Dogs').waitFor({ state: 'detached' });
      await page.getByText('No entries in this month.').waitFor();
    });

    it.each(['light', 'dark'] as const)(
      'are a list by day on a phone, in German: %s',
      { tags: ['full'] },
      async (colorScheme) => {
        const options = { locale: 'de-DE', colorScheme, viewport: { width: 390, height: 844 } };
        const { page, problems } = await project.open(CALENDAR, options);
        await page.getByRole('heading', { name: 'März 2026', exact: true }).waitFor();
        await page.getByRole('heading', { name: '31. März 2026' }).waitFor();
        await on(page, '2026-03-31', 'Dogs').waitFor();
        expect(await day(page, '2026-03-02').isVisible()).toBe(false);
        await picture(page, `calendar-phone-${colorScheme}`);
        await expectAccessible(page, `calendar on a phone, ${colorScheme}`);
        expect(problems).toEqual([]);
        await page.context().close();
      },
    );

    it.each(['board', 'calendar'])('is dark, too: %s', { tags: ['full'] }, async (view) => {
      const { page } = await project.open(view === 'board' ? BOARD : CALENDAR, { colorScheme: 'dark' });
      await page.getByRole('link', { name: 'Dogs' }).waitFor();
      await picture(page, `${view}-dark`);
      await expectAccessible(page, `${view}, dark`);
    });

    it('is offered where there are days, and a board where there is a workflow', { tags: ['full'] }, async () => {
      const { page } = await project.open('/entries?collection=posts&view=board');
      await page.getByRole('table').waitFor();
      await page.getByRole('button', { name: 'Calendar' }).waitFor();
      expect(await page.getByRole('button', { name: 'Board' }).count()).toBe(0);
    });
  });
});
