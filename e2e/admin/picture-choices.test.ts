import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { paste, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

interface Picture {
  readonly attrs: { readonly size?: string; readonly align?: string };
}

describe.skipIf(!hasBrowser)('a picture in rich text', () => {
  const pictures = { sizes: ['small', 'medium', 'large', 'full', 'side_note'], align: true };
  const project = useProject({
    collections: [things(field('body', { type: 'richtext', pictures }), field('plain', { type: 'richtext' }))],
    path: '/entries',
  });

  it('gets the size and place that its field offers, and gives them up', async () => {
    const { page } = project;
    const id = await project.edit();
    const attrs = async () => {
      const { content } = (await project.stored(id)).body as { content: Picture[] };
      const { size, align } = content.at(-1)?.attrs ?? {};
      return { size, align };
    };
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('Before');
    await paste(page, {}, [{ name: 'Weir.png', type: 'image/png', bytes: png(900, 300, [20, 90, 120]) }]);
    const figure = page.getByRole('textbox', { name: 'Body' }).getByRole('img', { name: 'Weir.png' });
    await figure.click();
    const sizes = page.getByRole('group', { name: 'Size' });
    await expect
      .poll(() => sizes.getByRole('button').allTextContents())
      .toEqual(['Small', 'Medium', 'Large', 'Full width', 'side note']);
    const share = () =>
      page
        .getByRole('textbox', { name: 'Body' })
        .locator('figure')
        .evaluate((one) =>
          Math.round((100 * one.getBoundingClientRect().width) / (one.parentElement?.clientWidth ?? 1)),
        );
    for (const [size, percent] of Object.entries({ Small: 33, Medium: 50, Large: 75, 'Full width': 100 })) {
      await sizes.getByRole('button', { name: size }).click();
      await expect.poll(share).toBe(percent);
    }
    await sizes.getByRole('button', { name: 'Small' }).click();
    await page.getByRole('group', { name: 'Place' }).getByRole('button', { name: 'At the end' }).click();
    await expect.poll(attrs).toEqual({ size: 'small', align: 'end' });
    expect(await sizes.getByRole('button', { name: 'Small' }).getAttribute('aria-pressed')).toBe('true');
    await picture(page, 'picture-choices');
    await expectAccessible(page, 'choices', true);
    await sizes.getByRole('button', { name: 'Small' }).click();
    await expect.poll(attrs).toEqual({ size: undefined, align: 'end' });
    await expect.poll(share).toBe(66);
    const { data } = await project.api<{ data: readonly { readonly id: string }[] }>('GET', '/assets');
    await project.api('PATCH', `/assets/${data[0]?.id}`, { caption: { en: 'The weir at dusk' } });
    await page.reload();
    await figure.click();
    await page.getByPlaceholder('The weir at dusk').waitFor();
    const end = page.getByRole('button', { name: 'At the end' });
    await expect.poll(() => end.getAttribute('aria-pressed')).toBe('true');
    expect(project.admin.problems).toEqual([]);
  });

  it('has no bar where the field offers nothing', async () => {
    const { page } = project;
    await project.edit();
    await page.getByRole('textbox', { name: 'Plain' }).click();
    await paste(page, {}, [{ name: 'Plain.png', type: 'image/png', bytes: png(400, 300, [20, 90, 120]) }]);
    await page.getByRole('textbox', { name: 'Plain' }).getByRole('img', { name: 'Plain.png' }).click();
    await page.getByLabel('Alt text: Plain.png').waitFor();
    expect(await page.getByRole('group', { name: 'Size' }).count()).toBe(0);
    expect(project.admin.problems).toEqual([]);
  });
});
