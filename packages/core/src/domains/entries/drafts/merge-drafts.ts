import { findCollection, ownValue } from '@stele/schema';
import { canonicalJson, type Json } from '@stele/snapshot';
import type { ContentRules, GivenValues, LocaleValues } from '../../../content/draft-values.ts';
import type { EntryRecord } from '../../../entries/entry.ts';

type DraftValues = Readonly<Record<string, LocaleValues>>;

/** Two sets of changes made into one, or the fields that both change. */
export interface MergedDraft {
  readonly values: GivenValues;
  /** `[locale, field]`, or `[locale]` where one side takes the locale away that the other changes. */
  readonly conflicts: readonly (readonly string[])[];
}

/**
 * Brings values that were edited from an older version onto the newest: each field takes the side that changed it.
 *
 * @param base the drafts as they were in the version that the values were edited from
 */
export function mergeDrafts(
  rules: ContentRules,
  current: EntryRecord,
  base: DraftValues,
  given: GivenValues,
): MergedDraft {
  const collection = findCollection(rules.schema, current.collectionKey);
  const shared = new Set((collection?.fields ?? []).filter(({ localized }) => !localized).map(({ key }) => key));
  const values: Record<string, Record<string, unknown> | null> = {};
  const conflicts: string[][] = [];
  for (const [locale, own] of Object.entries(given)) {
    const then = base[locale];
    const now = current.drafts.get(locale)?.values;
    // What all locales share is known of a locale that has no values yet too.
    const sharedThen = then ?? Object.values(base)[0];
    const sharedNow = now ?? [...current.drafts.values()][0]?.values;
    if (own === null) {
      if (!same(then, now)) conflicts.push([locale]);
      values[locale] = null;
      continue;
    }
    if (then && !now) {
      conflicts.push([locale]);
      continue;
    }
    const merged: Record<string, unknown> = {};
    for (const key of new Set([...Object.keys(then ?? {}), ...Object.keys(now ?? {}), ...Object.keys(own)])) {
      const was = ownValue(shared.has(key) ? sharedThen : then, key);
      const is = ownValue(shared.has(key) ? sharedNow : now, key);
      // A shared field that isn't mentioned is meant to stay as it is.
      const mine = Object.hasOwn(own, key) ? (own[key] as Json) : shared.has(key) ? was : undefined;
      const mineChanged = !same(mine, was);
      if (mineChanged && !same(is, was) && !same(mine, is)) conflicts.push([locale, key]);
      const value = mineChanged ? mine : is;
      if (value !== undefined) merged[key] = value;
      else if (shared.has(key)) merged[key] = null;
    }
    values[locale] = merged;
  }
  return { values, conflicts };
}

function same(a: Json | LocaleValues | undefined, b: Json | LocaleValues | undefined): boolean {
  const text = (value: Json | LocaleValues | undefined): string => canonicalJson((value ?? null) as Json);
  return text(a) === text(b);
}
