// @module-tag full
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { type Entry, hasBrowser, openAs, useProject } from '../support/project.ts';

const MOST_LIST_BYTES = 240 * 1024;
const MOST_LIST_REQUESTS = 30;
const MOST_ENTRY_BYTES = 390 * 1024;

describe.skipIf(!hasBrowser)('every screen of the admin', () => {
  const project = useProject();
  let entry = '';
  beforeAll(async () => {
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?status=changed');
    entry = data[0]?.id ?? '';
  });

  /** `words`: a text that a screen shows once its data is read. */
  const screens = (): [name: string, path: string, words: string][] => {
    const base = `/projects/${project.id}`;
    return [
      ['start', base, 'Went live'],
      ['list', `${base}/entries`, 'How we count'],
      ['trash', `${base}/entries?status=trashed`, 'The trash is empty'],
      ['entry', `${base}/entries/${entry}`, 'By ten the sheet was more insect'],
      ['entry-missing-language', `${base}/entries/${entry}?locale=de`, 'Nothing in German yet'],
      ['site', `${base}/site`, 'published “How we count”'],
      ['compare', `${base}/site/compare`, 'Show the fields'],
      ['deployments', `${base}/site/deployments`, 'No deploy targets yet'],
      ['webhooks', `${base}/site/webhooks`, 'No webhooks yet'],
      ['schema', `${base}/schema`, 'The collection posts is new'],
      ['audit', `${base}/audit`, 'pushed a schema'],
      ['settings', `${base}/settings`, 'Entries outside the trash'],
      ['settings-languages', `${base}/settings/languages`, 'German'],
      ['settings-people', `${base}/settings/people`, project.owner.email],
      ['settings-tokens', `${base}/settings/tokens`, 'Demo: read_draft'],
      ['settings-danger', `${base}/settings/danger`, 'Versions of the site'],
      ['account', `${base}/account`, 'This one'],
      ['new-project', '/projects/new', 'English'],
    ];
  };

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has no serious fault for people with disabilities, and fits: %s, %i px', async (colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 800 } };
    const { page, context, problems } = await openAs(project.owner, '/account', options);
    const check = async (name: string): Promise<void> => {
      await picture(page, `${name}-${colorScheme}-${width}`);
      await expectAccessible(page, name);
    };
    for (const [name, path, words] of screens()) {
      // biome-ignore lint/plugin: what loads late is checked, too.
      await page.goto(`${project.urls.admin}${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('main').getByText(words).first().waitFor();
      await check(name);
    }
    await page.goto(project.url(`/entries/${entry}`));
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog', { name: 'Publish' }).waitFor();
    await check('publish-dialog');
    await page.keyboard.press('Escape');
    if (width < 640) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
    } else await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first().waitFor();
    await check('history-dialog');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search entries, or type what to do').waitFor();
    await check('palette');
    expect(problems).toEqual([]);
    await context.clearCookies();
    await page.goto(`${project.urls.admin}/sign-in`);
    await page.getByLabel('Password').waitFor();
    await check('sign-in');
    await context.close();
  });

  /** Loads a screen in a fresh browser. @returns kB of scripts, compressed, until it shows something, and requests */
  const weigh = async (path: string, ready: (page: Page) => Promise<unknown>) => {
    const { context } = await openAs(project.owner, '/projects/new');
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    let requests = 0;
    let isReady = false;
    page.on('request', () => {
      requests += 1;
    });
    page.on('response', (response) => {
      if (isReady || response.request().resourceType() !== 'script') return;
      const size = response.body().then(
        (body) => gzipSync(body).byteLength,
        () => 0,
      );
      sizes.push(size);
    });
    await page.goto(`${project.urls.admin}${path}`);
    await ready(page);
    isReady = true;
    // biome-ignore lint/plugin: requests that come late count, too.
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await context.close();
    process.stdout.write(`${path}: ${Math.round(bytes / 1024)} kB of scripts, ${requests} requests\n`);
    return { bytes, requests };
  };

  it('the list loads at most 240 kB of scripts, compressed, and asks for each thing once', async () => {
    const { bytes, requests } = await weigh(`/projects/${project.id}/entries`, (page) =>
      page.getByRole('link', { name: 'How we count' }).waitFor(),
    );
    expect(bytes).toBeGreaterThan(100 * 1024);
    expect(bytes).toBeLessThanOrEqual(MOST_LIST_BYTES);
    expect(requests).toBeLessThanOrEqual(MOST_LIST_REQUESTS);
  });

  it('an entry with Markdown loads at most 390 kB of scripts, compressed', async () => {
    const { bytes } = await weigh(`/projects/${project.id}/entries/${entry}`, async (page) => {
      await page.getByRole('main').getByText('By ten the sheet was more insect').waitFor();
      // biome-ignore lint/plugin: scripts that load late count, too.
      await page.waitForLoadState('networkidle');
    });
    expect(bytes).toBeGreaterThan(100 * 1024);
    expect(bytes).toBeLessThanOrEqual(MOST_ENTRY_BYTES);
  });
});
