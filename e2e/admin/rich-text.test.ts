import { describe, expect, it } from 'vitest';
import { paste, picture, saved } from '../support/browser.ts';
import { png } from '../support/png.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', ...(content.length > 0 && { content }) });
const doc = (...content: object[]) => ({ type: 'doc', content });

describe.skipIf(!hasBrowser)('the editor of rich text', () => {
  const project = useProject({
    collections: [
      things(
        field('body', { type: 'richtext' }),
        field('plain', { type: 'richtext', allow: ['bold', 'bulletList'] }),
        field('line', { type: 'richtext', allow: ['bold'] }),
      ),
    ],
    path: '/entries',
  });

  const body = () => project.page.getByRole('textbox', { name: 'Body' });

  it('writes what was typed with signs, shortcuts and the slash menu, and leaves the palette alone', async () => {
    const { page } = project;
    const id = await project.edit();
    await body().click();
    await page.keyboard.type('## A heading\nSome **bold** and plain\n- one\ntwo\n\n/quo');
    await page.getByRole('option', { name: 'Quote' }).waitFor();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Quote']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Said ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('so');
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(
        doc(
          { type: 'heading', attrs: { level: 2 }, content: [text('A heading')] },
          paragraph(text('Some '), text('bold', { type: 'bold' }), text(' and plain')),
          {
            type: 'bulletList',
            content: ['one', 'two'].map((one) => ({ type: 'listItem', content: [paragraph(text(one))] })),
          },
          { type: 'blockquote', content: [paragraph(text('Said '), text('so', { type: 'italic' }))] },
        ),
      );
  });

  it('says of its menu of blocks how many more there are, and of no blocks where there are none', async () => {
    const { page } = project;
    await page.setViewportSize({ width: 1280, height: 640 });
    await project.edit();
    await body().click();
    await page.keyboard.type('/');
    const options = page.getByRole('option');
    await options.first().waitFor();
    await picture(page, 'richtext-slash');
    const inView = await page
      .getByRole('listbox', { name: 'Blocks' })
      .evaluate(
        (list) =>
          [...list.children].filter(
            (one) => one.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1,
          ).length,
      );
    expect(inView).toBeLessThan(await options.count());
    await page.getByText(`${(await options.count()) - inView} more below`).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByText(/more below/).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    const line = page.getByRole('textbox', { name: 'Line' });
    expect(await line.locator('[data-placeholder]').getAttribute('data-placeholder')).toBe('Write here');
    await line.click();
    await page.keyboard.type('/');
    await expect.poll(() => line.textContent()).toBe('/');
    expect(await options.count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('links what is selected to an entry that typing finds, and to an address that clicking away applies', async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(paragraph(text('Read this'))) });
    const link = (attrs: object) => doc(paragraph(text('Read this', { type: 'link', attrs })));
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await body().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Address').pressSequentially('heron');
    await dialog.getByRole('option', { name: /heron/ }).first().waitFor();
    await picture(page, 'richtext-link');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(link({ entry: expect.stringMatching(/^ent_/) }));
    await page.keyboard.press('Control+k');
    await dialog.getByText(/heron/).waitFor();
    await dialog.getByLabel('Address').fill('example.com/a');
    await page.getByRole('textbox', { name: 'Name' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await project.stored(id)).body).toEqual(link({ href: 'https://example.com/a' }));
  });

  it('links to an entry that is found after an @, or after two brackets', async () => {
    const { page } = project;
    const id = await project.edit();
    await body().click();
    await page.keyboard.type('As in @heron is');
    await page.getByRole('option', { name: /^The heron is back at the weir/ }).waitFor();
    await picture(page, 'richtext-mention');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' or [[heron is');
    await page.getByRole('option', { name: /^The heron is back at the weir/ }).waitFor();
    await page.keyboard.press('Enter');
    const words = 'The heron is back at the weir';
    const link = text(words, { type: 'link', attrs: { entry: expect.stringMatching(/^ent_/) } });
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(doc(paragraph(text('As in '), link, text(' or '), link)));
    // Words after the sign that find nothing are words.
    await page.keyboard.type(' at me@example.org @ home');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await expect.poll(async () => JSON.stringify((await project.stored(id)).body)).toContain('example.org @ home');
  });

  it('links to what is chosen with the mouse, says what is no link, and leaves all as it was by Escape', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(paragraph(text('Read this'))) });
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await body().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Address').fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await dialog.getByText('An address starts with https://').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).click();
    await page.getByText('“javascript:alert(1)” is not an address, and no entry was chosen.').waitFor();
    await body().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Address').fill('/weir');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await project.stored(id)).body).toEqual(doc(paragraph(text('Read this'))));
    await page.keyboard.press('Control+k');
    await dialog.getByLabel('Address').fill('heron');
    await dialog.getByRole('option', { name: /heron/ }).first().click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(doc(paragraph(text('Read this', { type: 'link', attrs: { entry: expect.stringMatching(/^ent_/) } }))));
    // Only the box is ticked: that alone is a change.
    await page.keyboard.press('Control+k');
    await dialog.getByRole('checkbox').check();
    await page.getByRole('textbox', { name: 'Name' }).click();
    await expect.poll(async () => JSON.stringify((await project.stored(id)).body)).toContain('"target":"_blank"');
  });

  it('changes nothing by being opened, clicked and left, however the document was written', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const written = doc(
      paragraph(text('a', { type: 'link', attrs: { href: '/x', target: null, rel: null, class: null } })),
      { type: 'orderedList', attrs: { start: 1, type: null }, content: [{ type: 'listItem', content: [paragraph()] }] },
      { type: 'codeBlock', attrs: { language: null }, content: [text('let a')] },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [{ type: 'tableCell', attrs: { colspan: 1, rowspan: 1, colwidth: null }, content: [paragraph()] }],
          },
          { type: 'tableRow' },
        ],
      },
      { type: 'horizontalRule' },
    );
    const id = await project.edit({ body: written });
    const before = (await project.entry(id)).version;
    await body().click();
    await page.getByRole('textbox', { name: 'Name' }).click();
    await page.reload();
    await body().waitFor();
    expect((await project.stored(id)).body).toEqual(written);
    expect((await project.entry(id)).version).toBe(before);
    await body().getByText('let a').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    await page.getByRole('textbox', { name: 'Name' }).click();
    await expect.poll(async () => (await project.stored(id)).body).toEqual(written);
  });

  it('is no conflict with itself when the page is loaded again while someone types', { tags: ['full'] }, async () => {
    const { page } = project;
    // A browser takes long to store that much.
    const id = await project.edit({
      body: doc(
        ...Array.from({ length: 400 }, (_, n) => paragraph(text(`Paragraph ${n} of a long text. `.repeat(10)))),
      ),
    });
    let words = '';
    for (const word of ['one ', 'two ', 'three ', 'four ', 'five ']) {
      await body()
        .locator('p')
        .first()
        .click({ position: { x: 2, y: 8 } });
      await page.keyboard.press('Home');
      await page.keyboard.type(word, { delay: 20 });
      words = word + words;
      await page.reload();
      await body().getByText('Paragraph 399').waitFor();
      await expect.poll(() => body().locator('p').first().textContent()).toMatch(words);
      await saved(page);
      expect(await page.getByText('Someone else changed this too').count()).toBe(0);
    }
    const stored = (await project.stored(id)).body as { content: { content: { text: string }[] }[] };
    expect(stored.content[0]?.content[0]?.text).toMatch(words);
  });

  it('passes on the last keystroke when the focus leaves, when it publishes, and before a reload', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await project.edit();
    await body().click();
    await page.keyboard.type('The last word');
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await expect.poll(async () => (await project.stored(id)).body).toEqual(doc(paragraph(text('The last word'))));
    await body().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' goes live');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await project.stored(id)).body).toEqual(doc(paragraph(text('The last word goes live'))));
    await body().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', and stays');
    await page.reload();
    await body().getByText('The last word goes live, and stays').waitFor();
  });

  it('takes pictures from the clipboard, uploads them, and describes them in place', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit();
    await body().click();
    await page.keyboard.type('Before');
    await paste(page, {}, [{ name: 'Pasted.png', type: 'image/png', bytes: png(400, 300, [20, 90, 120]) }]);
    await page.getByLabel('Alt text: Pasted.png').fill('A blue square');
    await page.getByLabel('Caption: Pasted.png').fill('Blue');
    const shown = body().getByRole('img', { name: 'A blue square' });
    const shapes = () =>
      Promise.all(
        [shown, shown.locator('img')].map(async (one) => {
          const { width = 0, height = 1 } = (await one.boundingBox()) ?? {};
          return Math.round((width / height) * 10) / 10;
        }),
      );
    // The picture has no bars beside it.
    await expect.poll(shapes).toEqual([1.3, 1.3]);
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(
        doc(paragraph(text('Before')), {
          type: 'image',
          attrs: { asset: expect.stringMatching(/^ast_/), alt: 'A blue square', caption: 'Blue' },
        }),
      );
    await picture(page, 'richtext-picture');
  });

  it('takes in pictures that pasted HTML holds, where they stood, and names those that it only points to', {
    tags: ['full'],
  }, async () => {
    const { page } = project;
    const id = await project.edit();
    const held = `data:image/png;base64,${png(40, 30, [20, 90, 120]).toString('base64')}`;
    await body().click();
    await paste(page, {
      'text/html': `<p>Before</p><p><img src="${held}" alt="A heron"></p><p>After <img src="https://elsewhere.example/a/weir.jpg"></p><p><img src="file:///C:/clip_image002.png"><img src="https://elsewhere.example/count.gif" width="1" height="1">End</p>`,
    });
    await page.getByText('2 pictures were left out: weir.jpg, clip_image002.png').waitFor();
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(
        doc(
          paragraph(text('Before')),
          { type: 'image', attrs: { asset: expect.stringMatching(/^ast_/), alt: 'A heron' } },
          paragraph(text('After')),
          paragraph(text('End')),
        ),
      );
    await page.getByRole('textbox', { name: 'Plain' }).click();
    await paste(page, { 'text/html': `<p>No <img src="${held}" alt="A heron"> picture</p>` });
    await page.getByText('1 picture was left out: A heron').waitFor();
    await page.getByText('This field takes no pictures.').waitFor();
    await expect.poll(async () => (await project.stored(id)).plain).toEqual(doc(paragraph(text('No picture'))));
    expect(project.admin.problems).toEqual([]);
  });

  it('reads Markdown that is pasted as text', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit();
    await body().click();
    await paste(page, {
      'text/plain': '# Title\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nlet a;\n```',
    });
    const names = async (): Promise<string[]> =>
      ((await project.stored(id)).body as { content: { type: string }[] } | undefined)?.content.map(
        ({ type }) => type,
      ) ?? [];
    await expect.poll(names).toEqual(['heading', 'orderedList', 'table', 'codeBlock']);
  });

  it('takes in what others wrote meanwhile, and its own undo leaves that alone', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(paragraph(text('First')), paragraph(text('Second'))) });
    await body().getByText('Second').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' here');
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(doc(paragraph(text('First')), paragraph(text('Second here'))));
    await project.write(id, { body: doc(paragraph(text('First, by others')), paragraph(text('Second here'))) });
    await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
    await body().getByText('First, by others').waitFor();
    await body().getByText('Second here').click();
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await project.stored(id)).body)
      .toEqual(doc(paragraph(text('First, by others')), paragraph(text('Second'))));
  });

  it('has only what the field allows', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit();
    const plain = page.getByRole('textbox', { name: 'Plain' });
    await plain.click();
    await paste(page, {
      'text/html': '<h1>Title</h1><p><b>bold</b> and <i>not</i></p><table><tr><td>x</td></tr></table>',
    });
    await page.keyboard.type('\n/');
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual([' Text', ' Bulleted list'].map((one) => expect.stringContaining(one.trim())));
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect
      .poll(async () => (await project.stored(id)).plain)
      .toEqual(
        doc(
          paragraph(text('Title')),
          paragraph(text('bold', { type: 'bold' }), text(' and not')),
          paragraph(text('x')),
        ),
      );
  });

  it('is built without a warning', { tags: ['full'] }, async () => {
    const { page } = project;
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (/tiptap/i.test(message.text())) warnings.push(message.text());
    });
    await project.edit();
    await body().waitFor();
    expect(warnings).toEqual([]);
  });

  it('can be reached and left by the keyboard alone, tools included', { tags: ['full'] }, async () => {
    const { page } = project;
    await project.edit({
      body: doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('one'))] }] }),
    });
    await body().focus();
    await page.keyboard.press('Alt+F10');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => body().evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect.poll(() => body().evaluate((one) => one.contains(document.activeElement))).toBe(false);
    expect(project.admin.problems).toEqual([]);
  });
});
