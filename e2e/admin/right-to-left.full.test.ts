// @module-tag full
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { follow, picture, saved } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, useProject } from '../support/project.ts';

const TITLE = 'كيف نحسب الطيور في الربيع، وما الذي نتعلمه من الأعداد الكبيرة التي نراها على الشاطئ كل صباح';

const WORDS = {
  key: 'words',
  label: 'Words',
  title_field: 'name',
  fields: [
    field('name', { type: 'text', localized: true, max: 120 }),
    field('lead', { type: 'textarea', localized: true }),
    field('address', { type: 'slug', localized: true, help: 'The last part of the address.' }),
    field('link', { type: 'url', localized: true }),
    field('text', { type: 'richtext', localized: true }),
    field('notes', { type: 'markdown', localized: true }),
    field('tags', { type: 'list', of: { type: 'text' }, localized: true }),
    field('day', { type: 'date', localized: true }),
    field('tone', { type: 'color', localized: true }),
    field('data', { type: 'json', localized: true }),
    field('hero', { type: 'asset' }),
  ],
};

describe.skipIf(!hasBrowser)('content that is written from right to left', () => {
  const project = useProject({ collections: [WORDS], locales: ['ar'] });
  let entry: string;
  beforeAll(async () => {
    entry = await project.create('words', {
      ar: {
        name: TITLE,
        lead: `${TITLE}. ${TITLE}.`,
        address: 'birds',
        link: 'https://example.org/a/long/address/that/goes/on',
        tags: ['طيور', 'ربيع'],
        notes: `# ${TITLE}`,
      },
    });
  });

  /** Elements that are wider than the window, or than the box that contains them. */
  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const directionOf = (page: Page, label: string) =>
    page
      .getByRole('tabpanel')
      .getByLabel(label, { exact: true })
      .first()
      .evaluate((element) => getComputedStyle(element).direction);

  /** Whether the first letter of a text stands left of the last. */
  const readsLeftToRight = (one: Locator): Promise<boolean> =>
    one.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const at = walker.nextNode();
      const lefts = [0, (at?.textContent?.length ?? 1) - 1].map((index) => {
        const range = document.createRange();
        if (!at) return 0;
        range.setStart(at, index);
        range.setEnd(at, index + 1);
        return range.getBoundingClientRect().left;
      });
      return (lefts[0] ?? 0) < (lefts[1] ?? 0);
    });

  it.each([1280, 360])('is edited that way: %i px', async (width) => {
    const at = `/entries/${entry}?locale=ar`;
    const options = { viewport: { width, height: 800 } };
    const { page, context, problems } = await project.open(at, options);
    const form = page.getByRole('tabpanel');
    await page.getByLabel('Name', { exact: true }).waitFor();
    expect([await form.getAttribute('dir'), await form.getAttribute('lang')]).toEqual(['rtl', 'ar']);
    for (const label of ['Name', 'Lead', 'Notes'])
      expect([label, await directionOf(page, label)]).toEqual([label, 'rtl']);
    // Addresses, colours and code are written from left to right in every language.
    for (const label of ['Address', 'Link', 'Data'])
      expect([label, await directionOf(page, label)]).toEqual([label, 'ltr']);
    const richText = form.locator('[contenteditable=true]');
    await richText.waitFor();
    await richText.fill(TITLE);
    expect(await richText.locator('p').evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
    await saved(page);
    await picture(page, `rtl-form-${width}`);
    expect(await overflow(page)).toBe(0);
    // The admin's own words aren't Arabic, and neither are their numbers.
    const counter = form.getByText(`${TITLE.length} / 120`);
    expect(await readsLeftToRight(counter)).toBe(true);
    expect(await readsLeftToRight(form.getByText('The last part of the address.'))).toBe(true);
    const [count, label] = [await counter.boundingBox(), await form.getByText('Name', { exact: true }).boundingBox()];
    expect((label?.x ?? 0) - ((count?.x ?? width) + (count?.width ?? 0))).toBeGreaterThan(width / 3);
    const outside = await form.evaluate((panel) => {
      const reach = panel.getBoundingClientRect();
      return [...panel.querySelectorAll('input, textarea, select, [contenteditable=true], button')]
        .filter((one) => one.getClientRects().length > 0 && !one.closest('.sr-only, [role=toolbar]'))
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < reach.left - 8 || right > reach.right + 8;
        })
        .map((one) => one.outerHTML.slice(0, 120));
    });
    expect(outside).toEqual([]);
    const tab = await page.getByRole('tab', { selected: true }).boundingBox();
    expect((tab?.x ?? width) + (tab?.width ?? 0)).toBeLessThanOrEqual(width);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await picture(page, `rtl-form-end-${width}`);
    await follow(page.getByRole('link', { name: 'Back to Words' }), 'Words');
    await page.locator('[data-entry-link]').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([1280, 360])('is right-to-left in the list: %i px', async (width) => {
    const at = `/entries?collection=words&columns=languages,edited,lead`;
    const options = { viewport: { width, height: 800 } };
    const { page, context } = await project.open(at, options);
    const link = page.locator('[data-entry-link]');
    await link.waitFor();
    await expect.poll(() => link.textContent()).toBe(TITLE);
    expect(await link.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
    await picture(page, `rtl-list-${width}`);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: `More for “${TITLE}”` }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

  /** Words of the admin whose first letter stands right of the last one, on the same line. */
  const backwards = (page: Page): Promise<string[]> =>
    page.getByRole('tabpanel').evaluate((form) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        if (!/^[A-Za-z0-9]/.test(text) || /[\u0600-\u06ff]/.test(text)) continue;
        const [first, last] = [0, text.trimEnd().length - 1].map((index) => {
          const range = document.createRange();
          range.setStart(node as Node, index);
          range.setEnd(node as Node, index + 1);
          return range.getBoundingClientRect();
        });
        if (first && last && last.width > 0 && first.top === last.top && last.left < first.left) found.push(text);
      }
      return found;
    });

  it('has no sentence of the admin, and no number with its unit, that runs backwards', async () => {
    const begun = await project.create('words', { en: { name: 'Birds' } });
    const { page, context } = await project.open(`/entries/${begun}?locale=ar`);
    await page.getByText('Start with empty fields, or with a copy to translate.').waitFor();
    expect(await backwards(page)).toEqual([]);
    await page.getByRole('button', { name: 'Copy English' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('group', { name: 'Hero', exact: true }).getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'Weir.png', mimeType: 'image/png', buffer: png(640, 480, [20, 90, 120]) });
    await page.getByText('640 × 480').waitFor();
    await page.getByText('The last part of the address.').waitFor();
    await picture(page, 'rtl-sentences');
    expect(await backwards(page)).toEqual([]);
    await context.close();
  });

  it('stands under its language beside another one, and is copied from there', async () => {
    const id = await project.create('words', {
      en: { name: 'Birds', notes: '- one' },
      ar: { name: TITLE, notes: `- ${TITLE}` },
    });
    const at = `/entries/${id}?locale=ar`;
    const { page, context } = await project.open(at);
    await choose(page.getByLabel('Side by side'), 'Beside English');
    const names = page.getByRole('tabpanel').getByLabel('Name', { exact: true });
    await names.nth(1).waitFor();
    // The page beside stays open after a reload.
    await page.waitForURL('**beside=en**');
    await page.reload();
    await names.nth(1).waitFor();
    await picture(page, 'rtl-beside');
    const x = async (one: Locator): Promise<number> => (await one.boundingBox())?.x ?? -1;
    for (const [index, language] of ['English', 'Arabic'].entries()) {
      const heading = await page.getByRole('heading', { name: language, exact: true }).boundingBox();
      const input = await names.nth(index).boundingBox();
      expect([language, heading?.x, heading?.width]).toEqual([language, input?.x, input?.width]);
    }
    expect(await x(names.nth(0))).toBeGreaterThan(await x(names.nth(1)));
    const arrow = page.getByRole('button', { name: 'Copy from English' }).first().locator('svg');
    expect(await arrow.evaluate((one) => getComputedStyle(one).scale)).toBe('-1 1');
    const toggle = page.getByRole('button', { name: 'Preview', exact: true }).nth(1);
    await toggle.click();
    const preview = page.getByRole('region', { name: 'Preview' }).last();
    const item = preview.getByRole('listitem');
    await item.waitFor();
    const ends = await Promise.all([item, preview].map((one) => one.boundingBox()));
    const [itemEnd = 0, end = 0] = ends.map((one) => (one?.x ?? 0) + (one?.width ?? 0));
    // The bullet has its space.
    expect(end - itemEnd).toBeGreaterThan(30);
    await context.close();
  });
});
