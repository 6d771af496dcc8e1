import { assetIdOf } from '../asset-use.ts';
import type { FieldDocument, FieldShape, Json, Values } from '../document.ts';
import { fieldKind } from '../field-types/kinds.ts';
import { partsOf } from '../nested.ts';
import { isObject, ownValue } from '../own-value.ts';
import { checkRichtext } from '../richtext/index.ts';
import { mergeRichtexts } from './merge-richtexts.ts';
import { mergeRows, rowsByName } from './merge-rows.ts';
import { MergeBudget, type MergedSides, mergeSequences } from './merge-sequences.ts';
import { mergeTexts } from './merge-texts.ts';
import { type Decide, type MergeConflict, type Merging, type Sides, settled, type ValueLocation } from './merging.ts';
import { pairRows } from './pair-rows.ts';
import { nameOfJson } from './same-json.ts';

/** Two sets of changes made into one. */
export interface MergedValues {
  readonly values: Values;
  /** Values that both sides changed in ways that don't go together. */
  readonly conflicts: readonly MergeConflict[];
  /** The same values, with each conflict as it was in the base. */
  readonly base: Values;
  /** The same values, with each conflict as it is on their side: merging with base and theirs asks the same, and no more. */
  readonly theirs: Values;
}

/**
 * Merges what two sides made of a locale's values. Objects are merged field by field; rows and blocks by their `_key`, or
 * else by what they say and where they are; lists of choices, files and references by what is in them; long texts by lines
 * and words; and rich text by nodes and words. Nothing that a side wrote is lost: it's in the values, or in a conflict.
 *
 * @param fields of the collection; none for one without a schema, whose fields are merged as wholes
 * @param base the values that both sides were edited from
 * @param decide the value for each conflict; as it's on my side by default
 */
export function mergeValues(
  fields: readonly FieldDocument[],
  { base, mine, theirs }: Readonly<Record<keyof Sides, Values>>,
  decide: Decide = ({ unmerged }) => unmerged.mine,
): MergedValues {
  const conflicts: MergeConflict[] = [];
  const recording: Decide = (conflict) => {
    conflicts.push(conflict);
    return decide(conflict);
  };
  const merge = (choose: Decide): Values =>
    mergeFields({ decide: choose, budget: new MergeBudget() }, { path: [], labels: [] }, fields, {
      base,
      mine,
      theirs,
    });
  const values = merge(recording);
  if (conflicts.length === 0) return { values, conflicts, base: values, theirs: values };
  return {
    values,
    conflicts,
    base: merge((conflict) => conflict.base),
    theirs: merge((conflict) => conflict.unmerged.theirs),
  };
}

function mergeFields(
  merging: Merging,
  within: Omit<ValueLocation, 'shape'>,
  fields: readonly FieldDocument[],
  sides: Readonly<Record<keyof Sides, Values>>,
): Values {
  const values: [string, Json][] = [];
  const keys = new Set([sides.base, sides.theirs, sides.mine].flatMap((side) => Object.keys(side)));
  for (const key of keys) {
    const field = fields.find((one) => one.key === key);
    const labels = [...within.labels, field?.label ?? key];
    const place = { path: [...within.path, key], labels, shape: field ?? null };
    const value = mergeValue(merging, place, {
      base: ownValue(sides.base, key),
      mine: ownValue(sides.mine, key),
      theirs: ownValue(sides.theirs, key),
    });
    if (value !== undefined) values.push([key, value]);
  }
  return Object.fromEntries(values);
}

function mergeValue(merging: Merging, place: ValueLocation, sides: Sides): Json | undefined {
  const same = settled(sides);
  if (same) return same.value;
  const { shape } = place;
  const { base, mine, theirs } = sides;
  if (!shape) return collided(merging, place, sides);
  switch (fieldKind(shape.type).merge) {
    case 'fields': {
      const fields = fieldsWithin(shape, mine ?? null);
      if (!fields || !isObject(mine) || !isObject(theirs)) break;
      return mergeFields(merging, place, fields, { base: isObject(base) ? base : {}, mine, theirs });
    }
    case 'rows':
      return mergeList(merging, place, sides, keyOf, (list, row) => rowPlace(list, shape, row));
    case 'members':
      return mergeList(merging, place, sides, assetIdOf, (list) => ({ ...list, shape: null }));
    case 'lines':
      if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') break;
      return mergedWhole(merging, place, sides, mergeTexts({ base, mine, theirs }, merging.budget));
    case 'richtext': {
      const rules = shape.type === 'richtext' ? shape : null;
      const merged = mergeRichtexts(sides, merging.budget);
      const isSound = merged && [merged.mine, merged.theirs].every((side) => checkRichtext(side, rules).length === 0);
      return mergedWhole(merging, place, sides, isSound ? merged : null);
    }
  }
  return collided(merging, place, sides);
}

/** The fields as which a value is merged; null for one that isn't an object. */
function fieldsWithin(shape: FieldShape, value: Json): readonly FieldDocument[] | null {
  const { parts } = fieldKind(shape.type);
  const [part] = partsOf(shape, value) ?? [];
  return parts ?? (part && 'fields' in part ? part.fields : null);
}

/** The place of a row: what describes it, and the name of its kind. */
function rowPlace(list: ValueLocation, shape: FieldShape, row: Json | undefined): ValueLocation {
  const [part] = partsOf(shape, [row ?? null]) ?? [];
  if (!part) return { ...list, shape: null };
  if ('shape' in part) return { ...list, shape: part.shape };
  const labels = part.label === undefined ? list.labels : [...list.labels, part.label];
  return { ...list, labels, shape: { type: 'object', fields: part.fields } };
}

/** @param merged null for what can't be merged */
function mergedWhole(
  merging: Merging,
  place: ValueLocation,
  sides: Sides,
  merged: MergedSides<Json> | null,
): Json | undefined {
  if (!merged) return collided(merging, place, sides);
  if (!merged.collide) return merged.mine;
  return merging.decide({
    ...place,
    base: sides.base,
    mine: merged.mine,
    theirs: merged.theirs,
    unmerged: sides,
  });
}

function collided({ decide }: Pick<Merging, 'decide'>, place: ValueLocation, sides: Sides): Json | undefined {
  return decide({ ...place, ...sides, unmerged: sides });
}

/**
 * @param nameOf a row, see `rowsByName`
 * @param placeOf a row, given the place of the list with the row's name
 */
function mergeList(
  merging: Merging,
  place: ValueLocation,
  sides: Sides,
  nameOf: (row: Json) => Json | undefined,
  placeOf: (list: ValueLocation, row: Json | undefined) => ValueLocation,
): Json | undefined {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((rows) => rowsByName(rows, nameOf));
  if (base && mine && theirs) return mergeNamed(merging, place, { base, mine, theirs }, placeOf);
  const paired = pairRows(sides, merging.budget);
  // A question names a row by its key, so rows without one are asked for as a list.
  let isAsked = false;
  const decide: Decide = ({ mine: own }) => {
    isAsked = true;
    return own;
  };
  const merged = paired && mergeNamed({ ...merging, decide }, place, paired, placeOf);
  return merged && !isAsked ? merged : mergedWhole(merging, place, sides, mergedItems(merging, sides));
}

function mergeNamed(
  merging: Merging,
  place: ValueLocation,
  sides: Parameters<typeof mergeRows>[1],
  placeOf: (list: ValueLocation, row: Json | undefined) => ValueLocation,
): Json[] {
  const collide = (where: ValueLocation, made: Sides): Json | undefined => collided(merging, where, made);
  const merge = (row: ValueLocation, made: Sides): Json | undefined =>
    row.shape === null || kindOf(made.mine) === kindOf(made.theirs)
      ? mergeValue(merging, row, made)
      : collide(row, made);
  return mergeRows(place, sides, { placeOf, merge, collide });
}

/** Lists whose rows have no names, merged by what is in them; null for what is no list. */
function mergedItems({ budget }: Merging, { base, mine, theirs }: Sides): MergedSides<Json> | null {
  if (!Array.isArray(base) || !Array.isArray(mine) || !Array.isArray(theirs)) return null;
  const merged = mergeSequences<Json>({ base, mine, theirs }, { nameOf: nameOfJson, areApart: true }, budget);
  if (!merged || merged.collide) return merged;
  const items = withoutReturned(merged.mine, { base, mine, theirs });
  return { ...merged, mine: items, theirs: items };
}

/**
 * The items without those that moved: a sequence takes a move for a removal and an addition, so what one side moved and the
 * other removed would return, and what both moved would be there twice.
 */
function withoutReturned(
  items: readonly Json[],
  { base, mine, theirs }: Readonly<Record<keyof Sides, readonly Json[]>>,
): Json[] {
  const [before, own, others] = [base, mine, theirs].map(countsOf) as [Counts, Counts, Counts];
  const left = new Map(
    [...before].map(([name, count]) => [name, (own.get(name) ?? 0) + (others.get(name) ?? 0) - count]),
  );
  return items.filter((item) => {
    const name = nameOfJson(item);
    const rest = left.get(name);
    if (rest === undefined) return true;
    left.set(name, rest - 1);
    return rest > 0;
  });
}

type Counts = ReadonlyMap<string, number>;

/** How often each item is in a list. */
function countsOf(items: readonly Json[]): Counts {
  const counts = new Map<string, number>();
  for (const name of items.map(nameOfJson)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function keyOf(row: Json): Json | undefined {
  return isObject(row) ? row._key : undefined;
}

/** Rows of another kind aren't the same row. */
function kindOf(row: Json | undefined): unknown {
  return isObject(row) ? (row._type ?? 'object') : typeof row;
}
