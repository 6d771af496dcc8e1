import type { Translations } from './document.ts';

/** An object without what is undefined. */
export function present<Target>(
  values: { [Key in keyof Target]: Target[Key] | undefined } | Record<string, unknown>,
): Target {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Target;
}

/** Translations that say something; undefined without any. */
export function normaliseTranslations(given: Translations = {}): Translations | undefined {
  const said = Object.entries(given).filter(([, words]) => Object.keys(words).length > 0);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}
