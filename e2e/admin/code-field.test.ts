import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture, saved } from '../support/browser.ts';
import { choose, offered } from '../support/controls.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = things(
  field('snippet', { type: 'code', languages: ['ts', 'html'] }),
  field('any', { type: 'code' }),
  field('after', { type: 'text' }),
);

describe.skipIf(!hasBrowser)('a field of code', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  it('is coloured by its language, keeps the indentation, and lets Tab through', async () => {
    const { page, admin } = project;
    const id = await project.edit();
    const snippet = page.getByRole('group', { name: 'Snippet' });
    const box = snippet.getByRole('textbox', { name: 'Code' });
    expect(await offered(snippet.getByLabel('Language'))).toEqual(['ts', 'html']);
    await box.click();
    await page.keyboard.type('if (a) {\n  b();\nc();');
    await snippet.locator('pre .text-accent', { hasText: 'if' }).waitFor();
    await page.keyboard.press('Tab');
    // The next field begins with its language.
    const any = page.getByRole('group', { name: 'Any' });
    await expect.poll(() => any.getByLabel('Language').evaluate((one) => one === document.activeElement)).toBe(true);
    await choose(any.getByLabel('Language'), 'sql');
    await any.getByRole('textbox', { name: 'Code' }).fill('select 1');
    await any.locator('pre .text-accent', { hasText: 'select' }).waitFor();
    await saved(page);
    await picture(page, 'code-field');
    await expectAccessible(page, 'code-field');
    expect(await project.stored(id)).toEqual({
      name: 'Thing',
      snippet: { language: 'ts', text: 'if (a) {\n  b();\n  c();' },
      any: { language: 'sql', text: 'select 1' },
    });
    await choose(snippet.getByLabel('Language'), 'html');
    await saved(page);
    expect((await project.stored(id))?.snippet).toEqual({ language: 'html', text: 'if (a) {\n  b();\n  c();' });
    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first().waitFor();
    expect(admin.problems).toEqual([]);
  });

  it('says its language and its first line in a list', async () => {
    await project.create('things', {
      en: { name: 'Listed', any: { language: 'css', text: '\n  a { color: red }\n}' } },
    });
    const { page } = project;
    await page.goto(project.url('/entries?collection=things&columns=field.any'));
    const row = page.getByRole('row', { name: /Listed/ });
    await row.getByText('a { color: red }').waitFor();
    await row.getByText('css', { exact: true }).waitFor();
  });
});
