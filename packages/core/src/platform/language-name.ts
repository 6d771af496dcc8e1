const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** What a locale's language is called in English: `Austrian German` for `de-AT`. The locale itself where that isn't known. */
export function languageName(locale: string): string {
  try {
    return NAMES.of(locale) ?? locale;
  } catch {
    return locale;
  }
}
