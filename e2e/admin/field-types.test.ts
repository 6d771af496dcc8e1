import { describe, expect, it } from 'vitest';
import { moveRow, picture, saved } from '../support/browser.ts';
import { choose as chooseOption, pickDay, pickMoment } from '../support/controls.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = things(
  field('notes', { type: 'textarea' }),
  field('text', { type: 'markdown' }),
  field('weight', { type: 'number' }),
  field('count', { type: 'integer' }),
  field('open', { type: 'boolean' }),
  field('day', { type: 'date' }),
  field('moment', { type: 'datetime' }),
  field('size', {
    type: 'select',
    options: [
      { value: 's', label: 'Small' },
      { value: 'l', label: 'Large' },
    ],
  }),
  field('tags', {
    type: 'multiselect',
    options: [
      { value: 'red', label: 'Red' },
      { value: 'blue', label: 'Blue' },
    ],
  }),
  field('mail', { type: 'email' }),
  field('link', { type: 'url' }),
  field('tint', { type: 'color' }),
  field('parent', { type: 'reference', collections: ['things'] }),
  field('others', { type: 'references', collections: ['things'] }),
  field('steps', { type: 'list', of: { type: 'text' } }),
  field('place', {
    type: 'object',
    fields: [field('street', { type: 'text' }), field('floor', { type: 'integer' })],
  }),
  field('extra', { type: 'json' }),
);

describe.skipIf(!hasBrowser)('the form', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  const make = (name: string) => project.create('things', { en: { name } });

  it('has a control for each plain type, and what is put in is stored in the entry', async () => {
    const { page, admin } = project;
    const [parent, other] = [await make('Parent'), await make('Other')];
    const id = await project.edit();
    await page.getByLabel('Notes', { exact: true }).fill('Two\nlines');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill('Some **bold** text');
    await page.locator('strong', { hasText: 'bold' }).waitFor();
    await page.getByLabel('Weight', { exact: true }).fill('2,50');
    await page.getByLabel('Count', { exact: true }).fill('3.5');
    await page.getByText('Enter a whole number.').waitFor();
    await page.getByLabel('Count', { exact: true }).fill('9007199254740993');
    await page.getByText("can't be stored exactly").waitFor();
    await page.getByLabel('Count', { exact: true }).fill('3');
    await page.getByLabel('Extra').fill('{"id": 1234567890123456789}');
    await page.getByText("can't be stored exactly").waitFor();
    await page.getByRole('switch', { name: 'Open' }).click();
    await pickDay(page.getByLabel('Day', { exact: true }), '2026-11-21');
    await pickMoment(page.getByRole('textbox', { name: 'Moment', exact: true }), '2026-11-21T10:30');
    await chooseOption(page.getByLabel('Size', { exact: true }), 'l');
    await page.getByLabel('Blue', { exact: true }).check();
    await page.getByLabel('Red', { exact: true }).check();
    await page.getByLabel('Mail', { exact: true }).fill('ada@example.org');
    await page.getByRole('textbox', { name: 'Link', exact: true }).fill('https://example.org/');
    await page.getByRole('textbox', { name: 'Tint', exact: true }).fill('#0f5e59');
    const choose = async (group: string, name: string): Promise<void> => {
      await page
        .getByRole('group', { name: group })
        .getByRole('button', { name: /^(Choose an entry|Add entries)$/ })
        .click();
      await page.getByPlaceholder('Search Things').fill(name.slice(0, 4));
      await page
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .click();
      // Where several can be chosen, it stays open.
      if (group === 'Others') await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }).waitFor();
    };
    await choose('Parent', 'Parent');
    await choose('Others', 'Other');
    await choose('Others', 'Parent');
    const steps = page.getByRole('group', { name: 'Steps' });
    for (const [index, step] of ['wash', 'rinse', 'dry'].entries()) {
      await steps.getByRole('button', { name: 'Add an item' }).click();
      await steps.getByRole('textbox').nth(index).fill(step);
    }
    await steps.getByRole('button', { name: 'More for Item 2' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByLabel('Street').fill('Mill Lane');
    await page.getByLabel('Floor').fill('2');
    await page.getByLabel('Extra').fill('{"any": [1, 2]}');
    await saved(page);
    await picture(page, 'field-types');
    expect(await project.stored(id)).toEqual({
      name: 'Thing',
      notes: 'Two\nlines',
      text: 'Some **bold** text',
      weight: 2.5,
      count: 3,
      open: true,
      day: '2026-11-21',
      moment: new Date('2026-11-21T10:30').toISOString(),
      size: 'l',
      tags: ['red', 'blue'],
      mail: 'ada@example.org',
      link: 'https://example.org/',
      tint: '#0f5e59',
      parent,
      others: [other, parent],
      steps: ['wash', 'dry'],
      place: { street: 'Mill Lane', floor: 2 },
      extra: { any: [1, 2] },
    });

    await page.reload();
    await expect.poll(() => page.getByLabel('Street').inputValue()).toBe('Mill Lane');
    await moveRow(steps.getByRole('button', { name: 'Move Item 1', exact: true }), 'Item 1', 1, 2, 2);
    await page.getByLabel('Notes', { exact: true }).fill('');
    await page.getByRole('group', { name: 'Parent' }).getByRole('button', { name: 'Remove Parent' }).click();
    await saved(page);
    const after = await project.stored(id);
    expect([after?.steps, after?.notes, after?.parent]).toEqual([['dry', 'wash'], undefined, undefined]);
    expect(admin.problems).toEqual([]);
  });

  it('shares what all languages share, and copies the rest when a language is begun', async () => {
    const { page } = project;
    const id = await project.edit({ name: 'Shared' });
    await page.getByLabel('Weight', { exact: true }).fill('7');
    await page.getByRole('tab', { name: 'German' }).click();
    await page.getByRole('button', { name: 'Copy English' }).click();
    await page.getByLabel('Name').fill('Geteilt');
    await page.getByLabel('Weight', { exact: true }).fill('8');
    await saved(page);
    await page.getByRole('tab', { name: 'English' }).click();
    await expect.poll(() => page.getByLabel('Weight', { exact: true }).inputValue()).toBe('8');
    expect(await project.stored(id)).toEqual({ name: 'Shared', weight: 8 });
  });
});
