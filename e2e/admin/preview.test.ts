import type { Frame, Locator, Page } from '@playwright/test';
import { gate } from '@stele/testing/gate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture, saved } from '../support/browser.ts';
import { choose, pickDay } from '../support/controls.ts';
import { PreviewSite } from '../support/preview-site.ts';
import { field, hasBrowser, useProject, type Values } from '../support/project.ts';

const notes = {
  key: 'notes',
  label: 'Notes',
  title_field: 'title',
  preview: '/{locale}/notes/{slug}',
  fields: [
    field('title', { type: 'text', localized: true }),
    field('slug', { type: 'slug' }),
    field('day', { type: 'date' }),
    field('body', { type: 'markdown', localized: true }),
    field('facts', { type: 'list', of: { type: 'object', fields: [field('text', { type: 'text' })] } }),
    field('sections', {
      type: 'blocks',
      types: [{ key: 'quote', fields: [field('text', { type: 'textarea' })] }],
    }),
    field('next', { type: 'reference', collections: ['notes'] }),
  ],
};

const stories = {
  key: 'stories',
  label: 'Stories',
  title_field: 'title',
  preview: [
    { when: { field: 'up', set: true }, path: '/{locale}/notes/{up*.slug}/{slug}' },
    { when: { field: 'kind', equals: 'page' }, path: '/{locale}/notes/{slug}' },
    { when: { field: 'kind', set: true }, path: '/plain/{locale}/notes/{slug}' },
  ],
  fields: [
    field('title', { type: 'text', localized: true }),
    field('slug', { type: 'slug' }),
    field('kind', { type: 'select', options: [{ value: 'page' }, { value: 'news' }] }),
    field('up', { type: 'reference', collections: ['stories'] }),
  ],
};

describe.skipIf(!hasBrowser)('the preview', () => {
  const project = useProject({ collections: [notes, stories], path: '/settings' });
  let site: PreviewSite;
  beforeAll(async () => {
    const { id: projectId, tokens, urls } = project;
    const { api, admin } = urls;
    site = new PreviewSite({ api, admin, projectId, token: tokens.read_draft, collection: 'notes' });
    await site.start();
  });
  afterAll(() => site.close());

  const sites = (...list: readonly object[]) => project.api('PATCH', '', { preview_sites: list });
  const note = (slug: string | null, values: Values = {}) =>
    project.create('notes', { en: { title: 'A heron', body: 'It *stood*.', ...(slug && { slug }), ...values } });
  const open = async (id: string, page = project.page): Promise<void> => {
    await page.goto(project.url(`/entries/${id}`));
    await page.getByLabel('Title').waitFor();
    const button = page.getByRole('button', { name: 'Live preview' });
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
  };
  const pane = (): Locator => project.page.getByRole('region', { name: 'Live preview' });
  const shown = (page = project.page) => page.frameLocator('iframe[title="Live preview"]').frameLocator('iframe');
  const frame = async (page: Page, path: string): Promise<Frame> => {
    const find = () => page.frames().find((one) => one.url() === `${site.url}${path}`);
    await expect.poll(find).toBeTruthy();
    return find() as Frame;
  };
  const answers = () => expect.poll(() => pane().locator('iframe').getAttribute('data-answer')).toBe('hello');

  it('says what it lacks: a website, a page for the collection, or a part of the address', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await note(null);
    await open(id);
    await pane().getByText('No website to preview on').waitFor();
    await picture(page, 'preview-no-site');
    await follow(pane().getByRole('link', { name: 'Add a website' }), 'Settings');
    await page.getByRole('button', { name: 'Add a website' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a website' });
    await dialog.getByLabel('Name').fill('Website');
    await dialog.getByLabel('Address').fill('ftp://example.org');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('A site has an address such as https://www.example.org').waitFor();
    await dialog.getByLabel('Address').fill(site.url);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(site.url).waitFor();
    await picture(page, 'preview-sites');
    await expectAccessible(page, 'preview sites');

    const [post] = (await project.api<{ data: { id: string }[] }>('GET', '/entries?collection=posts')).data;
    await open(post?.id ?? '');
    await pane().getByText('Posts has no pages of its own').waitFor();
    await open(id);
    await pane().getByText('Slug is empty').waitFor();
    await page.getByLabel('Slug').fill('a-heron');
    await saved(page);
    await shown().getByRole('heading', { name: 'A heron' }).waitFor();
  });

  it('is shared by a link that needs no account, until someone ends it', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('shared');
    await open(id);
    await pane().getByRole('button', { name: 'Share the preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share the preview' });
    await choose(dialog.getByLabel('Works for'), 'a week');
    await dialog.getByRole('button', { name: 'Create a link' }).click();
    const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue());
    expect([link.origin, link.pathname, link.searchParams.get('to')]).toEqual([
      site.url,
      '/api/draft',
      '/en/notes/shared',
    ]);
    const entries = dialog.getByRole('region', { name: 'Active links' }).getByRole('listitem');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual([expect.stringMatching(/^This entry by .+ends .+20\d\d/)]);
    await picture(page, 'preview-share');
    await expectAccessible(page, 'preview share');
    const read = async (): Promise<Response> => {
      const headers = { authorization: `Bearer ${link.searchParams.get('link')}` };
      return fetch(`${project.urls.api}/v1/projects/${project.id}/drafts/notes.en.json`, { headers });
    };
    const { entries: drafts } = (await (await read()).json()) as { entries: { id: string }[] };
    expect(drafts.map((one) => one.id)).toEqual([id]);
    await entries.getByRole('button', { name: 'End' }).click();
    await expect.poll(() => entries.count()).toBe(0);
    expect((await read()).status).toBe(401);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('shows a text as it is typed, without a save and without loading the page', async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('typed', { facts: [{ text: 'Grey' }] });
    await open(id);
    await answers();
    const inside = await frame(page, '/en/notes/typed');
    await inside.evaluate(() => Object.assign(window, { isSame: true }));
    await project.admin.context.setOffline(true);
    await page.getByLabel('Title').fill('Two herons');
    await shown().getByRole('heading', { name: 'Two herons' }).waitFor();
    expect((await project.entry(id)).values.en?.title).toBe('A heron');
    await project.admin.context.setOffline(false);
    await saved(page);
    await shown().getByText('Grey').click();
    await page.getByLabel('Text', { exact: true }).fill('Blue');
    await shown().getByRole('listitem').filter({ hasText: 'Blue' }).waitFor();
    await saved(page);
    expect(await inside.evaluate(() => 'isSame' in window)).toBe(true);
    await picture(page, 'preview');
    await expectAccessible(page, 'preview');
  });

  it('stays as it is when the account changes meanwhile', { tags: ['full'] }, async () => {
    await sites({ name: 'Website', url: site.url });
    const id = await note('kept', { facts: [{ text: 'Grey' }] });
    // A page in another language changes the demo owner's account, which all files share.
    const { page } = await project.open('/settings', {}, await project.member('Kaja'));
    const language = () =>
      page.evaluate(async () => (await (await fetch('/auth/get-session')).json()).user.language as string);
    await expect.poll(language).toBe('en');
    await page.evaluate(async () => {
      const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ language: 'de' })];
      await fetch('/auth/update-user', { method: 'POST', headers, body });
    });
    const held = gate();
    await page.route('**/auth/update-user', async (route) => {
      await held.begin();
      await route.continue();
    });
    const isTold = page.waitForResponse('**/auth/update-user');
    await open(id, page);
    await shown(page).getByText('Grey').waitFor();
    const inside = await frame(page, '/en/notes/kept');
    await shown(page).getByText('Grey').click();
    await page.getByLabel('Text', { exact: true }).waitFor();
    await inside.evaluate(() => Object.assign(window, { isSame: true }));
    held.goOn();
    await isTold;
    await page.getByLabel('Text', { exact: true }).fill('Blue');
    await shown(page).getByRole('listitem').filter({ hasText: 'Blue' }).waitFor();
    await saved(page);
    expect(await inside.evaluate(() => 'isSame' in window)).toBe(true);
  });

  it('loads the page again for what it shows in another form, and stays where it was scrolled to', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await note('loaded');
    await open(id);
    await answers();
    const inside = await frame(page, '/en/notes/loaded');
    await inside.evaluate(() => window.scrollTo(0, 300));
    await page.getByLabel('Body').fill('It *flew*.');
    await shown().getByText('It *flew*.').waitFor();
    await expect.poll(() => inside.evaluate(() => window.scrollY)).toBe(300);
    await pickDay(page.getByLabel('Day', { exact: true }), '2026-11-26');
    await shown().getByText('on 2026-11-26').waitFor();
  });

  it('opens the field of a text that is clicked, in rows and in other entries too', { tags: ['full'] }, async () => {
    const { page } = project;
    const next = await note('next', { title: 'The next one' });
    const id = await note('clicked', { facts: [{ text: 'Grey' }, { text: 'Tall' }], next });
    await open(id);
    await answers();
    await shown().getByText('Tall').click();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Tall');
    await shown().locator('[data-stele-focus]', { hasText: 'Tall' }).waitFor();
    await shown().getByRole('heading', { name: 'A heron' }).click();
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('A heron');
    await shown().getByText('The next one').click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('The next one');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('opens the field of a marked text that is clicked, without attributes: in blocks, lines and other entries', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: `${site.url}/marked` });
    const next = await note('marked-next', { title: 'The marked one' });
    const sections = [{ _type: 'quote', _key: 'k', text: 'It waits.' }];
    const body = 'It *stood* there.\n\nThen it flew.';
    const id = await note('marked', { facts: [{ text: 'Grey' }], sections, next, body });
    await open(id);
    await answers();
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await shown().getByText('It waits.').click();
    await expect.poll(focused).toBe('It waits.');
    await shown().locator('em[data-stele-focus]').waitFor();
    await shown().locator('article p', { hasText: 'it flew.' }).click();
    await expect.poll(focused).toBe(body);
    await shown()
      .getByText('Grey')
      .click({ position: { x: 8, y: 8 } });
    await expect.poll(focused).toBe('A heron');
    await shown().getByRole('heading', { name: 'A heron' }).hover();
    await shown().locator('h1[data-stele-hover]').waitFor();
    // A control of the website still works, though a marked text is beside it.
    await shown().getByRole('button', { name: 'Menu' }).click();
    await shown().getByRole('button', { name: 'Closed' }).waitFor();
    await page.getByLabel('Title').fill('Two herons');
    await shown().getByRole('heading', { name: 'Two herons' }).waitFor();
    await shown().locator('#line', { hasText: 'Now: Two herons' }).waitFor();
    await saved(page);
    // A click may meet the page while it's loaded again after the save.
    await expect
      .poll(async () => {
        await shown().getByRole('heading', { name: 'Two herons' }).click();
        return focused();
      })
      .toBe('Two herons');
    await shown().getByText('The marked one').click();
    await expect.poll(focused).toBe('The marked one');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('takes no marks from a text that is copied from the page or pasted', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: `${site.url}/marked` });
    const id = await note('copied', { title: 'Grey herons' });
    await open(id);
    await answers();
    const inside = await frame(page, '/marked/en/notes/copied');
    const marked = (await inside.locator('h1').textContent()) ?? '';
    expect(marked).toMatch(/^Grey herons\u200c[\ufe00-\ufe0f]+\u200c$/);
    const copied = await inside.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('h1') as Element);
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
      document.dispatchEvent(event);
      return ['text/plain', 'text/html'].map((type) => event.clipboardData?.getData(type));
    });
    expect(copied).toEqual(['Grey herons', 'Grey herons']);
    const [dragged, own] = await inside.evaluate(() => {
      const heading = document.querySelector('h1') as Element;
      const how = { bubbles: true, cancelable: true };
      const drag = new DragEvent('dragstart', { ...how, dataTransfer: new DataTransfer() });
      drag.dataTransfer?.setData('text/plain', heading.textContent ?? '');
      heading.dispatchEvent(drag);
      // A page's own change of the copied text stays.
      heading.addEventListener('copy', (event) => {
        (event as ClipboardEvent).clipboardData?.setData('text/plain', 'Its own');
        event.preventDefault();
      });
      const copy = new ClipboardEvent('copy', { ...how, clipboardData: new DataTransfer() });
      heading.dispatchEvent(copy);
      return [drag.dataTransfer?.getData('text/plain'), copy.clipboardData?.getData('text/plain')];
    });
    expect([dragged, own]).toEqual(['Grey herons', 'Its own']);
    await page.getByLabel('Title').fill(`${marked} again`);
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Grey herons again');
    expect((await project.stored(id)).title).toBe('Grey herons again');
  });

  it('opens the field of a drawing by the attribute around it, and leaves alone what acts by itself', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: `${site.url}/marked` });
    const id = await note('acting', { body: 'Heron' });
    await open(id);
    await answers();
    const inside = await frame(page, '/marked/en/notes/acting');
    await inside.evaluate((named) => {
      const title = document.querySelector('h1')?.innerHTML;
      document.querySelector('main')?.insertAdjacentHTML(
        'beforeend',
        `<figure data-stele="${named}:day@en"><button><svg width="40" height="40"><path d="M0 0h40v40H0z"/></svg></button></figure>
        <section onclick="this.dataset.clicks = event.target.id"><b>${title}</b> <span id="tab" role="tab">Tab</span> <i id="word">Word</i><div id="block">Block</div></section>`,
      );
    }, id);
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-field-path]')?.getAttribute('data-field-path'));
    await page.getByLabel('Slug').focus();
    await shown().locator('path').click();
    await expect.poll(focused).toBe('day');
    for (const own of ['tab', 'block']) {
      await shown().locator(`#${own}`).click();
      expect(await shown().locator('section').getAttribute('data-clicks')).toBe(own);
    }
    await shown().locator('#word').click();
    await expect.poll(focused).toBe('title');
    // Markdown isn't shown as it is written: the page is renewed once it's saved.
    await project.admin.context.setOffline(true);
    await page.getByLabel('Body').fill('**Heron**');
    await page.getByLabel('Title').fill('Two herons');
    await shown().getByRole('heading', { name: 'Two herons' }).waitFor();
    await expect.poll(() => shown().locator('article').textContent()).toMatch(/^Heron\u200c/);
    await project.admin.context.setOffline(false);
    await saved(page);
  });

  it('leaves no outline behind when it ends', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: `${site.url}/marked` });
    const id = await note('ended');
    await open(id);
    await answers();
    const inside = await frame(page, '/marked/en/notes/ended');
    await shown().getByRole('heading', { name: 'A heron' }).click();
    await shown().locator('h1[data-stele-focus][data-stele-hover]').waitFor();
    const left = await inside.evaluate(`import('/preview.js').then(({ connectPreview }) => {
      connectPreview({ admin: '${project.urls.admin}' }).close();
      return document.querySelectorAll('[data-stele-focus],[data-stele-hover]').length;
    })`);
    expect(left).toBe(0);
  });

  it('shows what is typed in components of React, and opens the fields of their texts', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: `${site.url}/react` });
    const sections = [{ _type: 'quote', _key: 'k', text: 'It waits.' }];
    const id = await note('react', { facts: [{ text: 'Grey' }], sections });
    await open(id);
    await answers();
    const inside = await frame(page, '/react/en/notes/react');
    await inside.evaluate(() => Object.assign(window, { isSame: true }));
    const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await shown().getByText('It waits.').click();
    await expect.poll(focused).toBe('It waits.');
    await page.getByLabel('Text', { exact: true }).last().fill('It waits no more.');
    await shown().getByRole('blockquote').filter({ hasText: 'It waits no more.' }).waitFor();
    await saved(page);
    // Marks outlive what is typed, and the renewal once that is saved.
    await shown().getByText('Grey').click();
    await expect.poll(focused).toBe('Grey');
    await shown().getByText('It waits no more.').click();
    await expect.poll(focused).toBe('It waits no more.');
    expect(await inside.evaluate(() => 'isSame' in window)).toBe(true);
  });

  it('follows the language that is edited', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.create('notes', {
      en: { title: 'A heron', slug: 'lang' },
      de: { title: 'Ein Reiher', slug: 'lang' },
    });
    await open(id);
    await shown().getByRole('heading', { name: 'A heron' }).waitFor();
    await page.getByRole('tab', { name: 'German' }).click();
    await shown().getByRole('heading', { name: 'Ein Reiher' }).waitFor();
    await page.getByLabel('Title').fill('Zwei Reiher');
    await shown().getByRole('heading', { name: 'Zwei Reiher' }).waitFor();
    await saved(page);
  });

  it('says when there is no such page, and when the website does not answer', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await note('silent');
    await sites(
      { name: 'Elsewhere', url: `${site.url}/nowhere` },
      { name: 'Closed', url: `${site.url}/closed` },
      { name: 'Plain', url: `${site.url}/plain` },
    );
    await open(id);
    await pane().getByText('The website has no such page (404).').waitFor();
    await choose(pane().getByLabel('Site'), 'Closed');
    await pane().getByText("The website doesn't allow the editor to show this page.").waitFor();
    await pane().getByText('“X-Frame-Options: DENY”').waitFor();
    await pane().getByText(`frame-ancestors ${project.urls.admin}`).waitFor();
    await picture(page, 'preview-closed');
    await expectAccessible(page, 'preview of a page that forbids frames');
    await choose(pane().getByLabel('Site'), 'Plain');
    await shown().getByRole('heading', { name: 'A heron' }).waitFor();
    await pane().getByText('The page lacks the preview script').waitFor();
    await page.getByLabel('Title').fill('A heron, saved');
    await shown().getByRole('heading', { name: 'A heron, saved' }).waitFor();
  });

  it('goes by the first path whose conditions hold, and says when there is none', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    await note('of-a-story');
    const id = await project.create('stories', { en: { title: 'A story', slug: 'of-a-story' } });
    await open(id);
    await pane().getByText('This entry has no page').waitFor();
    await picture(page, 'preview-no-page');
    await choose(page.getByLabel('Kind'), 'page');
    await frame(page, '/en/notes/of-a-story');
    await choose(page.getByLabel('Kind'), 'news');
    await frame(page, '/plain/en/notes/of-a-story');
    await saved(page);
  });

  it('has all pages on the way down in the address of one that is below others', { tags: ['full'] }, async () => {
    await sites({ name: 'Website', url: site.url });
    const story = (slug: string, up: string | null) =>
      project.create('stories', { en: { title: slug, slug, ...(up && { up }) } });
    const herons = await story('herons', await story('birds', null));
    await open(await story('grey', herons));
    await frame(project.page, '/en/notes/birds/herons/grey');
  });

  it('listens to the website only, and the website to the editor only', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('safe');
    await open(id);
    await answers();
    await page.getByLabel('Slug').focus();
    const edit = { channel: 'stele-preview-1', type: 'edit', field: `${id}:title@en` };
    await page.evaluate((message) => window.postMessage(message, '*'), edit);
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-field-path]')?.getAttribute('data-field-path')),
    ).toBe('slug');
    const opener = await project.admin.context.newPage();
    await opener.goto(`${site.url}/plain/en/notes/safe`);
    const [stranger] = await Promise.all([
      opener.waitForEvent('popup'),
      opener.evaluate(
        (address) => void Object.assign(window, { opened: window.open(address) }),
        `${site.url}/en/notes/safe`,
      ),
    ]);
    await stranger.getByRole('heading').waitFor();
    const typed = {
      channel: 'stele-preview-1',
      type: 'values',
      entry: id,
      locale: 'en',
      values: { title: 'Forged' },
      known: [],
    };
    await opener.evaluate(
      (message) => (window as unknown as { opened: Window }).opened.postMessage(message, '*'),
      typed,
    );
    // Nor is a page edited that someone else opened: clicks are those of a visitor.
    expect(await stranger.locator('style').count()).toBe(0);
    await expect.poll(() => stranger.getByRole('heading').textContent()).toBe('A heron');
    await opener.close();
    await page.getByLabel('Title').fill('Real');
    await shown().getByRole('heading', { name: 'Real' }).waitFor();
    const frames = await fetch(`${project.urls.admin}/preview-frame?site=${encodeURIComponent(site.url)}`);
    expect(frames.status).toBe(403);
  });

  /** Opens the window of the pane, which has its page then. */
  const openWindow = async (slug: string): Promise<{ popup: Page; inside: () => Promise<Frame> }> => {
    const [popup] = await Promise.all([
      project.admin.context.waitForEvent('page'),
      pane().getByRole('button', { name: 'Open in a window' }).click(),
    ]);
    await shown(popup).locator('style').first().waitFor({ state: 'attached' });
    return { popup, inside: () => frame(popup, `/en/notes/${slug}`) };
  };

  it('shows what is typed in a window of its own, and in the pane again once that is closed', async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('window');
    await open(id);
    await answers();
    const { popup } = await openWindow('window');
    await page.getByLabel('Title').fill('In a window');
    await shown(popup).getByRole('heading', { name: 'In a window' }).waitFor();
    await saved(page);
    await shown(popup).getByRole('heading', { name: 'In a window' }).click();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('In a window');
    await popup.reload();
    await shown(popup).locator('style').first().waitFor({ state: 'attached' });
    await page.getByLabel('Title').fill('Loaded again');
    await shown(popup).getByRole('heading', { name: 'Loaded again' }).waitFor();
    await saved(page);
    await popup.close();
    await shown().getByRole('heading', { name: 'Loaded again' }).waitFor();
    await answers();
    await page.getByLabel('Title').fill('In the pane');
    await shown().getByRole('heading', { name: 'In the pane' }).waitFor();
    await saved(page);
  });

  it('keeps the website in a window of its own from the window of the editor, and from its own address', async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('far');
    await open(id);
    await answers();
    const { popup, inside } = await openWindow('far');
    const [editor, own] = [page.url(), popup.url()];
    expect(own).not.toContain(encodeURIComponent(site.url));
    // Everything that leads from a page to another window, and an attempt to send each of them elsewhere.
    const ways = await (await inside()).evaluate(() => {
      const { top, parent, opener } = window;
      const openers = [opener, top?.opener, parent.opener] as (Window | null | undefined)[];
      for (const one of [...openers, top, parent]) {
        try {
          if (one) one.location.href = '/elsewhere';
        } catch {}
      }
      return openers.map((one) => one === null);
    });
    expect(ways).toEqual([true, true, true]);
    // A window that the website opens has no other way either.
    const [opened] = await Promise.all([
      project.admin.context.waitForEvent('page'),
      (await inside()).evaluate(() => void window.open('/plain/en/notes/far')),
    ]);
    await opened.getByRole('heading', { name: 'A heron' }).waitFor();
    const further = await opened.evaluate(() => {
      const top = (window.opener as Window | null)?.top;
      try {
        if (top) top.location.href = '/elsewhere';
      } catch {}
      return (top?.opener ?? null) === null;
    });
    expect(further).toBe(true);
    await opened.close();
    await page.getByLabel('Title').fill('Still here');
    await shown(popup).getByRole('heading', { name: 'Still here' }).waitFor();
    await saved(page);
    expect([page.url(), popup.url()]).toEqual([editor, own]);
    await popup.close();
  });

  it('shows nothing at the address of such a window without an editor', { tags: ['full'] }, async () => {
    const stranger = await project.admin.context.newPage();
    await stranger.goto(`${project.urls.admin}/preview-window#${crypto.randomUUID()}`);
    // The window holds its lock once it listens.
    const listens = () =>
      stranger.evaluate(async () => {
        const { held = [] } = await navigator.locks.query();
        return held.some(({ name }) => name?.endsWith(location.hash.slice(1)));
      });
    await expect.poll(listens).toBe(true);
    expect(await stranger.locator('iframe').count()).toBe(0);
    await stranger.close();
  });

  it('fits a phone, is opened by keyboard, and speaks German', { tags: ['full'] }, async () => {
    const { page } = project;
    await sites({ name: 'Website', url: site.url });
    const id = await note('phone');
    await project.goTo(`/entries/${id}`);
    await page.getByLabel('Title').waitFor();
    await pane().waitFor();
    await page.keyboard.press('Control+.');
    await expect.poll(() => pane().count()).toBe(0);
    await page.keyboard.press('Control+.');
    await answers();
    await choose(pane().getByLabel('Width'), 'Phone');
    await expect
      .poll(() =>
        pane()
          .locator('iframe')
          .evaluate((one) => one.clientWidth),
      )
      .toBe(390);
    await choose(pane().getByLabel('Width'), 'Full width');
    const german = await project.open(`/entries/${id}`, {
      viewport: { width: 390, height: 800 },
      locale: 'de-DE',
      colorScheme: 'dark',
    });
    await german.page.getByRole('button', { name: 'Live-Vorschau' }).click();
    await german.page
      .frameLocator('iframe[title="Live-Vorschau"]')
      .frameLocator('iframe')
      .getByRole('heading', { name: 'A heron' })
      .waitFor();
    await picture(german.page, 'preview-phone');
    await expectAccessible(german.page, 'preview on a phone');
    expect(german.problems).toEqual([]);
  });
});
