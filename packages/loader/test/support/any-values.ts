import type { Json } from '@stele/snapshot';
import fc from 'fast-check';

/** A value that is written as entries are. */
export const likeAnEntry = {
  id: 'ent_00000000000000000000000001',
  version: 1,
  schema_version: 1,
  published_at: '2026-03-01T12:00:00.000Z',
  values: {},
};

/** Keys that JavaScript treats in a way of their own, and any others. */
const anyKey = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.constantFrom('__proto__', 'constructor', 'id', 'values', '', '-1', '01'),
  fc.nat({ max: 20 }).map(String),
);

const anyObject = (value: fc.Arbitrary<Json>): fc.Arbitrary<{ readonly [key: string]: Json }> =>
  fc.array(fc.tuple(anyKey, value), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom<Json>(null, true, JSON.stringify(likeAnEntry), { id: 'ast_1', url: '../../media/ast_1/x.jpg' }, [
      { a: {} },
      likeAnEntry,
    ]),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('json'), { maxLength: 3 }),
    anyObject(tie('json')),
    anyObject(tie('json')).map((values) => ({ ...likeAnEntry, values })),
  ),
}));

/** Values of an entry: any JSON, with parts that look like entries or assets, and keys that are whole numbers. */
export const anyValues = anyObject(json);
