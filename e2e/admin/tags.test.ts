import { describe, expect, it } from 'vitest';
import { picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = things(field('topics', { type: 'list', of: { type: 'text', max: 40 } }));

describe.skipIf(!hasBrowser)('a list of short texts', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  it('is typed as chips, with suggestions of what other entries have', async () => {
    const { page } = project;
    await project.create('things', { en: { name: 'Other', topics: ['low water', 'herons'] } });
    const id = await project.edit({ topics: ['weirs'] });
    const group = page.getByRole('group', { name: 'Topics' });
    const input = group.getByRole('combobox', { name: 'Topics' });
    const chips = () => group.getByRole('listitem').allTextContents();
    await expect.poll(chips).toEqual(['weirs']);
    await input.click();
    await group.getByRole('option', { name: 'herons' }).waitFor();
    await picture(page, 'tags');
    await page.keyboard.type('low');
    await expect.poll(() => group.getByRole('option').allTextContents()).toEqual(['low water']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('ferry,weirs,');
    await expect.poll(chips).toEqual(['weirs', 'low water', 'ferry']);
    await expect.poll(async () => (await project.stored(id)).topics).toEqual(['weirs', 'low water', 'ferry']);
    await group.getByRole('button', { name: 'Remove low water' }).click();
    await input.click();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('last');
    // Going elsewhere loses no typed word.
    await page.getByRole('textbox', { name: 'Name' }).click();
    await expect.poll(async () => (await project.stored(id)).topics).toEqual(['weirs', 'last']);
    expect(project.admin.problems).toEqual([]);
  });
});
