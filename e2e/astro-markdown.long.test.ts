import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledSite } from './support/site-build.ts';

const CONTENT_URL = 'http://content.test';

let folder: string;
let site: InstalledSite;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-e2e-markdown-'));
  site = await InstalledSite.install('examples/astro-site', path.join(folder, 'site'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Renders texts as the example's build does. */
async function render(texts: readonly string[]): Promise<string[]> {
  const module = `
    import { createMarkdownProcessor } from '@astrojs/markdown-remark';
    import config from './astro.config.mjs';
    import { toMarkdown } from './src/markdown/to-markdown.mjs';
    const processor = await createMarkdownProcessor(config.markdown);
    const pages = [];
    for (const text of ${JSON.stringify(texts)}) pages.push((await processor.render(toMarkdown(text))).code);
    process.stdout.write(JSON.stringify(pages));`;
  return JSON.parse(await site.evaluate(module, { STELE_CONTENT_URL: CONTENT_URL })) as string[];
}

/** The tags of a page; what's escaped in its texts is none. */
const tagsOf = (html: string): string => html.match(/<[^>]*>/g)?.join('') ?? '';

describe('a text of the documentation site', () => {
  it('runs no script, however it is written', async () => {
    const texts = [
      '<script>alert(1)</script>',
      '<scr<b2>ipt>alert(1)</scr<b2>ipt>',
      '<im<x>g src=x onerror=alert(1)>',
      '<<!-- -->img src=x onerror=alert(1)>',
      '<{/* */}img src=x onerror=alert(1)>',
      '<details open ontoggle=alert(1)>\ntext\n</details>',
      '<details\nopen\nontoggle="alert(1)">\ntext\n</details>',
      '<b onclick=alert(1)>text</b>',
      '<svg\u000bonload=alert(1)>',
      '<ifr<x>ame srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></ifr<x>ame>',
      '<a href=javascript:alert(1)>text</a>',
      '<a href=" java&#115;cript:alert(1)">text</a>',
      '<a href="data:text/html,<script>alert(1)</script>">text</a>',
      '[text](javascript:alert(1))',
      '[text](JaVa&#115;cript:alert(1))',
      '[text]\n\n[text]: vbscript:alert(1)',
    ];
    for (const [n, html] of (await render(texts)).entries()) {
      const found = /<(?!\/?(?:p|a|b|img|details)\b)[^>]*>|\son\w+=|script:|data:|srcdoc/i.exec(tagsOf(html));
      expect([texts[n], found?.[0]]).toEqual([texts[n], undefined]);
    }
  });

  it('changes neither how the page looks nor what it loads', async () => {
    const [styled, disguised, strange, own] = await render([
      'A <st<x>yle>body { display: none }</st<x>yle><b style="position: fixed" class="header">text</b>',
      'A <sp<x>an class="top">text</sp<x>an>',
      'A <im<x>g src="http://other.test/a.png" srcset="http://other.test/b.png"> ![of others](http://other.test/c.png)',
      `![own](${CONTENT_URL}/prj_1/media/a.png)`,
    ]);
    expect(styled).toBe('<p>A <b>text</b></p>');
    expect(disguised).toMatch(/^<p>A <span( class="")?>text<\/span><\/p>$/);
    expect(tagsOf(strange ?? '')).not.toContain('other.test');
    expect(own).toBe(`<p><img src="${CONTENT_URL}/prj_1/media/a.png" alt="own"></p>`);
  });

  it('keeps all that Markdown can say', async () => {
    const [html = ''] = await render([
      [
        ':::tip[Title]\nText\n:::',
        '## Heading',
        '| a |\n|-:|\n| 1 |',
        '```js title="a.js"\nconst a = 1;\n```',
        '- [x] done',
        '3. third',
        '[there](#heading) [out](https://example.com) [mail](mailto:a@example.com) <kbd>Esc</kbd>',
        'Note[^1].\n\n[^1]: Foot.',
        '<details open>\n<summary>More</summary>\nText\n</details>',
      ].join('\n\n'),
    ]);
    for (const part of [
      '<aside class="aside tip"><p class="aside-title">Title</p>',
      '<h2 id="heading">Heading</h2>',
      '<td align="right">1</td>',
      '<p class="code-title">a.js</p>',
      '<code class="language-js"><span class="token keyword">const</span>',
      '<input type="checkbox" checked disabled>',
      '<ol start="3">',
      '<a href="#heading">there</a> <a href="https://example.com">out</a> <a href="mailto:a@example.com">mail</a> <kbd>Esc</kbd>',
      '<a href="#user-content-fn-1" id="user-content-fnref-1"',
      '<li id="user-content-fn-1">',
      '<details open>',
    ]) {
      expect(html).toContain(part);
    }
  });
});
