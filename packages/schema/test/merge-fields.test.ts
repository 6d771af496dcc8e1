import { expect, it } from 'vitest';
import { isSameJson, mergeFields } from '../src/index.ts';

const BASE = { title: 'one', body: 'text', tags: ['a'], gone: 1 };

it('each field is as the side has it that changed it, also where it takes it away', () => {
  const mine = { title: 'mine', body: 'text', tags: ['a'] };
  const theirs = { title: 'one', body: 'theirs', tags: ['a'], gone: 1, added: true };
  expect(mergeFields(BASE, mine, theirs)).toEqual({
    values: { title: 'mine', body: 'theirs', tags: ['a'], added: true },
    conflicts: [],
  });
});

it('a field that both changed is a conflict, unless both made the same of it', () => {
  const merged = mergeFields(BASE, { ...BASE, title: 'mine', body: 'new' }, { ...BASE, title: 'theirs', body: 'new' });
  expect(merged).toEqual({ values: { ...BASE, title: 'mine', body: 'new' }, conflicts: ['title'] });
  expect(mergeFields({ a: 1 }, {}, { a: 2 })).toEqual({ values: {}, conflicts: ['a'] });
  expect(mergeFields({}, { a: null }, { a: 2 }).conflicts).toEqual([]);
});

it('a field is only what an object has of its own, whatever it is called', () => {
  const own = JSON.parse('{"__proto__": 1, "constructor": 2}');
  const { values, conflicts } = mergeFields({}, own, { toString: 3 } as object as typeof own);
  expect([Object.entries(values), conflicts]).toEqual([
    [
      ['toString', 3],
      ['__proto__', 1],
      ['constructor', 2],
    ],
    [],
  ]);
});

it('values are the same whatever the order of their keys, and none is the same as null', () => {
  expect(isSameJson({ x: [1, { y: null }], z: 2 }, { z: 2, x: [1, { y: null }] })).toBe(true);
  expect(isSameJson(undefined, null)).toBe(true);
  for (const [a, b] of [
    [{ x: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [0, null],
    ['1', 1],
  ]) {
    expect(isSameJson(a, b)).toBe(false);
  }
});
