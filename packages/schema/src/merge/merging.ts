import type { FieldShape, Json } from '../document.ts';
import type { MergeBudget } from './merge-sequences.ts';
import { isSameJson } from './same-json.ts';

/** A value on two sides; undefined for no value. */
export interface Sides {
  /** The value that both sides were edited from. */
  readonly base: Json | undefined;
  readonly mine: Json | undefined;
  readonly theirs: Json | undefined;
}

/** A place in values. */
export interface ValueLocation {
  /** Keys of fields, and rows of a list by their `_key`. */
  readonly path: readonly string[];
  /** The labels of the fields and blocks on the way. */
  readonly labels: readonly string[];
  /** The shape of the value; null for one that no field declares. */
  readonly shape: FieldShape | null;
}

/** A value that both sides changed, in ways that don't go together. `mine` and `theirs` hold all that does go together. */
export interface MergeConflict extends ValueLocation, Sides {
  /**
   * Both as they were before anything of the other came in. Mine stays until the conflict is decided: what has parts of
   * both can't be compared with the base again.
   */
  readonly unmerged: Pick<Sides, 'mine' | 'theirs'>;
}

/** Decides a conflict. @returns the value that it becomes; undefined for none */
export type Decide = (conflict: MergeConflict) => Json | undefined;

/** A merge under way. */
export interface Merging {
  readonly decide: Decide;
  readonly budget: MergeBudget;
}

/** The value of a change that only one side made, or both alike; null when it takes a merge. */
export function settled({ base, mine, theirs }: Sides): { readonly value: Json | undefined } | null {
  if (isSameJson(mine, theirs) || isSameJson(theirs, base)) return { value: mine };
  return isSameJson(mine, base) ? { value: theirs } : null;
}
