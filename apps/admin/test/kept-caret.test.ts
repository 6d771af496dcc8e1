import { describe, expect, it } from 'vitest';
import { movedOffset } from '../src/ui/moved-offset.ts';

/** Where the caret `|` of a text is after the text changed. */
const moved = (before: string, after: string): string => {
  const place = movedOffset(before.replace('|', ''), after, before.indexOf('|'));
  return `${after.slice(0, place)}|${after.slice(place)}`;
};

describe('a caret in a text that changed', () => {
  it('stays at its words', () => {
    expect(moved('one two| three', 'zero one two three')).toBe('zero one two| three');
    expect(moved('one two| three', 'one two three four')).toBe('one two| three four');
    expect(moved('私は昨|日', '前置き。私は昨日')).toBe('前置き。私は昨|日');
  });

  it('stays at its words when others come before the first one', () => {
    expect(moved('one| two', 'zero one two')).toBe('zero one| two');
    expect(moved('one|', 'zero\none')).toBe('zero\none|');
    expect(moved('o|ne', 'zero one')).toBe('zero o|ne');
    expect(moved('one|\ntwo', 'one\n\ntwo')).toBe('one|\n\ntwo');
    expect(moved('one two|', 'two')).toBe('two|');
  });

  it('is at what replaced them when they went', () => {
    expect(moved('aaaa bbbb cccc dd|dd eeee', 'x eeee and more text here')).toBe('x| eeee and more text here');
    expect(moved('one two| three', 'one three')).toBe('one| three');
  });
});
