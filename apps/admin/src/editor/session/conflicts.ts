import type { Json } from '@stele/schema';
import { type FieldPlace, merge, type Values } from '@/values/values.ts';

/** A field that was changed here and, in another way, somewhere else. */
export interface Conflict extends FieldPlace {
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/** Values that were edited from a base, brought onto what others made of it; and what there is to be chosen. */
export function meet(
  base: Values,
  mine: Values,
  theirs: Values,
): { readonly values: Values; readonly conflicts: readonly Conflict[] } {
  const { values, conflicts } = merge(base, mine, theirs);
  const fieldOf = (side: Values, { locale, field }: FieldPlace): Json | undefined => side[locale]?.[field];
  return {
    values,
    conflicts: conflicts.map((place) => ({ ...place, mine: fieldOf(mine, place), theirs: fieldOf(theirs, place) })),
  };
}
