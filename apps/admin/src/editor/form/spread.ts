import type { FieldDocument } from '@stele/schema';

/**
 * The hint whether a field's value is for all languages or for one: it's one of the few that are for all (`shared`) or for
 * one (`own`), or it's for all where about as many are for one (`mixed`). Null for no hint.
 */
export type Spread = 'shared' | 'own' | 'mixed' | null;

/** Share of a form's fields up to which they are exceptions. */
const EXCEPTION = 1 / 3;

/** Hints for the fields of a form, by whether they're localized. With one language there are none. */
export function spreadOf(fields: readonly FieldDocument[], locales: number): (isLocalized: boolean) => Spread {
  const localized = fields.filter((field) => field.localized).length;
  if (locales < 2 || localized === 0 || localized === fields.length) return () => null;
  if (localized <= fields.length * EXCEPTION) return (isLocalized) => (isLocalized ? 'own' : null);
  const areFewShared = fields.length - localized <= fields.length * EXCEPTION;
  return (isLocalized) => (isLocalized ? null : areFewShared ? 'shared' : 'mixed');
}
