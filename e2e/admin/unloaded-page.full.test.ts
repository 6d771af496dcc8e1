// @module-tag full
import type { Page, Route } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useProject } from '../support/project.ts';

const SCRIPTS = '**/_next/static/chunks/*.js';

describe.skipIf(!hasBrowser)('a page whose scripts don’t arrive', () => {
  const project = useProject({ path: '/entries' });

  /** Breaks off requests, the first ones or all. @returns how many were broken off so far */
  async function breakOff(page: Page, pattern: string, times: number): Promise<() => number> {
    let broken = 0;
    const answer = async (route: Route): Promise<void> => {
      if (broken >= times) return await route.continue();
      broken++;
      await route.abort('failed');
    };
    await page.route(pattern, answer);
    return () => broken;
  }

  it('is loaded again by itself', async () => {
    const { page, context } = await project.open('/entries');
    const broken = await breakOff(page, SCRIPTS, 1);
    await page.goto(project.url('/media'));
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    expect(broken()).toBe(1);
    await context.close();
  });

  it('says so when that doesn’t help, in the language of the browser, and tries again when asked', async () => {
    const { page, context } = await project.open('/entries', { locale: 'de-DE' });
    await breakOff(page, SCRIPTS, Number.POSITIVE_INFINITY);
    await page.goto(project.url('/media'));
    await page.getByRole('alert').getByText('Diese Ansicht konnte nicht geladen werden.').waitFor();
    await page.unroute(SCRIPTS);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('heading', { level: 1, name: 'Medien' }).waitFor();
    expect(await page.getByText('konnte nicht geladen werden').count()).toBe(0);
    await context.close();
  });

  it('is loaded again when its style sheet didn’t arrive', async () => {
    const { page, context } = await project.open('/entries');
    const broken = await breakOff(page, '**/_next/static/chunks/*.css', 1);
    await page.goto(project.url('/media'));
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    expect(broken()).toBe(1);
    await context.close();
  });

  it('stays, and can be used, when its style sheet never arrives', async () => {
    const { page, context } = await project.open('/entries');
    const broken = await breakOff(page, '**/_next/static/chunks/*.css', Number.POSITIVE_INFINITY);
    await page.goto(project.url('/media'));
    await expect.poll(broken).toBe(5);
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    // A fifth failure isn't counted, so no load follows it.
    expect(await page.evaluate(() => sessionStorage.getItem('stele-failed-loads'))).toBe('4');
    await context.close();
  });
});
