import { describe, expect, it } from 'vitest';
import { keysFor, type Rows } from '../src/editor/form/row-keys.ts';

function rowsOf(...items: string[]): Rows {
  return { items, keys: items.map((item) => `key of ${item}`) };
}

describe('the keys of rows', () => {
  it('are there for rows that were never seen', () => {
    const keys = keysFor(undefined, ['a', 'b']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((key) => typeof key === 'string')).toBe(true);
  });

  it('are the same array while the rows are the same', () => {
    const rows = rowsOf('a', 'b');
    expect(keysFor(rows, ['a', 'b'])).toBe(rows.keys);
  });

  it('stay with a row that is edited in its place', () => {
    const rows = rowsOf('a', 'b', 'c');
    expect(keysFor(rows, ['a', 'x', 'c'])).toBe(rows.keys);
  });

  it('go with rows that move, and leave with those that go', () => {
    expect(keysFor(rowsOf('a', 'b', 'c'), ['c', 'a'])).toEqual(['key of c', 'key of a']);
    const [first, second, third] = keysFor(rowsOf('a', 'b'), ['a', 'new', 'b']);
    expect([first, third]).toEqual(['key of a', 'key of b']);
    expect(['key of a', 'key of b']).not.toContain(second);
  });

  it('stay with blocks that others moved and changed at once', () => {
    const block = (name: string, words: string) => ({ _type: 'quote', _key: name, words });
    const rows: Rows = { items: [block('a', 'one'), block('b', 'two')], keys: ['key of a', 'key of b'] };
    const [first, ...others] = keysFor(rows, [block('c', 'new'), block('a', 'one, changed'), block('b', 'two')]);
    expect(others).toEqual(['key of a', 'key of b']);
    expect(rows.keys).not.toContain(first);
    expect(keysFor(rows, [block('b', 'two, changed')])).toEqual(['key of b']);
    expect(keysFor(rows, [block('c', 'other'), block('b', 'two')])[0]).not.toBe('key of a');
  });
});
