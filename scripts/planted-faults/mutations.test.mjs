import { expect, test } from 'vitest';
import { listMutations } from './mutations.mjs';

const mutantsOf = (source, jsx = false) =>
  listMutations(source, { jsx }).map(({ original, mutant }) => `${original} → ${mutant}`);
const inFunction = (code) => mutantsOf(`function f(a: number, b: number) { ${code} }`);

test.each([
  ['return a < b;', 'a < b → (a) <= (b)'],
  ['return a >= b;', 'a >= b → (a) > (b)'],
  ['return a === b;', 'a === b → (a) !== (b)'],
  ['return a && b;', 'a && b → (a) || (b)'],
  ['return !a;', '!a → !!(a)'],
  ['if (a) return b;', 'a → !(a)'],
  ['return a ? 1 : b;', 'a → !(a)'],
  ['return 7;', '7 → (7 + 1)'],
  ['save(a);', 'save(a); → '],
  ['await save(a);', 'await save(a); → '],
])('%s has a fault', (code, fault) => {
  expect(inFunction(code.startsWith('await') ? `async () => { ${code} }` : code)).toContain(fault);
});

test('faults are inside functions, on one line, and neither in types nor in keys', () => {
  expect(mutantsOf('const limit = 7; export const ready = limit > 3;')).toEqual([]);
  expect(inFunction('return a\n  < b;')).toEqual([]);
  expect(inFunction('const x = { 1: a } as Record<1, number>;')).toEqual([]);
});

test('components are read too', () => {
  expect(mutantsOf('function C(p) { return <p>{p.a === 1 ? <b /> : null}</p>; }', true)).toContain(
    'p.a === 1 → !(p.a === 1)',
  );
});
