import type { Json } from './json.ts';

/** One locale's values. */
export type LocaleValues = Readonly<Record<string, Json>>;

/** Values by locale; a locale that is missing has no draft. */
export type Values = Readonly<Record<string, LocaleValues>>;

/** A field of a locale. */
export interface FieldPlace {
  readonly locale: string;
  readonly field: string;
}

/** A name of a field's place, the same for the same place. */
export function placeKey({ locale, field }: FieldPlace): string {
  return `${locale}\n${field}`;
}

/** Whether two JSON values are the same, whatever the order of their keys; nothing is the same as null. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  }
  const [one, other] = [a as LocaleValues, b as LocaleValues];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

/** The fields in which two sets of values differ. */
export function differences(a: Values, b: Values): FieldPlace[] {
  const places: FieldPlace[] = [];
  for (const locale of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [one, other] = [a[locale] ?? {}, b[locale] ?? {}];
    for (const field of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (!same(one[field], other[field])) places.push({ locale, field });
    }
  }
  return places;
}

/** The fields that lead from one set of values to another, null for those that go; a locale that is begun stands there in any case. */
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

/** Three sets of values made one: fields that `mine` changed since `base` are mine, all others theirs. */
export function rebase(base: Values, mine: Values, theirs: Values): Values {
  let result = theirs;
  for (const place of differences(base, mine)) {
    result = withField(result, place, mine[place.locale]?.[place.field]);
  }
  // A locale that was begun here and has no field yet.
  for (const locale of Object.keys(mine)) {
    if (!Object.hasOwn(base, locale) && !Object.hasOwn(result, locale)) result = { ...result, [locale]: {} };
  }
  return result;
}
