const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a locale's language: `Austrian German` for `de-AT`. The locale itself if it has none. */
export function languageName(locale: string): string {
  try {
    return NAMES.of(locale) ?? locale;
  } catch {
    return locale;
  }
}
