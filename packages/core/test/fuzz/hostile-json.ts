import fc from 'fast-check';

/** Strings that break careless code: NUL, lone surrogates, all of Unicode, long ones, pieces of paths and SQL. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202eright to left',
    'e\u0301 \u00e9',
    '\ufeffbom',
    '\u200b',
    '%00',
    '%ff',
    '../../etc/passwd',
    "'; DROP TABLE entries; --",
    '$1',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '1e999',
    '-0',
    '0x10',
    '9007199254740993',
    '2026-13-45T99:99:99Z',
  ),
  fc.integer({ min: 200, max: 70_000 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 200, max: 20_000 }).map((length) => '\u{1F469}\u200d'.repeat(length / 4)),
);

const hostileNumber = fc.constantFrom(
  ...[0, -0, -1, 1.5, 1e-320, 5e-324, 1e308, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 0.1 + 0.2],
);

const hostileKey = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'en', 'de') },
);

/** Any JSON, with keys and texts that no one expects. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}),
  fc.array(hostileText, { maxLength: 5 }),
  fc.array(fc.tuple(hostileKey, fc.oneof(hostileText, hostileNumber)), { maxLength: 5 }).map(objectOf),
  fc.integer({ min: 2, max: 120 }).chain((depth) => fc.constantFrom(nest(depth, false), nest(depth, true))),
  fc.integer({ min: 100, max: 3000 }).map((length) => Array.from({ length }, (_, index) => index)),
);

/** Bodies that aren't JSON objects, or that repeat a key. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1,"a":2}',
    '{"values":{"en":{"a":1}},"values":null}',
    '{"__proto__":{"admin":true}}',
    '{"base_version":1e400}',
    '{"base_version":0.1000000000000000055511151231257827}',
    '{"values":{"en":{"n":1000000000000000000000000001}}}',
    `{"values":{"en":{"n":1${'0'.repeat(40_000)}1}}}`,
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    '\ufeff{}',
    "{'a':1}",
    '{"a":undefined}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
  ),
  hostileText,
);

function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const made = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) Object.defineProperty(made, key, { value, enumerable: true, configurable: true });
  return made;
}

function nest(depth: number, inArrays: boolean): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = inArrays ? [value] : { en: value };
  return value;
}
