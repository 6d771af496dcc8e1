import type { CollectionDocument, Json, Values } from '@stele/schema';
import type { EntryContent, LocaleValues } from '../api/shapes.ts';
import { fingerprint } from '../import/fingerprint.ts';

/** A field that takes over the values of another. */
export interface Filling {
  readonly collection: CollectionDocument;
  readonly from: string;
  readonly to: string;
}

/** What is to be done with an entry. */
export interface EntryPlan {
  /** What its drafts lack. */
  readonly values: LocaleValues;
  /** Live locales that lack the value, and whose draft differs from the live content in nothing else. */
  readonly publish: readonly string[];
  /** Live locales that lack the value, and can't be published without publishing other changes. */
  readonly changed: readonly string[];
}

/** Plans an entry by its drafts and by its live values, so that another run takes up what an earlier one left. */
export function planEntry({ values: drafts, live_values: live }: EntryContent, filling: Filling): EntryPlan {
  const values = lackingValues(drafts, filling);
  const lacking = lackingValues(live, filling);
  const isReady = (locale: string): boolean => {
    const draft = drafts[locale];
    if (!draft) return false;
    const after: Values = { ...draft, ...values[locale] };
    const wanted: Values = { ...live[locale], ...lacking[locale] };
    return fingerprint(filling.collection, after) === fingerprint(filling.collection, wanted);
  };
  const locales = Object.keys(lacking).sort();
  return {
    values,
    publish: locales.filter(isReady),
    changed: locales.filter((locale) => !isReady(locale)),
  };
}

/** The value for each locale that has the one field and lacks the other. */
function lackingValues(byLocale: LocaleValues, { from, to }: Filling): LocaleValues {
  return Object.fromEntries(
    Object.entries(byLocale).flatMap(([locale, own]): [string, Values][] => {
      const value = own[from];
      return isEmpty(own[to]) && value !== undefined && !isEmpty(value) ? [[locale, { [to]: value }]] : [];
    }),
  );
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}
