import { type Admitted, insufficientRights, mayWriteLocale } from '../../../access/authorize.ts';
import type { GivenValues, LocaleValues, PreparedDrafts } from '../../../content/draft-values.ts';
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
  given: GivenValues,
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
    if (own === null || now === null) return may(locale) ? [] : [{ path: ['values', locale], ...refused }];
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
 * @returns null when a detail concerns anything else than values that were given
 */
export function withoutRefused(
  given: GivenValues,
  details: readonly ErrorDetail[],
  drafts: ReadonlyMap<string, LocaleValues>,
  shared: ReadonlySet<string>,
): GivenValues | null {
  const left: Record<string, Record<string, unknown> | null> = { ...given } as typeof left;
  const keep = (locale: string, field: string): boolean => {
    const own = left[locale];
    if (!own || !Object.hasOwn(own, field)) return false;
    const { [field]: _, ...others } = own;
    const before = drafts.get(locale)?.[field];
    left[locale] = shared.has(field) || before === undefined ? others : { ...others, [field]: before };
    return true;
  };
  for (const { path, more } of details) {
    const [root, locale, field] = path.map(String);
    // Says how many there are besides: the next try names them.
    if (more !== undefined) continue;
    if (root !== 'values' || locale === undefined || !Object.hasOwn(given, locale)) return null;
    if (field === undefined) delete left[locale];
    else if (shared.has(field)) for (const one of Object.keys(given)) keep(one, field);
    else if (!keep(locale, field) && Object.hasOwn(given[locale] ?? {}, field)) return null;
  }
  return left;
}
