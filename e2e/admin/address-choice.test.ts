import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { paste, picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const ADDRESS = 'https://youtu.be/dQw4w9WgXcQ?si=x';
const VIDEO = { provider: 'youtube', id: 'dQw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };

describe.skipIf(!hasBrowser)('an address that is pasted into rich text', () => {
  const project = useProject({
    collections: [
      things(field('body', { type: 'richtext', videos: ['youtube'] }), field('plain', { type: 'richtext' })),
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

  it('of a picture is offered to be fetched', async () => {
    const { page } = project;
    await project.edit();
    await text('Plain').click();
    await paste(page, { 'text/plain': 'https://pictures.example/weir.jpg' });
    await choice().waitFor();
    await expect.poll(() => choice().getByRole('button').allInnerTexts()).toEqual(['Link', 'Picture']);
    await choice().getByRole('button', { name: 'Picture' }).click();
    await text('Plain').getByRole('img').waitFor();
    expect(await text('Plain').getByText('https://pictures.example').count()).toBe(0);
    expect(project.admin.problems).toEqual([]);
  });
});
