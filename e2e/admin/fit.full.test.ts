// @module-tag full
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture, saved } from '../support/browser.ts';
import { findUnfit } from '../support/fit.ts';
import { type Entry, field, hasBrowser, openAs, things, useProject } from '../support/project.ts';
import { ownersScreens } from '../support/screens.ts';

const WIDTHS = [360, 390, 768, 1280, 1440];
const LANGUAGES = ['en', 'de-DE', 'ar'];

const THINGS = things(
  ...['first', 'second', 'third'].map((key) => field(key, { type: 'text', required: true })),
  field('related', { type: 'references', collections: ['things'] }),
);

describe.skipIf(!hasBrowser)('what the admin shows', () => {
  const project = useProject({ collections: [THINGS], locales: ['ar'] });
  let post = '';
  let begun = '';
  let warned = '';

  beforeAll(async () => {
    const { data } = await project.api<{ data: Entry[] }>('GET', '/entries?status=changed');
    post = data[0]?.id ?? '';
    begun = await project.create('things', { en: { name: 'Begun' } });
    const full = { first: 'A', second: 'B', third: 'C' };
    warned = await project.create('things', { en: { name: 'Warned', ...full } });
    await project.api('POST', `/entries/${warned}/publish`, { locales: ['en'] });
    const drafts = await Promise.all(
      Array.from({ length: 12 }, (_, n) => project.create('things', { en: { name: `Draft ${n}` } })),
    );
    await project.write(warned, { related: drafts });
    for (const id of [begun, warned]) {
      for (const body of ['Is it?', 'It is.']) await project.asOwner('POST', commentsOf(id), { body });
    }
  });
  const commentsOf = (id: string): string => `/projects/${project.id}/entries/${id}/comments`;

  /** Names a screen at all widths at which something is cut or off-screen. */
  const unfitAtWidths = async (page: Page, name: string): Promise<string[]> => {
    const faults: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(
        () => !document.querySelector('.animate-pulse, main [aria-busy="true"]') && document.readyState === 'complete',
      );
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      const found = [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...(await findUnfit(page))];
      if (found.length > 0) await picture(page, `unfit-${name}-${width}`);
      faults.push(...found.map((fault) => `${name}, ${width} px: ${fault}`));
    }
    return faults;
  };

  it.each(LANGUAGES)('fits the window on every screen, from phones to large ones: %s', async (locale) => {
    const { page, context } = await openAs(project.owner, '/account', { locale });
    const faults: string[] = [];
    for (const [name, path] of ownersScreens(project.id, post)) {
      // biome-ignore lint/plugin: what loads late is checked, too.
      await page.goto(`${project.urls.admin}${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('main').getByRole('heading').first().waitFor();
      faults.push(...(await unfitAtWidths(page, `${name}-${locale}`)));
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(LANGUAGES)('has all that an editor needs in its bar, Publish first: %s', async (locale) => {
    for (const [name, id] of [
      ['begun', () => begun],
      ['warned', () => warned],
    ] as const) {
      const { page, context } = await project.open(`/entries/${id()}`, {
        locale,
        viewport: { width: 360, height: 740 },
      });
      await saved(page);
      const bar = page.locator('[data-publish]').locator('..');
      // Problems or warnings, the preview, comments and more.
      await expect.poll(() => bar.getByRole('button').count()).toBeGreaterThanOrEqual(4);
      await bar.getByText(locale === 'ar' ? /^[2٢]$/ : '2', { exact: true }).waitFor();
      expect(await unfitAtWidths(page, `${name}-${locale}`)).toEqual([]);
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 740 });
        await picture(page, `bar-${name}-${locale}-${width}`);
        const { order, isCut } = await bar.evaluate((element) => {
          const shown = [...element.querySelectorAll('button')].filter((button) => button.offsetWidth > 0);
          const places = shown.map((button) => ({
            button,
            place: button.getBoundingClientRect().left * (document.dir === 'rtl' ? -1 : 1),
          }));
          places.sort((a, b) => a.place - b.place);
          return {
            order: places.map(({ button }) => button.hasAttribute('data-publish')),
            isCut: [...element.querySelectorAll('[data-publish] .truncate')].some(
              ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
            ),
          };
        });
        expect([order[0], isCut]).toEqual([true, false]);
      }
      await context.close();
    }
  });

  it('keeps the account menu in sight, however many places the navigation has', async () => {
    const { page, context } = await project.open('/entries', { viewport: { width: 1280, height: 450 } });
    await page.getByRole('link', { name: 'Project settings' }).waitFor();
    const account = page.getByRole('button', { name: project.owner.email });
    const box = await account.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(450);
    await account.click();
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await context.close();
  });
});
