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
  '(?:(?:[\\]a{9}]{0,999}))'.repeat(16),
];
const USUAL = [
  '[A-Z]{2}[0-9]{4}',
  '[a-z0-9]+(-[a-z0-9]+)*',
  '[^@\\s]+@[^@\\s]+\\.[a-z]{2,}',
  '(?i)https?://[\\w.-]+(/[^\\s]*)?',
  '.{0,1000}',
  '\\+?[0-9 ()/-]{5,25}',
  'DE[0-9]{20}|AT[0-9]{18}|CH[0-9]{7}[A-Z0-9]{12}',
  '\\Q{9999}\\E',
  'x{1000}\\x{10FFFF}\\p{Greek}[[:alpha:]]',
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
  it.each([...HOSTILE, ...USUAL])('%s is at most what is said, and not much less', (pattern) => {
    const size = RE2JS.compile(pattern).programSize();
    expect(patternSize(pattern)).toBeGreaterThanOrEqual(size);
    expect(patternSize(pattern)).toBeLessThanOrEqual(4 * size + 20);
  });

  it('is some number for anything else', () => {
    for (const text of [
      '(',
      ')',
      '[',
      '{',
      '{3',
      '*',
      '\\',
      '\\Q',
      '(?',
      'a{99999999999}',
      ')))',
      '',
      '[[:alpha:',
      '\ud800',
    ])
      expect(patternSize(text)).toBeGreaterThan(0);
  });
});

describe('a schema', () => {
  it.each(HOSTILE)('may not have the pattern %s', (pattern) => {
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
    const { issues } = parseSchema(schemaOf(...Array.from({ length: 12 }, (_, n) => `.{0,99${n}}`)));
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
    expect(issues.map(({ path, message }) => [path[0], message.includes('too long to be checked')])).toEqual([
      ['f0', false],
      ['f1', true],
      ['f2', true],
    ]);
  });
});
