import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('texts for search engines', () => {
  const project = useProject({
    collections: [
      things(
        field('title', { type: 'text' }),
        field('intro', { type: 'textarea' }),
        field('seo', {
          type: 'object',
          seo: { title: 'title', description: 'intro' },
          fields: [
            { key: 'title', type: 'text', label: 'Title in search results' },
            { key: 'description', type: 'textarea' },
            { key: 'image', type: 'asset', accept: ['image/*'] },
            { key: 'noindex', type: 'boolean', label: 'Hide from search engines' },
          ],
        }),
      ),
    ],
    path: '/entries',
  });

  it('show what search engines and social networks will show, and where it comes from', async () => {
    const { page } = project;
    const id = await project.edit();
    const result = page.getByRole('figure', { name: 'Search result' });
    const card = page.getByRole('figure', { name: 'In social networks' });
    await result.getByText('No title yet').waitFor();
    await card.getByText('No picture').waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('A bridge');
    await page.getByRole('textbox', { name: 'Intro' }).fill('It was built.');
    await result.getByText('A bridge').waitFor();
    await card.getByText('It was built.').waitFor();
    await page.getByText('Title from Title').waitFor();
    await page.getByText('Description from Intro').waitFor();
    await page.getByRole('textbox', { name: 'Title in search results' }).fill('W'.repeat(31));
    await result.getByText('WWW').waitFor();
    await page.getByText('Title: 585 of 580 pixels. Search engines cut the rest.').waitFor();
    await expect.poll(() => page.getByText('Title from Title').count()).toBe(0);
    await page
      .getByRole('switch', { name: 'Hide from search engines' })
      .or(page.getByLabel('Hide from search engines'))
      .first()
      .click();
    await page.getByText('Search engines are asked not to show this page.').waitFor();
    await expect.poll(async () => (await project.stored(id)).seo).toEqual({ title: 'W'.repeat(31), noindex: true });
    await expectAccessible(page, 'seo');
    await picture(page, 'seo');
    await page.setViewportSize({ width: 390, height: 844 });
    await result.scrollIntoViewIfNeeded();
    await picture(page, 'seo-phone');
    expect(project.admin.problems).toEqual([]);
  });
});
