/** Languages of the admin's own words, with each one's own name. Each has a file in `messages`. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ar: 'العربية',
} as const;

/** Language of the admin's own words. */
export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** Languages whose numbers and dates follow a locale of another name. */
const LOCALES: Partial<Record<Language, string>> = {
  // The day comes before the month, and the day has 24 hours.
  en: 'en-GB',
  // With the digits that names, addresses and numbers in messages have, too.
  ar: 'ar-u-nu-latn',
};

/** The locale whose rules a language's numbers, dates and plurals follow. */
export function localeOf(language: Language): string {
  return LOCALES[language] ?? language;
}

/** The language of mails to someone whose admin speaks a language: mails are written in English and German. */
export function mailLanguageOf(language: Language): 'en' | 'de' {
  return language === 'de' ? 'de' : 'en';
}

/** Whether a text names a language of the admin. */
function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(LANGUAGE_NAMES, text);
}

/** Name of the cookie that keeps a person's choice. */
export const LANGUAGE_COOKIE = 'stele-language';

/** The language to speak: the one that was chosen, else the first that the browser asks for and that there is. */
export function chooseLanguage(chosen: string | undefined, asked: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return asked.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}
