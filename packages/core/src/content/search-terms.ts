import type { Json } from '@stele/snapshot';

/** Scripts that are written without spaces: found by pairs of characters. */
const UNSPACED = /(?:(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}])+/gu;
const MAX_TERM_LENGTH = 64;
/** PostgreSQL holds at most 1 MiB in a search vector; this stays well below. */
const MAX_TERMS_BYTES = 400_000;

/** The words of a text for finding it again: lower case, accents folded, pairs of characters where no spaces are. */
function termsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const terms: string[] = [];
  const spaced = folded.replace(UNSPACED, (run) => {
    const characters = [...run];
    if (characters.length === 1) terms.push(run);
    for (let index = 0; index + 1 < characters.length; index++) {
      terms.push(`${characters[index]}${characters[index + 1]}`);
    }
    return ' ';
  });
  for (const word of spaced.match(/[\p{L}\p{N}]+/gu) ?? []) terms.push([...word].slice(0, MAX_TERM_LENGTH).join(''));
  return terms;
}

/** Everything in a locale's values that search finds it by, each term once. */
export function searchTerms(values: Json): string[] {
  const found = new Set<string>();
  let bytes = 0;
  const visit = (value: Json): void => {
    if (bytes > MAX_TERMS_BYTES || value === null) return;
    if (typeof value === 'string') {
      for (const term of termsOf(value)) {
        if (found.has(term)) continue;
        bytes += Buffer.byteLength(term) + 8;
        if (bytes > MAX_TERMS_BYTES) return;
        found.add(term);
      }
    } else if (typeof value === 'object') for (const item of Object.values(value)) visit(item);
  };
  visit(values);
  return [...found];
}

/** A query for `to_tsquery('simple', …)`: all terms, the last one as a beginning. Null when there's no term at all. */
export function searchQuery(text: string): string | null {
  const terms = termsOf(text);
  if (terms.length === 0) return null;
  return terms.map((term, index) => (index === terms.length - 1 ? `'${term}':*` : `'${term}'`)).join(' & ');
}
