import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executablePath, launchBrowser, picture } from './support/browser.ts';
import { newDataDirectory, type RunningInstance, removeDirectory, startInstance } from './support/instance.ts';

describe.skipIf(!executablePath)('in a browser', () => {
  let data: string;
  let instance: RunningInstance;
  let browser: Browser;

  beforeAll(async () => {
    data = await newDataDirectory();
    instance = await startInstance(data);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await instance.stop();
    await removeDirectory(data);
  });

  /** Opens a page; it must ask nothing of any other host, and report no error. */
  async function open(url: string, scheme: 'light' | 'dark' = 'light', width = 1280): Promise<Page> {
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 800 } });
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) problems.push(`asked ${request.url()}`);
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
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
      const page = await open(`${instance.file.api_url}/`, scheme, width);
      expect(await page.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe(instance.file.admin_url);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(overflow).toBe(false);
      await page.getByRole('link', { name: 'API reference' }).click();
      await page.waitForURL('**/docs');
      await page.close();
    }
  });

  it('the reference shows operations with their errors, and asks nobody else for anything', async () => {
    const page = await open(`${instance.file.api_url}/docs`);
    await page.getByRole('heading', { name: 'Stele' }).first().waitFor();
    await page.getByText('Publish an entry in some locales').first().waitFor();
    await page.close();
  });
});
