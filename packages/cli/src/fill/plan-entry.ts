import { type CollectionDocument, canonicalText, type FieldDocument, isBlank, type Values } from '@stele/schema';
import type { EntryContent, LocaleValues } from '../api.ts';
import { fingerprint } from '../import/fingerprint.ts';

/** A field that takes over the values of another. */
export interface Filling {
  readonly collection: CollectionDocument;
  readonly from: FieldDocument;
  readonly to: FieldDocument;
}

interface EntryPlan {
  /** Values that the entry's drafts lack. */
  readonly values: LocaleValues;
  /** Live locales that lack the value, and whose draft differs from the live content in nothing else. */
  readonly publish: readonly string[];
  /** Live locales that lack the value, and can't be published without publishing other changes. */
  readonly changed: readonly string[];
  /** Locales that lack the value, and would give different values to a field that all of them share. */
  readonly apart: readonly string[];
}

/** Plans an entry by its drafts and its published values, so that another run continues where an earlier one stopped. */
export function planEntry({ values: drafts, live_values: live }: EntryContent, filling: Filling): EntryPlan {
  const values = lackingValues(drafts, filling);
  const lacking = lackingValues(live, filling);
  const locales = Object.keys(lacking).sort();
  if (!filling.to.localized && !areSame(values)) {
    return { values: {}, publish: [], changed: [], apart: [...new Set([...Object.keys(values), ...locales])].sort() };
  }
  const isReady = (locale: string): boolean => {
    const draft = drafts[locale];
    if (!draft) return false;
    const after: Values = { ...draft, ...values[locale] };
    const wanted: Values = { ...live[locale], ...lacking[locale] };
    return fingerprint(filling.collection, after) === fingerprint(filling.collection, wanted);
  };
  return {
    values,
    publish: locales.filter(isReady),
    changed: locales.filter((locale) => !isReady(locale)),
    apart: [],
  };
}

/** The value for each locale that lacks the one field and has the other; a shared value comes from any locale that has it. */
function lackingValues(byLocale: LocaleValues, { from, to }: Filling): LocaleValues {
  const all = Object.values(byLocale).map((own) => own[from.key]);
  const shared = to.localized ? undefined : all.find((value) => !isBlank(from, value));
  return Object.fromEntries(
    Object.entries(byLocale).flatMap(([locale, own]): [string, Values][] => {
      const value = isBlank(from, own[from.key]) ? shared : own[from.key];
      return isBlank(to, own[to.key]) && value !== undefined ? [[locale, { [to.key]: value }]] : [];
    }),
  );
}

function areSame(byLocale: LocaleValues): boolean {
  return new Set(Object.values(byLocale).map((own) => canonicalText(own))).size <= 1;
}
