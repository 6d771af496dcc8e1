/** As many marks in a row as may follow a letter before they're separated from those behind them. */
const TOO_MANY_MARKS = /(\p{M}{30})(?=\p{M})/gu;
/** Combining grapheme joiner: it's not seen, and marks don't change places across it. */
const JOINER = '\u034f';

/**
 * Text in a form of Unicode, in linear time. Marks on a letter are sorted, which takes quadratic time, so a longer row of
 * them is parted first, as Unicode's Stream-Safe Text Format parts it. No language has such rows.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(TOO_MANY_MARKS, `$1${JOINER}`).normalize(form);
}

/** Whether a value is a text, in any form of Unicode. */
export function isSameText(value: unknown, text: string): boolean {
  return value === text || (typeof value === 'string' && normalized(value, 'NFC') === normalized(text, 'NFC'));
}

/** A visible character: no space, control, format character or empty braille cell. */
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
