import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CutRule, Cutter, cut } from './cut.ts';

interface Item {
  readonly hash: number;
  readonly size: number;
}

const MOST = 6;
const MOST_BYTES = 20;

const rule: CutRule<Item> = {
  hash: ({ hash }) => hash,
  natural: (hash) => hash % 16 === 0,
  size: ({ size }) => size,
  fits: (count, size) => count <= MOST && size <= MOST_BYTES,
};

// Few hashes, so that some are the same; a size above the limit of a piece, too.
const items = fc.array(fc.record({ hash: fc.nat(40), size: fc.integer({ min: 1, max: 25 }) }), { maxLength: 80 });

/** The definition: runs between natural cuts, each divided before the lowest inner hash until all parts fit. */
function defined(all: readonly Item[]): Item[][] {
  const runs: Item[][] = [];
  for (const item of all) {
    if (runs.length === 0 || rule.natural(item.hash)) runs.push([item]);
    else runs.at(-1)?.push(item);
  }
  const divide = (run: Item[]): Item[][] => {
    const size = run.reduce((sum, item) => sum + item.size, 0);
    if (run.length === 1 || rule.fits(run.length, size)) return [run];
    const lowest = Math.min(...run.slice(1).map(({ hash }) => hash));
    const at = run.findIndex(({ hash }, index) => index > 0 && hash === lowest);
    return [...divide(run.slice(0, at)), ...divide(run.slice(at))];
  };
  return runs.flatMap(divide);
}

it('divides items by the lowest hashes of their runs', () => {
  fc.assert(
    fc.property(items, (all) => {
      expect(cut(all, rule)).toEqual(defined(all));
    }),
    { numRuns: 2_000 },
  );
});

it('gives pieces as soon as no later item can change them, and keeps no more than fits in one', () => {
  fc.assert(
    fc.property(items, (all) => {
      const cutter = new Cutter(rule);
      let given = 0;
      for (const [index, item] of all.entries()) {
        given += cutter.add(item).flat().length;
        const kept = all.slice(given, index + 1);
        const size = kept.reduce((sum, { size }) => sum + size, 0);
        expect(kept.length === 1 || rule.fits(kept.length, size)).toBe(true);
      }
      expect(given + cutter.end().flat().length).toBe(all.length);
    }),
  );
});
