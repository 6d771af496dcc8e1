import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { moveRow, picture, undoOf } from '../support/browser.ts';
import { choose, chosen } from '../support/controls.ts';
import { type Entry, field, hasBrowser, openAs, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('lists of entries', () => {
  const see = field('see', { type: 'reference', collections: ['pages'] });
  const project = useProject({ collections: [things(see)], path: '/entries' });
  const titles: string[] = [];
  beforeAll(async () => {
    for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) await project.create('pages', { en: { title } });
    titles.push(...(await storedOrder()));
  });

  const storedOrder = async (): Promise<string[]> => {
    const list = '/entries?collection=pages&sort=position&limit=100';
    return (await project.api<{ data: Entry[] }>('GET', list)).data.map(({ title }) => title);
  };
  const shownOrder = (page: Page): Promise<string[]> => page.locator('[data-entry-link]').allTextContents();
  const open = async (query: string): Promise<Page> => {
    await project.goTo(`/entries${query}`);
    return project.page;
  };
  const handle = (page: Page, title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
  const moved = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/trpc/entries.order'));

  /** Drags a row onto another's place. */
  const drag = async (page: Page, from: string, to: string): Promise<void> => {
    const [start, end] = [await handle(page, from).boundingBox(), await handle(page, to).boundingBox()];
    if (!start || !end) throw new Error('nothing to drag');
    const place = (await shownOrder(page)).indexOf(to) + 1;
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
    await page.getByText(`${from} is at position ${place} of`).waitFor({ state: 'attached' });
    await picture(page, 'list-dragging');
    await page.mouse.up();
  };

  it('are put in order by dragging', { tags: ['full'] }, async () => {
    const page = await open('?collection=pages');
    await handle(page, 'Delta').waitFor();
    expect(await shownOrder(page)).toEqual(titles);
    const answer = moved(page);
    await drag(page, 'Delta', 'Alpha');
    expect((await answer).status()).toBe(200);
    const next = titles.filter((title) => title !== 'Delta').toSpliced(titles.indexOf('Alpha'), 0, 'Delta');
    await expect.poll(() => shownOrder(page)).toEqual(next);
    expect(await storedOrder()).toEqual(next);
    await page.reload();
    await handle(page, 'Delta').waitFor();
    expect(await shownOrder(page)).toEqual(next);
    const first = moved(page);
    await drag(page, 'Beta', next[0] ?? '');
    await first;
    await expect.poll(storedOrder).toEqual(['Beta', ...next.filter((title) => title !== 'Beta')]);
    expect(project.admin.problems).toEqual([]);
  });

  it('are put in order with the keyboard, and by no one who only reads a filtered list', {
    tags: ['full'],
  }, async () => {
    const before = await storedOrder();
    const [top = '', second = '', ...rest] = before;
    const page = await open('?collection=pages');
    const answer = moved(page);
    await moveRow(handle(page, top), top, 1, 2, before.length);
    await answer;
    await expect.poll(storedOrder).toEqual([second, top, ...rest]);
    await undoOf(page, 'The order is changed, also on the site.').click();
    await expect.poll(storedOrder).toEqual(before);
    await choose(page.getByLabel('Sort'), 'title');
    await page.waitForURL('**sort=title**');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await handle(page, 'Alpha').waitFor({ state: 'detached' });
  });

  it('goes back to the order of before when it could not be stored', { tags: ['full'] }, async () => {
    const before = await storedOrder();
    const page = await open('?collection=pages');
    await handle(page, 'Gamma').waitFor();
    await page.route('**/trpc/entries.order*', (route) => route.abort());
    await drag(page, 'Gamma', before[0] ?? '');
    await page.getByText('The order was not changed').waitFor();
    await expect.poll(() => shownOrder(page)).toEqual(before);
    expect(await storedOrder()).toEqual(before);
    await page.unroute('**/trpc/entries.order*');
  });

  it('come in the order of their collection, which can be changed and come back to', { tags: ['full'] }, async () => {
    for (const [title, date] of [
      ['Long ago', '1999-01-01'],
      ['To come', '2999-01-01'],
      ['No day', null],
    ]) {
      await project.create('posts', { en: { title, date } });
    }
    const page = await open('?collection=posts');
    await page.getByRole('link', { name: 'To come' }).waitFor();
    const own = await shownOrder(page);
    expect([own[0], ...own.slice(-2)]).toEqual(['To come', 'Long ago', 'No day']);
    const sort = page.getByLabel('Sort');
    await expect.poll(() => sort.textContent()).toBe('By Date, descending');
    await choose(sort, 'Newest first');
    await expect.poll(async () => (await shownOrder(page))[0]).toBe('No day');
    await choose(sort, 'By Date, descending');
    await expect.poll(() => shownOrder(page)).toEqual(own);
  });

  it('are not published with changes that no one saw', { tags: ['full'] }, async () => {
    const id = await project.create('pages', { en: { title: 'Seen' } });
    const page = await open('?collection=pages');
    await page.getByRole('checkbox', { name: 'Select “Seen”' }).check();
    // As if the list hadn't loaded it yet.
    await page.route('**/trpc/*entries.list*', (route) => route.abort());
    await project.write(id, { title: 'Unseen' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish 1 entry?' });
    await dialog.getByText('The entry was changed in the meantime').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
    expect((await project.entry(id)).status).toBe('draft');
    await page.unroute('**/trpc/*entries.list*');
  });

  const statesOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await project.entry(id)).locales_status));

  it('are published together in the languages that are chosen, and that is undone together', async () => {
    const ids: string[] = [];
    for (const title of ['Both one', 'Both two', 'Both live']) {
      ids.push(await project.create('pages', { en: { title }, de: { title: `${title} auf Deutsch` } }));
    }
    ids.push(await project.create('pages', { en: { title: 'Both done' } }));
    const [, , live = '', done = ''] = ids;
    await project.api('POST', `/entries/${live}/publish`, { locales: ['en', 'de'] });
    await project.api('POST', `/entries/${done}/publish`, { locales: ['en'] });
    await project.write(live, { title: 'Both live, changed' });
    const before = await statesOf(ids);
    const page = await open('?collection=pages&q=both');
    for (const title of ['Both one', 'Both two', 'Both live, changed', 'Both done']) {
      await page.getByRole('checkbox', { name: `Select “${title}”` }).check();
    }
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish 4 entries?' });
    await dialog.getByRole('heading', { name: '3 entries go live' }).waitFor();
    await dialog.getByText('1 entry stays as it is').waitFor();
    await dialog.getByText('Has nothing to publish').waitFor();
    await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(await dialog.getByLabel('German: 2 for the first time').isChecked()).toBe(false);
    await dialog.getByLabel('English: 1 entry changes').uncheck();
    await dialog.getByText('Only in languages that are not chosen').waitFor();
    await dialog.getByRole('heading', { name: '2 entries go live' }).waitFor();
    await dialog.getByLabel('English: 1 entry changes').check();
    await dialog.getByRole('heading', { name: '3 entries go live' }).waitFor();
    await picture(page, 'bulk-publish');
    await expectAccessible(page, 'bulk publish');
    expect(await statesOf(ids)).toEqual(before);
    await dialog.getByRole('button', { name: 'Publish 3 entries' }).click();
    await undoOf(page, '3 entries are live.').waitFor();
    expect((await statesOf(ids)).slice(0, 3)).toEqual([
      { en: 'published', de: 'draft' },
      { en: 'published', de: 'draft' },
      { en: 'published', de: 'published' },
    ]);
    await undoOf(page, '3 entries are live.').click();
    await page.getByText('Publishing 3 entries is undone.').waitFor();
    expect(await statesOf(ids)).toEqual(before);
  });

  it('ask before they leave the site, and name what still refers to them; drafts are deleted at once', {
    tags: ['full'],
  }, async () => {
    const long = `A page whose title is ${'very '.repeat(16)}long`;
    const leaving = await project.create('pages', { en: { title: long }, de: { title: 'Geht' } });
    const draft = await project.create('pages', { en: { title: 'A page that was never live' } });
    const referring = await project.create('things', { en: { name: 'Signpost' } });
    await project.write(referring, { see: leaving });
    await project.api('POST', `/entries/${leaving}/publish`, { locales: ['en', 'de'] });
    await project.api('POST', `/entries/${referring}/publish`, { locales: ['en'] });
    const page = await open('?collection=pages&q=page');
    const select = async (): Promise<void> => {
      for (const title of [long, 'A page that was never live']) {
        await page.getByRole('checkbox', { name: `Select “${title}”` }).check();
      }
    };
    const bar = page.getByRole('toolbar', { name: '2 selected' });
    await select();
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: '1 entry leaves the site' }).waitFor();
    await dialog.getByText('English and German').waitFor();
    await dialog.getByLabel('English').uncheck();
    await dialog.getByRole('listitem').getByText('German', { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'Signpost' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Unpublish' }).click();
    await undoOf(page, '1 entry left the site.').click();
    await expect.poll(() => statesOf([leaving])).toEqual([{ en: 'published', de: 'published' }]);

    await select();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 entries?' });
    await question.getByRole('heading', { name: '1 entry leaves the site' }).waitFor();
    await question.getByRole('heading', { name: '1 draft is deleted' }).waitFor();
    await question.getByRole('heading', { name: '1 live entry still refers to what leaves' }).waitFor();
    await question.getByRole('link', { name: 'Signpost' }).waitFor();
    await picture(page, 'bulk-delete');
    await expectAccessible(page, 'bulk delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await statesOf([leaving, draft])).toEqual([{ en: 'published', de: 'published' }, { en: 'draft' }]);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await undoOf(page, '2 entries are in the trash.').click();
    await expect.poll(() => statesOf([leaving])).toEqual([{ en: 'published', de: 'published' }]);
    await expect.poll(async () => (await project.entry(draft)).status).toBe('draft');

    await page.goto(project.url('/entries?collection=pages&q=never'));
    await page.getByRole('button', { name: 'More for “A page that was never live”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await undoOf(page, '1 entry is in the trash.').waitFor();
  });

  it.each(['light', 'dark'] as const)('ask on a phone as well, in %s', { tags: ['full'] }, async (colorScheme) => {
    const options = { colorScheme, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const phone = await openAs(project.owner, `/projects/${project.id}/entries?collection=posts`, options);
    const boxes = phone.page.getByRole('checkbox', { name: /^Select “/ });
    await boxes.first().check();
    await phone.page.getByRole('button', { name: 'Select all shown' }).click();
    await phone.page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const dialog = phone.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: /leave the site$/ }).waitFor();
    await picture(phone.page, `bulk-delete-phone-${colorScheme}`);
    await expectAccessible(phone.page, `bulk delete ${colorScheme}`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await phone.page.getByRole('toolbar').getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByRole('checkbox').first().waitFor();
    await picture(phone.page, `bulk-publish-phone-${colorScheme}`);
  });

  it('say of each that can not be published which field is in the way', { tags: ['full'] }, async () => {
    await project.create('pages', { en: { slug: 'without-a-title' } });
    const page = await open('?collection=pages&q=without');
    await page.getByRole('checkbox', { name: /^Select “/ }).check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByText('Title (English): This field is required.').waitFor();
    await picture(page, 'bulk-refused');
  });

  it.each([
    ['languages,edited', false],
    ['languages,edited,created', true],
  ])('keep titles in sight beside many columns, under headings: %s', { tags: ['full'] }, async (others, isWide) => {
    const columns = `field.slug,field.summary,field.date,${others}`;
    const page = await open(`?collection=posts&columns=${columns}`);
    const table = page.getByRole('table', { name: 'Entries' });
    await table.getByRole('link', { name: 'The heron is back at the weir' }).waitFor();
    await picture(page, `list-columns-${isWide ? 'wide' : 'fit'}`);
    const edges = (one: Locator): Promise<{ left: number; width: number }[]> =>
      one.evaluateAll((all) =>
        all.map((element) => element.getBoundingClientRect()).map(({ left, width }) => ({ left, width })),
      );
    const headings = await edges(table.getByRole('columnheader'));
    const row = table.getByRole('row').filter({ hasText: 'The heron is back at the weir' });
    const cells = (await edges(row.getByRole('cell'))).filter(({ width }) => width > 60);
    expect(cells).toEqual(headings);
    expect(headings.length).toBeGreaterThan(3);
    expect(headings[0]?.width).toBeGreaterThan(200);
    const more = page.getByRole('button', { name: 'More for “The heron is back at the weir”' });
    // Visible even before the list is scrolled sideways.
    const [button, box] = await Promise.all([more.boundingBox(), table.boundingBox()]);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
    await more.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await page.keyboard.press('Escape');
    const body = table.locator('[data-list-body]');
    const hidden = await body.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(hidden > 0).toBe(isWide);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await table.getAttribute('aria-rowcount')).toBe(
      String(1 + (await page.locator('[data-entry-link]').count())),
    );
  });

  it('fit a phone: filters say all of what they are set to, and messages lie below the navigation', {
    tags: ['full'],
  }, async () => {
    await project.create('pages', { en: { title: 'Thrown away' } });
    const { page, context, problems } = await project.open('/entries?collection=pages', {
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('link', { name: 'Thrown away' }).waitFor();
    await picture(page, 'list-filters-360');
    const cut = await page.locator('search select').evaluateAll((all) =>
      all.flatMap((element) => {
        const select = element as HTMLSelectElement;
        const copy = select.cloneNode() as HTMLSelectElement;
        copy.append(new Option(select.selectedOptions[0]?.text));
        copy.style.cssText = 'position: absolute; flex: none; width: max-content; min-width: 0';
        select.parentElement?.append(copy);
        const needed = copy.getBoundingClientRect().width;
        copy.remove();
        return needed > select.getBoundingClientRect().width ? [select.selectedOptions[0]?.text] : [];
      }),
    );
    expect(cut).toEqual([]);
    await page.getByRole('button', { name: 'More for “Thrown away”' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const toast = page.getByRole('listitem').filter({ hasText: '1 entry is in the trash.' });
    await toast.waitFor();
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await picture(page, 'toast-and-navigation-360');
    const isOver = await toast.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role=dialog]') !== null;
    });
    expect([isOver, problems]).toEqual([true, []]);
    await context.close();
  });

  it('are kept as views, which are gone to, shared, and deleted', { tags: ['full'] }, async () => {
    const page = await open('?collection=pages');
    const views = page.getByRole('button', { name: 'Views', exact: true });
    await choose(page.getByLabel('Sort'), '-title');
    await page.getByLabel('Search entries').fill('a');
    await page.waitForURL('**q=a**');
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Pages with an A');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The view “Pages with an A” was saved.').waitFor();
    const sidebar = page.getByRole('navigation', { name: 'Project' });
    const inSidebar = sidebar.getByRole('link', { name: 'Pages with an A', exact: true });
    await expect.poll(() => inSidebar.getAttribute('aria-current')).toBe('page');
    await expect.poll(() => sidebar.locator('[aria-current]').count()).toBe(1);
    const shown = await shownOrder(page);

    await page.goto(project.url('/entries'));
    await views.click();
    await page.getByRole('menuitem', { name: 'Pages with an A', exact: true }).click();
    await page.waitForURL((at) => at.searchParams.get('q') === 'a');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      collection: 'pages',
      q: 'a',
      sort: '-title',
    });
    await expect.poll(() => chosen(page.getByLabel('Sort'))).toBe('-title');
    await expect.poll(() => page.getByLabel('Search entries').inputValue()).toBe('a');
    await expect.poll(() => shownOrder(page)).toEqual(shown);

    await views.click();
    await page.getByRole('menuitem', { name: 'Delete the view “Pages with an A”' }).click();
    await page.getByText('The view “Pages with an A” was deleted.').waitFor();
    await inSidebar.waitFor({ state: 'hidden' });
    await page.reload();
    await views.click();
    await page.getByRole('menuitem', { name: 'Save this view' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Pages with an A/ }).count()).toBe(0);
  });
  it('are kept as views of one person, which others do not see', { tags: ['full'] }, async () => {
    const page = await open('?collection=pages');
    await choose(page.getByLabel('Sort'), 'title');
    await page.waitForURL('**sort=title**');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('For me');
    await dialog.getByLabel('Only for me').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const sidebar = page.getByRole('navigation', { name: 'Project' });
    await sidebar.getByRole('link', { name: /^For me ?, only yours$/ }).waitFor();
    await picture(page, 'own-view');
    await expectAccessible(page, 'a view in the sidebar');
    const anna = await project.member('Anna');
    const { page: theirs } = await project.open('/entries', {}, anna);
    await theirs.getByRole('button', { name: 'Views', exact: true }).click();
    await theirs.getByRole('menuitem', { name: 'Save this view' }).waitFor();
    expect(await theirs.getByText('For me').count()).toBe(0);
    await theirs.context().close();
    const viewer = await project.member('Vera', 'viewer');
    const { page: hers } = await project.open('/entries', {}, viewer);
    await hers.getByRole('button', { name: 'Views', exact: true }).click();
    await hers.getByRole('menuitem', { name: 'Save this view' }).click();
    await hers.getByRole('dialog', { name: 'Save this view' }).getByText('Only you see it.').waitFor();
    await hers.context().close();
  });
});
