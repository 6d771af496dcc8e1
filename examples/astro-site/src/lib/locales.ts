/** The locale that others fall back to, and that visitors of `/` are sent to. */
export const DEFAULT_LOCALE = 'en';

/** A locale's tag as HTML wants it: zh-cn → zh-CN. */
export function languageTag(locale: string): string {
  return Intl.getCanonicalLocales(locale)[0] ?? locale;
}

/** A locale's name in its own language. */
export function localeName(locale: string): string {
  const tag = languageTag(locale);
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
