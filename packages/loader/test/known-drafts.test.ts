import { expect, it } from 'vitest';
import { KnownDrafts } from '../src/drafts/known-drafts.ts';
import type { DraftEntry, DraftFile } from '../src/remote/api.ts';

const draft = (id: string, title: string): DraftEntry => {
  return { id, version: 1, schema_version: 1, published_at: null, values: { title } };
};
const whole = (asOf: string, ...entries: DraftEntry[]): DraftFile => ({ entries, asOf, isWhole: true, ids: null });
const change = (asOf: string, ids: string[] | null, ...entries: DraftEntry[]): DraftFile => {
  return { entries, asOf, isWhole: false, ids };
};
const titles = (entries: readonly DraftEntry[] | null) => entries?.map(({ values }) => values.title);

it('puts what changed into what is known, and says when it was read last', () => {
  const known = new KnownDrafts();
  expect(known.asOf).toBeNull();
  known.take(whole('1', draft('a', 'A'), draft('b', 'B')));
  expect(titles(known.take(change('2', ['b', 'c', 'a'], draft('b', 'B2'), draft('c', 'C'))))).toEqual(['B2', 'C', 'A']);
  expect(titles(known.take(change('3', null)))).toEqual(['B2', 'C', 'A']);
  expect(known.asOf).toBe('3');
  expect(titles(known.take(change('4', ['a'])))).toEqual(['A']);
});

it('wants all when a change does not fit what is known, or nothing is', () => {
  const known = new KnownDrafts();
  expect(known.take(change('1', null))).toBeNull();
  known.take(whole('1', draft('a', 'A')));
  expect(known.take(change('2', ['a', 'b']))).toBeNull();
  known.forget();
  expect([known.asOf, known.take(change('3', null))]).toEqual([null, null]);
});
