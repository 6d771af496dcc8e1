import { expect, it } from 'vitest';
import { learn } from '../src/drafts/known-drafts.ts';
import type { DraftEntry } from '../src/remote/api.ts';

const draft = (id: string, title: string): DraftEntry => {
  return { id, version: 1, schema_version: 1, published_at: null, values: { title } };
};
const titles = (entries: readonly DraftEntry[]) => entries.map(({ values }) => values.title);

it('puts what changed into what is known, in the order of the newest file', () => {
  const first = learn(undefined, { entries: [draft('a', 'A'), draft('b', 'B')], as_of: '1', since: null, ids: null });
  expect([first.known?.asOf, titles(first.entries)]).toEqual(['1', ['A', 'B']]);
  const changed = { entries: [draft('b', 'B2'), draft('c', 'C')], as_of: '2', since: '1', ids: ['b', 'c', 'a'] };
  const second = learn(first.known, changed);
  expect(titles(second.entries)).toEqual(['B2', 'C', 'A']);
  const third = learn(second.known, { entries: [], as_of: '3', since: '2', ids: null });
  expect([third.known?.asOf, titles(third.entries)]).toEqual(['3', ['B2', 'C', 'A']]);
  // An earlier state isn't changed by later answers.
  expect(titles(learn(first.known, { entries: [], as_of: '2', since: '1', ids: null }).entries)).toEqual(['A', 'B']);
});

it('leaves out what went to the trash while the file was made', () => {
  const { known } = learn(undefined, { entries: [draft('a', 'A')], as_of: '1' });
  expect(titles(learn(known, { entries: [], as_of: '2', since: '1', ids: ['a', 'gone'] }).entries)).toEqual(['A']);
});

it('keeps nothing of files by which none can be continued', () => {
  const { known } = learn(undefined, { entries: [draft('a', 'A')] });
  expect(known).toBeUndefined();
});
