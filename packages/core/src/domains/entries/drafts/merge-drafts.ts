import { findCollection, isSameJson, mergeValues } from '@stele/schema';
import { type ContentRules, type InputValues, type LocaleValues, sharedKeys } from '../../../content/draft-values.ts';
import type { EntryRecord } from '../../../entries/entry.ts';

type DraftValues = Readonly<Record<string, LocaleValues>>;

/** The result of a merge. */
interface MergedDraft {
  readonly values: InputValues;
  /** Each is `[locale, field]`, or `[locale]` if one side removes the locale and the other changes it. */
  readonly conflicts: readonly (readonly string[])[];
}

/**
 * Merges values that were edited from an older version with the newest values, by the rules of `mergeValues`.
 *
 * @param base the drafts as they were in the version that the values were edited from
 * @param areWhole whether both sides' changes of a field are a conflict, whatever its type
 */
export function mergeDrafts(
  rules: ContentRules,
  current: EntryRecord,
  base: DraftValues,
  given: InputValues,
  areWhole = false,
): MergedDraft {
  const collection = findCollection(rules.schema, current.collectionKey);
  const shared = sharedKeys(collection);
  const values: Record<string, Record<string, unknown> | null> = {};
  const conflicts: string[][] = [];
  for (const [locale, own] of Object.entries(given)) {
    const then = base[locale];
    const now = current.drafts.get(locale)?.values;
    // A locale without values has the shared fields of the others.
    const sharedThen = then ?? Object.values(base)[0];
    const sharedNow = now ?? [...current.drafts.values()][0]?.values;
    if (own === null) {
      // Values shared by all locales stay with the others.
      if (!isSameJson(omit(then, shared), omit(now, shared))) conflicts.push([locale]);
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
    // A shared field that isn't sent stays as it is.
    const mine = { ...pick(was, common), ...(own as LocaleValues) };
    const theirs = { ...now, ...pick(sharedNow, common) };
    const merged = mergeValues((!areWhole && collection?.fields) || [], { base: was, mine, theirs });
    conflicts.push(...[...new Set(merged.conflicts.map(({ path: [key = ''] }) => key))].map((key) => [locale, key]));
    values[locale] = { ...Object.fromEntries(common.map((key) => [key, null])), ...merged.values };
  }
  return { values, conflicts };
}

function omit(values: LocaleValues | undefined, keys: ReadonlySet<string>): LocaleValues | undefined {
  return values && Object.fromEntries(Object.entries(values).filter(([key]) => !keys.has(key)));
}

function pick(values: LocaleValues | undefined, keys: readonly string[]): LocaleValues {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => keys.includes(key)));
}
