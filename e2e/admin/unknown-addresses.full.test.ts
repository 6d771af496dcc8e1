// @module-tag full
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { follow, picture } from '../support/browser.ts';
import { hasBrowser, useProject } from '../support/project.ts';

/** Well-formed, but no entry has it. */
const NOBODYS_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe.skipIf(!hasBrowser)('addresses of the admin that lead nowhere', () => {
  const project = useProject({ path: '/entries' });

  const seen = new Set<string>();
  it.each([
    ['/nope', 'There is nothing at this address', 'Go to the start page'],
    ['/projects', 'There is nothing at this address', 'Go to the start page'],
    ['/projects/unknown', 'Not found', 'Go to the start page'],
    [`/projects/prj_${NOBODYS_ID}`, 'Not found', 'Go to the start page'],
    [`/projects/prj_${NOBODYS_ID}/entries/unknown`, 'Not found', 'Go to the start page'],
    ['PROJECT/nope', 'There is nothing at this address', 'Go to the entries'],
    ['PROJECT/entries/unknown', 'Not found', 'Go to the entries'],
    [`PROJECT/entries/ent_${NOBODYS_ID}`, 'Not found', 'Go to the entries'],
    ['PROJECT/entries/a%2Fb%3F%25', 'Not found', 'Go to the entries'],
    ['PROJECT/entries?collection=nope', 'There is no such collection', 'Go to the entries'],
    ['PROJECT/entries?collection=Not%20a%20key', 'There is no such collection', 'Go to the entries'],
    ['PROJECT/media/unknown', 'Not found', 'Back to Media'],
    ['PROJECT/site/webhooks/unknown', 'Not found', 'All webhooks'],
  ])('%s says so, and leads back', async (path, heading, back) => {
    const { page, admin } = project;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${project.urls.admin}${path.replace('PROJECT', `/projects/${project.id}`)}`);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: heading }).waitFor();
    const link = main.getByRole('link', { name: back });
    await link.waitFor();
    const name = `nowhere-${path.replace(/\W+/g, '-')}`;
    await picture(page, name);
    expect(await link.getAttribute('href')).toMatch(/^(\/|\/projects\/[^/]+\/(entries|media|site\/webhooks))$/);
    expect(admin.problems).toEqual([]);
    // The same words with the same way back are the same screen.
    if (seen.has(heading + back)) return;
    seen.add(heading + back);
    await expectAccessible(page, name);
    await page.setViewportSize({ width: 360, height: 800 });
    await picture(page, `${name}-360`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await follow(link, /./);
    await page.waitForURL(/\/projects\/[^/]+(\/(entries|media|site\/webhooks))?$/);
  });
});
