import type { Filling } from '@stele/core/testing/fill-entries';

const SYLLABLES = 'ka to mi ra ne so lu pe di va gro ble stri cha no fe ri ta mo pu'.split(' ');
const WORDS = 30_000;
const TEXTS = 400;
/** Length of a text in each locale. */
const TEXT_BYTES = 2_000;

/** Words to search for, named by how many entries of a project contain them. */
export const SEARCHES = {
  /** Ten entries. */
  rare: 'quarkrare',
  /** One and a half in a hundred. */
  middling: 'quarkmiddling',
  /** One and a half in a hundred, the oldest. */
  old: 'quarkold',
  /** Forty in a hundred, the older ones. */
  former: 'quarkformer',
  /** Nearly all. */
  common: wordOf(0),
  /** Two words that are frequent, and the beginning of a third. */
  several: `${wordOf(3)} ${wordOf(8)} ${wordOf(20).slice(0, 3)}`,
} as const;

const texts = Array.from({ length: TEXTS }, (_, number) => makeText(number));

/** The text of an entry in a locale: words as frequent as in human language, and some named after their own frequency. */
function textOf(number: number, count: number, locale: string): string {
  const marks = [
    number % Math.ceil(count / 10) === 3 && SEARCHES.rare,
    number % 67 === 0 && SEARCHES.middling,
    number < count * 0.015 && SEARCHES.old,
    number < count * 0.4 && SEARCHES.former,
  ].filter((mark) => mark !== false);
  const text = texts[(number * 2 + (locale === 'en' ? 0 : 1)) % TEXTS] ?? '';
  return [`nr${number}`, ...marks, text].join(' ').slice(0, TEXT_BYTES);
}

/** An entry: two in three are published, one in a hundred of these has changed since. */
export function entryOf(number: number, count: number): Filling {
  const valuesIn = (locale: string) => ({ title: `Entry ${number} ${locale}`, body: textOf(number, count, locale) });
  return {
    collection: 'posts',
    state: number % 3 === 0 ? 'draft' : number % 100 === 1 ? 'changed' : 'published',
    title: `Entry ${number} en`,
    values: { en: valuesIn('en'), de: valuesIn('de') },
  };
}

/** Words by how frequent they are, the most frequent one first. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

/** A text whose words follow Zipf's law, the same on each run. */
function makeText(seed: number): string {
  let state = seed + 1;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  let text = '';
  while (text.length < TEXT_BYTES) text += `${wordOf(Math.floor(Math.exp(random() * Math.log(WORDS))) - 1)} `;
  return text;
}
