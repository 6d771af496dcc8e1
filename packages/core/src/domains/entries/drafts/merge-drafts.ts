import { findCollection, isSameJson, mergeFields } from '@stele/schema';
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
      if (!isSameJson(then, now)) conflicts.push([locale]);
      values[locale] = null;
      continue;
    }
    if (then && !now) {
      conflicts.push([locale]);
      continue;
    }
    const keys = new Set([...Object.keys(then ?? {}), ...Object.keys(now ?? {}), ...Object.keys(own)]);
    const common = [...shared].filter((key) => keys.has(key));
    const was = { ...then, ...pick(sharedThen, common) };
    // A shared field that isn't mentioned is meant to stay as it is.
    const mine = { ...pick(was, common), ...(own as LocaleValues) };
    const merged = mergeFields(was, mine, { ...now, ...pick(sharedNow, common) });
    conflicts.push(...merged.conflicts.map((key) => [locale, key]));
    values[locale] = { ...Object.fromEntries(common.map((key) => [key, null])), ...merged.values };
  }
  return { values, conflicts };
}

/** Of some fields, those that values have; none of them when there are no values. */
function pick(values: LocaleValues | undefined, keys: readonly string[]): LocaleValues {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => keys.includes(key)));
}
