import type { FieldDocument } from '@stele/schema';

/**
 * What is worth saying of whether a field's value is for all languages or for one: that it's one of the few that are for
 * all (`shared`) or for one (`own`), or that it's for all where about as many are for one (`mixed`).
 */
export type Spread = 'shared' | 'own' | 'mixed' | null;

/** What is the case for so many fields of a form at most is an exception. */
const EXCEPTION = 1 / 3;

/** What is said of the fields of a form, by whether they're localized. With one language there's nothing to say. */
export function spreadOf(fields: readonly FieldDocument[], locales: number): (isLocalized: boolean) => Spread {
  const localized = fields.filter((field) => field.localized).length;
  if (locales < 2 || localized === 0 || localized === fields.length) return () => null;
  if (localized <= fields.length * EXCEPTION) return (isLocalized) => (isLocalized ? 'own' : null);
  const areFewShared = fields.length - localized <= fields.length * EXCEPTION;
  return (isLocalized) => (isLocalized ? null : areFewShared ? 'shared' : 'mixed');
}
