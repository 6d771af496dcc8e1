// @module-tag full
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { picture } from '../support/browser.ts';
import { type Entry, hasBrowser, openAs, useProject } from '../support/project.ts';
import { ownersScreens } from '../support/screens.ts';

describe.skipIf(!hasBrowser)('the admin in Arabic', () => {
  const project = useProject();
  let entry = '';
  beforeAll(async () => {
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?status=changed');
    entry = data[0]?.id ?? '';
  });

  const screens = () => ownersScreens(project.id, entry);

  /** Checks that a screen is written from right to left, is accessible and fits. */
  const check = async (page: Page, name: string, width: number): Promise<void> => {
    await picture(page, `arabic-${name}-${width}`);
    await expectAccessible(page, name);
    const { lang, dir } = await page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.dir }));
    expect([name, lang, dir]).toEqual([name, 'ar', 'rtl']);
  };

  it.each([1280, 360])('is written from right to left on every screen: %i px', async (width) => {
    const options = { locale: 'ar', viewport: { width, height: 800 } };
    const { page, context, problems } = await openAs(project.owner, '/account', options);
    for (const [name, path] of screens()) {
      // biome-ignore lint/plugin: what loads late is checked, too.
      await page.goto(`${project.urls.admin}${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await check(page, name, width);
    }
    await page.goto(project.url(`/entries/${entry}`));
    await page.getByRole('button', { name: 'نشر التغييرات' }).click();
    await page.getByRole('dialog', { name: 'نشر' }).waitFor();
    await check(page, 'publish-dialog', width);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('ابحث في المدخلات').waitFor();
    await check(page, 'palette', width);
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    await context.clearCookies();
    await page.goto(`${project.urls.admin}/sign-in`);
    await page.getByLabel('كلمة المرور').waitFor();
    await check(page, 'sign-in', width);
    await context.close();
  });

  it('loads words in one language only', async () => {
    const { context } = await openAs(project.owner, '/account', { locale: 'ar' });
    const page = await context.newPage();
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text().catch(() => ''));
    });
    for (const [, path] of screens()) {
      // biome-ignore lint/plugin: scripts that load late count, too.
      await page.goto(`${project.urls.admin}${path}`, { waitUntil: 'networkidle' });
    }
    const loaded = (await Promise.all(scripts)).join('\n');
    const said = [
      'لا مدخل يطابق كل هذه المرشحات',
      'No entry matches all',
      'Kein Eintrag',
      'Aucune entrée ne',
      'Ninguna entrada',
    ];
    expect(said.map((words) => loaded.includes(words))).toEqual([true, false, false, false, false]);
    await context.close();
  });
});
