import { isDeepStrictEqual } from 'node:util';
import { type Admitted, insufficientRights, mayWriteLocale } from '../../../access/authorize.ts';
import type { InputValues, LocaleValues, PreparedDrafts } from '../../../content/draft-values.ts';
import { fieldDifferences } from '../../../content/field-differences.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { ErrorDetail } from '../../../platform/error-details.ts';
import type { ApiError } from '../../../platform/errors.ts';

/**
 * The error for a save of fields that the caller may not change, with a detail for each of them; null when they may change all.
 * Fields that all languages share need the right to change each language of the entry.
 *
 * @param shared keys of the fields that all languages share
 */
export function lackingRights(
  who: Admitted,
  before: EntryRecord,
  given: InputValues,
  { changed }: PreparedDrafts,
  shared: ReadonlySet<string>,
): ApiError | null {
  const may = (locale: string): boolean => mayWriteLocale(who, before, locale);
  if ([...changed.keys()].every(may)) return null;
  const mayNone = ![...before.drafts.keys(), ...Object.keys(given)].some(may);
  if (mayNone) return insufficientRights(who, ['entry.write']);
  const message = 'You may not change this here.';
  const details = [...changed].flatMap(([locale, now]): ErrorDetail[] => {
    const own = given[locale];
    if (own === undefined) return [];
    const refused = { message, reason: 'not_allowed' } as const;
    const isWhole = own === null || now === null || !before.drafts.has(locale);
    if (!may(locale) && isWhole) return [{ path: ['values', locale], ...refused }];
    if (now === null || own === null) return [];
    const fields = fieldDifferences(before.drafts.get(locale)?.values ?? {}, now.values).map(({ field }) => field);
    return fields
      .filter((field) => (shared.has(field) ? Object.hasOwn(own, field) : !may(locale)))
      .map((field) => ({ path: ['values', locale, field], ...refused }));
  });
  return insufficientRights(who, ['entry.write'], details);
}

/**
 * The values of a save without those that were refused: their fields stay as they are.
 *
 * @param drafts the values of the drafts before the save
 * @returns null when that leaves out nothing: the refusal concerns something else
 */
export function withoutRefused(
  given: InputValues,
  details: readonly ErrorDetail[],
  drafts: ReadonlyMap<string, LocaleValues>,
  shared: ReadonlySet<string>,
): InputValues | null {
  const left: Record<string, Readonly<Record<string, unknown>> | null> = { ...given };
  const keepAsItWas = (locale: string, field: string): void => {
    const own = left[locale];
    if (!own) return;
    const { [field]: _, ...others } = own;
    const before = shared.has(field) ? undefined : drafts.get(locale)?.[field];
    left[locale] = before === undefined ? others : { ...others, [field]: before };
    // A draft isn't begun for values that are all refused.
    if (Object.keys(others).length === 0 && !drafts.has(locale)) delete left[locale];
  };
  for (const { path, more } of details) {
    // Another try names the details that this one counts.
    if (more !== undefined) continue;
    const [root, locale, field] = path.map(String);
    if (root !== 'values' || locale === undefined) return null;
    if (field === undefined) delete left[locale];
    else for (const one of shared.has(field) ? Object.keys(left) : [locale]) keepAsItWas(one, field);
  }
  return isDeepStrictEqual(left, given) ? null : left;
}
