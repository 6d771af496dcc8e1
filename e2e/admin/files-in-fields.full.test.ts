// @module-tag full
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Route } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, expectAccessible } from '../support/accessible.ts';
import { moveRow, paste, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const image = (name: string, color: readonly [number, number, number] = [20, 90, 120]) => ({
  name,
  mimeType: 'image/png',
  buffer: png(640, 480, color),
});
interface AssetFacts {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
  readonly alt_text: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  readonly crop: { readonly width: number; readonly height: number } | null;
  readonly focal_point: object | null;
}

describe.skipIf(!hasBrowser)('files in the form', () => {
  const project = useProject({
    collections: [
      things(
        field('hero', { type: 'asset', accept: ['image/*'] }),
        field('gallery', { type: 'assets' }),
        field('text', { type: 'markdown' }),
      ),
    ],
    path: '/entries',
  });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stele-files-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const group = (name: string) => project.page.getByRole('group', { name, exact: true });
  const assets = async (): Promise<readonly AssetFacts[]> =>
    ((await project.api('GET', '/assets')) as { data: AssetFacts[] }).data;
  const named = async (filename: string): Promise<AssetFacts | undefined> =>
    (await assets()).find((one) => one.filename === filename);
  const choose = async (button: string, inside: ReturnType<typeof group>, files: Parameters<typeof image>[0][]) => {
    const chooser = project.page.waitForEvent('filechooser');
    await inside.getByRole('button', { name: button }).click();
    await (await chooser).setFiles(files.map((name) => image(name)));
  };

  it('uploads a picture into a field, describes it, and takes it out and back again', async () => {
    const { page } = project;
    const id = await project.edit();
    await choose('Upload', group('Hero'), ['Weir.png']);
    await group('Hero').getByText('Weir.png').waitFor();
    await group('Hero').getByText('640 × 480').waitFor();
    const asset = await named('Weir.png');
    await expect.poll(async () => (await project.stored(id)).hero).toBe(asset?.id);
    const note = group('Hero').getByText('No alt text in English');
    await note.waitFor();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    // Narrower than a phone: other languages have longer words.
    await page.setViewportSize({ width: 250, height });
    const edges = await Promise.all([note, group('Hero').first()].map((one) => one.boundingBox()));
    const [noteEnd = 0, cardEnd = 0] = edges.map((one) => (one?.x ?? 0) + (one?.width ?? 0));
    expect(noteEnd).toBeLessThanOrEqual(cardEnd);
    await page.setViewportSize({ width, height });
    await group('Hero').getByRole('button', { name: 'Edit alt text: Weir.png' }).click();
    await page.getByLabel('Alt text in English').fill('The weir at dusk');
    await page.getByLabel('Alt text in German').fill('Das Wehr am Abend');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await named('Weir.png'))?.alt_text)
      .toEqual({ en: 'The weir at dusk', de: 'Das Wehr am Abend' });
    await group('Hero').getByText('No alt text in English').waitFor({ state: 'hidden' });
    await page.getByRole('checkbox', { name: 'Decorative' }).check();
    await expect.poll(async () => (await named('Weir.png'))?.decorative).toBe(true);
    await page.getByRole('checkbox', { name: 'Decorative' }).uncheck();
    await picture(page, 'asset-field');
    await group('Hero').getByRole('button', { name: 'Remove Weir.png' }).click();
    const again = group('Hero').getByRole('button', { name: 'Choose' });
    await expect.poll(() => again.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await project.stored(id)).hero ?? null).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await project.stored(id)).hero).toBe(asset?.id);
  });

  it('crops a picture and sets its focal point in place, by the keyboard too', async () => {
    const { page } = project;
    const id = (await named('Weir.png'))?.id;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pictures = async (route: Route): Promise<void> => {
      if (route.request().resourceType() === 'image') await held;
      await route.fallback();
    };
    await page.route('**/*', pictures);
    await project.edit({ hero: id });
    await expect.poll(async () => (await named('Weir.png'))?.status).toBe('ready');
    await group('Hero').getByRole('button', { name: 'Crop Weir.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop Weir.png' });
    const square = dialog.getByRole('radio', { name: '1:1' });
    expect(await square.isDisabled()).toBe(true);
    release();
    await expect.poll(() => square.isEnabled()).toBe(true);
    await page.unroute('**/*', pictures);
    await dialog.getByText('1:1').click();
    await picture(page, 'crop');
    await dialog.getByRole('button', { name: 'Save everywhere' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { crop } = (await named('Weir.png')) ?? {};
    expect(crop?.width).toBeCloseTo(0.75, 1);
    expect(crop?.height).toBeCloseTo(1, 1);
    await group('Hero').getByRole('button', { name: 'Crop Weir.png' }).click();
    const crops: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/trpc/assets.crop')) crops.push(request.url());
    });
    await dialog.getByRole('tab', { name: 'Focal point' }).click();
    await dialog.getByRole('slider', { name: 'Focal point' }).focus();
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await picture(page, 'focal-point');
    await dialog.getByRole('button', { name: 'Save everywhere' }).click();
    await expect.poll(async () => (await named('Weir.png'))?.focal_point).toEqual({ x: 0.3, y: 0.49 });
    // No one touched the frame.
    expect([crops, (await named('Weir.png'))?.crop]).toEqual([[], crop]);
    await group('Hero').getByRole('button', { name: 'Crop Weir.png' }).click();
    await dialog.getByRole('button', { name: 'Right edge' }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft');
    const { x = 0, y = 0 } = (await dialog.getByRole('button', { name: 'Bottom edge' }).boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + 5, y - 60, { steps: 4 });
    await page.mouse.up();
    await picture(page, 'crop-free');
    await dialog.getByRole('button', { name: 'Save everywhere' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const free = (await named('Weir.png'))?.crop;
    expect(free?.width).toBeLessThan((crop?.width ?? 0) - 0.02);
    expect(free?.height).toBeLessThan((crop?.height ?? 0) - 0.05);
  });

  it('crops a picture in one place only, with a copy', async () => {
    const { page } = project;
    const original = await named('Weir.png');
    const id = await project.edit({ hero: original?.id, gallery: [original?.id] });
    await group('Hero').getByRole('button', { name: 'Crop Weir.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop Weir.png' });
    const only = dialog.getByRole('button', { name: 'Save only here' });
    expect(await only.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Right edge' }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowLeft');
    await picture(page, 'crop-only-here');
    await expectAccessible(page, 'dialog to crop in one place');
    await page.setViewportSize({ width: 390, height: 800 });
    await picture(page, 'crop-only-here-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await only.click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await project.stored(id)).hero).not.toBe(original?.id);
    const { hero, gallery } = await project.stored(id);
    const copy = (await assets()).find((one) => one.id === hero);
    expect([copy?.filename, gallery]).toEqual(['Weir.png', [original?.id]]);
    expect(copy?.crop?.width).toBeLessThan((original?.crop?.width ?? 1) - 0.02);
    expect((await assets()).find((one) => one.id === original?.id)?.crop).toEqual(original?.crop);
    await project.api('PATCH', `/entries/${id}/draft`, {
      values: { en: { hero: null } },
      base_version: (await project.entry(id)).version,
    });
    await project.api('DELETE', `/assets/${copy?.id}`);
  });

  it('gives a picture a focal point in one place, and takes it back', async () => {
    const { page } = project;
    const asset = await named('Weir.png');
    const id = await project.edit({ hero: asset?.id, gallery: [asset?.id] });
    const inHero = group('Hero').getByRole('button', { name: 'Focus here: Weir.png' });
    const dialog = page.getByRole('dialog', { name: 'Focal point of Weir.png here' });
    await inHero.click();
    expect(await dialog.getByRole('button', { name: "Same as the file's" }).isDisabled()).toBe(true);
    await dialog.getByRole('slider', { name: 'Focal point' }).focus();
    await page.keyboard.press('ArrowRight');
    for (let step = 0; step < 11; step++) await page.keyboard.press('Shift+ArrowLeft');
    for (let step = 0; step < 11; step++) await page.keyboard.press('Shift+ArrowUp');
    await picture(page, 'focus-here');
    const { violations } = await axe(page).include('[role=dialog]').analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const use = { asset: asset?.id, focal_point: { x: 0, y: 0 } };
    await expect.poll(async () => (await project.stored(id)).hero).toEqual(use);
    await group('Hero').getByText('Own focal point').waitFor();
    await picture(page, 'own-focal-point');
    expect((await project.stored(id)).gallery).toEqual([asset?.id]);
    expect((await named('Weir.png'))?.focal_point).toEqual(asset?.focal_point);

    await group('Gallery').getByRole('button', { name: 'Focus here: Weir.png' }).click();
    await dialog.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowDown');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await project.stored(id)).gallery).toMatchObject([{ asset: asset?.id }]);
    await group('Gallery').getByRole('button', { name: 'Remove Weir.png' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await project.stored(id)).gallery).toMatchObject([{ asset: asset?.id }]);

    await inHero.click();
    await dialog.getByRole('button', { name: "Same as the file's" }).click();
    await expect.poll(async () => (await project.stored(id)).hero).toBe(asset?.id);
    await group('Hero').getByText('Own focal point').waitFor({ state: 'hidden' });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await inHero.click();
    await dialog.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowRight');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await group('Hero').getByText('Own focal point').waitFor();
    await expect.poll(async () => (await project.stored(id)).hero).toMatchObject({ asset: asset?.id });
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const publishing = page.getByRole('dialog');
    await publishing.getByText('Focal point', { exact: true }).waitFor();
    await picture(page, 'publish-focal-point');
    await publishing.getByRole('button', { name: /^Publish/ }).click();
    await publishing.waitFor({ state: 'hidden' });
  });

  it('takes files by drop and paste, says what it does not take, and keeps them in an order', async () => {
    const { page } = project;
    const id = await project.edit();
    await choose('Upload', group('Gallery'), ['One.png', 'Two.png', 'Three.png']);
    await expect.poll(async () => ((await project.stored(id)).gallery as string[] | undefined)?.length).toBe(3);
    const names = async (): Promise<(string | undefined)[]> => {
      const all = await assets();
      return ((await project.stored(id)).gallery as string[]).map((one) => all.find((a) => a.id === one)?.filename);
    };
    expect(await names()).toEqual(['One.png', 'Two.png', 'Three.png']);
    const handle = group('Gallery').getByRole('button', { name: 'Move Three.png', exact: true });
    await moveRow(handle, 'Three.png', 3, 2, 3);
    await expect.poll(names).toEqual(['One.png', 'Three.png', 'Two.png']);
    await group('Hero').getByRole('button', { name: 'Choose a picture' }).focus();
    await paste(page, {}, [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('notes') }]);
    await group('Hero').getByText("This field doesn't take this kind of file.").waitFor();
    await group('Hero').getByRole('button', { name: 'Choose a picture' }).focus();
    await paste(page, {}, [{ name: 'empty.png', type: 'image/png', bytes: Buffer.alloc(0) }]);
    await group('Hero').getByText('This file is empty.').waitFor();
    await group('Hero').getByRole('button', { name: 'Choose a picture' }).focus();
    await paste(page, {}, [{ name: 'Pasted.png', type: 'image/png', bytes: image('').buffer }]);
    await group('Hero').getByText('Pasted.png').first().waitFor();
    await expect.poll(async () => (await project.stored(id)).hero).toMatch(/^ast_/);
  });

  it('puts a file into the field that was tried again after it failed', async () => {
    const { page } = project;
    const id = await project.edit();
    await page.route('**/trpc/assets.upload**', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
    await choose('Upload', group('Hero'), ['Later.png']);
    await group('Hero').getByText("The file didn't get through. Try again.").waitFor();
    expect((await project.stored(id)).hero ?? null).toBeNull();
    await group('Hero').getByRole('button', { name: 'Upload Later.png again' }).click();
    await expect.poll(async () => (await project.stored(id)).hero).toMatch(/^ast_/);
  });

  it('chooses from what is there by the keyboard alone, and passes axe', async () => {
    const { page } = project;
    const id = await project.edit();
    await group('Hero').getByRole('button', { name: 'Choose a picture' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await expect
      .poll(() => dialog.getByLabel('Search files').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.type('weir');
    await expect.poll(() => dialog.getByRole('option').allTextContents()).toEqual(['Weir.png']);
    const { violations } = await axe(page).include('[role=dialog]').analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);
    await picture(page, 'asset-picker');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await project.stored(id)).hero).toBe((await named('Weir.png'))?.id);
  });

  it('shows pictures in a column of the list', async () => {
    const { page } = project;
    const hero = (await named('Weir.png'))?.id;
    await project.create('things', { en: { name: 'Pictured', hero } });
    await page.goto(project.url('/entries?collection=things'));
    const row = page.getByRole('row').filter({ hasText: 'Pictured' });
    await expect
      .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await picture(page, 'list-with-pictures');
    await page.reload();
    await row.locator('img').waitFor();
  });

  it('tries again what the network dropped, and goes on after a reload where a large file stopped', async () => {
    const { page } = project;
    const id = await project.edit();
    const uploads = `${project.urls.content}/uploads/**`;
    let dropped = 0;
    await page.route(uploads, (route) => (dropped++ < 2 ? route.abort() : route.continue()));
    await choose('Upload', group('Hero'), ['Retried.png']);
    await expect.poll(async () => (await project.stored(id)).hero).toMatch(/^ast_/);
    expect((await project.stored(id)).hero).toBe((await named('Retried.png'))?.id);
    expect(dropped).toBeGreaterThan(2);
    await page.unroute(uploads);

    const large = path.join(folder, 'large.bin');
    await writeFile(large, 'not a picture');
    await truncate(large, 110_000_000);
    let [sent, stored] = [0, 0];
    page.on('response', (response) => {
      if (response.request().method() === 'PUT' && response.url().includes('/uploads/')) stored += 1;
    });
    // Two parts get through, all others hang until the reload.
    await page.route(uploads, (route) => (sent++ < 2 ? route.continue() : undefined));
    const chooser = page.waitForEvent('filechooser');
    await group('Gallery').getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles(large);
    await expect.poll(() => sent > 3 && stored === 2).toBe(true);
    // Before the reload, so that none of the hanging requests gets through.
    await page.reload();
    await page.unroute(uploads);
    const puts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/uploads/')) puts.push(request.url());
    });
    await group('Gallery').getByRole('button', { name: 'Add files' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose files' });
    await dialog.getByText('1 upload was interrupted').waitFor();
    const again = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose again' }).click();
    await (await again).setFiles(large);
    await expect.poll(async () => (await named('large.bin'))?.status, { timeout: 120_000 }).toBe('ready');
    expect(puts.length).toBe(5);
    expect((await assets()).filter(({ filename }) => filename === 'large.bin')).toHaveLength(1);
    await dialog.getByText('1 upload was interrupted').waitFor({ state: 'hidden' });
  });

  it('writes Markdown with tools that the browser can undo, links by paste, and shows pictures beside', async () => {
    const { page } = project;
    await page.setViewportSize({ width: 1800, height: 900 });
    const id = await project.edit({ text: 'Some bold words' });
    const area = page.getByRole('textbox', { name: 'Text' });
    const select = (start: number, end: number) =>
      area.evaluate((one, range) => (one as HTMLTextAreaElement).setSelectionRange(...range), [start, end] as const);
    await area.focus();
    await select(5, 9);
    await page.keyboard.press('Control+b');
    await expect.poll(() => area.inputValue()).toBe('Some **bold** words');
    await page.keyboard.press('Control+z');
    await expect.poll(() => area.inputValue()).toBe('Some bold words');
    await select(10, 15);
    await paste(page, { 'text/plain': 'https://example.com' });
    await expect.poll(() => area.inputValue()).toBe('Some bold [words](https://example.com)');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n\n');
    await paste(page, {}, [{ name: 'Inline.png', type: 'image/png', bytes: image('').buffer }]);
    await expect.poll(() => area.inputValue()).toMatch(/\n\n!\[\]\(asset:ast_[0-9a-z]+\)$/);
    const preview = page.getByRole('region', { name: 'Preview' });
    expect(await preview.count()).toBe(0);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await preview.locator('img').waitFor();
    await expect
      .poll(() => preview.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await expect.poll(async () => (await project.stored(id)).text).toBe(await area.inputValue());
    await picture(page, 'markdown');
    expect(project.admin.problems).toEqual([]);
  });
});
