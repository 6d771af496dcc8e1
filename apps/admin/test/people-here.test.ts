import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeopleHere, type PersonHere } from '../src/api/people-here.ts';

let people: PeopleHere;
let heard: string[];

beforeEach(() => {
  vi.useFakeTimers();
  people = new PeopleHere();
  heard = [];
  for (const entry of ['one', 'two']) people.listen(entry, () => heard.push(entry));
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (tab: string, entry_id: string | null, path: string | null = null): PersonHere => ({
  tab,
  person: { id: `usr_${tab}`, name: tab },
  entry_id,
  locale: path && 'en',
  path,
});
const tabsIn = (entryId: string) => people.in(entryId).map(({ tab, path }) => [tab, path].filter(Boolean).join(' '));

it('knows who is in which entry, and wakes only those who listen to an entry in which something changed', () => {
  people.take([at('anna', 'one'), at('ben', 'two')], true);
  expect(heard).toEqual(['one', 'two']);
  const before = people.in('two');
  people.take([at('anna', 'one', 'title')], false);
  expect([tabsIn('one'), heard.slice(2)]).toEqual([['anna title'], ['one']]);
  expect(people.in('two')).toBe(before);
  people.take([at('anna', 'two')], false);
  expect([tabsIn('one'), tabsIn('two').sort()]).toEqual([[], ['anna', 'ben']]);
  people.take([at('ben', null)], false);
  expect(tabsIn('two')).toEqual(['anna']);
});

it('takes a stream that goes on for what it was, and forgets those who went meanwhile', () => {
  people.take([at('anna', 'one'), at('ben', 'two')], true);
  heard = [];
  people.take([at('anna', 'one'), at('ben', 'two')], true);
  expect(heard).toEqual([]);
  people.take([at('anna', 'one')], true);
  expect([heard, tabsIn('two')]).toEqual([['two'], []]);
});

it('forgets everyone when a stream stays away, but not while it is opened again', () => {
  people.take([at('anna', 'one')], true);
  people.forgetSoon();
  vi.advanceTimersByTime(20_000);
  people.take([at('anna', 'one')], true);
  vi.advanceTimersByTime(60_000);
  expect(tabsIn('one')).toEqual(['anna']);
  // A browser that can't reconnect says so every two seconds.
  for (let n = 0; n < 20; n++) {
    people.forgetSoon();
    vi.advanceTimersByTime(2_000);
  }
  expect(tabsIn('one')).toEqual([]);
});

it('says a save once, and keeps none of entries that are not open', () => {
  const save = (version: number) => ({ version, name: 'Anna', fields: ['title'] });
  for (const version of [4, 4, 3]) people.saved('one', save(version));
  people.saved('closed', save(1));
  expect([heard, people.lastSave('one')?.version, people.lastSave('closed')]).toEqual([['one'], 4, undefined]);
});

it("doesn't count this tab among the others", () => {
  people.take([{ ...at('anna', 'one'), tab: people.newTab() }, at('ben', 'one')], true);
  expect(tabsIn('one')).toEqual(['ben']);
});
