import type { Json } from '@stele/snapshot';
import fc from 'fast-check';

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
    fc.constantFrom<Json>(null, true, { id: 'ast_1', url: '../../media/ast_1/x.jpg' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('json'), { maxLength: 3 }),
    anyObject(tie('json')),
  ),
}));

/** Values of an entry: any JSON, with assets, whose URLs a load rewrites, and keys that JavaScript sorts before others. */
export const anyValues = anyObject(json);
