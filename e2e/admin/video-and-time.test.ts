import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

describe.skipIf(!hasBrowser)('fields of videos and times of day', () => {
  const project = useProject({
    collections: [things(field('film', { type: 'video', providers: ['vimeo'] }), field('opens', { type: 'time' }))],
    path: '/entries',
  });

  it('take an address with a title, and hours with minutes', async () => {
    const { page } = project;
    const id = await project.edit();
    const film = page.getByRole('group', { name: 'Film' });
    await film.getByText('Paste the address of a video: Vimeo.').waitFor();
    await film.getByRole('textbox', { name: 'Address of the video' }).fill('https://player.vimeo.com/video/1');
    await film.getByText('Video on Vimeo').waitFor();
    expect(await film.getByRole('link').getAttribute('href')).toBe('https://vimeo.com/1');
    await film.getByRole('textbox', { name: 'Title of the video' }).fill('The weir');
    const opens = page.getByRole('textbox', { name: 'Opens' });
    await opens.fill('late');
    await opens.blur();
    await page.getByText('A time of day is written as 09:30.').waitFor();
    await opens.fill('9:30');
    const values = { film: { url: 'https://player.vimeo.com/video/1', title: 'The weir' }, opens: '09:30' };
    await expect.poll(() => project.stored(id)).toMatchObject(values);
    await expectAccessible(page, 'video');
    await picture(page, 'video-and-time');
    await film.getByRole('textbox', { name: 'Address of the video' }).fill('');
    await film.getByRole('textbox', { name: 'Title of the video' }).fill('');
    await expect.poll(async () => Object.keys(await project.stored(id))).not.toContain('film');
    expect(project.admin.problems).toEqual([]);
  });
});
