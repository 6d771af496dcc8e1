import { findGrowth } from '@stele/testing/growth';
import { expect, it } from 'vitest';
import { assertContentType, assertValidKey, assertValidPrefix } from '../src/validate.ts';

const TEXTS: ((length: number) => string)[] = [
  (length) => 'a'.repeat(length),
  (length) => `${'a'.repeat(length)} `,
  (length) => 'a/'.repeat(length / 2),
  (length) => '.'.repeat(length),
  (length) => 'a.'.repeat(length / 2),
];

for (const read of [assertContentType, assertValidKey, assertValidPrefix]) {
  it(`${read.name} takes linear time`, async () => {
    for (const make of TEXTS) expect(await findGrowth(make, read)).toBeNull();
  });
}
