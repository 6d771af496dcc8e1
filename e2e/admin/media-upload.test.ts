import { describe, expect, it } from 'vitest';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

/** The fields of an asset that the test reads. */
interface AssetFacts {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
  readonly alt_text: Readonly<Record<string, string>>;
}

describe.skipIf(!hasBrowser)('a picture in the library', () => {
  const hero = field('hero', { type: 'asset', accept: ['image/*'] });
  const project = useProject({ collections: [things(hero)], path: '/media' });
  const assets = async () => ((await project.api('GET', '/assets')) as { data: AssetFacts[] }).data;

  it('is uploaded, shown once it is processed, and described', async () => {
    const { page } = project;
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    await (await chooser).setFiles({ name: 'Anchor.png', mimeType: 'image/png', buffer: png(640, 480, [20, 90, 120]) });
    const cell = page.getByRole('gridcell', { name: /^Anchor\.png / });
    await cell.waitFor();
    await expect.poll(async () => (await assets()).map(({ status }) => status)).toEqual(['ready']);
    await cell.click();
    await page.getByRole('complementary', { name: 'Details' }).getByLabel('Alt text in English').fill('An anchor');
    await expect.poll(async () => (await assets())[0]?.alt_text).toEqual({ en: 'An anchor' });
  });

  it('is uploaded into a field, and kept in the draft', async () => {
    const id = await project.edit();
    const group = project.page.getByRole('group', { name: 'Hero', exact: true });
    const chooser = project.page.waitForEvent('filechooser');
    await group.getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'Weir.png', mimeType: 'image/png', buffer: png(640, 480, [9, 90, 120]) });
    await group.getByText('640 × 480').waitFor();
    const weir = (await assets()).find(({ filename }) => filename === 'Weir.png');
    await expect.poll(async () => (await project.stored(id)).hero).toBe(weir?.id);
  });
});
