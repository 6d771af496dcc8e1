import fc from 'fast-check';

const attribute = (name: string, value: string): string => ` ${name}="${value.replaceAll('"', '&quot;')}"`;
const NUMBERS = ['', '0', '1', '2', '-1', '1.5', '3e2', '100%', 'abc', ' 2 ', '1001', '65535', '99999999999', 'NaN'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  colspan: NUMBERS,
  rowspan: NUMBERS,
  start: NUMBERS,
  colwidth: [...NUMBERS, '1,x', '10,20'],
  type: ['1', 'a', 'disc', 'decimal', 'circle', ''],
  align: ['left', 'justify', 'char', ''],
  style: [
    'text-align: justify',
    'text-align:center',
    'list-style-type: lower-greek',
    'width: 1e9px',
    'font-weight:700',
  ],
  href: ['/a', 'javascript:x', `https://a.example/${'x'.repeat(2100)}`, '', '//b.example', 'asset:ast_01', 'ent_01'],
  title: ['', 'A title'],
  target: ['_blank', '_top'],
  'data-entry': ['ent_01', 'ent_', 'x', ''],
  'data-embed': ['ent_01', 'ent_!', ''],
  'data-oembed': [''],
  'data-provider': ['codepen', 'other'],
  'data-url': ['https://codepen.io/ada/pen/abc', 'https://CODEPEN.io/ada', 'javascript:x'],
  'data-width': ['800', '0', 'x'],
  'data-asset': ['ast_01', 'ast_', 'x'],
  'data-alt': ['', 'A heron'],
  'data-caption': ['', 'Caption'],
  'data-type': ['taskList', 'taskItem', 'other'],
  'data-checked': ['true', 'maybe', ''],
  'data-color': ['', 'red; x'],
  'data-language': ['ts', ''],
  class: ['language-ts', 'x'],
  'data-pm-slice': ['0 0 []', '1 1 ["table",null,"tableRow",null]', '9 9 x'],
};
const TAGS = [
  'p div span h1 h2 h6 blockquote ul ol li dl dd table thead tbody tfoot tr td th caption colgroup col pre code',
  'a b strong i em u s sup sub mark figure figcaption img br hr section article button details summary center font',
]
  .join(' ')
  .split(' ');
const VOID = new Set(['br', 'hr', 'img', 'col']);

const attributes = fc
  .array(
    fc
      .constantFrom(...Object.keys(VALUES))
      .chain((name) => fc.constantFrom(...(VALUES[name] ?? [])).map((one) => attribute(name, one))),
    {
      maxLength: 4,
    },
  )
  .map((all) => [...new Map(all.map((one) => [one.split('=')[0], one])).values()].join(''));
const element = (tag: string, given: string, inner: string): string =>
  VOID.has(tag) ? `<${tag}${given}>` : `<${tag}${given}>${inner}</${tag}>`;
/** Structures that pages nest, one in the other. */
const SHELLS: readonly (readonly [string, string])[] = [
  ['<blockquote>', '</blockquote>'],
  ['<blockquote type="cite"><div>Kept', '</div></blockquote>'],
  ['<ul><li>Kept ', '</li></ul>'],
  ['<ol start="x"><li><p>Kept</p>', '</li></ol>'],
  ['<ul><li data-type="taskItem"><input type="checkbox">Kept', '</li></ul>'],
  ['<table><tr><td colspan="100%">', '</td><td>Kept</td></tr></table>'],
];

const { node } = fc.letrec<{ node: string; children: string }>((tie) => ({
  children: fc.array(tie('node'), { maxLength: 4 }).map((all) => all.join('')),
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom('Kept', ' ', 'Kept <br>', '\0', '\ud800', '&nbsp;', '<!-- x -->', '<td>Kept', '</table>'),
    fc
      .tuple(fc.constantFrom(...TAGS), attributes, tie('children'))
      .map(([tag, given, inner]) => element(tag, given, inner)),
  ),
}));

/** Any elements with any attributes, nested deeply and in any order, as clipboards may hold them. */
export const hostileHtml: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(node, { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...SHELLS), fc.integer({ min: 0, max: 40 })), { maxLength: 3 }),
    fc.array(node, { maxLength: 3 }),
  )
  .map(([before, shells, inner]) => {
    const deep = shells.reduceRight(
      (html, [[open, close], times]) => open.repeat(times) + html + close.repeat(times),
      inner.join('') || 'Kept',
    );
    return before.join('') + deep;
  });
