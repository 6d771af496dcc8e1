import { describe, expect, it } from 'vitest';
import { site as de } from '#messages/de/site';
import { site as en } from '#messages/en/site';
import { changeLines, countsLine, peopleOf } from '../src/changes/change-words.ts';
import { formatsOf } from '../src/i18n/formats.ts';

const english = { words: en, formats: formatsOf('en') };

const change = (
  reason: 'publish' | 'delete' | 'schema',
  id: string | null,
  title: string | null = null,
  who = 'Ada',
) => ({
  reason,
  actor: { type: 'user' as const, id: who, name: who },
  entry_id: id,
  entry_title: title,
  locales: [],
});

describe('what somebody did', () => {
  it('names the entries, and counts those beyond two', () => {
    expect(changeLines({ changes: [change('publish', '1', 'Hello')] }, english)).toEqual(['Ada published “Hello”']);
    const two = [change('publish', '1', 'A'), change('publish', '2', 'B')];
    expect(changeLines({ changes: two }, english)).toEqual(['Ada published “A” and “B”']);
    const four = [...two, change('publish', '3', 'C'), change('publish', '4', 'D')];
    expect(changeLines({ changes: four }, english)).toEqual(['Ada published “A”, “B” and 2 more']);
  });

  it('is one line for each person and kind, whatever is known of the entry', () => {
    const changes = [
      change('delete', '1'),
      change('schema', null),
      change('publish', '2', 'A', 'Bob'),
      change('publish', '2', 'A', 'Bob'),
    ];
    expect(changeLines({ changes }, english)).toEqual([
      'Ada deleted an entry',
      'Ada pushed a schema',
      'Bob published “A”',
    ]);
  });
});

describe('in German', () => {
  it('puts the verb where it belongs', () => {
    const german = { words: de, formats: formatsOf('de') };
    const changes = [change('publish', '1', 'A'), change('publish', '2', 'B'), change('publish', '3', 'C')];
    expect(changeLines({ changes }, german)).toEqual(['Ada hat „A“, „B“ und 1 weiteren veröffentlicht']);
    const four = [...changes, change('publish', '4', 'D')];
    expect(changeLines({ changes: four }, german)).toEqual(['Ada hat „A“, „B“ und 2 weitere veröffentlicht']);
    expect(countsLine({ added: 1, changed: 0, removed: 2 }, german)).toBe('1 neu, 2 entfernt');
    expect(countsLine({ added: 0, changed: 0, removed: 0 }, english)).toBe('nothing visible changed');
  });
});

describe('who did it', () => {
  it('names a person with their address once; tokens have no address', () => {
    const by = (email?: string) => {
      const one = change('publish', '1', 'A');
      return { ...one, actor: { ...one.actor, ...(email && { email }) } };
    };
    const changes = [by('ada@example.org'), by('ada@example.org'), by(), by('bob@example.org')];
    expect(peopleOf({ changes })).toEqual(['ada@example.org', 'bob@example.org']);
  });
});
