/** How many marks in a row may follow a letter before they're separated from those behind them. */
const MOST_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})(?=\\p{M})`, 'gu');
/** Combining grapheme joiner: it's not seen, and marks don't change places across it. */
const JOINER = '\u034f';

/**
 * Text in a form of Unicode, in linear time. Marks on a letter are sorted, which takes quadratic time, so a longer row of
 * them is parted first, as Unicode's Stream-Safe Text Format parts it. No language has such rows.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(TOO_MANY_MARKS, `$1${JOINER}`).normalize(form);
}

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
/** Letters that Unicode doesn't decompose, with their usual plain spelling. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'ß:ss æ:ae œ:oe þ:th ł:l ø:o đ:d ð:d ħ:h ı:i ς:σ'.split(' ').map((pair) => pair.split(':')),
);
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Lower case without accents, in NFC. */
export function folded(text: string): string {
  const bare = normalized(text, 'NFKD').replace(ACCENTS, '');
  return normalized(bare, 'NFC')
    .toLowerCase()
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Whether a value is a text, in any form of Unicode. */
export function isSameText(value: unknown, text: string): boolean {
  return value === text || (typeof value === 'string' && normalized(value, 'NFC') === normalized(text, 'NFC'));
}

/** What can be seen: no space, control, format character or empty braille cell. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/u;

/** Whether a text has nothing that can be seen, such as a zero-width space alone. */
export function isBlankText(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The first characters of a text, at most `count`, without a look at the rest. */
export function beginning(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join('');
}

/** How many characters a text has; one that takes two units of UTF-16 counts once. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
