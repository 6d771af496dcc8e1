// @module-tag full
import { findGrowth } from '@stele/testing/growth';
import { rounds } from '@stele/testing/rounds';
import { describe, expect, it } from 'vitest';
import { translateUnits } from '../../src/features/translation/machine/translate-units.ts';
import { splitMarkdown } from '../../src/features/translation/texts/markdown-pieces.ts';
import { toMarkedText } from '../../src/features/translation/texts/marked-text.ts';

/** The words that go to a service, with codes as it sees them. */
const wordsOf = (text: string): string[] =>
  (splitMarkdown(text) ?? []).flatMap((piece) => (typeof piece === 'string' ? [] : [toMarkedText(piece.parts)]));
/** A text as it comes back; null when the service's words don't fit. */
const translate = async (text: string, say = (said: string): string => said): Promise<string | null> => {
  const unit = { id: 'u', path: [], labels: [], root: 'u', parts: [{ text }], codes: new Map(), isMarkdown: true };
  const service = async ({ texts }: { texts: readonly string[] }) => texts.map(say);
  const given = await translateUnits(service, [unit as never], { from: 'en', to: 'de', glossary: [] });
  return (
    given
      .get('u')
      ?.target?.map((part) => ('text' in part ? part.text : ''))
      .join('') ?? null
  );
};

describe('Markdown', () => {
  it.each<[string, string, string[]]>([
    ['paragraphs', 'One\ntwo.\n\nThree\r\n', ['One\ntwo.', 'Three']],
    ['headings', '# One #\ntwo\n\nThree\n-----\n', ['One', 'two', 'Three']],
    ['lists', '- one\n  more\n- [ ] two\n  1. three\n\n  further\n', ['one\n  more', 'two', 'three', 'further']],
    ['quotes', '> One\n> - two\n>> three', ['One', 'two', 'three']],
    ['lines of quotes', '> One\n> > two\n>  > three', ['One', 'two<x id="1"/>three']],
    ['lines of a quote', '> One `a\n> b`  \n> two\n>three', ['One <x id="1"/><x id="2"/>two<x id="3"/>three']],
    ['rules and numbers', '***\n\n12 + 3\n\n---', []],
    ['fences', 'One\n\n```js\nconst a = "no";\n\n```\ntwo\n~~~\nno\n~~~\n', ['One', 'two']],
    ['fences in items', '- one\n  ```\n  no\n  ```\n- two', ['one', 'two']],
    ['a fence that never ends', 'One\n```\nno\n\nno', ['One']],
    ['indented code', 'One\n\n    no\n\n- two\n\n    three', ['One', 'two', 'three']],
    ['code', 'Call `a(b)` or ``c`d`` now, not `this', ['Call <x id="1"/> or <x id="2"/> now, not `this']],
    ['links', 'See [the *docs*](https://a.example/x(1) "T") .', ['See <g id="1">the *docs*</g> .']],
    ['links by name', 'See [this][one].\n\n[one]: https://a.example\n', ['See <g id="1">this</g>.']],
    ['brackets', 'An [option] and \\[none](x)', ['An [option] and \\[none](x)']],
    ['pictures', 'A ![cat](asset:ast_1) and [![b](c)](d)', ['A <x id="1"/> and <g id="3"><x id="2"/></g>']],
    ['addresses', 'At https://a.example/b?c=d or <https://e.example>.', ['At <x id="1"/> or <x id="2"/>.']],
    ['HTML', '<div class="a">\nOne <b>two</b>\n</div>', ['<x id="1"/>\nOne <x id="2"/>two<x id="3"/>\n<x id="4"/>']],
    ['HTML that is no text', 'A <code>no</code> b\n\n<pre>\nno\n\nno\n</pre>\n<!-- no -->', ['A <x id="1"/> b']],
    ['expressions', 'Hi {{ name }}, {props.x}!', ['Hi <x id="1"/>, <x id="2"/>!']],
    ['tables', '| One | two \\| a |\n|---|:-:|\n| 1 | `x` y |\n', ['One', 'two \\| a', '<x id="1"/> y']],
    ['footnotes', 'One[^1]\n\n[^1]: Two', ['One<x id="1"/>', 'Two']],
    ['breaks', 'One  \ntwo\\\nthree', ['One<x id="1"/>two<x id="2"/>three']],
    ['front matter', '---\ntitle: no\n---\nOne', ['One']],
    ['front matter in TOML', '\uFEFF+++\ntitle = "no"\n+++\nOne', ['One']],
    ['text between rules', '---\n\nOne\n\n---\n\nTwo', ['One', 'Two']],
    [
      'code that names a tag',
      'A `<pre>` b\n\nTwo `<!--` or \\<code>.',
      ['A <x id="1"/> b', 'Two <x id="1"/> or \\&lt;code&gt;.'],
    ],
    ['a fence that ends with its quote', '> ```\n> no\n\nOne', ['One']],
    ['brackets with a colon', '[Warning]: do not touch it.', ['[Warning]: do not touch it.']],
    ['a definition in lines', 'One\n\n[one]:\n  https://a.example\n  "no"\n', ['One']],
    ['code in lines', 'Say <code>a\nb</code> now', ['Say <x id="1"/> now']],
    ['code within code', '<pre>\n<code>no</code>\nno\n\nno\n</pre>\n\nOne', ['One']],
    ['indented code in items', '- one\n\n      no\n\n- two', ['one', 'two']],
    [
      'long HTML',
      `A <script>${'no '.repeat(900)}</script> or <!-- ${'no '.repeat(900)} --> b`,
      ['A <x id="1"/> or <x id="2"/> b'],
    ],
    ['HTML before words', '<code>no</code> One\n\n<!-- no --> Two', ['<x id="1"/> One', '<x id="1"/> Two']],
    ['HTML that never ends', 'One\n\n<pre>\nno\n\nno', ['One']],
    ['tags with signs', 'A <Foo a="b > no" c={d > no} /> b', ['A <x id="1"/> b']],
    ['modules of MDX', "import A from './no'\n\nOne imports", ['One imports']],
    ['formulas', 'At $E = mc^2$ for $5 or $6\n\n$$no = 1$$\n\nTwo', ['At <x id="1"/> for $5 or $6', 'Two']],
    ['formulas in lines', 'One\n\n$$\n- no\n\n# no\n$$\n\nTwo\n$$\nno\n$$', ['One', 'Two\n<x id="1"/>']],
    ['prices', '$$$ is what you pay\n\nOne', ['$$$ is what you pay', 'One']],
    ['links in lines', 'See [this](https://a.example\n"no") b', ['See <g id="1">this</g> b']],
  ])('has words to translate in %s', async (_what, text, words) => {
    expect(wordsOf(text)).toEqual(words);
    expect(await translate(text)).toBe(text);
  });

  it.each([
    [
      'a cell becomes two',
      '| One | two |\n|---|---|\n| three | four |',
      (said: string) => said.replace('three', 'a | b'),
    ],
    ['a heading becomes two lines', '# One', () => 'Eins\nzwei'],
    ['a text becomes a list', 'May first', () => '1. Mai'],
    ['a link has no text', 'See [this](/a)', (said: string) => said.replace('this', '')],
    ['a code comes from nowhere', 'One', () => 'Eins `zwei`'],
    ['a sign comes that cannot be stored', 'One `a`', (said: string) => `${said}<x id="u0"/>`],
    ['a text ends in a quote', '> One\n> two', (said: string) => said.replace('two', 'zwei\n\ndrei')],
  ])('is left as it was where %s', async (_what, text, say) => {
    expect(await translate(text)).toBe(text);
    expect(await translate(text, say)).toBeNull();
  });

  it('has each text once, and is left as it was when it has too many lines', async () => {
    const asked: string[] = [];
    const say = (said: string): string => {
      asked.push(said);
      return said.toUpperCase();
    };
    expect(await translate('| a | b |\n|---|---|\n| yes | no |\n| yes | no |\n', say)).toBe(
      '| A | B |\n|---|---|\n| YES | NO |\n| YES | NO |\n',
    );
    expect(asked).toEqual(['a', 'b', 'yes', 'no']);
    expect(await translate('a\n'.repeat(5001), say)).toBeNull();
    expect(await translate(`${'- '.repeat(100)}a`, say)).toBeNull();
    expect(asked.length).toBe(4);
  });

  it('is the same again, whatever it is', async () => {
    const signs = [
      'a',
      'B c',
      ' ',
      '\n',
      '\n\n',
      '\t',
      '    ',
      '`',
      '```\n',
      '~~~',
      '[',
      ']',
      '(',
      ')',
      '](x)',
      '!',
      '<',
      '>',
    ];
    const more = [
      '|',
      '- ',
      '1. ',
      '# ',
      '> ',
      '\\',
      '{',
      '}',
      '$$',
      '---\n',
      '<!--',
      '-->',
      '<pre>',
      '</pre>',
      '\r\n',
      ...[
        '\r',
        '\u000b',
        '\u0085',
        '\u2028',
        '\u00a0',
        '\uFEFF',
        '&',
        '&amp;',
        '<x id="1"/>',
        '</g>',
        ']]>',
        '$',
        '![a](b)',
      ],
    ];
    const all = [...signs, ...more];
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: next(30) }, () => all[next(all.length)]).join('');
      expect(await translate(text), JSON.stringify(text)).toBe(text);
    }
  });

  it('is split in linear time', async () => {
    const hard = [
      '`',
      '` `` ',
      '[',
      '![',
      '](',
      '](a "',
      '<a ',
      '<code>',
      '<!--',
      '{',
      '  ',
      '\\',
      '| ',
      '> ',
      '- ',
      '*',
      '](<',
      '[a](b)',
      ...[
        '|',
        'a|',
        '$',
        '$$ ',
        '$a',
        '<pre>',
        '<pre ',
        '<a "',
        '<a {',
        '](a\n"',
        '[a]: ',
        '~',
        '![a](b',
        '> - ',
        '# ',
      ],
    ];
    const places = [
      ['x ', ''],
      ['a|b\n', 'x\n'],
      ['> x\n> ', '\n> x'],
    ];
    const shapes = hard.flatMap((sign) => places.map(([before = '', after = '']) => ({ sign, before, after })));
    // The second ring takes every seventh.
    for (const { sign, before, after } of shapes.filter((_, n) => n % rounds({ short: 7, long: 1 }) === 0)) {
      const make = (length: number): string => `${before}${sign.repeat(Math.ceil(length / sign.length))}${after}`;
      expect(await findGrowth(make, splitMarkdown), before + sign).toBeNull();
    }
  });
});
