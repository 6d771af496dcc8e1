import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture, saved } from '../support/browser.ts';
import { choose, chosen, offered, pickDay } from '../support/controls.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const SIZES = ['Small', 'Medium', 'Large', 'Extra large'];

const THINGS = things(
  field('day', { type: 'date', min: '2026-01-05' }),
  field('moment', { type: 'datetime' }),
  field('size', { type: 'select', options: SIZES.map((label) => ({ value: label.toLowerCase(), label })) }),
  field('tint', { type: 'color' }),
);

describe.skipIf(!hasBrowser)('controls of the admin', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });
  const values = { day: '2026-11-21', moment: '2026-11-21T10:30:45.000Z', size: 'medium', tint: '#0f5e5980' };
  const make = (): Promise<string> => project.create('things', { en: { name: 'One', ...values } });
  const stored = async (id: string) => (await project.entry(id)).values.en;
  const calendar = (page: Page): Locator => page.getByRole('dialog', { name: 'Calendar' });

  it('choose an option by keys, from a list or by typing, and leave it by Escape', async () => {
    const { page } = project;
    const id = await make();
    await project.goTo(`/entries/${id}`);
    const size = page.getByLabel('Size', { exact: true });
    expect(await offered(size)).toEqual(['None', ...SIZES]);
    await size.focus();
    await page.keyboard.type('ext');
    await expect.poll(() => chosen(size)).toBe('extra large');
    await page.keyboard.press('ArrowDown');
    const list = page.getByRole('listbox');
    await list.getByRole('option', { name: 'Extra large', selected: true }).waitFor();
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => chosen(size)).toBe('small');
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => size.evaluate((one) => one === document.activeElement)).toBe(true);
    await saved(page);
    expect(await stored(id)).toMatchObject({ size: 'small' });
    await choose(size, '');
    await saved(page);
    expect(await stored(id)).not.toHaveProperty('size');
  });

  it('take a day that is typed as the language has it, or chosen by keys, and say what is none', async () => {
    const { page } = project;
    const id = await make();
    await project.goTo(`/entries/${id}`);
    const day = page.getByLabel('Day', { exact: true });
    await expect.poll(() => day.inputValue()).toBe('21/11/2026');
    await day.fill('3.12.2026');
    await day.blur();
    await expect.poll(() => day.inputValue()).toBe('03/12/2026');
    await day.fill('31/02/2026');
    await page.getByText('Enter a day.').waitFor();
    await expect.poll(() => stored(id)).toMatchObject({ day: '2026-12-03' });
    await pickDay(day, '2026-12-31');
    await page.getByText('Enter a day.').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Day: open calendar' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Thursday, 31 December 2026');
    await expectAccessible(page, 'calendar');
    await picture(page, 'calendar-light');
    // Weeks begin on Monday in British English.
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Monday, 28 December 2026');
    await page.keyboard.press('PageDown');
    await expect.poll(focused).toBe('Thursday, 28 January 2027');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await calendar(page).waitFor({ state: 'detached' });
    await expect.poll(() => day.inputValue()).toBe('29/01/2027');
    await saved(page);
    expect(await stored(id)).toMatchObject({ day: '2027-01-29' });

    await page.getByRole('button', { name: 'Day: open calendar' }).click();
    await choose(calendar(page).getByLabel('Year', { exact: true }), '2026');
    await choose(calendar(page).getByLabel('Month', { exact: true }), 'January');
    expect(await calendar(page).getByRole('button', { name: 'Sunday, 4 January 2026' }).isDisabled()).toBe(true);
    await calendar(page).getByRole('button', { name: 'Monday, 5 January 2026' }).click();
    await saved(page);
    expect(await stored(id)).toMatchObject({ day: '2026-01-05' });
    await page.getByRole('button', { name: 'Day: open calendar' }).click();
    await calendar(page).getByRole('button', { name: 'None' }).click();
    await saved(page);
    expect(await stored(id)).not.toHaveProperty('day');
  });

  it('keep the seconds of a moment until its day or time is changed, in the zone of the browser', async () => {
    const id = await make();
    const { page, context } = await project.open(`/entries/${id}`, { timezoneId: 'America/New_York' });
    const moment = page.getByRole('group', { name: 'Moment' });
    const day = moment.getByLabel('Moment', { exact: true });
    const time = moment.getByLabel('Moment: time');
    await expect.poll(() => day.inputValue()).toBe('21/11/2026');
    await expect.poll(() => time.inputValue()).toBe('05:30');
    await day.focus();
    await time.focus();
    await page.getByLabel('Name').fill('Other');
    await saved(page);
    expect(await stored(id)).toMatchObject({ moment: values.moment });
    await time.fill('9:05 pm');
    await time.blur();
    await expect.poll(() => time.inputValue()).toBe('21:05');
    await saved(page);
    expect(await stored(id)).toMatchObject({ moment: '2026-11-22T02:05:00.000Z' });
    await time.fill('25');
    await time.blur();
    await page.getByText('Enter a day and a time.').waitFor();
    await time.fill('8');
    await time.blur();
    await saved(page);
    expect(await stored(id)).toMatchObject({ moment: '2026-11-21T13:00:00.000Z' });
    await day.fill('');
    await saved(page);
    expect(await stored(id)).not.toHaveProperty('moment');
    // Now takes the place of texts that are no day or time.
    await day.fill('31/02/2026');
    await time.fill('25');
    await time.blur();
    await page.getByText('Enter a day and a time.').waitFor();
    const before = Date.now();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByText('Enter a day and a time.').waitFor({ state: 'detached' });
    await expect.poll(() => time.inputValue()).toMatch(/^\d\d:\d\d$/);
    await saved(page);
    expect(Date.parse(`${(await stored(id))?.moment}`)).toBeGreaterThanOrEqual(before);
    await context.close();
  });

  it('pick a colour by mouse and keys, also one that can be seen through', async () => {
    const { page } = project;
    const id = await make();
    await project.goTo(`/entries/${id}`);
    await page.getByRole('button', { name: 'Tint: choose a colour' }).click();
    const picker = page.getByRole('dialog', { name: 'Tint: choose a colour' });
    const hex = page.getByRole('textbox', { name: 'Tint', exact: true });
    await picker.getByLabel('Opacity').fill('100');
    await expect.poll(() => hex.inputValue()).toBe('#0f5e59');
    await picker.getByLabel('Hue').fill('0');
    await expect.poll(() => hex.inputValue()).toBe('#5e0f0f');
    const area = picker.getByRole('slider', { name: 'Saturation and brightness' });
    const box = await area.boundingBox();
    await area.click({ position: { x: (box?.width ?? 0) - 2, y: 2 } });
    await expect.poll(() => hex.inputValue()).toMatch(/^#f[a-f0-9]0[0-9]0[0-9]$/);
    await area.press('Shift+ArrowLeft');
    await expectAccessible(page, 'colour picker');
    await picture(page, 'colour-picker');
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
    const tint = await hex.inputValue();
    await saved(page);
    expect(await stored(id)).toMatchObject({ tint });
  });

  it.each([
    ['light', 1280, 'de', '31.12.2026'],
    ['dark', 360, 'de', '31.12.2026'],
    ['dark', 1280, 'ar', '31/12/2026'],
    ['light', 360, 'ar', '31/12/2026'],
  ] as const)(
    'fit, and are accessible: %s, %i px, %s',
    { tags: ['full'] },
    async (colorScheme, width, language, text) => {
      const options = { colorScheme, locale: language, viewport: { width, height: 740 } };
      const id = await make();
      const { page, context, problems } = await project.open(`/entries/${id}`, options);
      const name = `controls-${language}-${colorScheme}-${width}`;
      const day = page.getByLabel('Day', { exact: true });
      await pickDay(day, '2026-12-31');
      await day.blur();
      await expect.poll(() => day.inputValue()).toBe(text);
      await picture(page, name);
      await page.getByLabel('Size', { exact: true }).click();
      await page.getByRole('option', { name: 'Extra large' }).waitFor();
      await picture(page, `${name}-select`);
      await page.keyboard.press('Escape');
      await page.getByRole('option', { name: 'Extra large' }).waitFor({ state: 'detached' });
      await day.locator('xpath=..').getByRole('button').click();
      await page.getByRole('grid').waitFor();
      const month = page.getByRole('dialog').getByRole('combobox').first().locator('span');
      expect(await month.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      await expectAccessible(page, name);
      await picture(page, `${name}-calendar`);
      await page.keyboard.press('Escape');
      await page.getByRole('grid').waitFor({ state: 'detached' });
      await page.locator('button[aria-haspopup="dialog"]').last().click();
      await page.getByRole('slider').first().waitFor();
      await expectAccessible(page, `${name}-colour`);
      await picture(page, `${name}-colour`);
      expect(problems).toEqual([]);
      await context.close();
    },
  );
});
