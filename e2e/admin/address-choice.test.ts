import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { messageArea, paste, picture } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const ADDRESS = 'https://youtu.be/dQw4w9WgXcQ?si=x';
const VIDEO = { provider: 'youtube', id: 'dQw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };

const PEN = 'https://pens.example.org/ada/1';
/** Nothing listens at its endpoint. */
const PENS = { name: 'pens', match: ['https://pens.example.org/*'], endpoint: 'https://127.0.0.1:9/oembed' };

describe.skipIf(!hasBrowser)('an address that is pasted into rich text', () => {
  const project = useProject({
    collections: [
      things(
        field('body', { type: 'richtext', videos: ['youtube'] }),
        field('plain', { type: 'richtext' }),
        field('pens', { type: 'richtext', embeds: [PENS] }),
        field('bare', { type: 'richtext', allow: ['bold'], videos: ['youtube'] }),
      ),
    ],
    path: '/entries',
  });
  const choice = () => project.page.getByRole('toolbar', { name: 'What the pasted address becomes' });
  const text = (name: string) => project.page.getByRole('textbox', { name });
  const stored = async (id: string, key = 'body') =>
    ((await project.stored(id))[key] as { content?: readonly object[] } | undefined)?.content;

  it('becomes a video when that is chosen, by a click or by keys, and has a title', async () => {
    const { page } = project;
    const id = await project.edit();
    await text('Body').click();
    await paste(page, { 'text/plain': ADDRESS });
    await choice().waitFor();
    await expect.poll(() => choice().getByRole('button').allInnerTexts()).toEqual(['Link', 'Video']);
    await picture(page, 'address-choice');
    await expectAccessible(page, 'choice', true);
    await choice().getByRole('button', { name: 'Video' }).click();
    await text('Body').getByText('Video on YouTube').waitFor();
    await page.getByRole('textbox', { name: 'Title of the video' }).fill('The weir');
    await expect.poll(() => stored(id)).toMatchObject([{ type: 'video', attrs: { ...VIDEO, title: 'The weir' } }]);
    await picture(page, 'video-in-text');
    const other = await project.edit();
    await text('Body').click();
    await paste(page, { 'text/plain': ADDRESS });
    await choice().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored(other)).toMatchObject([{ type: 'video', attrs: VIDEO }]);
    expect(project.admin.problems).toEqual([]);
  });

  it('stays a link when one writes on, and where the field takes no videos', async () => {
    const { page } = project;
    const id = await project.edit();
    const link = { type: 'text', text: ADDRESS, marks: [{ type: 'link', attrs: { href: ADDRESS } }] };
    await text('Body').click();
    await paste(page, { 'text/plain': ADDRESS });
    await choice().waitFor();
    await page.keyboard.type(' is it');
    await choice().waitFor({ state: 'hidden' });
    await expect
      .poll(() => stored(id))
      .toMatchObject([{ type: 'paragraph', content: [link, { type: 'text', text: ' is it' }] }]);
    await text('Plain').click();
    await paste(page, { 'text/plain': ADDRESS });
    await text('Plain').getByText(ADDRESS).waitFor();
    expect(await choice().count()).toBe(0);
  });

  it('is announced, is dismissed by Escape, and offers no link where the field takes none', async () => {
    const { page } = project;
    const hint = page.getByRole('status').filter({ hasText: 'Tab chooses what the pasted address becomes' });
    await project.edit();
    await text('Body').click();
    for (const keys of [['Escape'], ['Tab', 'Escape']]) {
      await paste(page, { 'text/plain': ADDRESS });
      await choice().waitFor();
      await hint.waitFor();
      for (const key of keys) await page.keyboard.press(key);
      await choice().waitFor({ state: 'hidden' });
      await expect.poll(() => hint.count()).toBe(0);
      await page.keyboard.type(' on ');
    }
    await text('Body').getByText(`${ADDRESS} on ${ADDRESS} on`).waitFor();
    await text('Bare').click();
    await paste(page, { 'text/plain': ADDRESS });
    await choice().waitFor();
    expect(await choice().getByRole('button').allInnerTexts()).toEqual(['Video']);
    expect(await text('Bare').getByRole('link').count()).toBe(0);
    expect(project.admin.problems).toEqual([]);
  });

  describe('of a page of a site that the field embeds', () => {
    const offered = async (): Promise<string> => {
      const id = await project.edit();
      await text('Pens').click();
      await paste(project.page, { 'text/plain': PEN });
      await choice().waitFor();
      return id;
    };

    it('stays a link when the site does not answer, and says so', async () => {
      const id = await offered();
      await expect.poll(() => choice().getByRole('button').allInnerTexts()).toEqual(['Link', 'Embed']);
      await picture(project.page, 'page-choice');
      await choice().getByRole('button', { name: 'Embed' }).click();
      await messageArea(project.page).getByText('The page was not embedded').waitFor();
      await expect
        .poll(() => stored(id, 'pens'))
        .toMatchObject([{ type: 'paragraph', content: [{ type: 'text', text: PEN }] }]);
      expect(await text('Pens').getByText('Asking the site').count()).toBe(0);
      expect(project.admin.problems).toEqual([]);
    });

    it('becomes the page, with what the site says of it, and a title that can be changed', async () => {
      const { page } = project;
      const id = await offered();
      const said = { provider: 'pens', url: PEN, title: 'A weir', author: 'Ada', width: 800, height: 300 };
      // An answer as the API gives it for a site that anyone can reach.
      const json = [{ result: { data: { ...said, thumbnail_url: null } } }];
      await page.route(/embeds\.lookUp/, (route) => route.fulfill({ json }), { times: 1 });
      await choice().getByRole('button', { name: 'Embed' }).click();
      await text('Pens').getByText('A weir').waitFor();
      await expect.poll(() => stored(id, 'pens')).toEqual([{ type: 'oembed', attrs: said }]);
      await picture(page, 'page-in-text');
      await expectAccessible(page, 'page in a text', true);
      await page.getByRole('textbox', { name: 'Title of the page' }).fill('The weir');
      await expect.poll(() => stored(id, 'pens')).toEqual([{ type: 'oembed', attrs: { ...said, title: 'The weir' } }]);
      await page.reload();
      await text('Pens').getByText('The weir').waitFor();
      await page.getByRole('button', { name: 'Remove The weir' }).click();
      await expect.poll(() => stored(id, 'pens')).toBeUndefined();
      expect(project.admin.problems).toEqual([]);
    });
  });

  describe('of a picture', () => {
    const site = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' }).end(png(400, 300, [20, 90, 120]));
    });
    let address: string;
    /** The next request for a picture waits until this is called. */
    let letGo: () => void;
    beforeAll(async () => {
      site.listen(0, '127.0.0.1');
      await once(site, 'listening');
      address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/weir.png`;
    });
    afterAll(() => {
      site.close();
      site.closeAllConnections();
    });

    const assets = async () =>
      (await project.api<{ data: readonly { readonly id: string }[] }>('GET', '/assets?limit=100')).data;
    const offered = async (): Promise<string> => {
      const id = await project.edit();
      await text('Plain').click();
      await paste(project.page, { 'text/plain': address });
      await choice().waitFor();
      return id;
    };
    const held = async (): Promise<void> => {
      const gone = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await project.page.route(
        /uploadFromUrl/,
        async (route) => {
          await gone;
          await route.continue();
        },
        { times: 1 },
      );
    };

    it('is offered to be fetched, and becomes the picture', async () => {
      const id = await offered();
      await expect.poll(() => choice().getByRole('button').allInnerTexts()).toEqual(['Link', 'Picture']);
      await choice().getByRole('button', { name: 'Picture' }).click();
      await expect
        .poll(() =>
          text('Plain')
            .locator('img')
            .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0)),
        )
        .toEqual([true]);
      const [asset] = await assets();
      await expect.poll(() => stored(id, 'plain')).toEqual([{ type: 'image', attrs: { asset: asset?.id } }]);
      expect(project.admin.problems).toEqual([]);
    });

    it('is fetched once for two clicks, and comes after what was written meanwhile', async () => {
      const { page } = project;
      const before = (await assets()).length;
      const id = await offered();
      await held();
      await choice().getByRole('button', { name: 'Picture' }).dblclick();
      await text('Plain').getByText('Fetching the picture').waitFor();
      await choice().waitFor({ state: 'hidden' });
      await page.keyboard.type(' is it');
      letGo();
      await expect
        .poll(() => stored(id, 'plain'))
        .toMatchObject([{ type: 'paragraph', content: [{ type: 'text', text: ' is it' }] }, { type: 'image' }]);
      expect(await text('Plain').getByText('Fetching the picture').count()).toBe(0);
      expect(await assets()).toHaveLength(before + 1);
      expect(project.admin.problems).toEqual([]);
    });

    it('is said to have no place when the text is gone', async () => {
      const { page } = project;
      await offered();
      await held();
      await choice().getByRole('button', { name: 'Picture' }).click();
      await text('Plain').getByText('Fetching the picture').waitFor();
      await page.keyboard.type('.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('More');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      letGo();
      await messageArea(page).getByText('The picture has no place in the text any more').waitFor();
      expect(project.admin.problems).toEqual([]);
    });
  });
});
