import { describe, expect, it } from 'vitest';
import { rowChanges } from '../src/changes/row-changes.ts';

const block = (key: string, words: string) => ({ _type: 'quote', _key: key, words });

describe('what became of the rows of a list', () => {
  it('lists changed rows, and counts the others', () => {
    expect(rowChanges(['a', 'b', 'c'], ['a', 'b', 'x', 'c'])).toEqual([
      { kind: 'same', count: 2, at: 0 },
      { kind: 'added', after: 'x', at: 2 },
      { kind: 'same', count: 1, at: 3 },
    ]);
    expect(rowChanges(['a', 'b'], ['a'])).toEqual([
      { kind: 'same', count: 1, at: 0 },
      { kind: 'removed', before: 'b', at: 1 },
    ]);
  });

  it('knows a block by its key, wherever it went', () => {
    expect(rowChanges([block('1', 'a'), block('2', 'b')], [block('1', 'x'), block('2', 'b')])).toEqual([
      { kind: 'changed', before: block('1', 'a'), after: block('1', 'x'), at: 0 },
      { kind: 'same', count: 1, at: 1 },
    ]);
    const kinds = rowChanges([block('1', 'a'), block('2', 'b')], [block('2', 'b'), block('1', 'a')]).map(
      ({ kind }) => kind,
    );
    expect(kinds.sort()).toEqual(['moved', 'same']);
  });

  it('takes a row that went beside one that came for a change', () => {
    expect(rowChanges(['old'], ['new'])).toEqual([{ kind: 'changed', before: 'old', after: 'new', at: 0 }]);
  });
});
