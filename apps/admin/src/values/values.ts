import { type FieldValues, isSameJson, type Json, mergeFields } from '@stele/schema';

/** Values by locale; a locale that is missing has no draft. */
export type Values = Readonly<Record<string, FieldValues>>;

/** A field of a locale. */
export interface FieldPlace {
  readonly locale: string;
  readonly field: string;
}

/** A name of a field's place, the same for the same place. */
export function placeKey({ locale, field }: FieldPlace): string {
  return `${locale}\n${field}`;
}

/** The fields in which two sets of values differ. */
export function differences(a: Values, b: Values): FieldPlace[] {
  const places: FieldPlace[] = [];
  for (const locale of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [one, other] = [a[locale] ?? {}, b[locale] ?? {}];
    for (const field of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (!isSameJson(one[field], other[field])) places.push({ locale, field });
    }
  }
  return places;
}

/** The fields that lead from one set of values to another, null for removed ones; a new locale is always included. */
export function changes(from: Values, to: Values): Record<string, Record<string, Json>> {
  const patch: Record<string, Record<string, Json>> = {};
  for (const locale of Object.keys(to)) if (!Object.hasOwn(from, locale)) patch[locale] = {};
  for (const { locale, field } of differences(from, to)) {
    patch[locale] = { ...patch[locale], [field]: to[locale]?.[field] ?? null };
  }
  return patch;
}

/** Values with one field set. */
export function withField(values: Values, { locale, field }: FieldPlace, value: Json | undefined): Values {
  const { [field]: _before, ...rest } = values[locale] ?? {};
  return { ...values, [locale]: value === undefined ? rest : { ...rest, [field]: value } };
}

/**
 * Brings values that were edited from a base onto what others made of that base: fields that `mine` changed are mine, all others
 * theirs.
 *
 * @returns also the fields that both sides changed, each in another way
 */
export function merge(
  base: Values,
  mine: Values,
  theirs: Values,
): { readonly values: Values; readonly conflicts: readonly FieldPlace[] } {
  const conflicts: FieldPlace[] = [];
  const values: Record<string, FieldValues> = { ...theirs };
  for (const locale of Object.keys({ ...base, ...mine })) {
    const merged = mergeFields(base[locale] ?? {}, mine[locale] ?? {}, theirs[locale] ?? {});
    conflicts.push(...merged.conflicts.map((field) => ({ locale, field })));
    const isBegunHere = Object.hasOwn(mine, locale) && !Object.hasOwn(base, locale);
    if (isBegunHere || Object.hasOwn(theirs, locale) || Object.keys(merged.values).length > 0) {
      values[locale] = merged.values;
    }
  }
  return { values, conflicts };
}
