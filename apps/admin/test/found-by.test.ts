// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ListedEntry } from '../src/entries/list-columns.tsx';
import { withWords } from '../src/i18n/load-words.ts';

const { reasonsFound } = await withWords(import('../src/entries/found-by.ts'));

describe('why a search finds an entry', () => {
  const found = (count: number) => {
    const found_by = Array.from({ length: count }, (_, at) => ({ id: `ent_${at}`, title: `Author ${at}` }));
    return reasonsFound({ collection_key: 'posts', values: {}, found_by } as unknown as ListedEntry, null, 'en');
  };

  it('is said of two, and then how many more there are', () => {
    expect([0, 1, 2].map((count) => found(count).length)).toEqual([0, 1, 2]);
    expect(found(50)).toEqual([...found(2), 'and 48 more']);
    expect(found(50)[0]).toMatch(/Author 0$/);
  });
});
