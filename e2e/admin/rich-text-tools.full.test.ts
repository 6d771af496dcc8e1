// @module-tag full
import type { Locator } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });
const doc = (...content: object[]) => ({ type: 'doc', content });
const cell = (value: string) => ({ type: 'tableCell', content: [paragraph(text(value))] });
const table = (...cells: string[]) => ({ type: 'table', content: [{ type: 'tableRow', content: cells.map(cell) }] });

describe.skipIf(!hasBrowser)('the tools of rich text', () => {
  const project = useProject({ collections: [things(field('body', { type: 'richtext' }))], path: '/entries' });

  const body = () => project.page.getByRole('textbox', { name: 'Body' });
  const toolbar = () => project.page.getByRole('toolbar', { name: 'Formatting' }).first();
  const box = async (one: Locator) => {
    const found = await one.boundingBox();
    if (!found) throw new Error('it is not in sight');
    return found;
  };
  const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);

  it.each([1280, 360])(
    'open their menus at their buttons, and give the focus back to the text: %i px',
    async (width) => {
      const { page } = project;
      await page.setViewportSize({ width, height: 800 });
      const id = await project.edit({ body: doc(paragraph(text('Some words')), table('a', 'b')) });
      await body().getByText('a', { exact: true }).click();
      for (const name of [/^Block/, 'Insert a block', 'Table']) {
        const button = toolbar().getByRole('button', { name });
        await button.click();
        const menu = page.getByRole('menu');
        await menu.waitFor();
        await picture(page, `richtext-menu-${String(name).replaceAll(/\W/g, '')}-${width}`);
        const [at, under] = [await box(menu), await box(button)];
        expect(at.x).toBeLessThan(under.x + under.width);
        expect(at.x + at.width).toBeGreaterThan(under.x);
        expect(at.y).toBeGreaterThanOrEqual(under.y + under.height);
        expect(at.y).toBeLessThan(under.y + under.height + 16);
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        await expect.poll(() => hasFocus(body())).toBe(true);
      }
      await toolbar().getByRole('button', { name: 'Table' }).click();
      await page.getByRole('menuitem', { name: 'Delete table' }).click();
      await expect.poll(async () => (await project.stored(id)).body).toEqual(doc(paragraph(text('Some words'))));
      await body().getByText('Some words').click();
      await toolbar()
        .getByRole('button', { name: /^Block/ })
        .click();
      await page.getByRole('menuitem', { name: 'Heading 2' }).click();
      await expect
        .poll(async () => (await project.stored(id)).body)
        .toEqual(doc({ type: 'heading', attrs: { level: 2 }, content: [text('Some words')] }));
      await expect.poll(() => hasFocus(body())).toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('leave the text where it is when it is clicked', async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(paragraph(text('Heron and weir'))) });
    const first = body().getByText('Heron and weir');
    const before = await box(first);
    await page.mouse.dblclick(before.x + 12, before.y + before.height / 2);
    expect((await box(first)).y).toBe(before.y);
    await page.keyboard.type('Crane');
    await expect.poll(async () => (await project.stored(id)).body).toEqual(doc(paragraph(text('Crane and weir'))));
    const heading = { type: 'heading', attrs: { level: 2 }, content: [text('A heading')] };
    const code = { type: 'codeBlock', content: [text('let code')] };
    await project.edit({ body: doc(paragraph(text('First')), heading, code, table('a cell')) });
    const at = (await box(body().getByText('First'))).y;
    for (const words of ['A heading', 'let code', 'a cell']) {
      await body().getByText(words).click();
      await toolbar()
        .getByRole('button', { name: /^Block/ })
        .waitFor();
      expect([words, (await box(body().getByText('First'))).y]).toEqual([words, at]);
    }
  });

  it.each([1280, 360])('stay in sight below the header of a long text: %i px', async (width) => {
    const { page } = project;
    await page.setViewportSize({ width, height: 800 });
    const lines = Array.from({ length: 60 }, (_, index) => paragraph(text(`Line ${index}`)));
    await project.edit({ body: doc(...lines) });
    await body().getByText('Line 40', { exact: true }).click();
    await picture(page, `richtext-sticky-${width}`);
    const header = await box(page.locator('[data-editor-header]'));
    expect(Math.abs((await box(toolbar())).y - (header.y + header.height))).toBeLessThan(2);
    // The tools don't cover the cursor either, even on a slow machine.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    for (let line = 0; line < 30; line++) await page.keyboard.press('ArrowUp');
    const tools = await box(toolbar());
    await expect
      .poll(() => page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0))
      .toBeGreaterThanOrEqual(tools.y + tools.height);
    await devtools.detach();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('give a column a width when its edge is dragged, and none when it is clicked', async () => {
    const { page } = project;
    const written = doc(paragraph(text('Before')), table('one', 'two'));
    const id = await project.edit({ body: written });
    const before = (await project.entry(id)).version;
    const first = await box(body().getByRole('cell', { name: 'one' }));
    const [edge, middle] = [first.x + first.width, first.y + first.height / 2];
    await page.mouse.move(edge - 30, middle);
    await page.mouse.move(edge - 1, middle);
    await body().locator('.column-resize-handle').first().waitFor();
    await page.mouse.down();
    await page.mouse.up();
    // The next save, of something else, is the only one.
    await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
    await expect.poll(async () => (await project.stored(id)).name).toBe('Another name');
    expect([(await project.stored(id)).body, (await project.entry(id)).version]).toEqual([written, before + 1]);
    await page.mouse.move(edge - 30, middle);
    await page.mouse.move(edge - 1, middle);
    await body().locator('.column-resize-handle').first().waitFor();
    await page.mouse.down();
    await page.mouse.move(edge - 101, middle, { steps: 5 });
    await page.mouse.up();
    const widths = async (): Promise<unknown> => {
      const stored = (await project.stored(id)).body as { content: { content: { content: object[] }[] }[] };
      return stored.content[1]?.content[0]?.content[0];
    };
    await expect.poll(widths).toMatchObject({ attrs: { colwidth: [Math.round(first.width) - 100] } });
  });

  it('show all columns of a table on a phone, whatever widths they have elsewhere', async () => {
    const { page } = project;
    await page.setViewportSize({ width: 360, height: 800 });
    const wide = (value: string, width: number) => ({ ...cell(value), attrs: { colwidth: [width] } });
    const row = { type: 'tableRow', content: [wide('Year', 341), wide('Birds', 341)] };
    await project.edit({ body: doc({ type: 'table', content: [row] }) });
    const last = await box(body().getByRole('cell', { name: 'Birds' }));
    await picture(page, 'richtext-table-360');
    expect(last.x + last.width).toBeLessThanOrEqual(360);
    expect(last.width).toBeGreaterThan(80);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('say at a link where it leads to, and open, edit and remove it there', async () => {
    const { page } = project;
    const href = 'https://example.com/weir/in/the/evening';
    const link = (words: string, attrs: object) => text(words, { type: 'link', attrs });
    const { data } = (await project.api('GET', '/entries?search=heron')) as { data: { id: string; title: string }[] };
    const [heron] = data;
    const content = [
      text('Right or '),
      link('Here', { href }),
      text(' and '),
      link('there', { entry: heron?.id }),
      text(' and on'),
    ];
    const id = await project.edit({ body: doc(paragraph(...content)) });
    const bubble = page.getByRole('toolbar', { name: 'Link' });
    await body().getByText('there').click();
    await bubble.getByText(heron?.title ?? '').waitFor();
    expect(await bubble.getByRole('link', { name: 'Open the link' }).getAttribute('href')).toContain(heron?.id);
    await body().getByText('Here', { exact: true }).click();
    await bubble.getByText(href).waitFor();
    const open = bubble.getByRole('link', { name: 'Open the link' });
    expect([await open.getAttribute('href'), await open.getAttribute('target')]).toEqual([href, '_blank']);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await body().getByText('there', { exact: true }).click();
      await body().getByText('Here', { exact: true }).click();
      await bubble.getByText(href).waitFor();
      await expect.poll(async () => (await box(bubble)).x).toBeGreaterThanOrEqual(0);
      await expect.poll(async () => (await box(bubble)).x + (await box(bubble)).width).toBeLessThanOrEqual(width);
      await picture(page, `richtext-link-bubble-${width}`);
    }
    // The bubble may cover text, so Escape hides it.
    await page.keyboard.press('Escape');
    await bubble.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await bubble.getByRole('button', { name: 'Edit the link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address').fill('https://example.com/dam');
    await page.keyboard.press('Enter');
    await bubble.getByText('https://example.com/dam').waitFor();
    // The cursor is where it was: were the link selected, its tools would give way to those for selected text.
    const hasCursor = () => page.evaluate(() => getSelection()?.isCollapsed);
    await expect.poll(hasCursor).toBe(true);
    await bubble.getByRole('button', { name: 'Remove the link' }).click();
    await bubble.waitFor({ state: 'hidden' });
    expect(await hasCursor()).toBe(true);
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(doc(paragraph(text('Right or Here and '), ...content.slice(3))));
  });

  it('mark each place of the text that something is to be said of, and are led there', async () => {
    const { page } = project;
    const [gone, draft] = await Promise.all(
      ['Gone owl', 'Draft owl'].map((name) => project.create('things', { en: { name } })),
    );
    const link = { type: 'link', attrs: { entry: draft } };
    const id = await project.edit({
      body: doc(
        paragraph(text('Before it')),
        { type: 'embed', attrs: { entry: gone } },
        paragraph(text('See '), text('the draft', link), text('.')),
      ),
    });
    await project.api('DELETE', `/entries/${gone}`);
    await page.reload();
    await body().waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    const [refusal, warning] = ['“Gone owl” is in the trash.', '"Draft owl" is not live'].map((words) =>
      dialog.getByRole('button', { name: words }),
    );
    await warning?.waitFor();
    await refusal?.click();
    await dialog.waitFor({ state: 'hidden' });
    const selected = () => page.evaluate(() => String(getSelection()));
    await expect.poll(() => hasFocus(body())).toBe(true);
    await expect.poll(() => body().locator('.is-wrong').count()).toBe(1);
    await expect.poll(() => body().locator('.is-wrong.ProseMirror-selectednode').count()).toBe(1);
    await expect.poll(() => body().locator('.is-doubtful').allTextContents()).toEqual(['the draft']);
    await picture(page, 'richtext-problems');
    // Both stand below the field too.
    await page.getByText('“Gone owl” is in the trash.', { exact: true }).waitFor();
    await page.getByText('"Draft owl" is not live').waitFor();
    await page.getByRole('button', { name: '1 problem' }).click();
    await page.getByRole('button', { name: '"Draft owl" is not live' }).click();
    await expect.poll(selected).toBe('the draft');
    // The mark moves with its text, and disappears with it.
    await page.keyboard.press('Home');
    await page.keyboard.type('And ');
    await expect.poll(async () => JSON.stringify((await project.stored(id)).body)).toContain('And See');
    await expect.poll(() => body().locator('.is-doubtful').allTextContents()).toEqual(['the draft']);
  });
});
