/** Languages of the admin's own words, with each one's own name. Each has a file in `messages`. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

/** Language of the admin's own words. */
export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** The locale whose rules a language's numbers, dates and plurals follow. English is written as in Britain: the day comes before the month, and the day has 24 hours. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
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
