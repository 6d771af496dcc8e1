import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const quote = {
  key: 'quote',
  label: 'Quote',
  fields: [field('words', { type: 'textarea' }), field('by', { type: 'text', group: 'Source' })],
};
const THINGS = things(
  ...['kind', 'place', 'weather', 'light', 'water', 'birds', 'people'].map((key) => field(key, { type: 'text' })),
  field('parts', { type: 'blocks', localized: true, types: [quote] }),
  field('steps', { type: 'list', of: { type: 'text' } }),
  field('canonical', { type: 'url', tab: 'SEO' }),
  field('headline', { type: 'text', tab: 'SEO', group: 'Social', required: true }),
  field('teaser', { type: 'text', tab: 'SEO', group: 'Social' }),
  field('secret', { type: 'text', tab: 'Internal notes', show_if: { field: 'kind', equals: 'odd' } }),
);

describe.skipIf(!hasBrowser)('a long form', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });
  const tab = (name: string | RegExp) => project.page.getByRole('tab', { name });
  const group = (name: string) => project.page.locator('#locale-form').getByRole('button', { name, exact: true });
  const focused = () =>
    project.page.evaluate(() => document.activeElement?.closest('[data-field-path]')?.getAttribute('data-field-path'));
  const parts = Array.from({ length: 12 }, (_, n) => ({
    _type: 'quote',
    _key: `q${n}`,
    words: `Words ${n + 1}`,
    by: 'Ada',
  }));

  it('has tabs and groups that fold and stay so, and a problem leads into them', async () => {
    const { page } = project;
    const id = await project.edit();
    await expect
      .poll(() => page.getByRole('tablist', { name: 'Tabs of the form' }).getByRole('tab').allTextContents())
      .toEqual(['Content', 'SEO']);
    expect(await page.getByLabel('Canonical').count()).toBe(0);
    await tab('Content').press('ArrowRight');
    await page.getByRole('tabpanel', { name: 'SEO' }).getByLabel('Teaser').waitFor();
    await group('Social').click();
    await page.getByLabel('Teaser').waitFor({ state: 'detached' });
    await page.goto(project.url(`/entries/${id}`));
    await tab('SEO').click();
    await page.getByLabel('Canonical').waitFor();
    expect(await group('Social').getAttribute('aria-expanded')).toBe('false');
    await tab('Content').click();
    await page.getByRole('button', { name: '1 field to fill in' }).click();
    await tab('SEO 1 problem').waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Headline/ })
      .click();
    await expect.poll(focused).toBe('headline');
    expect(await tab(/^SEO/).getAttribute('aria-selected')).toBe('true');
    expect(await group('Social').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.type('Mayflies');
    await tab('SEO').waitFor();
    expect(await project.stored(id)).toMatchObject({ headline: 'Mayflies' });
  });

  it('shows a tab only while a field of it is shown', { tags: ['full'] }, async () => {
    const { page } = project;
    await project.edit();
    await page.getByLabel('Kind').fill('odd');
    await tab('Internal notes').click();
    await page.getByLabel('Secret').waitFor();
    await tab('Content').click();
    await page.getByLabel('Kind').fill('even');
    await tab('Internal notes').waitFor({ state: 'detached' });
  });

  it('folds a group of blocks in all of them, and a jump into it unfolds it', { tags: ['full'] }, async () => {
    const { page } = project;
    await project.edit({ parts: parts.slice(0, 2) });
    await page.getByRole('button', { name: 'Open all' }).click();
    await group('Source').first().click();
    await expect.poll(() => page.getByLabel('By', { exact: true }).count()).toBe(0);
    await group('Source').last().click();
    await expect.poll(() => page.getByLabel('By', { exact: true }).count()).toBe(2);
  });

  it('has an outline in wide windows, which marks what is in view and leads there', { tags: ['full'] }, async () => {
    const { page } = project;
    await page.setViewportSize({ width: 1440, height: 700 });
    const id = await project.create('things', { en: { name: 'Outlined', parts }, de: { name: 'Umrissen' } });
    await project.goTo(`/entries/${id}`);
    const outline = page.getByRole('navigation', { name: 'Outline' });
    const line = (name: string) => outline.getByRole('button', { name, exact: true });
    const current = () => outline.locator('[aria-current]').textContent();
    await expect.poll(current).toBe('Name');
    await picture(page, 'long-form');
    await line('Quote: Words 11').click();
    await expect.poll(focused).toBe('parts.10.words');
    await expect.poll(() => line('Quote: Words 11').getAttribute('data-in-view')).toBe('true');
    expect(await line('Name').getAttribute('data-in-view')).toBe(null);
    await page.keyboard.type('New ');
    await line('Quote: New Words 11').or(line('Quote: Words 11New')).waitFor();
    await line('Teaser').click();
    await expect.poll(focused).toBe('teaser');
    await expect.poll(current).toBe('Canonical');
    await expectAccessible(page, 'long-form-tab');
    await picture(page, 'long-form-tab');
    await choose(page.getByLabel('Side by side'), 'Beside German');
    await outline.waitFor({ state: 'detached' });
    await tab('Content').click();
    await page.getByRole('heading', { name: 'German' }).waitFor();
    await picture(page, 'long-form-beside');
    await choose(page.getByLabel('Side by side'), 'One language');
    await outline.waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await outline.waitFor({ state: 'detached' });
    await tab('SEO').click();
    await expectAccessible(page, 'long-form-phone');
    await picture(page, 'long-form-phone');
    expect(project.admin.problems).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('takes lists of texts line by line: Enter adds the next, Backspace in an empty one removes it', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await project.edit();
    const steps = page.getByRole('group', { name: 'Steps' });
    await steps.getByRole('button', { name: 'Add an item' }).click();
    await expect.poll(focused).toBe('steps.0');
    for (const [index, step] of ['wash', 'dry', 'fold'].entries()) {
      await expect.poll(focused).toBe(`steps.${index}`);
      await page.keyboard.type(step);
      await page.keyboard.press('Enter');
    }
    await expect.poll(focused).toBe('steps.3');
    await page.keyboard.press('Enter');
    await expect.poll(() => steps.getByRole('textbox').count()).toBe(4);
    await page.keyboard.press('Backspace');
    await expect.poll(focused).toBe('steps.2');
    await page.keyboard.type('ed');
    await steps.getByRole('textbox').first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('steps.1');
    await page.keyboard.type('rinse');
    expect((await project.stored(id)).steps).toEqual(['wash', 'rinse', 'dry', 'folded']);
  });
});
