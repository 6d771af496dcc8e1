import { describe, expect, it } from 'vitest';
import { findGrowth } from '../../../../scripts/testing/growth.ts';
import { inlineMarkdown, splitMarkdown } from '../../src/content/translation/markdown-pieces.ts';
import { toMarkedText } from '../../src/content/translation/marked-text.ts';

/** The words that go to a service, with codes as it sees them. */
const wordsOf = (text: string): string[] =>
  splitMarkdown(text).flatMap((piece) => (typeof piece === 'string' ? [] : [toMarkedText(piece.parts)]));
const again = (text: string): string =>
  splitMarkdown(text)
    .map((piece) => (typeof piece === 'string' ? piece : inlineMarkdown(piece.parts, piece.codes)))
    .join('');

describe('Markdown', () => {
  it.each<[string, string, string[]]>([
    ['paragraphs', 'One\ntwo.\n\nThree\r\n', ['One\ntwo.', 'Three']],
    ['headings', '# One #\ntwo\n\nThree\n-----\n', ['One #', 'two', 'Three']],
    ['lists', '- one\n  more\n- [ ] two\n  1. three\n\n  further\n', ['one\n  more', 'two', 'three', 'further']],
    ['quotes', '> One\n> - two\n>> three', ['One', 'two', 'three']],
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
  ])('has words to translate in %s', (_what, text, words) => {
    expect(wordsOf(text)).toEqual(words);
    expect(again(text)).toBe(text);
  });

  it('is the same again, whatever it is', () => {
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
    ];
    const all = [...signs, ...more];
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * most);
    };
    for (let round = 0; round < 3000; round++) {
      const text = Array.from({ length: next(30) }, () => all[next(all.length)]).join('');
      expect(again(text), JSON.stringify(text)).toBe(text);
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
    ];
    for (const sign of hard) {
      const make = (length: number): string => `x ${sign.repeat(Math.ceil(length / sign.length))}`;
      expect(await findGrowth(make, splitMarkdown), sign).toBeNull();
    }
  });
});
