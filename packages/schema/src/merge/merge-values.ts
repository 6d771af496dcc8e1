import type { FieldDocument, Json, Values } from '../document.ts';
import { blockTypeOf } from '../nested.ts';
import { isObject, ownValue } from '../own-value.ts';
import { mergeRows, rowsByName } from './merge-rows.ts';
import { type Decide, type MergeConflict, type Place, type Sides, settled } from './merging.ts';

/** Two sets of changes made into one. */
export interface MergedValues {
  readonly values: Values;
  /** What both sides changed in ways that don't go together. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Merges what two sides made of a locale's values. Objects are merged field by field, rows and blocks by their `_key`, and
 * lists of choices, files and references by what is in them. Nothing that a side wrote is lost: it's in the values, or in a
 * conflict.
 *
 * @param fields of the collection; none for one without a schema, whose fields are merged as wholes
 * @param base the values that both sides were edited from
 * @param decide what becomes of each conflict; mine unless given
 */
export function mergeValues(
  fields: readonly FieldDocument[],
  { base, mine, theirs }: Readonly<Record<keyof Sides, Values>>,
  decide: Decide = ({ mine }) => mine,
): MergedValues {
  const conflicts: MergeConflict[] = [];
  const recording: Decide = (conflict) => {
    conflicts.push(conflict);
    return decide(conflict);
  };
  return { values: mergeFields(recording, { path: [], labels: [] }, fields, { base, mine, theirs }), conflicts };
}

function mergeFields(
  decide: Decide,
  within: Omit<Place, 'shape'>,
  fields: readonly FieldDocument[],
  sides: Readonly<Record<keyof Sides, Values>>,
): Values {
  const values: [string, Json][] = [];
  const keys = new Set([sides.base, sides.theirs, sides.mine].flatMap((side) => Object.keys(side)));
  for (const key of keys) {
    const field = fields.find((one) => one.key === key);
    const labels = [...within.labels, field?.label ?? key];
    const place = { path: [...within.path, key], labels, shape: field ?? null };
    const value = mergeValue(decide, place, {
      base: ownValue(sides.base, key),
      mine: ownValue(sides.mine, key),
      theirs: ownValue(sides.theirs, key),
    });
    if (value !== undefined) values.push([key, value]);
  }
  return Object.fromEntries(values);
}

function mergeValue(decide: Decide, place: Place, sides: Sides): Json | undefined {
  const same = settled(sides);
  if (same) return same.value;
  const { shape } = place;
  const { base, mine, theirs } = sides;
  switch (shape?.type) {
    case 'object':
      if (!isObject(mine) || !isObject(theirs)) break;
      return mergeFields(decide, place, shape.fields, { base: isObject(base) ? base : {}, mine, theirs });
    case 'list':
      return mergeList(decide, place, sides, keyOf, (list) => ({ ...list, shape: shape.of }));
    case 'blocks':
      return mergeList(decide, place, sides, keyOf, (list, row) => {
        const type = blockTypeOf(shape, row ?? null);
        if (!type) return { ...list, shape: null };
        return { ...list, labels: [...list.labels, type.label], shape: { type: 'object', fields: type.fields } };
      });
    case 'multiselect':
    case 'assets':
    case 'references':
      return mergeList(
        decide,
        place,
        sides,
        (row) => row,
        (list) => ({ ...list, shape: null }),
      );
  }
  return decide({ ...place, ...sides });
}

/**
 * @param nameOf a row, see `rowsByName`
 * @param placeOf a row, given the place of the list with the row's name
 */
function mergeList(
  decide: Decide,
  place: Place,
  sides: Sides,
  nameOf: (row: Json) => Json | undefined,
  placeOf: (list: Place, row: Json | undefined) => Place,
): Json | undefined {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((rows) => rowsByName(rows, nameOf));
  if (!base || !mine || !theirs) return decide({ ...place, ...sides });
  const merge = (row: Place, made: Sides): Json | undefined =>
    kindOf(made.mine) === kindOf(made.theirs) ? mergeValue(decide, row, made) : decide({ ...row, ...made });
  return mergeRows(decide, place, { base, mine, theirs }, { placeOf, merge });
}

function keyOf(row: Json): Json | undefined {
  return isObject(row) ? row._key : undefined;
}

/** Rows of another kind aren't the same row. */
function kindOf(row: Json | undefined): unknown {
  return isObject(row) ? (row._type ?? 'object') : typeof row;
}
