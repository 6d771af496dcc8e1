import { describe, expect, it } from 'vitest';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = things(
  field('body', { type: 'richtext' }),
  field('related', { type: 'references', collections: ['things'], required: true }),
);

describe.skipIf(!hasBrowser)('what picks entries', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  it('offers no entry to itself, and opening a picker makes no empty field wrong', async () => {
    const { page } = project;
    await project.create('things', { en: { name: 'Own heron, another' } });
    await project.edit({ name: 'Own heron' });
    await page.getByRole('button', { name: 'Add entries' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose an entry' });
    await picker.getByPlaceholder('Search Things').fill('Own heron');
    await picker.getByRole('option', { name: 'Own heron, another' }).waitFor();
    await expect.poll(() => picker.getByRole('option', { name: /^Own heron/ }).count()).toBe(1);
    expect(await page.locator('[data-invalid]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    expect(await page.locator('[data-invalid]').count()).toBe(0);
    // Once it's left, it says what it lacks.
    await page.getByRole('textbox', { name: 'Name' }).click();
    await page.locator('[data-invalid][data-field-path="related"]').waitFor();
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address').fill('Own heron');
    await dialog
      .getByRole('option', { name: /^Own heron/ })
      .first()
      .waitFor();
    await expect
      .poll(() => dialog.getByRole('option', { name: /^Own heron/ }).allTextContents())
      .toEqual([expect.stringContaining('Own heron, another')]);
  });
});
