import { describe, expect, it } from 'vitest';
import { png } from '../support/png.ts';
import { hasBrowser, useProject } from '../support/project.ts';

const COUNT = 24;

describe.skipIf(!hasBrowser)('the place in the library', () => {
  const project = useProject({ path: '/media' });

  it('stays when details open beside the files and when they close', async () => {
    const { page } = project;
    await page.setViewportSize({ width: 1280, height: 640 });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).first().click();
    await (await chooser).setFiles(
      Array.from({ length: COUNT }, (_, at) => ({
        name: `Weir ${String(at).padStart(2, '0')}.png`,
        mimeType: 'image/png',
        buffer: png(40, 30, [at * 10, 90, 120]),
      })),
    );
    const ready = async (): Promise<number> =>
      (await project.api<{ data: { status: string }[] }>('GET', '/assets?limit=100')).data.filter(
        ({ status }) => status === 'ready',
      ).length;
    await expect.poll(ready).toBe(COUNT);
    await project.goTo('/media?sort=filename');
    const tile = page.getByRole('gridcell', { name: /^Weir 23\.png / });
    await page.keyboard.press('End');
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return tile.count();
      })
      .toBe(1);
    await tile.scrollIntoViewIfNeeded();
    const top = async (): Promise<number> => Math.round((await tile.boundingBox())?.y ?? -1);
    const columns = () => page.getByRole('row').first().getByRole('gridcell').count();
    const [before, wide] = [await top(), await columns()];
    await tile.click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.waitFor();
    await expect.poll(columns).toBeLessThan(wide);
    await expect.poll(top).toBe(before);
    await details.getByRole('button', { name: 'Close' }).click();
    await expect.poll(columns).toBe(wide);
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(250);
  });
});
