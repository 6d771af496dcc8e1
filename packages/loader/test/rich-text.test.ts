import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RichTextOptions, renderRichText } from '../src/richtext/index.ts';
import { loadedPicture } from './support/pictures.ts';

const photo = loadedPicture(1);

type Document = NonNullable<Parameters<typeof renderRichText>[0]>;
type Block = Document['content'][number];
type Inline = NonNullable<Extract<Block, { type: 'paragraph' }>['content']>[number];

const render = (blocks: readonly unknown[], options?: RichTextOptions) =>
  renderRichText({ type: 'doc', content: blocks as Block[] }, options);
const text = (words: string, ...marks: unknown[]): Inline =>
  ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) }) as Inline;
const p = (...content: unknown[]) => ({ type: 'paragraph', content });
const item = (...content: unknown[]) => ({ type: 'listItem', content });
const cell = (type: string, words: string, attrs?: object) => ({
  type,
  content: [p(text(words))],
  ...(attrs && { attrs }),
});
const bold = { type: 'bold' };
const link = (attrs: object) => ({ type: 'link', attrs });

describe('rich text as HTML', () => {
  it.each<[string, unknown, string]>([
    ['a paragraph', p(text('One & <two>')), '<p>One &amp; &lt;two&gt;</p>'],
    ['an empty paragraph', { type: 'paragraph' }, '<p></p>'],
    ['a heading', { type: 'heading', attrs: { level: 2 }, content: [text('Two')] }, '<h2>Two</h2>'],
    ['a line that ends', p(text('a'), { type: 'hardBreak' }, text('b')), '<p>a<br>b</p>'],
    [
      'a list in a list',
      { type: 'bulletList', content: [item(p(text('a')), { type: 'bulletList', content: [item(p(text('b')))] })] },
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
    ],
    [
      'a list of paragraphs',
      { type: 'orderedList', attrs: { start: 3, type: 'a' }, content: [item(p(text('a')), p(text('b')))] },
      '<ol start="3" type="a"><li><p>a</p><p>b</p></li></ol>',
    ],
    [
      'tasks',
      { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [p(text('done'))] }] },
      '<ul data-type="taskList"><li><input type="checkbox" disabled checked> done</li></ul>',
    ],
    ['a quote', { type: 'blockquote', content: [p(text('q'))] }, '<blockquote><p>q</p></blockquote>'],
    [
      'code',
      { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a < b')] },
      '<pre><code class="language-ts">a &lt; b</code></pre>',
    ],
    ['a rule', { type: 'horizontalRule' }, '<hr>'],
    [
      'a table with a head',
      {
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('tableHeader', 'h', { colspan: 2 })] },
          { type: 'tableRow', content: [cell('tableCell', 'a', { align: 'right' }), cell('tableCell', 'b')] },
        ],
      },
      '<table><thead><tr><th colspan="2"><p>h</p></th></tr></thead><tbody><tr><td style="text-align:right"><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    ],
    ['a node of a later version', { type: 'map', content: [] }, ''],
    [
      'marks, which neighbours share',
      p(text('a', bold), text('b', bold, { type: 'italic' }), text('c')),
      '<p><strong>a<em>b</em></strong>c</p>',
    ],
    [
      'a link',
      p(text('x', link({ href: 'https://a.test/?a=1&b=2', target: '_blank', title: '"t"' }), bold)),
      '<p><a href="https://a.test/?a=1&amp;b=2" target="_blank" rel="noopener" title="&quot;t&quot;"><strong>x</strong></a></p>',
    ],
    ['a link to nowhere safe', p(text('x', link({ href: 'javascript:alert(1)' }))), '<p>x</p>'],
    [
      'a colour',
      p(text('x', { type: 'highlight', attrs: { color: '#ff0' } })),
      '<p><mark style="background-color:#ff0">x</mark></p>',
    ],
    ['what is no colour', p(text('x', { type: 'highlight', attrs: { color: 'red;x:y' } })), '<p><mark>x</mark></p>'],
  ])('has %s', async (_, block, html) => {
    expect(await render([block])).toBe(html);
  });

  it('is nothing for a field without any', async () => {
    expect([await renderRichText(null), await renderRichText(undefined)]).toEqual(['', '']);
  });

  it('shows entries as the website says, and leaves out what it says nothing of', async () => {
    const entry = { id: 'ent_1', collection: 'posts' };
    const blocks = [p(text('x', link({ entry }))), { type: 'embed', attrs: { entry } }];
    expect(await render(blocks)).toBe('<p>x</p>');
    const options: RichTextOptions = {
      link: async ({ collection, id }) => `/${collection}/${id}/`,
      embed: ({ id }) => `<aside>${id}</aside>`,
    };
    expect(await render(blocks, options)).toBe('<p><a href="/posts/ent_1/">x</a></p><aside>ent_1</aside>');
  });

  it('links to the paths of entries that have one, unless the website says another address', async () => {
    const to = (entry: object) => [p(text('there', link({ entry })))];
    const page = { id: 'ent_1', collection: 'pages', path: '/a/b' };
    expect(await render(to(page))).toBe('<p><a href="/a/b">there</a></p>');
    expect(await render(to({ ...page, path: undefined }))).toBe('<p>there</p>');
    expect(await render(to(page), { link: ({ path }) => `/en${path}` })).toBe('<p><a href="/en/a/b">there</a></p>');
    expect(await render(to(page), { link: () => null })).toBe('<p>there</p>');
  });

  it('has sizes and srcset on pictures, unless they are left out', async () => {
    const blocks = [{ type: 'image', attrs: { asset: photo, alt: 'A "weir"', caption: 'Dusk & dawn' } }];
    const html = await render(blocks, { pictures: { width: 640 } });
    expect(html).toMatch(
      /^<figure><img src="[^"]+" alt="A &quot;weir&quot;" .*><figcaption>Dusk &amp; dawn<\/figcaption><\/figure>$/,
    );
    expect(html).toContain('srcset="');
    expect(html).toContain('width="640"');
    expect(await render(blocks, { pictures: false })).toBe(
      `<figure><img src="${photo.url}" alt="A &quot;weir&quot;"><figcaption>Dusk &amp; dawn</figcaption></figure>`,
    );
  });

  it('says what is said of a picture below it: its caption here, or else its own, and who made it', async () => {
    const below = async (asset: object, attrs: object = {}): Promise<string> => {
      const html = await render([{ type: 'image', attrs: { asset: { ...photo, ...asset }, ...attrs } }]);
      return html.replace(/^<figure><img [^>]*>|<\/figure>$/g, '');
    };
    const said = { caption: 'The <weir>', credit: 'Ada & Co' };
    expect(await below(said)).toBe('<figcaption>The &lt;weir&gt; <small>Ada &amp; Co</small></figcaption>');
    expect(await below(said, { caption: 'Here' })).toContain('<figcaption>Here <small>');
    expect(await below(said, { caption: '' })).toBe('<figcaption><small>Ada &amp; Co</small></figcaption>');
    expect(await below({})).toBe('');
  });

  it('says in attributes which size and place a picture has', async () => {
    const attrs = { asset: photo, size: 'small', align: 'end' };
    expect(await render([{ type: 'image', attrs }])).toMatch(/^<figure data-size="small" data-align="end"><img /);
    expect(await render([{ type: 'image', attrs: { asset: photo, size: null } }])).toMatch(/^<figure><img /);
  });

  it('shows pages of other sites as links with their titles, or as the site says', async () => {
    const url = 'https://codepen.io/ada/pen/abc';
    const page = (more: object = {}) => [{ type: 'oembed', attrs: { provider: 'codepen', url, ...more } }];
    expect(await render(page())).toBe(`<p><a href="${url}" rel="noopener">${url}</a></p>`);
    expect(await render(page({ title: 'A <weir>', author: 'Ada' }))).toBe(
      `<p><a href="${url}" rel="noopener">A &lt;weir&gt; – Ada</a></p>`,
    );
    expect(await render(page({ title: 'x' }), { oembed: ({ title }) => `<my-pen>${title}</my-pen>` })).toBe(
      '<my-pen>x</my-pen>',
    );
    expect(await render(page({ url: 'javascript:alert(1)' }))).toBe('');
  });

  it('shows videos as links, or as frames that load nothing of the other site before a click', async () => {
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const video = (more: object = {}) => [
      { type: 'video', attrs: { provider: 'youtube', id: 'dQw4w9WgXcQ', url, ...more } },
    ];
    expect(await render(video())).toBe(`<p><a href="${url}" rel="noopener">${url}</a></p>`);
    const frame = await render(video({ title: 'The "weir" <b>' }), { videos: 'frame' });
    expect(frame).toMatch(/^<figure data-video="youtube"><iframe title="The &quot;weir&quot; &lt;b&gt;" srcdoc="/);
    expect(frame).not.toMatch(/ src=|<script/);
    expect(frame).toContain(' width="640" height="360" style="width:100%;height:auto;aspect-ratio:16/9;');
    expect(frame).toContain('href=&quot;https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&quot;');
    // The words are escaped twice: as an attribute, and as HTML in it.
    expect(frame).toContain('▶ The &amp;quot;weir&amp;quot; &amp;lt;b&amp;gt;');
    const later = await render(video({ url: `${url}&t=90s` }), { videos: 'frame' });
    expect(later).toContain('dQw4w9WgXcQ?autoplay=1&amp;amp;start=90&quot;');
    expect(await render(video(), { videos: ({ id }) => `<my-video id="${id}"></my-video>` })).toBe(
      '<my-video id="dQw4w9WgXcQ"></my-video>',
    );
    expect(await render(video({ url: 'javascript:alert(1)' }))).toBe('');
  });

  it('has no element that a text asked for', async () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'<>"\'&/=`ascript:() \n') });
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (words, attribute) => {
        const html = await render([
          p(text(words, link({ href: `https://a.test/${attribute.replace(/\s/g, '')}`, title: attribute }))),
          { type: 'codeBlock', attrs: { language: attribute }, content: [text(words || 'x')] },
        ]);
        const tags = (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
        expect(tags.filter((tag) => !/^<\/?(p|a|pre|code)( (href|title|class)="")*>$/.test(tag))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
