import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { follow, newContext, picture } from './support/browser.ts';
import { browser, hasBrowser, shared } from './support/project.ts';

describe.skipIf(!hasBrowser)('in a browser', () => {
  /** Opens a page, which must send no request to another host and report no error. */
  async function open(url: string, scheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
    const page = await (
      await newContext(await browser(), { colorScheme: scheme, viewport: { width, height: 800 } })
    ).newPage();
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) problems.push(`asked ${request.url()}`);
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    // biome-ignore lint/plugin: errors of what loads late count, too.
    await page.goto(url, { waitUntil: 'networkidle' });
    await picture(page, `api${new URL(url).pathname.replaceAll('/', '-')}-${scheme}-${width}`);
    expect(problems).toEqual([]);
    return page;
  }

  it('the API leads to its reference and to the admin', async () => {
    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      const page = await open(`${shared.urls.api}/`, scheme, width);
      expect(await page.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe(shared.urls.admin);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(overflow).toBe(false);
      await follow(page.getByRole('link', { name: 'API reference' }), 'Stele');
      expect(new URL(page.url()).pathname).toBe('/docs');
      await page.context().close();
    }
  });

  it('the reference shows operations with their errors, and requests nothing from other hosts', async () => {
    const page = await open(`${shared.urls.api}/docs`);
    await page.getByRole('heading', { name: 'Stele' }).first().waitFor();
    await page.getByText('Publish an entry in some locales').first().waitFor();
    await page.context().close();
  });
});
