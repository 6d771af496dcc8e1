import { describe, expect, it } from 'vitest';
import { axe } from '../support/accessible.ts';
import { paste, picture } from '../support/browser.ts';
import { field, hasBrowser, things, useProject } from '../support/project.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: object[]) => ({ type: 'doc', content });
const WORDS = 'The heron waits at the weir until the mayflies rise. ';

describe.skipIf(!hasBrowser)('rich text that is long, unknown, or on a phone', () => {
  const project = useProject({ collections: [things(field('body', { type: 'richtext' }))], path: '/entries' });

  const body = () => project.page.getByRole('textbox', { name: 'Body' });

  it('writes a document of 100 kB out a few times a second, and not at each key', { tags: ['full'] }, async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(...Array.from({ length: 200 }, () => paragraph(WORDS.repeat(10)))) });
    await body().click();
    await page.keyboard.press('Control+Home');
    // Counts how often the whole document is serialised: each time, all of its 200 paragraphs are.
    await page.evaluate(() => {
      const stringify = JSON.stringify;
      const counts = window as unknown as { written: number };
      counts.written = 0;
      JSON.stringify = ((...given: Parameters<typeof stringify>) => {
        const text = stringify(...given);
        if (text && text.length > 100_000) counts.written++;
        return text;
      }) as typeof stringify;
    });
    const keys = 120;
    const started = Date.now();
    await page.keyboard.type('x'.repeat(keys), { delay: 5 });
    const seconds = (Date.now() - started) / 1000;
    const written = await page.evaluate(() => (window as unknown as { written: number }).written);
    expect(written / (keys + seconds * 100)).toBeLessThan(0.5);
    await expect
      .poll(async () => JSON.stringify((await project.stored(id)).body).includes('x'.repeat(keys)))
      .toBe(true);
  });

  it('shows what it does not know as it is, and writes nothing over it', async () => {
    const { page } = project;
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('patchDraft')) saves.push(request.postData() ?? '');
    });
    // An answer as a later version of the API may give it.
    await page.route('**/trpc/**', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      return route.fulfill({ response: answer, body: (await answer.text()).replaceAll('horizontalRule', 'video') });
    });
    await project.edit({ body: doc(paragraph('Before'), { type: 'horizontalRule' }) });
    await page.getByText("This text holds something that the editor doesn't know.").waitFor();
    await page.getByText('Show as JSON').click();
    expect(JSON.parse(await page.getByRole('textbox', { name: 'Body' }).inputValue())).toEqual(
      doc(paragraph('Before'), { type: 'video' }),
    );
    await picture(page, 'richtext-unknown');
    // Once all that is under way was answered.
    await page.unrouteAll({ behavior: 'wait' });
    expect(saves).toEqual([]);
  });

  it('takes in whatever is pasted, saves it, and never takes the text away from who edits it', async () => {
    const { page } = project;
    const id = await project.edit({ body: doc(paragraph('Before ')) });
    await body().click();
    await page.keyboard.press('Control+End');
    await paste(page, {
      'text/html':
        '<table><tr><th>A</th><th>B</th></tr><tr><td colspan="100%" rowspan="0">None</td></tr></table><ol type="disc" start=""><li>One</li></ol>',
    });
    await page.keyboard.type(' and');
    await expect
      .poll(async () => JSON.stringify((await project.stored(id)).body))
      .toMatch(/"colspan":2.*None.*One and/);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await paste(page, { 'text/html': `${'<blockquote>'.repeat(40)}<p>Quoted</p>${'</blockquote>'.repeat(40)}` });
    await page.getByText('were taken apart').waitFor();
    await expect.poll(async () => JSON.stringify((await project.stored(id)).body)).toContain('Quoted');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => JSON.stringify((await project.stored(id)).body)).not.toContain('Quoted');
    await page.reload();
    await body().getByText('Before').waitFor();
  });

  it('fits a phone with targets for thumbs, in the dark too, and passes axe with its tools shown', {
    tags: ['full'],
  }, async () => {
    const id = await project.edit({
      body: doc(
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'A title' }] },
        paragraph(WORDS),
      ),
    });
    const { page, context } = await project.open(`/entries/${id}`, {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
      hasTouch: true,
    });
    await page.getByRole('textbox', { name: 'Body' }).tap();
    const tools = page.getByRole('toolbar', { name: 'Formatting' }).first();
    await tools.waitFor();
    const sizes = await tools
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)),
      );
    expect(sizes.length).toBeGreaterThan(8);
    expect(sizes.filter((size) => size < 40)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await picture(page, 'richtext-phone');
    const { violations } = await axe(page).include('.richtext').analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes[0]?.html])).toEqual([]);
    await context.close();
  });
});
