import {
  type FieldDocument,
  type FieldValues,
  isSameJson,
  type Json,
  type MergeConflict,
  mergeValues,
} from '@stele/schema';

/** Values by locale; a locale that is missing has no draft. */
export type Values = Readonly<Record<string, FieldValues>>;

/** A field of a locale. */
export interface FieldLocation {
  readonly locale: string;
  readonly field: string;
}

/** A name of a field's place, the same for the same place. */
export function locationKey({ locale, field }: FieldLocation): string {
  return `${locale}\n${field}`;
}

/** The fields in which two sets of values differ. */
export function differences(a: Values, b: Values): FieldLocation[] {
  const places: FieldLocation[] = [];
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
export function withField(values: Values, { locale, field }: FieldLocation, value: Json | undefined): Values {
  const { [field]: _before, ...rest } = values[locale] ?? {};
  return { ...values, [locale]: value === undefined ? rest : { ...rest, [field]: value } };
}

/** A value within a field that both sides changed, in ways that don't go together. */
export type Conflict = FieldLocation & MergeConflict;

/** Says what a conflict becomes; undefined for no value. */
export type DecideConflict = (conflict: Conflict) => Json | undefined;

/** The result of `mergeValues`, for all locales. */
export interface Merged {
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
  readonly base: Values;
  readonly theirs: Values;
}

/** A locale's values, with what languages share from another one where it doesn't have it yet: it was just begun. */
function withShared(fields: readonly FieldDocument[], values: Values, locale: string): FieldValues {
  const own = values[locale] ?? {};
  const given = fields.flatMap(({ key, localized }): [string, Json][] => {
    const holder = localized ? undefined : [own, ...Object.values(values)].find((one) => Object.hasOwn(one, key));
    return holder ? [[key, holder[key] as Json]] : [];
  });
  return { ...own, ...Object.fromEntries(given) };
}

/**
 * Merges values that were edited from a base with what others made of that base. A language that was just begun has what
 * languages share from the others, on each side: else it would seem as if someone had removed that.
 *
 * @param fields of the collection, as far as they're known
 * @param decide the value for each conflict; as it's on my side by default
 */
export function merge(
  fields: readonly FieldDocument[],
  base: Values,
  mine: Values,
  theirs: Values,
  decide: DecideConflict = (conflict) => conflict.unmerged.mine,
): Merged {
  const conflicts: Conflict[] = [];
  const sides = { values: { ...theirs }, base: { ...theirs }, theirs: { ...theirs } };
  for (const locale of Object.keys({ ...base, ...mine })) {
    const placed = (conflict: MergeConflict): Conflict => ({ ...conflict, locale, field: conflict.path[0] ?? '' });
    const of = (side: Values): FieldValues =>
      Object.hasOwn(side, locale) || !Object.hasOwn(base, locale) ? withShared(fields, side, locale) : {};
    const own = { base: of(base), mine: of(mine), theirs: of(theirs) };
    const merged = mergeValues(fields, own, (conflict) => decide(placed(conflict)));
    conflicts.push(...merged.conflicts.map(placed));
    const isBegunHere = Object.hasOwn(mine, locale) && !Object.hasOwn(base, locale);
    if (isBegunHere || Object.hasOwn(theirs, locale) || Object.keys(merged.values).length > 0) {
      for (const side of ['values', 'base', 'theirs'] as const) sides[side][locale] = merged[side];
    }
  }
  return { ...sides, conflicts };
}

/** Whether values hold all that was made of a base. */
export function holds(fields: readonly FieldDocument[], values: Values, base: Values, made: Values): boolean {
  const merged = merge(fields, base, made, values);
  return merged.conflicts.length === 0 && differences(merged.values, values).length === 0;
}
