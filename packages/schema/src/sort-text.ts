import { folded } from './folded.ts';
import { beginning, normalized } from './unicode.ts';

const MOST_CHARACTERS = 80;
/** Of the text to sort by, in which one sign may have become eighteen: it has to fit into an index. */
const MOST_SORTED = 160;
/** Behind every letter: what follows a letter that others stand behind in the alphabet. */
const BEHIND = '\u{10fffd}';

/** Letters of their own in every language: each behind a letter. */
const EVERYWHERE = 'd<ð i<ı z<þ и<й';
/**
 * Letters that a language sorts as letters of their own, behind another one; `=` gives one the place of the other. From the
 * tailorings of the Unicode CLDR. Elsewhere, letters with accents stand with those without.
 */
const ALPHABETS: Readonly<Record<string, string>> = {
  az: 'c<ç e<ə g<ğ h<x<ı k<q o<ö s<ş u<ü z<w',
  be: 'е<ё и<і<й у<ў',
  bs: 'c<č<ć d<dž<đ l<lj n<nj s<š z<ž',
  cs: 'c<č h<ch r<ř s<š z<ž',
  cy: 'c<ch d<dd f<ff g<ng l<ll p<ph r<rh t<th',
  da: 'y=ü z<æ=ä<ø=ö=ő<å=aa',
  eo: 'c<ĉ g<ĝ h<ĥ j<ĵ s<ŝ u<ŭ',
  es: 'n<ñ',
  et: 's<š<z<ž w<õ<ä<ö<ü',
  eu: 'n<ñ',
  fi: 'z<å<ä=æ<ö=ø',
  fil: 'n<ñ<ng',
  fo: 'a<á d<đ<ð i<í o<ó u<ú y<ý z<æ=ä<ø=ö<å',
  gl: 'n<ñ',
  hr: 'c<č<ć d<dž<đ l<lj n<nj s<š z<ž',
  hu: 'c<cs d<dz<dzs g<gy l<ly n<ny o<ö=ő s<sz t<ty u<ü=ű z<zs',
  is: 'a<á d<ð e<é i<í o<ó u<ú y<ý z<þ<æ<ö<å',
  lt: 'c<č i=y s<š z<ž',
  lv: 'a<ā c<č e<ē g<ģ i<y<ī k<ķ l<ļ n<ņ o<ō r<ŗ s<š u<ū z<ž',
  mk: 'д<ѓ з<ѕ и<ј л<љ н<њ т<ќ ч<џ',
  nb: 'y=ü z<æ=ä<ø=ö=ő<å=aa',
  pl: 'a<ą c<ć e<ę l<ł n<ń o<ó s<ś z<ź<ż',
  ro: 'a<ă<â i<î s<ș=ş t<ț=ţ',
  sk: 'a<ä c<č h<ch o<ô s<š z<ž',
  sl: 'c<č<ć d<đ s<š z<ž',
  sq: 'c<ç d<dh e<ë g<gj l<ll n<nj r<rr s<sh t<th x<xh z<zh',
  sr: 'c<č<ć d<dž<đ l<lj n<nj s<š z<ž д<ђ и<ј л<љ н<њ т<ћ ч<џ',
  sv: 'z<å<ä=æ<ö=ø',
  tr: 'c<ç g<ğ h<ı o<ö s<ş u<ü',
  uk: 'г<ґ е<є и<і<ї<й',
  vi: 'a<ă<â d<đ e<ê o<ô<ơ u<ư',
};
const SAME: Readonly<Record<string, string>> = { nn: 'nb', no: 'nb', tl: 'fil' };

interface Alphabet {
  /** The language that has it; `en` for one without letters of its own. */
  readonly language: string;
  /** Finds letters of their own in NFD. */
  readonly letters: RegExp;
  /** Letter in NFD → text in its place. */
  readonly places: ReadonlyMap<string, string>;
}

/** A tone of Vietnamese, which stands between a letter and the mark that makes it another one. */
const DOT_BELOW = '\u0323';
/** Thai and Lao vowels that are written before the letter that they're sorted behind. */
const LEADING_VOWELS = /([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/g;

const alphabets = new Map<string, Alphabet>();

function alphabetOf(locale: string): Alphabet {
  const code = locale.split('-', 1)[0]?.toLowerCase() ?? '';
  const language = SAME[code] ?? (Object.hasOwn(ALPHABETS, code) ? code : 'en');
  const known = alphabets.get(language);
  if (known) return known;
  const places = new Map<string, string>();
  for (const row of `${EVERYWHERE} ${ALPHABETS[language] ?? ''}`.trim().split(' ')) {
    const [[base = '', ...same] = [], ...behind] = row.split('<').map((letters) => letters.normalize('NFD').split('='));
    for (const letter of same) places.set(letter, base);
    for (const [at, letters] of behind.entries()) {
      for (const letter of letters) places.set(letter, `${base}${BEHIND}${at}`);
    }
  }
  // Hungarian doubles only the first sign of a letter: asszony has two sz.
  if (language === 'hu') {
    for (const [letter, place] of [...places])
      if (/^[a-z]{2,}$/.test(letter)) places.set(letter[0] + letter, place + place);
  }
  const longest = [...places.keys()].sort((a, b) => b.length - a.length);
  const patterns = longest.map(
    (letter) => `${[...letter].join(`${DOT_BELOW}?`)}${/\p{M}$/u.test(letter) ? '' : '(?!\\p{M})'}`,
  );
  const letters = new RegExp(patterns.join('|'), 'gu');
  const alphabet = { language, letters, places };
  alphabets.set(language, alphabet);
  return alphabet;
}

/**
 * A text that compares, byte by byte in UTF-8, as readers of a language expect of texts: without regard to case and to accents
 * that make no letter of their own. Of long texts, the beginning counts.
 *
 * @param locale the language; texts in other than European ones are sorted by Unicode's order
 */
export function sortText(text: string, locale: string): string {
  const { language, letters, places } = alphabetOf(locale);
  const lower = beginning(text, MOST_CHARACTERS).toLocaleLowerCase(language);
  const placed = normalized(lower, 'NFD').replace(
    letters,
    (letter) => places.get(letter.replaceAll(DOT_BELOW, '')) ?? letter,
  );
  const sorted = folded(placed)
    .replace(/[^\p{ASCII}\P{P}]/gu, '!')
    .replace(LEADING_VOWELS, '$2$1');
  return beginning(sorted, MOST_SORTED);
}
