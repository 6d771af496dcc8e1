import { describe, expect, it } from 'vitest';
import { authors } from '#messages/en/authors';
import { changes, entries, list } from '#messages/en/first';
import { review } from '#messages/en/review';
import { chipsOf, type Filter, filtersOf, narrowed } from '@/entries/filters/filters.ts';
import { aimedAt, pairsFor } from '@/entries/filters/found-filters.ts';
import { filterCount, type ListQuery } from '@/entries/list-query.ts';

const words = {
  ...{ list, authors, review, entries, changes },
  language: (code: string) => ({ en: 'English', de: 'German' })[code] ?? code,
  state: ({ label }: { readonly label: string }) => label,
};
const collection = {
  key: 'posts',
  label: 'Posts',
  fields: [
    { key: 'title', type: 'text', label: 'Title' },
    { key: 'kind', type: 'select', label: 'Kind', options: [{ value: 'toy', label: 'Toy' }] },
    { key: 'author', type: 'reference', label: 'Author', collections: ['people'] },
  ],
  workflow: {
    states: [
      { key: 'draft', label: 'Draft' },
      { key: 'review', label: 'In review' },
    ],
  },
} as never;
const NONE = Object.fromEntries(
  [
    ...['status', 'state', 'assignee', 'created_by', 'updated_by', 'due', 'locale', 'translation'],
    ...['filter', 'sort', 'columns', 'view', 'by'],
  ].map((key) => [key, null]),
) as unknown as ListQuery;

const query = (some: Partial<ListQuery> = {}): ListQuery => ({ ...NONE, collection: 'posts', q: '', ...some });
const filters = (now: ListQuery = query()): readonly Filter[] =>
  filtersOf(
    {
      query: now,
      collection,
      hasReview: true,
      locales: ['en', 'de'],
      me: { id: 'usr_me', name: 'Mia' },
      others: [{ id: 'usr_ana', name: 'Ána Reyes' }],
    },
    words,
  );
const found = (typed: string): string[] => pairsFor(filters(), typed, list).map(({ text }) => text);

describe('a text that is typed into the filters', () => {
  it('finds values of all of them, with or without accents and words of the filter', () => {
    expect(found('ana')[0]).toBe('Assigned to Ána Reyes');
    expect(found('mia')[0]).toBe('Assigned to me');
    for (const text of ['Created by Ána Reyes', 'Edited by Ána Reyes']) expect(found('ana')).toContain(text);
    expect(found('edited by ana')[0]).toBe('Edited by Ána Reyes');
    expect(found('created mia')[0]).toBe('Created by me');
    expect(found('draft')[0]).toBe('Status is Draft');
    expect(found('status is d')[0]).toBe('Status is Draft');
    expect(found('toy')[0]).toBe('Kind is Toy');
    expect(found('kind empty')[0]).toBe('Kind is empty');
    expect(found('overdue')[0]).toBe('Overdue');
    expect(found('german out')[0]).toBe('German is outdated');
    expect(found('german')[0]).toBe('Language is German');
  });

  it('is searched for in texts, last', () => {
    expect(found('draft').at(-1)).toBe('Title contains draft');
    expect(found('heron')).toEqual(['Title contains heron']);
    expect(found(' ')).toEqual([]);
  });

  it('is about the field that it begins with', () => {
    const aimed = (typed: string) => {
      const { filter, rest } = aimedAt(filters(), typed, list) ?? {};
      return filter && [filter.label, rest];
    };
    expect(aimed('author is ada lovelace')).toEqual(['Author', 'ada lovelace']);
    expect(aimed('Author ada')).toEqual(['Author', 'ada']);
    expect(aimed('title contains heron')).toEqual(['Title', 'heron']);
    for (const typed of ['author', 'author is', 'authors ada', 'heron', 'status is draft'])
      expect(aimed(typed)).toBe(undefined);
    expect(found('title contains heron')).toEqual(['Title contains heron']);
    expect(found('author is ada')).toEqual([]);
  });

  it('sets in the address what it says, and is then shown', () => {
    for (const typed of [
      'draft',
      'review',
      'ana',
      'mia',
      'created by ana',
      'edited mia',
      'overdue',
      'week',
      'german',
      'outdated',
      'toy',
      'heron',
    ]) {
      const [value] = pairsFor(filters(), typed, list);
      const next = value && query(narrowed(value, query()));
      const [chip, ...others] = next ? chipsOf(filters(next), next) : [];
      expect([typed, others, next && filterCount(next)]).toEqual([typed, [], 1]);
      if (!chip?.condition) expect(chip?.text).toBe(value?.text);
      expect({ ...next, ...chip?.clears }).toEqual(query());
    }
  });
});

describe('the filters of an address', () => {
  it('keep the others when one is added, changed or taken away', () => {
    const two = query({ filter: 'kind:is:toy,title:contains:a%2Cb', due: 'week' });
    const [due, kind, title] = chipsOf(filters(two), two);
    expect([due?.text, kind?.at, title?.condition?.value]).toEqual(['Due within a week', 0, 'a,b']);
    expect(kind?.clears).toEqual({ filter: 'title:contains:a%2Cb' });
    const empty = filters(two)
      .flatMap(({ values }) => values)
      .find(({ text }) => text === 'Kind is empty');
    if (!empty) throw new Error('Kind has no such value.');
    expect(narrowed(empty, two, 0)).toEqual({ filter: 'kind:empty,title:contains:a%2Cb' });
    expect(narrowed(empty, two)).toEqual({ filter: 'kind:is:toy,title:contains:a%2Cb,kind:empty' });
    expect(filterCount(two)).toBe(3);
  });

  it('are shown when the menu would say something else, or no longer has them', () => {
    const texts = (some: Partial<ListQuery>) => chipsOf(filters(query(some)), query(some)).map(({ text }) => text);
    expect(texts({ status: 'published' })).toEqual([`Status is ${entries.anyLive}`]);
    expect(texts({ state: 'gone' })).toEqual(['Status is gone']);
    expect(texts({ assignee: 'usr_gone' })).toEqual(['Assigned to']);
    expect(texts({ created_by: 'tok_gone' })).toEqual(['Created by']);
    expect(texts({ updated_by: 'usr_me' })).toEqual(['Edited by me']);
    expect(texts({ assignee: 'usr_me' })).toEqual(['Assigned to me']);
    expect(texts({ translation: 'de:current' })).toEqual(['German is current']);
    expect(texts({ translation: 'de:toString' })).toEqual(['de:toString']);
    expect(texts({ locale: 'fr' })).toEqual(['Language is fr']);
  });

  it('of the trash are its language only', () => {
    const trash = query({ status: 'trashed', locale: 'de', filter: 'kind:is:toy', due: 'week' });
    expect(filters(trash).map(({ key }) => key)).toEqual(['locale']);
    expect(chipsOf(filters(trash), trash).map(({ text }) => text)).toEqual(['Language is German']);
    expect(filterCount(trash)).toBe(1);
  });
});
