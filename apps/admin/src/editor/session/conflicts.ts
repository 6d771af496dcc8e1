import { differences, type FieldPlace, placeKey, same, type Values } from '@/values/values.ts';
import type { Json } from './json.ts';

/** A field that was changed here and, in another way, somewhere else. */
export interface Conflict extends FieldPlace {
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/** The fields that two sides made different values of. @param base what both were edited from */
export function findConflicts(base: Values, mine: Values, theirs: Values): Conflict[] {
  const changedThere = new Set(differences(base, theirs).map(placeKey));
  return differences(base, mine)
    .filter((place) => changedThere.has(placeKey(place)))
    .map((place) => ({ ...place, mine: fieldOf(mine, place), theirs: fieldOf(theirs, place) }))
    .filter((conflict) => !same(conflict.mine, conflict.theirs));
}

function fieldOf(values: Values, { locale, field }: FieldPlace): Json | undefined {
  return values[locale]?.[field];
}
