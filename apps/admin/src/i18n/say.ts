import { type Language, localeOf } from './languages.ts';

/** How messages of a language say numbers, and what depends on a number or a choice. */
export function sayIn(language: Language) {
  const rules = new Intl.PluralRules(localeOf(language));
  const numbers = new Intl.NumberFormat(localeOf(language));
  return {
    number: (value: number): string => numbers.format(value),
    /** The text for exactly this number, or for its plural category. */
    plural: (count: number, cases: Readonly<Record<string, string>>): string =>
      cases[`=${count}`] ?? cases[rules.select(count)] ?? cases.other ?? '',
    /** The text for one of several cases. */
    choice: (name: string | boolean, cases: Readonly<Record<string, string>>): string =>
      cases[String(name)] ?? cases.other ?? '',
  };
}
