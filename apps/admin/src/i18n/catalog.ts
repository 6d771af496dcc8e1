import type * as en from './en/index.ts';

/** Languages of the admin's own words. */
export const LANGUAGES = ['en', 'de'] as const;

/** Language of the admin's own words. */
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/**
 * All words of the admin, by module. English is the catalog; the compiler checks that every other language has the same
 * keys. A text that holds a name or a number is a function.
 */
export type Messages = typeof en;

/** Whether a text names a language of the admin. */
function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** Name of the cookie that keeps a person's choice. */
export const LANGUAGE_COOKIE = 'stele-language';

/** The language to speak: the one that was chosen, else the first that the browser asks for and that there is. */
export function chooseLanguage(chosen: string | undefined, asked: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return asked.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}
