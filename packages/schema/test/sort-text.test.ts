import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortText } from '../src/index.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const compare = (one: string, other: string, locale: string): number =>
  Math.sign(bytes(sortText(one, locale)).compare(bytes(sortText(other, locale))));

/** The letters of a language, in no order. */
const LETTERS: Readonly<Record<string, string>> = {
  az: 'abcçdeəfgğhxıijkqlwmnoöprsştuüvyz',
  be: 'абвгдежзйклмнопрстуўфхцчшыьэюя',
  bs: 'abcčćdđefghijklmnoprsštuvzž',
  ca: 'aàbcçdeéèfghiíïjklmnoóòpqrstuúüvxyz',
  cs: 'aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž',
  cy: 'abcdefghijlmnoprstuwy',
  da: 'abcdefghijklmnopqrstuvxyzæøåäö',
  de: 'abcdefghijklmnopqrstuvwxyzäöüß',
  el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέή',
  en: 'abcdefghijklmnopqrstuvwxyzéèøłđæœħ',
  eo: 'abcĉdefgĝhĥijĵklmnoprsŝtuŭvz',
  es: 'aábcdeéfghiíjklmnñoópqrstuúüvxyz',
  et: 'abcdefghijklmnopqrsštuvwõäöüxyzž',
  fi: 'abcdefghijklmnopqrstuxyzåäö',
  fr: 'aàâæbcçdeéèêëfghiîïjklmnoôœpqrstuùûüvwxyÿz',
  hr: 'abcčćdđefghijklmnoprsštuvzž',
  hu: 'aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz',
  is: 'aábdðeéfghiíjklmnoóprstuúvxyýþæöå',
  it: 'aàbcdeèéfghiìlmnoòpqrstuùvz',
  lt: 'aąbcčdeęėfghiyjklmnoprsštuųūvzž',
  lv: 'aābcčdeēfgģhiījkķlļmnņoōprŗsštuūvyzž',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  nb: 'abcdefghijklmnopqrstuvwxyzæøå',
  nl: 'abcdefghijklmnopqrstuvwxyzëï',
  no: 'abcdefghijklmnopqrstuvwxyzæøå',
  pl: 'aąbcćdeęfghijklłmnńoóprsśtuwyzźż',
  pt: 'aáâãàbcçdeéêfghiíjklmnoóôõpqrstuúvxyz',
  ro: 'aăâbcdefghiîjklmnopqrsșştțţuvwxyz',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  sk: 'aáäbcčdďeéfghiíjklľmnňoóôprŕsštťuúvyýzž',
  sl: 'abcčdefghijklmnoprsštuvzž',
  sq: 'abcçdeëfghijklmnopqrstuvxyz',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  'sr-Latn': 'abcčćdđefghijklmnoprsštuvzž',
  sv: 'abcdefghijklmnopqrstuvwxyzåäö',
  tr: 'abcçdefgğhıijklmnoöprsştuüvyz',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  vi: 'aăâbcdđeêghiklmnoôơpqrstuưvxyếậợ',
};
/** Letters of two or three signs. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  bs: ['dž', 'lj', 'nj'],
  cs: ['ch'],
  cy: ['ch', 'dd', 'ff', 'ng', 'll', 'ph', 'rh', 'th'],
  da: ['aa'],
  hr: ['dž', 'lj', 'nj'],
  hu: ['cs', 'dz', 'dzs', 'gy', 'ly', 'ny', 'sz', 'ty', 'zs'],
  nb: ['aa'],
  sk: ['ch'],
  'sr-Latn': ['dž', 'lj', 'nj'],
  sq: ['dh', 'gj', 'll', 'nj', 'rr', 'sh', 'th', 'xh', 'zh'],
};

it.each(Object.entries(LETTERS))('texts are sorted by the alphabet of their language: %s', (locale, letters) => {
  const collator = new Intl.Collator(locale, { sensitivity: 'base' });
  const letter = fc.constantFrom(...letters, ...(PAIRS[locale] ?? []), ' ');
  const word = fc
    .tuple(fc.array(letter, { minLength: 1, maxLength: 5 }), fc.boolean())
    .map(([parts, isUpper]) => (isUpper ? parts.join('').toLocaleUpperCase(locale) : parts.join('')).trim());
  fc.assert(
    fc.property(word, word, (one, other) => {
      // ICU takes a and an a with a mark for the letter aa.
      fc.pre(!/a[åä]/i.test(`${one} ${other}`));
      expect(compare(one, other, locale)).toBe(collator.compare(one, other));
      expect(sortText(one.normalize('NFD'), locale)).toBe(sortText(one.normalize('NFC'), locale));
    }),
    { numRuns: 300 },
  );
});

it('punctuation comes first, long texts count by their beginnings, and any locale will do', () => {
  const titles = ['“A”', '¿B?', '2026', 'Åse', 'zebra'];
  expect([...titles].reverse().sort((a, b) => compare(a, b, 'en'))).toEqual(titles);
  for (const long of ['ä', '\ufdfa', '😀']) {
    expect(Buffer.byteLength(sortText(long.repeat(5000), 'sv'))).toBeLessThanOrEqual(640);
  }
  for (const locale of ['', 'x', 'constructor', 'sv_SE', 'zh-Hant-TW']) expect(sortText('Ärla', locale)).toBeTruthy();
  expect(compare('ไทย', 'ไก่', 'th')).toBe(new Intl.Collator('th').compare('ไทย', 'ไก่'));
});
