import { describe, expect, it } from 'vitest';
import { textChanges } from '../src/changes/text-changes.ts';

const SIGNS = { same: '', added: '+', removed: '-' };
const changes = (before: string, after: string): string[] =>
  textChanges(before, after).map(({ tone, text }) => `${SIGNS[tone]}${text}`);

describe('what became of a text', () => {
  it('is the words that changed', () => {
    expect(changes('The old weir stays.', 'The new weir stays.')).toEqual(['The ', '-old', '+new', ' weir stays.']);
    expect(changes('', 'New')).toEqual(['+New']);
  });

  it('is the whole old and the whole new sentence where few words stay', () => {
    const old = 'A lamp, a sheet, and ninety minutes in May.';
    const now = 'Counting insects needs a lamp, patience and one warm night in June.';
    expect(changes(`${old} Now with the numbers of all years.`, `${now} Now with the numbers of all years.`)).toEqual([
      `-${old} `,
      `+${now} `,
      'Now with the numbers of all years.',
    ]);
  });

  it('keeps additions apart from what stays, however many they are', () => {
    const parts = changes('The weir is open.', 'The long and very old weir is nearly always wide open.');
    expect(parts.filter((part) => part.startsWith('-'))).toEqual([]);
  });

  it('tells all of both texts', () => {
    const [before, after] = ['One. Two three. Four', 'Zero. Two 3! Four, five'];
    const parts = textChanges(before, after);
    const of = (tone: string) =>
      parts
        .filter((part) => part.tone !== tone)
        .map(({ text }) => text)
        .join('');
    expect([of('added'), of('removed')]).toEqual([before, after]);
  });
});
