import { expect, it } from 'vitest';
import { formatsOf } from '@/i18n/formats.ts';
import { findLanguages, languageChoices, languageTag } from '@/settings/language-names.ts';

const found = (typed: string): string[] =>
  findLanguages(languageChoices(formatsOf('en').language), typed)
    .slice(0, 3)
    .map(({ code }) => code);

it('finds languages by their name, their own name and their tag, with or without accents', () => {
  expect(found('german')[0]).toBe('de');
  expect(found('deutsch')[0]).toBe('de');
  expect(found('DE')[0]).toBe('de');
  expect(found('francais')[0]).toBe('fr');
  expect(found('xyzzy')).toEqual([]);
});

it('takes any tag that is one, in its usual spelling', () => {
  expect(['PT-br', 'nds-nl', 'zh-hant-tw'].map(languageTag)).toEqual(['pt-BR', 'nds-NL', 'zh-Hant-TW']);
  expect(['', 'x', 'german language', 'de_AT'].map(languageTag)).toEqual([null, null, null, null]);
});
