import type { Json, Translations } from '../document.ts';
import { type Code, wrap } from './layout.ts';
import { jsonLiteral } from './literals.ts';

/** The option with the words in other languages, if there are some. */
export function translationsCode(translations: Translations | undefined): Code[] {
  return translations === undefined ? [] : [wrap('translations: ', jsonLiteral(translations as Json))];
}
