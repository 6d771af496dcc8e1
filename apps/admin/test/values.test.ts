import type { FieldDocument, Json } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { merge } from '../src/values/values.ts';

const FIELDS: readonly FieldDocument[] = [
  { key: 'title', label: 'Title', required: false, localized: true, type: 'text' },
  { key: 'note', label: 'Note', required: false, type: 'textarea' },
  { key: 'steps', label: 'Steps', required: false, type: 'list', of: { type: 'text' } },
];
const shared = (note: string, ...steps: string[]): Record<string, Json> => ({ note, steps });

describe('values of several languages', () => {
  it('are merged alike in a language that was just begun, as far as languages share them', () => {
    const base = { en: { title: 'One', ...shared('a b c', 'wash') }, de: {} };
    const mine = { en: { title: 'One', ...shared('A b c', 'wash', 'dry') }, de: shared('A b c', 'wash', 'dry') };
    const theirs = { en: { title: 'One', ...shared('a b C', 'soak', 'wash') }, de: shared('a b C', 'soak', 'wash') };
    for (const from of [base, { en: base.en }]) {
      const { values, conflicts } = merge(FIELDS, from, mine, theirs);
      const both = shared('A b C', 'soak', 'wash', 'dry');
      expect({ values, conflicts }).toEqual({ values: { en: { title: 'One', ...both }, de: both }, conflicts: [] });
    }
    // The server doesn't know the language yet.
    const { values, conflicts } = merge(FIELDS, { en: base.en }, mine, { en: theirs.en });
    expect([values.de, conflicts]).toEqual([shared('A b C', 'soak', 'wash', 'dry'), []]);
  });

  it('lose a language that others removed', () => {
    const both = { en: shared('a', 'wash'), de: shared('a', 'wash') };
    expect(merge(FIELDS, both, both, { en: both.en }).values).toEqual({ en: both.en });
  });
});
