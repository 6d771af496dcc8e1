import { normalized } from './unicode.ts';

/**
 * Marks that people leave out when they search and sort: accents of Latin, Greek and Cyrillic letters and of symbols, Hebrew
 * and Arabic points, and variation selectors. In other scripts, a mark makes a different letter.
 */
const ACCENTS = new RegExp(
  [
    '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u064b-\\u065f\\u0670]',
    '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
);
/** Latin letters that Unicode doesn't decompose, with their usual plain spelling. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ß:ss æ:ae œ:oe þ:th ł:l ø:o đ:d ð:d ħ:h ı:i'.split(' ').map((pair) => pair.split(':')),
);
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Text in lower case with plain letters for the Latin ones that aren't a letter and an accent: `ae` for `æ`. */
export function withPlainLetters(text: string): string {
  return text.replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Lower case without accents, in NFC. */
export function folded(text: string): string {
  const bare = normalized(text, 'NFKD').replace(ACCENTS, '');
  return withPlainLetters(normalized(bare, 'NFC').toLowerCase()).replaceAll('ς', 'σ');
}
