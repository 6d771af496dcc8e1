// @module-tag full
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, paste, picture, undoOf } from '../support/browser.ts';
import { choose } from '../support/controls.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, openAs, things, useProject } from '../support/project.ts';

const image = (name: string, color: readonly [number, number, number] = [20, 90, 120], width = 640) => ({
  name,
  mimeType: 'image/png',
  buffer: png(width, 480, color),
});

interface AssetFacts {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
  readonly bytes: number;
  readonly alt_text: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly folder_id: string | null;
  readonly crop: { readonly width: number } | null;
  readonly focal_point: object | null;
}

const NAMES = ['Anchor.png', 'Buoy.png', 'Crane.png', 'Dock.png'];

describe.skipIf(!hasBrowser)('the library of pictures and files', () => {
  const hero = field('hero', { type: 'asset', accept: ['image/*'] });
  const project = useProject({ collections: [things(hero)], path: '/media' });
  let page: Page;
  beforeAll(() => {
    page = project.page;
  });

  const assets = async (query = ''): Promise<readonly AssetFacts[]> =>
    ((await project.api('GET', `/assets?limit=100${query}`)) as { data: AssetFacts[] }).data;
  const named = async (filename: string): Promise<AssetFacts> => {
    const found = (await assets()).find((one) => one.filename === filename);
    if (!found) throw new Error(`no ${filename}`);
    return found;
  };
  const folderNamed = async (name: string): Promise<string | undefined> =>
    ((await project.api('GET', '/asset-folders')) as { data: { id: string; name: string }[] }).data.find(
      (one) => one.name === name,
    )?.id;
  const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name} `) });
  const cells = (): Promise<string[]> =>
    page
      .locator('[role=gridcell] [title]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? '').sort());
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.querySelector('[title]')?.getAttribute('title'));
  const open = async (query = ''): Promise<void> => {
    await project.goTo(`/media${query}`);
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
  };
  const undo = () => page.getByRole('button', { name: 'Undo' }).first().click();

  it('uploads many by the chooser, and others by paste and by drop', async () => {
    await open();
    await page.getByRole('link', { name: 'Media', exact: true }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('banner').or(page.getByRole('main')).getByRole('button', { name: 'Upload' }).first().click();
    await (await chooser).setFiles(NAMES.map((name, index) => image(name, [40 * index, 90, 120])));
    await page.getByText('4 of 4 files uploaded').waitFor();
    await expect.poll(cells).toEqual(expect.arrayContaining(NAMES));
    await paste(page, {}, [{ name: 'Pasted.png', type: 'image/png', bytes: image('', [9, 9, 9]).buffer }]);
    await cell('Pasted.png').waitFor();
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        const buffer = Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0));
        data.items.add(new File([buffer], 'Dropped.png', { type: 'image/png' }));
        return data;
      },
      image('', [200, 9, 9]).buffer.toString('base64'),
    );
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await page.getByText('Drop to upload').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await cell('Dropped.png').waitFor();
    await expect.poll(async () => (await assets()).every(({ status }) => status === 'ready')).toBe(true);
    await page.getByRole('button', { name: 'Hide finished uploads' }).click();
    await picture(page, 'media-grid');
    await expectAccessible(page, 'grid', true);
  });

  it('describes, renames, crops and sets the focal point in the details', async () => {
    await open();
    await cell('Anchor.png').click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByLabel('Alt text in English').fill('An anchor');
    // A pause in typing saves, without a key press or leaving the field.
    await details.getByLabel('Alt text in German').fill('Ein Anker');
    await expect.poll(async () => (await named('Anchor.png')).alt_text).toEqual({ en: 'An anchor', de: 'Ein Anker' });
    await page.route('**/trpc/assets.update**', (route) => route.abort());
    const german = details.getByLabel('Alt text in German');
    await german.fill('Ein großer Anker');
    await details.getByText('That was not saved').waitFor();
    await expect.poll(() => german.inputValue()).toBe('Ein großer Anker');
    await page.unroute('**/trpc/assets.update**');
    await german.fill('Ein sehr großer Anker');
    await expect.poll(async () => (await named('Anchor.png')).alt_text.de).toBe('Ein sehr großer Anker');
    await german.fill('Ein Anker');
    await expect.poll(async () => (await named('Anchor.png')).alt_text.de).toBe('Ein Anker');
    await details.getByText('No entry uses this file.').waitFor();
    await picture(page, 'media-details');
    await expectAccessible(page, 'details', true);
    await details.getByRole('button', { name: 'Crop and focal point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop Anchor.png' });
    await dialog.getByText('1:1').click();
    await dialog.getByRole('tab', { name: 'Focal point' }).click();
    await dialog.getByRole('slider', { name: 'Focal point' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    // Changes in both tabs are saved, whichever is open.
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await named('Anchor.png')).crop?.width).toBeCloseTo(0.75, 1);
    expect((await named('Anchor.png')).focal_point).toEqual({ x: 0.4, y: 0.5 });
    let renames = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('Old anchor.png')) renames += 1;
    });
    await details.getByLabel('File name').fill('Old anchor.png');
    await page.keyboard.press('Enter');
    await cell('Old anchor.png').waitFor();
    expect(renames).toBe(1);
    await undo();
    await cell('Anchor.png').waitFor();
    await expect.poll(async () => (await named('Anchor.png')).filename).toBe('Anchor.png');
  });

  it('creates, renames and deletes folders, and moves files by drag and by keyboard', async () => {
    await open();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour');
    await page.keyboard.press('Enter');
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: 'Harbour' }).waitFor();
    const folder = await folderNamed('Harbour');

    await cell('Buoy.png').focus();
    await page.keyboard.press('x');
    await cell('Crane.png').focus();
    await page.keyboard.press('x');
    await page.getByRole('status').getByText('2 selected').waitFor();
    await picture(page, 'media-selected');
    const from = await cell('Crane.png').boundingBox();
    const harbour = folders.getByRole('button', { name: 'Harbour' });
    const to = await harbour.boundingBox();
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 60, from.y + 80);
    await page.mouse.down();
    await page.mouse.move(from.x + 80, from.y + 60, { steps: 4 });
    await page.mouse.move(to.x + 20, to.y + 15, { steps: 8 });
    await expect.poll(() => harbour.evaluate((one) => getComputedStyle(one).boxShadow)).not.toBe('none');
    await picture(page, 'media-dragging');
    await page.mouse.up();
    await page.getByText('2 files moved to “Harbour”.').waitFor();
    await expect.poll(async () => (await named('Crane.png')).folder_id).toBe(folder);
    expect((await named('Buoy.png')).folder_id).toBe(folder);

    await cell('Dock.png').focus();
    await page.keyboard.press('m');
    await choose(page.getByRole('dialog').getByLabel('Folder'), 'Harbour');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('1 file moved to “Harbour”.').waitFor();
    expect((await named('Dock.png')).folder_id).toBe(folder);
    await undo();
    await expect.poll(async () => (await named('Dock.png')).folder_id).toBeNull();

    await folders.getByRole('button', { name: 'Harbour' }).click();
    await expect.poll(cells).toEqual(['Buoy.png', 'Crane.png']);
    expect(page.url()).toContain(`folder=${folder}`);
    await folders.getByRole('button', { name: 'More for the folder “Harbour”' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await page.getByText('The folder is not empty. Move what is in it first.').waitFor();
    await folders.getByRole('button', { name: 'More for the folder “Harbour”' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Port');
    await page.keyboard.press('Enter');
    await folders.getByRole('button', { name: 'Port', exact: true }).waitFor();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Empty');
    await page.keyboard.press('Enter');
    await folders.getByRole('button', { name: 'Empty', exact: true }).click();
    await page.getByText('This folder is empty').waitFor();
    await picture(page, 'media-empty-folder');
    await folders.getByRole('button', { name: 'More for the folder “Empty”' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await expect.poll(() => folderNamed('Empty')).toBeUndefined();
    await page.goBack();
  });

  it('filters by type, use and missing texts, all of it in the address', async () => {
    const hero = await named('Anchor.png');
    await project.edit({ hero: hero.id });
    const second = await named('Dock.png');
    await project.edit({ hero: second.id });
    await open();
    await choose(page.getByLabel('Show'), 'Unused');
    await expect.poll(cells).toEqual(expect.not.arrayContaining(['Anchor.png', 'Dock.png']));
    expect(page.url()).toContain('filter=unused');
    await choose(page.getByLabel('Show'), 'No alt text in German and in use');
    await expect.poll(cells).toEqual(['Dock.png']);
    await page.reload();
    await expect.poll(cells).toEqual(['Dock.png']);
    await choose(page.getByLabel('Show'), 'No alt text in German');
    await expect.poll(cells).toEqual(expect.arrayContaining(['Buoy.png', 'Dock.png']));
    expect(await cells()).not.toContain('Anchor.png');
    await choose(page.getByLabel('Type'), 'Video');
    await page.getByText('No file matches all of these filters.').waitFor();
    await picture(page, 'media-nothing-found');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('cran');
    await expect.poll(cells).toEqual(['Crane.png']);
    await page.getByRole('searchbox', { name: 'Search files' }).fill('');
    await choose(page.getByLabel('Sort'), 'Name A–Z');
    await page.getByRole('button', { name: 'List' }).click();
    await expect.poll(() => page.locator('[role=gridcell] [title]').first().getAttribute('title')).toBe('Anchor.png');
    await picture(page, 'media-list');
    await expectAccessible(page, 'list', true);
  });

  it('goes through the files by the keyboard alone', async () => {
    await open('?sort=filename');
    await cell('Anchor.png').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Buoy.png');
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByLabel('File name').waitFor();
    await expect.poll(() => details.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('Buoy.png');
  });

  it('writes alternative texts from field to field, with undo', async () => {
    await open('?view=texts&sort=filename&language=de');
    const input = (name: string) => page.getByLabel(`Alt text of ${name} in German`);
    await expect.poll(() => input('Anchor.png').inputValue()).toBe('Ein Anker');
    await input('Buoy.png').fill('Eine Boje');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ein Kran');
    await page.keyboard.press('Tab');
    await expect.poll(() => input('Dock.png').evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(async () => (await named('Crane.png')).alt_text).toEqual({ de: 'Ein Kran' });
    await expect.poll(async () => (await named('Buoy.png')).alt_text).toEqual({ de: 'Eine Boje' });
    // By a key: when the other text's answer came later, its message lies over this one.
    await undoOf(page, 'The alt text of Crane.png was saved.').press('Enter');
    await expect.poll(async () => (await named('Crane.png')).alt_text).toEqual({});
    await expect.poll(() => input('Crane.png').inputValue()).toBe('');
    await picture(page, 'media-texts');
    await expectAccessible(page, 'texts', true);
  });

  it('replaces a file, and puts the earlier one back', async () => {
    const before = await named('Dock.png');
    await project.goTo(`/media/${before.id}`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Replace file' }).click();
    await (await chooser).setFiles([image('Pier.png', [200, 60, 10], 320)]);
    const question = page.getByRole('dialog', { name: 'Replace Dock.png with Pier.png?' });
    await question.getByRole('heading', { name: '1 draft uses it' }).waitFor();
    await question.getByRole('link', { name: 'Thing' }).waitFor();
    await question.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('320 × 480').waitFor();
    await page.getByRole('link', { name: 'Thing' }).first().waitFor();
    await page.getByRole('button', { name: /^Restore: / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('640 × 480').waitFor();
    await picture(page, 'media-page');
    await expectAccessible(page, 'page', true);
    expect((await project.api('GET', `/assets/${before.id}`)) as AssetFacts).toMatchObject({ width: 640 });
  });

  it('asks before published content changes, and names the entries', async () => {
    const asset = await named('Crane.png');
    const thing = await project.create('things', { en: { name: 'Live crane', hero: asset.id } });
    await project.api('POST', `/entries/${thing}/publish`, { locales: ['en'] });
    await project.goTo(`/media/${asset.id}`);
    await page.getByText('Used by 1 live entry; changes go live at once.').waitFor();
    await page.getByRole('button', { name: 'Crop and focal point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop Crane.png' });
    await dialog.getByRole('tab', { name: 'Focal point' }).click();
    await dialog.getByRole('slider', { name: 'Focal point' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Change Crane.png on the site?' });
    await question.getByRole('heading', { name: '1 live entry shows it' }).waitFor();
    await question.getByRole('link', { name: 'Live crane' }).waitFor();
    await picture(page, 'media-live-question');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await named('Crane.png')).focal_point).toBeNull();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await named('Crane.png')).focal_point).toEqual({ x: 0.4, y: 0.5 });
    await dialog.waitFor({ state: 'hidden' });
    // Texts are saved while typing, and can be undone.
    const before = (await named('Crane.png')).alt_text;
    await page.getByLabel('Alt text in German').fill('Ein Kran am Kai');
    await page.keyboard.press('Enter');
    const undo = undoOf(page, 'That is live now.');
    await undo.waitFor();
    expect((await named('Crane.png')).alt_text).toMatchObject({ de: 'Ein Kran am Kai' });
    await undo.click();
    await expect.poll(async () => (await named('Crane.png')).alt_text).toEqual(before);
    // Each field has an Undo of its own.
    await page.getByLabel('Caption in English').fill('Cranes');
    await page.keyboard.press('Enter');
    await undo.waitFor();
    await page.getByLabel('Credit').fill('Ada');
    await page.keyboard.press('Enter');
    await expect.poll(() => undo.count()).toBe(2);
  });

  it('counts uploads that failed apart, and leads to the file that is already here', async () => {
    await open();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByRole('button', { name: 'Upload' }).first().click();
    const broken = { name: 'Broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') };
    const again = image('Again.png', [2 * 40, 90, 120]);
    await (await chooser).setFiles([again, broken, { ...broken, name: 'Empty.png', buffer: Buffer.alloc(0) }]);
    await page.getByText('1 of 3 files uploaded, 2 failed').waitFor();
    await picture(page, 'media-uploads-failed');
    await follow(page.getByRole('link', { name: 'show it' }), 'Crane.png');
    await open();
  });

  it('moves to the trash after asking, with undo, and says what uses a file', async () => {
    await open('?sort=filename');
    await cell('Anchor.png').focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Entries use this file.').waitFor();
    await dialog.getByText('Hero · English').waitFor();
    await picture(page, 'media-in-use');
    await page.keyboard.press('Escape');
    await cell('Pasted.png').focus();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('1 file is in the trash.').waitFor();
    await cell('Pasted.png').waitFor({ state: 'hidden' });
    await undo();
    await cell('Pasted.png').waitFor();
    await cell('Dropped.png').focus();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await cell('Dropped.png').waitFor({ state: 'hidden' });
    await choose(page.getByLabel('Show'), 'Trash');
    await expect.poll(cells).toEqual(['Dropped.png']);
    await picture(page, 'media-trash');
    await page.getByLabel('Select Dropped.png').click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The trash is empty').waitFor();
    expect((await named('Dropped.png')).status).toBe('ready');
  });

  it('finds pictures by the palette', async () => {
    await open();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search entries, or type what to do').fill('crane');
    await page.getByRole('option', { name: 'Crane.png' }).click();
    await page.getByRole('heading', { name: 'Crane.png' }).waitFor();
  });

  it.each([
    ['light', 'en'],
    ['dark', 'de'],
  ] as const)('fits a phone, in %s and %s', async (colorScheme, language) => {
    const options = { colorScheme, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const phone = await openAs(project.owner, '/account', options);
    await phone.context.addCookies([{ name: 'stele-language', value: language, url: project.urls.admin }]);
    const words =
      language === 'de' ? { title: 'Medien', back: 'Zurück zu den Medien' } : { title: 'Media', back: 'Back to Media' };
    for (const view of ['grid', 'list', 'texts']) {
      await phone.page.goto(project.url(`/media?view=${view}`));
      await phone.page.getByRole('heading', { name: words.title }).waitFor();
      await phone.page.locator('[role=gridcell], input[data-index]').first().waitFor();
      await picture(phone.page, `media-phone-${view}-${language}`);
      await expectAccessible(phone.page, `${view} ${language}`, true);
      const small = await phone.page
        .locator('main :is(button, input:not([type=checkbox]), select, label):visible')
        .evaluateAll((all) =>
          all.flatMap((one) => {
            const { height, width } = one.getBoundingClientRect();
            return height > 1 && (height < 40 || width < 36) ? [one.outerHTML.slice(0, 120)] : [];
          }),
        );
      expect(small).toEqual([]);
    }
    await phone.page.goto(project.url('/media'));
    await phone.page.getByRole('gridcell', { name: /^Anchor.png/ }).tap();
    await phone.page.getByRole('link', { name: words.back }).waitFor();
    await phone.page.getByRole('heading', { name: 'Anchor.png' }).waitFor();
    await picture(phone.page, `media-phone-page-${language}`);
    await expectAccessible(phone.page, `page ${language}`, true);
    expect(phone.problems).toEqual([]);
    await phone.context.close();
  });
});
