import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, ShapeOf } from '../src/document.ts';
import {
  checkRichtext,
  isBlankRichtext,
  isRichtextHref,
  MAX_RICHTEXT_DEPTH,
  MAX_RICHTEXT_ISSUES,
  type PublishedRichtext,
  RICHTEXT_MARKS,
  RICHTEXT_NODES,
  type RichtextDocument,
  type RichtextPath,
  renderRichtext,
  richtextAssets,
  richtextReferences,
  richtextText,
  textToRichtext,
} from '../src/richtext/index.ts';

const anything: ShapeOf<'richtext'> = { type: 'richtext' };
const allowing = (...allow: string[]): ShapeOf<'richtext'> => ({ type: 'richtext', allow });

const ENTRY = 'ent_01kah4y2v8n6t4s1xj0p9g3hqa';
const ASSET = 'ast_01kah50jd1w3p6m4r8t2q9vkhn';

const doc = (...content: unknown[]) => ({ type: 'doc', content });
const p = (...content: unknown[]) => ({ type: 'paragraph', content });
const t = (text: string, ...marks: unknown[]) => ({ type: 'text', text, marks });
const item = (...content: unknown[]) => ({ type: 'listItem', content });
const CODEPEN = { name: 'codepen', match: ['https://codepen.io/*'], endpoint: 'https://codepen.io/api/oembed' };
const embed = (entry: unknown = ENTRY) => ({ type: 'embed', attrs: { entry } });
const image = (asset: unknown = ASSET) => ({ type: 'image', attrs: { asset } });
const link = (attrs: unknown) => ({ type: 'link', attrs });
const table = (...cell: unknown[]) => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: cell }] }],
});

/** An article as Tiptap writes it: with every node, every mark and every attribute. */
const ARTICLE: RichtextDocument = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Bread' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Take ' },
        { type: 'text', text: 'good', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'text', text: ' flour', marks: [{ type: 'highlight', attrs: { color: null } }] },
        { type: 'hardBreak', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'not', marks: [{ type: 'underline' }, { type: 'strike' }] },
        { type: 'text', text: '2', marks: [{ type: 'superscript' }] },
        { type: 'text', text: '3', marks: [{ type: 'subscript' }] },
        { type: 'text', text: 'oven --on', marks: [{ type: 'code' }] },
        {
          type: 'text',
          text: 'from the mill',
          marks: [
            {
              type: 'link',
              attrs: {
                href: 'https://example.com/mill?a=1#b',
                target: '_blank',
                rel: 'noopener',
                class: null,
                title: null,
              },
            },
          ],
        },
        {
          type: 'text',
          text: 'as before',
          marks: [{ type: 'link', attrs: { href: null, entry: ENTRY, target: null, rel: null } }],
        },
      ],
    },
    { type: 'paragraph' },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'water' }] },
            {
              type: 'orderedList',
              attrs: { start: 3, type: null },
              content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
            },
          ],
        },
      ],
    },
    {
      type: 'taskList',
      content: [
        {
          type: 'taskItem',
          attrs: { checked: true },
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'knead' }] }],
        },
      ],
    },
    { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Wait.' }] }] },
    { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'bake();\n\nrest();' }] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              attrs: { colspan: 2, rowspan: 1, colwidth: [120, 0], align: 'center' },
              content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Minutes' }] }],
            },
            {
              type: 'tableCell',
              attrs: { colspan: 1, rowspan: 1, colwidth: null, align: null },
              content: [{ type: 'paragraph', content: [{ type: 'text', text: '40' }] }],
            },
          ],
        },
        { type: 'tableRow' },
      ],
    },
    { type: 'image', attrs: { asset: ASSET, alt: 'A loaf', caption: 'The loaf' } },
    { type: 'embed', attrs: { entry: ENTRY } },
    { type: 'video', attrs: { provider: 'vimeo', id: '76979871', url: 'https://vimeo.com/76979871' } },
    { type: 'oembed', attrs: { provider: 'codepen', url: 'https://codepen.io/ada/pen/abc' } },
  ],
};

/** All names of types in a value. */
function typesIn(value: unknown): Set<unknown> {
  const types = new Set<unknown>();
  JSON.stringify(value, (key, inner) => {
    if (key === 'type') types.add(inner);
    return inner;
  });
  return types;
}

/** Freezes a value throughout, so that changing it throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Blocks as a valid document may hold them, `depth` levels of them. */
function blocks(depth: number): fc.Arbitrary<object> {
  const mark = fc.oneof(
    fc
      .constantFrom('bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript', 'highlight')
      .map((type) => ({ type })),
    fc.constantFrom('https://example.com', 'mailto:a@example.com', '/a', '#b').map((href) => link({ href, rel: null })),
    fc.constantFrom('ent_a', 'ent_b', 'ent_c').map((entry) => link({ href: null, entry })),
  );
  const marks = fc.uniqueArray(mark, { selector: ({ type }) => type, maxLength: 3 });
  const text = fc.record(
    { type: fc.constant('text'), text: fc.string({ minLength: 1, unit: 'grapheme' }), marks },
    { requiredKeys: ['type', 'text'] },
  );
  const inline = fc.array(fc.oneof({ weight: 4, arbitrary: text }, fc.constant({ type: 'hardBreak' })), {
    maxLength: 4,
  });
  const paragraph = inline.map((content) => p(...content));
  const leaves: fc.Arbitrary<object>[] = [
    paragraph,
    fc.tuple(inline, fc.integer({ min: 1, max: 6 })).map(([content, level]) => {
      return { type: 'heading', attrs: { level }, content };
    }),
    fc.string({ minLength: 1 }).map((code) => ({ type: 'codeBlock', content: [{ type: 'text', text: code }] })),
    fc.constant({ type: 'horizontalRule' }),
    fc.constantFrom('ent_a', 'ent_b', 'ent_c').map(embed),
    fc.constantFrom('ast_a', 'ast_b', 'ast_c').map(image),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = fc.array(blocks(depth - 1), { minLength: 1, maxLength: 3 });
  const items = (type: string, attrs: object) =>
    fc.array(
      fc.tuple(paragraph, inner).map(([first, others]) => ({ type, ...attrs, content: [first, ...others] })),
      { minLength: 1, maxLength: 3 },
    );
  return fc.oneof(
    ...leaves,
    inner.map((content) => ({ type: 'blockquote', content })),
    items('listItem', {}).map((content) => ({ type: 'bulletList', content })),
    items('listItem', {}).map((content) => ({ type: 'orderedList', attrs: { start: 2 }, content })),
    items('taskItem', { attrs: { checked: false } }).map((content) => ({ type: 'taskList', content })),
    inner.map((content) => table(...content)),
  );
}

const documents = fc.array(blocks(2), { maxLength: 4 }).map((content) => doc(...content));

/** JSON that looks like rich text here and there. */
const nearDocuments = fc.letrec<{ node: object }>((tie) => ({
  node: fc.record(
    {
      type: fc.oneof(fc.constantFrom(...RICHTEXT_NODES, 'constructor', '__proto__', 'x'), fc.jsonValue()),
      content: fc.oneof(fc.array(tie('node'), { maxLength: 3 }), fc.jsonValue()),
      attrs: fc.oneof(
        fc.dictionary(fc.constantFrom('level', 'entry', 'asset', 'caption', 'colwidth', '__proto__'), fc.jsonValue()),
        fc.jsonValue(),
      ),
      marks: fc.oneof(
        fc.array(
          fc.record({
            type: fc.constantFrom(...RICHTEXT_MARKS, 'toString'),
            attrs: fc.oneof(fc.dictionary(fc.constantFrom('href', 'entry'), fc.jsonValue()), fc.jsonValue()),
          }),
          { maxLength: 3 },
        ),
        fc.jsonValue(),
      ),
      text: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
})).node;

const resolver = {
  collectionOf: (id: string): string | null => (id === 'ent_c' ? null : 'posts'),
  asset: (id: string): Json | null => (id === 'ast_c' ? null : { url: `https://cdn.example/${id.slice(4)}` }),
  assetText: (id: string) => (id === 'ast_c' ? null : { url: `https://cdn.example/${id.slice(4)}` }),
};

describe('checkRichtext', () => {
  it('accepts an article with every node and every mark', () => {
    const types = typesIn(ARTICLE);
    for (const name of [...RICHTEXT_NODES, ...RICHTEXT_MARKS]) expect(types).toContain(name);
    expect(checkRichtext(ARTICLE, { ...anything, videos: ['vimeo'], embeds: [CODEPEN] })).toEqual([]);
  });

  it('accepts an empty document', () => {
    expect(checkRichtext(doc(), anything)).toEqual([]);
  });

  it('accepts an empty list of marks in a block of code and empty attributes on any node', () => {
    const code = { type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [] }] };
    expect(checkRichtext(doc(code, { type: 'paragraph', attrs: {} }), anything)).toEqual([]);
  });

  it('accepts every document that keeps to the rules', () => {
    fc.assert(
      fc.property(documents, (value) => {
        expect(checkRichtext(value, anything)).toEqual([]);
      }),
    );
  });

  const at = (...path: RichtextPath): RichtextPath => ['content', 0, ...path];
  it.each<[rule: string, value: unknown, path: RichtextPath]>([
    ['anything but an object', 'text', []],
    ['another root than doc', p(t('a')), []],
    ['a root without content', { type: 'doc' }, ['content']],
    ['content that is no list', { type: 'doc', content: {} }, ['content']],
    ['a node that is no object', doc('a'), at()],
    ['a node without a type', doc({}), at('type')],
    ['an unknown node', doc({ type: 'movie' }), at('type')],
    ['a node named like a property of all objects', doc({ type: 'constructor' }), at('type')],
    ['an unknown key of a node', doc({ type: 'paragraph', id: 1 }), at('id')],
    ['content in a node that has none', doc({ type: 'horizontalRule', content: [] }), at('content')],
    ['text in a node that has none', doc({ type: 'paragraph', text: 'a' }), at('text')],
    ['marks on a block', doc({ type: 'paragraph', marks: [] }), at('marks')],
    ['text directly in the document', doc(t('a')), at()],
    ['a hard break directly in the document', doc({ type: 'hardBreak' }), at()],
    ['a document in a document', doc(doc()), at()],
    ['a block in a paragraph', doc(p(p())), at('content', 0)],
    ['an item outside of a list', doc(item(p())), at()],
    [
      'a task outside of a task list',
      doc({ type: 'bulletList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [p()] }] }),
      at('content', 0),
    ],
    [
      'a cell outside of a row',
      doc({ type: 'table', content: [{ type: 'tableCell', content: [p()] }] }),
      at('content', 0),
    ],
    ['a row outside of a table', doc({ type: 'tableRow', content: [] }), at()],
    ['an empty list', doc({ type: 'bulletList', content: [] }), at('content')],
    ['a list without content', doc({ type: 'orderedList' }), at('content')],
    ['an empty quote', doc({ type: 'blockquote', content: [] }), at('content')],
    ['an empty item', doc({ type: 'bulletList', content: [item()] }), at('content', 0, 'content')],
    ['an empty cell', doc(table()), at('content', 0, 'content', 0, 'content')],
    ['a table without rows', doc({ type: 'table', content: [] }), at('content')],
    [
      'an item that begins with another block',
      doc({ type: 'bulletList', content: [item(image(), p())] }),
      at('content', 0, 'content', 0),
    ],
    ['a hard break in a block of code', doc({ type: 'codeBlock', content: [{ type: 'hardBreak' }] }), at('content', 0)],
    [
      'marks on the text of a block of code',
      doc({ type: 'codeBlock', content: [t('a', { type: 'bold' })] }),
      at('content', 0, 'marks'),
    ],
    ['empty text', doc(p({ type: 'text', text: '' })), at('content', 0, 'text')],
    ['text that is no string', doc(p({ type: 'text', text: 1 })), at('content', 0, 'text')],
    ['attributes that are no object', doc({ type: 'paragraph', attrs: null }), at('attrs')],
    ['an unknown attribute', doc({ type: 'paragraph', attrs: { textAlign: null } }), at('attrs', 'textAlign')],
    ['a heading without a level', doc({ type: 'heading' }), at('attrs', 'level')],
    ['a heading of level 7', doc({ type: 'heading', attrs: { level: 7 } }), at('attrs', 'level')],
    ['a broken level', doc({ type: 'heading', attrs: { level: 1.5 } }), at('attrs', 'level')],
    [
      'a start that is no number',
      doc({ type: 'orderedList', attrs: { start: '1' }, content: [item(p())] }),
      at('attrs', 'start'),
    ],
    [
      'an unknown numbering',
      doc({ type: 'orderedList', attrs: { type: 'x' }, content: [item(p())] }),
      at('attrs', 'type'),
    ],
    [
      'a task that is neither done nor open',
      doc({ type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: null }, content: [p()] }] }),
      at('content', 0, 'attrs', 'checked'),
    ],
    ['a language that is no text', doc({ type: 'codeBlock', attrs: { language: 1 } }), at('attrs', 'language')],
    ['an image without an asset', doc({ type: 'image', attrs: { alt: 'a' } }), at('attrs', 'asset')],
    ['an image by its address', doc(image('https://example.com/a.png')), at('attrs', 'asset')],
    ['an image of an entry', doc(image(ENTRY)), at('attrs', 'asset')],
    [
      'an alternative text that is no text',
      doc({ type: 'image', attrs: { asset: ASSET, alt: 1 } }),
      at('attrs', 'alt'),
    ],
    ['a caption that is no text', doc({ type: 'image', attrs: { asset: ASSET, caption: [] } }), at('attrs', 'caption')],
    ['an embed without an entry', doc({ type: 'embed' }), at('attrs', 'entry')],
    ['an embed of an asset', doc(embed(ASSET)), at('attrs', 'entry')],
    ['an embed that was resolved already', doc(embed({ id: ENTRY, collection: 'posts' })), at('attrs', 'entry')],
    ['marks that are no list', doc(p({ type: 'text', text: 'a', marks: {} })), at('content', 0, 'marks')],
    ['a mark that is no object', doc(p(t('a', 'bold'))), at('content', 0, 'marks', 0)],
    ['an unknown mark', doc(p(t('a', { type: 'blink' }))), at('content', 0, 'marks', 0, 'type')],
    ['a node as a mark', doc(p(t('a', { type: 'paragraph' }))), at('content', 0, 'marks', 0, 'type')],
    ['an unknown key of a mark', doc(p(t('a', { type: 'bold', on: true }))), at('content', 0, 'marks', 0, 'on')],
    [
      'an unknown attribute of a mark',
      doc(p(t('a', { type: 'bold', attrs: { x: 1 } }))),
      at('content', 0, 'marks', 0, 'attrs', 'x'),
    ],
    ['a mark borne twice', doc(p(t('a', { type: 'bold' }, { type: 'bold' }))), at('content', 0, 'marks', 1)],
    ['a link without attributes', doc(p(t('a', { type: 'link' }))), at('content', 0, 'marks', 0, 'attrs')],
    [
      'a link that leads nowhere',
      doc(p(t('a', link({ href: null, entry: null })))),
      at('content', 0, 'marks', 0, 'attrs'),
    ],
    [
      'a link that leads to two places',
      doc(p(t('a', link({ href: '/a', entry: ENTRY })))),
      at('content', 0, 'marks', 0, 'attrs'),
    ],
    [
      'a link that runs a script',
      doc(p(t('a', link({ href: 'javascript:alert(1)' })))),
      at('content', 0, 'marks', 0, 'attrs', 'href'),
    ],
    ['a link to no entry', doc(p(t('a', link({ entry: 'posts' })))), at('content', 0, 'marks', 0, 'attrs', 'entry')],
    [
      'a link into another frame',
      doc(p(t('a', link({ href: '/a', target: 'top' })))),
      at('content', 0, 'marks', 0, 'attrs', 'target'),
    ],
    [
      'a highlight whose color is no text',
      doc(p(t('a', { type: 'highlight', attrs: { color: 1 } }))),
      at('content', 0, 'marks', 0, 'attrs', 'color'),
    ],
  ])('refuses %s, and tells where', (_rule, value, path) => {
    const issues = checkRichtext(frozen(value), anything);
    expect(issues.map((issue) => issue.path)).toEqual([path]);
    expect(issues[0]?.message).toMatch(/^[A-Z"].+\.$/);
  });

  it.each([
    ['colspan', 0],
    ['colspan', 1001],
    ['rowspan', null],
    ['colwidth', [1, -1]],
    ['colwidth', 100],
    ['align', 'middle'],
  ])('refuses a cell whose %s is %j', (name, value) => {
    const cell = { type: 'tableCell', attrs: { [name]: value }, content: [p()] };
    const issues = checkRichtext(doc({ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }), anything);
    expect(issues.map(({ path }) => path)).toEqual([at('content', 0, 'content', 0, 'attrs', name)]);
  });

  it('reports all issues, also those inside misplaced nodes', () => {
    const value = doc(item(p(t('a', { type: 'blink' }))), { type: 'heading', attrs: { level: 0 }, color: 'red' });
    expect(checkRichtext(value, anything).map(({ path }) => path.join('.'))).toEqual([
      'content.0',
      'content.0.content.0.content.0.marks.0.type',
      'content.1.color',
      'content.1.attrs.level',
    ]);
  });

  it('names what it refuses, shortened when that is long', () => {
    const said = (type: string) => checkRichtext(doc({ type }), anything).map(({ message }) => message);
    expect(said('movie')).toEqual(['There is no node "movie".']);
    expect(said('v'.repeat(40))).toEqual([`There is no node "${'v'.repeat(40)}".`]);
    expect(said('v'.repeat(41))).toEqual([`There is no node "${'v'.repeat(40)}…".`]);
  });

  it('reports no more issues than its bound', () => {
    const value = doc(...Array.from({ length: 1000 }, () => ({ type: 'movie' })));
    expect(checkRichtext(value, anything)).toHaveLength(MAX_RICHTEXT_ISSUES);
  });

  it('accepts nodes up to the depth limit and refuses those below', () => {
    const nested = (levels: number): unknown =>
      levels === 1 ? p() : { type: 'blockquote', content: [nested(levels - 1)] };
    expect(checkRichtext(doc(nested(MAX_RICHTEXT_DEPTH)), anything)).toEqual([]);
    const issues = checkRichtext(doc(nested(MAX_RICHTEXT_DEPTH + 1)), anything);
    expect(issues).toEqual([{ path: expect.any(Array), message: expect.stringContaining('too deep') }]);
    expect(issues[0]?.path).toHaveLength(2 * (MAX_RICHTEXT_DEPTH + 1));
  });

  it('stops at the depth limit however deep a document is, and does not take it as blank', () => {
    let deep: Json = { type: 'embed', attrs: { entry: ENTRY } };
    for (let level = 0; level < 10_000; level++) deep = { type: 'blockquote', content: [deep] };
    const value = { type: 'doc', content: [deep] };
    expect(checkRichtext(value, anything)).toHaveLength(1);
    expect(isBlankRichtext(value)).toBe(false);
    expect(richtextReferences(value)).toEqual([]);
    expect(richtextAssets(value)).toEqual([]);
    expect(richtextText(value)).toBe('');
    expect(typesIn(renderRichtext(value, resolver))).not.toContain('embed');
  });

  it('always allows documents, paragraphs and text', () => {
    expect(checkRichtext(doc(p(t('a'))), allowing())).toEqual([]);
  });

  it('refuses nodes and marks that the field does not allow', () => {
    const value = doc({ type: 'horizontalRule' }, p(t('a', { type: 'bold' }, { type: 'italic' })));
    const issues = checkRichtext(value, allowing('italic'));
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['content.0.type', 'content.1.content.0.marks.0.type']);
    expect(checkRichtext(value, allowing('italic', 'bold', 'horizontalRule'))).toEqual([]);
  });

  it('takes the sizes and places of pictures that the field offers, and any where no field is', () => {
    const picture = (attrs: Json) => doc({ type: 'image', attrs: { asset: ASSET, ...(attrs as object) } } as Json);
    const said = (value: unknown, pictures?: ShapeOf<'richtext'>['pictures']) =>
      checkRichtext(value, { type: 'richtext', ...(pictures && { pictures }) }).map(({ path }) => path.join('.'));
    const both = picture({ size: 'small', align: 'end' });
    expect(said(both, { sizes: ['small', 'full'], align: true })).toEqual([]);
    expect(said(both, { sizes: ['full'], align: false })).toEqual(['content.0.attrs.size', 'content.0.attrs.align']);
    expect(said(both)).toEqual(['content.0.attrs.size', 'content.0.attrs.align']);
    expect(said(picture({ size: null, align: null }))).toEqual([]);
    expect(checkRichtext(both, null)).toEqual([]);
    expect(checkRichtext(picture({ size: 'Very big', align: 'left' }), null).map(({ message }) => message)).toEqual([
      '"size" must be the name of a size, in small letters, or null.',
      '"align" must be "start" or "center" or "end", or null.',
    ]);
    expect(renderRichtext(both, resolver)).toMatchObject({ content: [{ attrs: { size: 'small', align: 'end' } }] });
  });

  it('allows the parts of lists and tables along with them', () => {
    const list = { type: 'bulletList', content: [item(p())] };
    const tasks = { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: false }, content: [p()] }] };
    const header = { type: 'tableHeader', content: [p()] };
    const wide = { type: 'table', content: [{ type: 'tableRow', content: [header] }] };
    expect(checkRichtext(doc(list), allowing('bulletList'))).toEqual([]);
    expect(checkRichtext(doc(tasks), allowing('taskList'))).toEqual([]);
    expect(checkRichtext(doc(table(p()), wide), allowing('table'))).toEqual([]);
    expect(checkRichtext(doc(list), allowing('taskList')).map(({ path }) => path)).toEqual([
      at('type'),
      at('content', 0, 'type'),
    ]);
  });
});

describe('isRichtextHref', () => {
  it.each([
    'https://example.com',
    'HTTP://example.com/a b?c#d',
    'https://müller.example/straße',
    'mailto:a@example.com?subject=Hi%20there',
    'tel:+49 30 123456',
    '/',
    '/about#team',
    '#top',
    '#',
  ])('accepts %j', (href) => {
    expect(isRichtextHref(href)).toBe(true);
  });

  it.each([
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'java script:alert(1)',
    '\u0000javascript:alert(1)',
    '\u0001https://example.com',
    'https\n://example.com',
    'https ://example.com',
    ' https://example.com',
    'https://example.com ',
    '\u00a0/a',
    'https://exam\nple.com',
    'https:example.com',
    'https:///a',
    'http://',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://example.com/a',
    'file:///etc/passwd',
    'ftp://example.com',
    'mailto:',
    'tel:',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    '\\\\example.com',
    'example.com',
    './a',
    '../a',
    '?a=1',
  ])('refuses %j', (href) => {
    expect(isRichtextHref(href)).toBe(false);
  });

  it('refuses an address that is too long', () => {
    expect(isRichtextHref(`/${'a'.repeat(2047)}`)).toBe(true);
    expect(isRichtextHref(`/${'a'.repeat(2048)}`)).toBe(false);
  });

  it('accepts only what a browser resolves to a harmless scheme, and never to another site by a path', () => {
    const parts = fc.constantFrom(
      'javascript',
      'https',
      'data',
      'mailto',
      ':',
      '/',
      '\\',
      '\t',
      '\n',
      ' ',
      '\u0000',
      '#',
      'a',
    );
    const hrefs = fc.array(parts, { maxLength: 8 }).map((list) => list.join(''));
    fc.assert(
      fc.property(hrefs, (href) => {
        if (!isRichtextHref(href) || !URL.canParse(href, 'https://site.example/')) return;
        const url = new URL(href, 'https://site.example/');
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(url.protocol);
        if (/^[/#]/.test(href)) expect(url.host).toBe('site.example');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isBlankRichtext', () => {
  it.each([
    ['a missing value', null],
    ['an empty document', doc()],
    ['empty paragraphs', doc(p(), p({ type: 'hardBreak' }))],
    ['white space', doc(p(t(' \u00a0')), { type: 'bulletList', content: [item(p())] })],
    ['an empty block of code', doc({ type: 'codeBlock' })],
  ])('takes %s as blank', (_what, value) => {
    expect(isBlankRichtext(value)).toBe(true);
  });

  it.each([
    ['text', doc({ type: 'blockquote', content: [p(t('a'))] })],
    ['an image', doc(image())],
    ['an embed', doc(embed())],
    ['a rule', doc({ type: 'horizontalRule' })],
    ['a table', doc(table(p()))],
    ['something that is no document', 'text'],
    [
      'words below any depth',
      doc(
        Array.from({ length: 1000 }).reduce<object>((inner) => ({ type: 'blockquote', content: [inner] }), p(t('a'))),
      ),
    ],
  ])('does not take %s as blank', (_what, value) => {
    expect(isBlankRichtext(value)).toBe(false);
  });
});

describe('richtextReferences and richtextAssets', () => {
  it('give each use of an entry or asset with the path of its id', () => {
    expect(richtextReferences(ARTICLE)).toEqual([
      { path: ['content', 1, 'content', 9, 'marks', 0, 'attrs', 'entry'], id: ENTRY },
      { path: ['content', 10, 'attrs', 'entry'], id: ENTRY },
    ]);
    expect(richtextAssets(ARTICLE)).toEqual([
      { path: ['content', 9, 'attrs', 'asset'], id: ASSET, isUndescribed: false },
    ]);
  });

  it('give the assets that links lead to, and whether an image has a text of its own', () => {
    const value = doc(
      { type: 'image', attrs: { asset: 'ast_a', alt: ' ' } },
      { type: 'image', attrs: { asset: 'ast_b', alt: 'A mill' } },
      p(t('a', link({ href: 'asset:ast_d' })), t('b', link({ href: 'https://example.com/asset:ast_d' }))),
    );
    expect(checkRichtext(value, { type: 'richtext' })).toEqual([]);
    expect(richtextAssets(value)).toEqual([
      { path: ['content', 0, 'attrs', 'asset'], id: 'ast_a', isUndescribed: true },
      { path: ['content', 1, 'attrs', 'asset'], id: 'ast_b', isUndescribed: false },
      { path: ['content', 2, 'content', 0, 'marks', 0, 'attrs', 'href'], id: 'ast_d', isUndescribed: false },
    ]);
  });

  it('pass over what is no id', () => {
    const value = doc(embed(1), embed('x'), image(null), p(t('a', link({ entry: ASSET }), link(null), 'link')));
    expect(richtextReferences(value)).toEqual([]);
    expect(richtextAssets(value)).toEqual([]);
  });
});

describe('renderRichtext', () => {
  it('puts in the collections of entries and the objects of assets', () => {
    const rendered = renderRichtext(
      doc(embed('ent_a'), image('ast_a'), p(t('a', link({ href: null, entry: 'ent_b', target: '_blank' })))),
      resolver,
    );
    const expected: PublishedRichtext<{ url: string }> = {
      type: 'doc',
      content: [
        { type: 'embed', attrs: { entry: { id: 'ent_a', collection: 'posts' } } },
        { type: 'image', attrs: { asset: { url: 'https://cdn.example/a' } } },
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'a',
              marks: [{ type: 'link', attrs: { entry: { id: 'ent_b', collection: 'posts' }, target: '_blank' } }],
            },
          ],
        },
      ],
    };
    expect(rendered).toEqual(expected);
  });

  it('replaces assets in links by addresses, and drops a link without one', () => {
    const value = doc(p(t('a', link({ href: 'asset:ast_d', rel: null })), t('b', link({ href: 'asset:ast_c' }))));
    expect(renderRichtext(value, resolver)).toEqual(
      doc(p(t('a', link({ href: 'https://cdn.example/d', rel: null })), { type: 'text', text: 'b' })),
    );
  });

  it('leaves out what cannot be resolved, but keeps the text of a link', () => {
    const lost = t('a', { type: 'bold' }, link({ entry: 'ent_c' }));
    expect(
      renderRichtext(doc(embed('ent_c'), image('ast_c'), p(lost, t('b', link({ entry: 'ent_c' })))), resolver),
    ).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'a', marks: [{ type: 'bold' }] },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    });
  });

  it('keeps an empty paragraph where a quote or cell loses all it held', () => {
    const value = doc({ type: 'blockquote', content: [embed('ent_c')] }, table(image('ast_c')));
    expect(renderRichtext(value, resolver)).toEqual(
      doc({ type: 'blockquote', content: [{ type: 'paragraph' }] }, table({ type: 'paragraph' })),
    );
  });

  it('keeps all else of a document as it is', () => {
    const everything = { collectionOf: () => 'posts', asset: () => ({ url: '/a' }), assetText: () => ({ url: '/a' }) };
    const rendered = JSON.stringify(renderRichtext(frozen(structuredClone(ARTICLE)), everything));
    const published = JSON.stringify(ARTICLE)
      .replaceAll(`"href":null,"entry":"${ENTRY}"`, `"entry":"${ENTRY}"`)
      .replaceAll(`"${ENTRY}"`, JSON.stringify({ id: ENTRY, collection: 'posts' }))
      .replaceAll(`"${ASSET}"`, '{"url":"/a"}');
    expect(JSON.parse(rendered)).toEqual(JSON.parse(published));
  });

  it('passes on nothing that is not of the format', () => {
    const value = doc(
      { type: 'script', content: [] },
      {
        type: 'paragraph',
        onclick: 'x',
        attrs: { style: 'x' },
        content: [t('a', link({ href: 'javascript:x' }), { type: 'x' })],
      },
    );
    expect(renderRichtext(value, resolver)).toEqual(doc(p({ type: 'text', text: 'a' })));
    expect(renderRichtext('text', resolver)).toBeNull();
  });

  it('leaves no id unresolved and a document in its form', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const rendered = renderRichtext(value, resolver);
        const text = JSON.stringify(rendered);
        expect(text).not.toMatch(/"(entry|asset)":(null|")/);
        expect(text).not.toMatch(/"(ent|ast)_c"/);
        // With the ids put back it passes the check that stored documents must pass.
        const restored: unknown = JSON.parse(text, (key, inner) =>
          key === 'entry' ? inner.id : key === 'asset' ? `ast_${inner.url.slice(-1)}` : inner,
        );
        expect(checkRichtext(restored, anything)).toEqual([]);
        expect(richtextText(rendered)).toBe(richtextText(value));
      }),
    );
  });
});

describe('richtextText', () => {
  it('gives the text of all blocks, a blank line between them', () => {
    expect(richtextText(ARTICLE)).toBe(
      [
        'Bread',
        'Take good flour\nnot23oven --onfrom the millas before',
        'water',
        'knead',
        'Wait.',
        'bake();\n\nrest();',
        'Minutes',
        '40',
        'The loaf',
      ].join('\n\n'),
    );
  });
});

describe('textToRichtext', () => {
  it('makes paragraphs of what blank lines separate, and hard breaks of other ends of lines', () => {
    expect(textToRichtext('\n a\r\nb\n \t\n\n\nc\rd\n')).toEqual({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: ' a' }, { type: 'hardBreak' }, { type: 'text', text: 'b' }],
        },
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'c' }, { type: 'hardBreak' }, { type: 'text', text: 'd' }],
        },
      ],
    });
  });

  it('makes an empty document of white space', () => {
    expect(textToRichtext(' \n\t\n')).toEqual({ type: 'doc', content: [] });
  });

  const texts = fc
    .array(fc.oneof(fc.constantFrom('\n', '\n\n', '\r\n', ' '), fc.string({ unit: 'grapheme' })))
    .map((parts) => parts.join(''));

  it('makes valid documents that keep every word', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const value = textToRichtext(text);
        expect(checkRichtext(value, anything)).toEqual([]);
        expect(richtextText(value).split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
      }),
    );
  });

  it('makes the same document again of the text of its document', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const value = textToRichtext(text);
        expect(textToRichtext(richtextText(value))).toEqual(value);
      }),
    );
  });
});

describe('everything about rich text', () => {
  it.each([
    ['any JSON', fc.jsonValue()],
    ['a document of any JSON', fc.array(fc.jsonValue()).map((content) => doc(...content))],
    ['a document of nearly right nodes', fc.array(nearDocuments).map((content) => doc(...content))],
  ])('neither throws on nor changes %s', (_what, values: fc.Arbitrary<unknown>) => {
    fc.assert(
      fc.property(values, (value) => {
        frozen(value);
        for (const shape of [anything, allowing('bold', 'table')]) {
          expect(checkRichtext(value, shape).length).toBeLessThanOrEqual(MAX_RICHTEXT_ISSUES);
        }
        expect(typeof isBlankRichtext(value)).toBe('boolean');
        expect(typeof richtextText(value)).toBe('string');
        const ids = [...richtextReferences(value), ...richtextAssets(value)].map(({ id }) => id);
        for (const id of ids) expect(id).toMatch(/^(ent|ast)_/);
        const rendered = renderRichtext(value, resolver);
        expect(JSON.parse(JSON.stringify(rendered))).toEqual(rendered);
      }),
      { numRuns: 500 },
    );
  });
});
