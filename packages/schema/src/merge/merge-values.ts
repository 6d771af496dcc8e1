import type { FieldDocument, FieldShape, Json, Values } from '../document.ts';
import { blockTypeOf } from '../nested.ts';
import { isObject, ownValue } from '../own-value.ts';
import { mergeRichtext } from './merge-richtext.ts';
import { mergeRows, rowsByName } from './merge-rows.ts';
import { mergeSequence } from './merge-sequence.ts';
import { mergeText } from './merge-text.ts';
import { type Decide, type MergeConflict, type MergePath, MINE, type Sides, settled } from './merging.ts';

/** Two sets of changes made into one. */
export interface MergedValues {
  readonly values: Values;
  /** What both sides changed in ways that don't go together. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges what two sides made of a locale's values. Objects are merged field by field, rows and blocks by their `_key`, rich
 * text block by block, and its blocks and long texts word by word. Nothing that a side wrote is lost: it's in the values,
 * or in a conflict.
 *
 * @param fields of the collection; none for one without a schema, whose fields are merged as wholes
 * @param base the values that both sides were edited from
 * @param decide what becomes of each conflict; mine unless given
 */
export function mergeValues(
  fields: readonly FieldDocument[],
  { base, mine, theirs }: Readonly<Record<keyof Sides, Values>>,
  decide: Decide = MINE,
): MergedValues {
  const conflicts: MergeConflict[] = [];
  const recording: Decide = (conflict) => {
    conflicts.push(conflict);
    return decide(conflict);
  };
  return { values: mergeFields(recording, [], fields, { base, mine, theirs }), conflicts };
}

function mergeFields(
  decide: Decide,
  path: MergePath,
  fields: readonly FieldDocument[],
  sides: Readonly<Record<keyof Sides, Values>>,
): Values {
  const values: [string, Json][] = [];
  const keys = new Set([sides.base, sides.theirs, sides.mine].flatMap((side) => Object.keys(side)));
  for (const key of keys) {
    const shape = fields.find((field) => field.key === key) ?? null;
    const value = mergeValue(decide, [...path, key], shape, {
      base: ownValue(sides.base, key),
      mine: ownValue(sides.mine, key),
      theirs: ownValue(sides.theirs, key),
    });
    if (value !== undefined) values.push([key, value]);
  }
  return Object.fromEntries(values);
}

function mergeValue(decide: Decide, path: MergePath, shape: FieldShape | null, sides: Sides): Json | undefined {
  const same = settled(sides);
  if (same) return same.value;
  const { base, mine, theirs } = sides;
  switch (shape?.type) {
    case 'textarea':
    case 'markdown':
      if (typeof mine !== 'string' || typeof theirs !== 'string') break;
      return mergeText(decide, path, { base: typeof base === 'string' ? base : '', mine, theirs });
    case 'richtext':
      return mergeRichtext(decide, path, sides);
    case 'object':
      if (!isObject(mine) || !isObject(theirs)) break;
      return mergeFields(decide, path, shape.fields, { base: isObject(base) ? base : {}, mine, theirs });
    case 'list':
      return mergeList(decide, path, sides, () => shape.of);
    case 'blocks':
      return mergeList(decide, path, sides, (row) => {
        const type = blockTypeOf(shape, row);
        return type ? { type: 'object', fields: type.fields } : null;
      });
    case 'multiselect':
    case 'assets':
    case 'references':
      return mergeList(decide, path, sides, () => null);
  }
  return decide({ path, ...sides });
}

/** @param shapeOf of a row; null for one that is merged as a whole */
function mergeList(
  decide: Decide,
  path: MergePath,
  sides: Sides,
  shapeOf: (row: Json) => FieldShape | null,
): Json | undefined {
  const { base, mine, theirs } = sides;
  const mergeRow = (decider: Decide, place: MergePath, row: Sides): Json | undefined => {
    const kindOf = (value: Json | undefined): unknown => (isObject(value) ? (value._type ?? 'object') : typeof value);
    const isSameKind = row.mine !== undefined && kindOf(row.mine) === kindOf(row.theirs);
    return mergeValue(decider, place, isSameKind ? shapeOf(row.mine ?? null) : null, row);
  };
  const rows = { base: rowsByName(base), mine: rowsByName(mine), theirs: rowsByName(theirs) };
  if (rows.base && rows.mine && rows.theirs) {
    return mergeRows(decide, path, { base: rows.base, mine: rows.mine, theirs: rows.theirs }, mergeRow);
  }
  const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
  if (!isList(mine) || !isList(theirs)) return decide({ path, ...sides });
  const lists = { base: isList(base) ? base : [], mine, theirs };
  return mergeSequence(decide, path, lists, { fits: () => true, merge: mergeRow });
}
