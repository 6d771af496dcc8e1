import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { checkValues, parseSchema, startMatching } from '../src/index.ts';
import { patternSize } from '../src/patterns/pattern-size.ts';

/** Each repeats so much that a text of 20 kB would hold the process for many seconds. */
const HOSTILE = [
  `${'.{0,1000}'.repeat(50)}x`,
  '(?:.{0,30}){0,33}'.repeat(25),
  '\\w{1000}'.repeat(60),
  '[^a]{1000}'.repeat(45),
  '(?i)\\p{L}{1000}'.repeat(30),
  '((a?){100}b?){10}'.repeat(20),
  `(?:${'.'.repeat(450)})(?i){1000}`,
  `(?:${'.'.repeat(450)})\\Q\\E{1000}`,
  `(?:${'a{30}'.repeat(80)})\\Q\\E{30}`,
  '(?:(?:[\\]a{9}]{0,999}))'.repeat(16),
];
/** Without regard to case, each character of a range is looked up: these take half a second to compile. */
const WIDE = [
  `(?i)[${Array.from({ length: 150 }, (_, n) => `${String.fromCharCode(0x100 + n)}-\uffff`).join('')}]`,
  `(?i)${'[b-\uffff]'.repeat(60)}`,
  `(?i:[${'\\x{100}-\\x{1e942}'.repeat(25)}])`,
];
const USUAL = [
  '[A-Z]{2}[0-9]{4}',
  '[a-z0-9]+(-[a-z0-9]+)*',
  '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}',
  '(?i)https?://[\\w.-]+(/[^\\s]*)?',
  '.{0,1000}',
  '\\+?[0-9 ()/-]{5,25}',
  'DE[0-9]{20}|AT[0-9]{18}|CH[0-9]{7}[A-Z0-9]{12}',
  'x{900}\\x{10FFFF}\\p{Greek}[[:alpha:]]',
  '(\\d{3}-){4}\\d{2}',
  '\\Q{9999}\\E',
  '(?i)[^\\x00-\\x1f\\x7f-\\x9f]+@[^\\000-\\037]+',
  '\\{9999}',
  '[{9999}]+',
  '[\\x{3040}-\\x{309F}\\x{30A0}-\\x{30FF}]+',
  '\\x{2014}|\\x{2013}',
  '#{1,6} .{1,500}',
  `(?i)${'[a-z][0-9]'.repeat(20)}`,
  '(?i)([a-z]{1,2}[0-9][a-z0-9]?|[a-z][a-hj-y][0-9][a-z]|gir) ?[0-9][a-z]{2}',
  `(?i)[\\p{L}\\p{N}_-]{1,100}`,
];

const schemaOf = (...patterns: string[]) => ({
  format: 1,
  collections: [
    {
      key: 'posts',
      label: 'Posts',
      singleton: false,
      order: null,
      title_field: null,
      fields: patterns.map((pattern, index) => ({
        key: `f${index}`,
        type: 'textarea',
        label: 'F',
        required: false,
        localized: true,
        pattern,
      })),
    },
  ],
});

describe('the size of a pattern', () => {
  it.each([...HOSTILE, ...USUAL])('%s is at most what is said', (pattern) => {
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(RE2JS.compile(pattern).programSize());
  });

  const atom = fc.constantFrom(
    'a',
    '.',
    '[a-z]',
    '[^x]',
    '\\d',
    '\\pL',
    '\\p{Greek}',
    '\\x{61}',
    '\\}',
    '\\Qab\\E',
    '\\Q{9}\\E',
    '[{9}]',
    '[\\]{9}a-z]',
    '[]{9}]',
    '\\{9}',
    '\\\\Q',
    '#',
    'é',
  );
  const count = fc.constantFrom('', '', '*', '+', '?', '{3}', '{0,7}', '{2,}', '{0,9}?');
  const { whole } = fc.letrec<{ whole: string; piece: string; group: string }>((tie) => ({
    whole: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(atom, count).map(([a, c]) => a + c),
      tie('group'),
    ),
    group: fc
      .tuple(
        fc.constantFrom('(', '(?:', '(?P<n>', '(?i:', '(?i)(', 'b|('),
        tie('whole'),
        fc.constantFrom('', '(?s)', '\\Q\\E'),
        count,
      )
      .map(([head, inside, nothing, repeated]) => `${head}${inside})${nothing}${repeated}`),
  }));
  it('is at most what is said, whatever the pattern is', () => {
    fc.assert(
      fc.property(whole, (pattern) => {
        let compiled: RE2JS;
        try {
          compiled = RE2JS.compile(pattern);
        } catch {
          return;
        }
        expect(patternSize(pattern)).toBeGreaterThanOrEqual(compiled.programSize());
      }),
      { numRuns: 2000 },
    );
  });

  it('takes linear time, whatever the text is', () => {
    const texts = [
      '(',
      '[',
      '{3',
      '\\',
      '\\Q',
      '(?',
      'a{99999999999}',
      '[[:alpha:',
      '\ud800',
      `[${'\\p{}'.repeat(35)}`,
    ];
    for (const text of texts) expect(patternSize(text.repeat(20).slice(0, 500))).toBeGreaterThan(0);
  });
});

describe('a schema', () => {
  it.each([...HOSTILE, ...WIDE])('may not have the pattern %s', (pattern) => {
    const { issues } = parseSchema(schemaOf(pattern));
    expect(issues).toEqual([
      { path: ['collections', 0, 'fields', 0, 'pattern'], message: expect.stringContaining('pattern is too large') },
    ]);
  });

  it('may have usual patterns, hundreds of them', () => {
    expect(parseSchema(schemaOf(...USUAL)).issues).toEqual([]);
    expect(parseSchema(schemaOf(...Array.from({ length: 200 }, () => USUAL[1] ?? ''))).issues).toEqual([]);
  });

  it('may not have many large ones', () => {
    const { issues } = parseSchema(schemaOf(...Array.from({ length: 12 }, (_, n) => `.{0,9${10 + n}}`)));
    expect(issues.map(({ path }) => path[3])).toEqual([10, 11]);
  });
});

describe('a match', () => {
  it.each(HOSTILE)('with %s, of a schema from before, is not tried', (pattern) => {
    expect(startMatching()(pattern, 'a'.repeat(20_000))).toBeNull();
  });

  it('is as RE2 says, for usual texts', () => {
    const matches = startMatching();
    expect(matches(USUAL[0] ?? '', 'AB1234')).toBe(true);
    expect(matches(USUAL[0] ?? '', 'AB123')).toBe(false);
    for (let n = 0; n < 500; n += 1) expect(matches(USUAL[1] ?? '', `some-words-${n}`)).toBe(true);
  });

  it('that is too much with those before it is not tried, and the field says so', () => {
    const { schema } = parseSchema(schemaOf('.{0,900}x', '.{0,901}x', '[a-z]+'));
    const [posts] = schema?.collections ?? [];
    if (!posts) throw new Error('no schema');
    const issues = checkValues(posts, { f0: 'a'.repeat(400), f1: 'a'.repeat(400), f2: 'a' }, 'publish');
    expect(issues.map(({ path, message }) => [path[0], message.includes('texts are too long')])).toEqual([
      ['f0', false],
      ['f1', true],
      ['f2', true],
    ]);
  });
});
