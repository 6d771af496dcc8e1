import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { messageArea, picture } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

interface Details {
  readonly id: string;
  readonly filename: string;
  readonly caption: Readonly<Record<string, string>>;
  readonly credit: string | null;
  readonly rights: string | null;
  readonly tags: readonly string[];
}

describe.skipIf(!hasBrowser)('what is said of a picture', () => {
  const hero = field('hero', { type: 'asset', accept: ['image/*'] });
  const project = useProject({ collections: [things(hero)], path: '/media' });
  let weir = '';

  const assets = async (query = ''): Promise<readonly Details[]> =>
    ((await project.api('GET', `/assets?limit=100${query}`)) as { data: Details[] }).data;
  const named = async (filename: string) => (await assets()).find((one) => one.filename === filename);

  beforeAll(async () => {
    const { page } = project;
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    const files = ['Weir.png', 'Other.png'].map((name, index) => {
      return { name, mimeType: 'image/png', buffer: png(640, 480, [40 * index, 90, 120]) };
    });
    await (await chooser).setFiles(files);
    await page.getByText('2 of 2 files uploaded').waitFor();
    const other = await named('Other.png');
    weir = (await named('Weir.png'))?.id ?? '';
    await project.api('PATCH', `/assets/${other?.id}`, { tags: ['rivers', 'night'] });
  });

  it('has caption, credit, rights and tags, by which it is found', async () => {
    const { page } = project;
    await project.goTo(`/media?asset=${weir}`);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('heading', { name: 'About this picture' }).waitFor();
    await details.getByLabel('Caption in English').fill('The weir at dusk');
    await details.getByLabel('Caption in German').fill('Das Wehr');
    await details.getByLabel('Credit').fill('Ada');
    await details.getByLabel('Rights').fill('CC BY 4.0');
    const tags = details.getByRole('combobox', { name: 'Tags' });
    await tags.click();
    await details.getByRole('option', { name: 'rivers' }).click();
    await page.keyboard.type('weirs,');
    const said = {
      caption: { de: 'Das Wehr', en: 'The weir at dusk' },
      credit: 'Ada',
      rights: 'CC BY 4.0',
      tags: ['rivers', 'weirs'],
    };
    await expect.poll(() => named('Weir.png')).toMatchObject(said);
    await picture(page, 'media-about');
    await expectAccessible(page, 'about', true);
    await details.getByRole('button', { name: 'Remove weirs' }).click();
    await expect.poll(async () => (await named('Weir.png'))?.tags).toEqual(['rivers']);
    await project.goTo('/media');
    await choose(page.getByRole('combobox', { name: 'Tag', exact: true }), 'night');
    await page.getByRole('gridcell', { name: /^Other.png / }).waitFor();
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('tag')).toBe('night');
    expect(project.admin.problems).toEqual([]);
  });

  it('takes pasted tags apart at commas, and keeps a text that it refuses', async () => {
    const { page } = project;
    const there = Array.from({ length: 28 }, (_, at) => `t${at}`);
    await project.api('PATCH', `/assets/${weir}`, { tags: there });
    await project.goTo(`/media?asset=${weir}`);
    const details = page.getByRole('complementary', { name: 'Details' });
    const tags = details.getByRole('combobox', { name: 'Tags' });
    await tags.fill('coast, sea');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await named('Weir.png'))?.tags).toEqual([...there, 'coast', 'sea']);
    expect(await tags.inputValue()).toBe('');
    await tags.fill('lake');
    await page.keyboard.press('Enter');
    await details.getByRole('alert').getByText('A file can have at most 30 tags.').waitFor();
    expect(await tags.inputValue()).toBe('lake');
    await expectAccessible(page, 'refused tag', true);
    await details.getByRole('button', { name: 'Remove sea' }).click();
    await tags.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await named('Weir.png'))?.tags).toEqual([...there, 'coast', 'lake']);
    await details.getByRole('alert').waitFor({ state: 'detached' });
    expect(project.admin.problems).toEqual([]);
  });

  it('has tags in common with others, which get and lose them together', async () => {
    const { page } = project;
    const other = await named('Other.png');
    await project.api('PATCH', `/assets/${weir}`, { tags: ['rivers'] });
    await project.api('PATCH', `/assets/${other?.id}`, { tags: ['rivers', 'night'] });
    await project.goTo('/media');
    for (const name of [/^Weir.png /, /^Other.png /]) {
      await page.getByRole('gridcell', { name }).focus();
      await page.keyboard.press('x');
    }
    await page.getByRole('button', { name: 'Tags…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 files' });
    const box = dialog.getByRole('combobox', { name: 'Add to all' });
    await expect.poll(() => dialog.getByRole('listitem').allInnerTexts()).toEqual(['rivers', 'night (1 of 2)']);
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await box.fill('dusk');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove dusk' }).waitFor();
    await dialog.getByRole('button', { name: 'Remove rivers' }).click();
    await picture(page, 'media-tags-of-many');
    await expectAccessible(page, 'tags of many', true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const tags = async () => [(await named('Weir.png'))?.tags, (await named('Other.png'))?.tags];
    expect(await tags()).toEqual([['dusk'], ['night', 'dusk']]);
    const said = messageArea(page);
    await said.getByText('Tags of 2 files changed.').waitFor();
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(tags).toEqual([['rivers'], ['night', 'rivers']]);
    expect(project.admin.problems).toEqual([]);
  });

  it('shows what stays visible in the ratios of its variants while the focal point moves', async () => {
    const { page } = project;
    await project.goTo(`/media?asset=${weir}`);
    await page.getByRole('button', { name: 'Crop and focal point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop Weir.png' });
    await dialog.getByRole('tab', { name: 'Focal point' }).click();
    const square = dialog.getByRole('listitem').filter({ hasText: '1:1' }).locator('img');
    const left = () => square.evaluate((image) => (image as HTMLElement).style.left);
    await expect.poll(async () => Number.parseFloat(await left())).toBeCloseTo(-16.67, 1);
    const { variants } = await project.api<{ variants: { ratio: string | null }[] }>('GET', `/assets/${weir}`);
    const ratios = [...new Set(variants.flatMap(({ ratio }) => (ratio === null ? [] : [ratio])))].sort();
    await expect.poll(async () => (await dialog.getByRole('listitem').allTextContents()).sort()).toEqual(ratios);
    await picture(page, 'focal-point-ratios');
    const slider = dialog.getByRole('slider', { name: 'Focal point' });
    const box = await slider.boundingBox();
    if (!box) throw new Error('no slider');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 2000, box.y);
    await expect.poll(async () => Number.parseFloat(await left())).toBeCloseTo(0);
    await page.mouse.up();
    await slider.focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => Number.parseFloat(await left())).toBeCloseTo(-33.33, 1);
    await expectAccessible(page, 'ratios', true);
    expect(project.admin.problems).toEqual([]);
  });
});
