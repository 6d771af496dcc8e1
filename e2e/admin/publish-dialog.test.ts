import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { messageArea, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const THINGS = things(
  field('hero', { type: 'asset' }),
  field('gallery', { type: 'assets' }),
  field('story', { type: 'richtext' }),
  field('related', { type: 'references', collections: ['things'] }),
);

describe.skipIf(!hasBrowser)('the publish dialog', () => {
  const project = useProject({ collections: [THINGS], path: '/entries' });

  it('shows before a publish what changes as it looks: pictures, marks and names, never an id', async () => {
    const { page } = project;
    const first = await project.create('things', { en: { name: 'Pictured' } });
    await page.goto(project.url(`/entries/${first}`));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('group', { name: 'Hero', exact: true }).getByRole('button', { name: 'Upload' }).click();
    await (await chooser).setFiles({ name: 'Weir.png', mimeType: 'image/png', buffer: png(640, 480, [20, 90, 120]) });
    await page.getByText('640 × 480').waitFor();
    const hero = (await project.stored(first)).hero ?? null;
    const embedded = await project.create('things', { en: { name: 'The embedded one' } });
    const line = (...content: object[]) => ({ type: 'paragraph', content });
    const words = (text: string, ...marks: string[]) => ({
      type: 'text',
      text,
      marks: marks.map((type) => ({ type })),
    });
    const before = { type: 'doc', content: [line(words('The old weir.')), line(words('It stays.'))] };
    const content = [
      line(words('The '), words('broken', 'bold'), words(' weir.')),
      line(words('It stays.')),
      { type: 'image', attrs: { asset: hero } },
      { type: 'embed', attrs: { entry: embedded } },
    ];
    const id = await project.create('things', { en: { name: 'Shown', story: before } });
    await project.api('POST', `/entries/${id}/publish`, { locales: ['en'] });
    await project.write(id, { hero, gallery: [hero], story: { type: 'doc', content } });
    await page.goto(project.url(`/entries/${id}`));
    await page.getByRole('button', { name: /^Publish/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const story = dialog.locator('dd').nth(2);
    await story.getByText('The embedded one').waitFor();
    await expect.poll(() => dialog.locator('dd').getByText('Weir.png').count()).toBe(3);
    await expect.poll(() => story.locator('ins strong').allTextContents()).toEqual(['broken']);
    await expect.poll(() => story.locator('del').allTextContents()).toEqual(['old ']);
    expect(await dialog.textContent()).not.toMatch(/(ast|ent)_/);
    await picture(page, 'publish-as-it-looks');
    await expectAccessible(page, 'publish');
  });

  it('advises on the languages that are ticked, and on no other', async () => {
    const { page } = project;
    const other = await project.create('things', { en: { name: 'A draft' }, de: { name: 'Ein Entwurf' } });
    const values = { name: 'Related', related: [other] };
    const id = await project.create('things', { en: values, de: { ...values, name: 'Verwandt' } });
    await page.goto(project.url(`/entries/${id}`));
    await page.getByRole('button', { name: /^Publish/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const [english, german] = ['English', 'German'].map((name) => dialog.getByRole('checkbox', { name }));
    const advice = dialog.getByText('is not live in');
    await english?.check();
    await german?.check();
    await expect
      .poll(() => advice.allTextContents())
      .toEqual(['"A draft" is not live in English.', '"A draft" is not live in German.']);
    await german?.uncheck();
    await expect.poll(() => advice.allTextContents()).toEqual(['"A draft" is not live in English.']);
    await english?.uncheck();
    await german?.check();
    await expect.poll(() => advice.allTextContents()).toEqual(['"A draft" is not live in German.']);
  });

  it('is free of messages where its buttons are', async () => {
    const { page } = await project.open('/entries', { viewport: { width: 1280, height: 420 } });
    const line = { type: 'paragraph', content: [{ type: 'text', text: 'A line.' }] };
    const story = { type: 'doc', content: Array.from({ length: 30 }, () => line) };
    const id = await project.create('things', { en: { name: 'Announced', story } });
    await page.goto(project.url(`/entries/${id}`));
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const publish = async () => {
      await page.getByRole('button', { name: /^Publish/ }).press('Enter');
      return dialog.getByRole('button', { name: /^Publish/ });
    };
    await (await publish()).click();
    const message = messageArea(page).getByText('Live in English.');
    // A message stays while the pointer is on it.
    await message.hover();
    await page.getByLabel('Name').fill('Announced again');

    const button = await publish();
    await expect.poll(() => button.isEnabled()).toBe(true);
    const [below, above] = [await button.boundingBox(), await message.boundingBox()];
    expect((above?.x ?? 0) + (above?.width ?? 0)).toBeLessThan(below?.x ?? 0);
    expect(await message.isVisible()).toBe(true);
  });
});
