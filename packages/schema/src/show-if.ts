import { isBlank } from './blank.ts';
import type { FieldDocument, FieldShape, Json, ShowCondition, Values } from './document.ts';
import { fieldKind } from './field-types/kinds.ts';
import type { Path } from './issues.ts';
import { mapNested, partsOf } from './nested.ts';
import { ownValue } from './own-value.ts';

/**
 * Whether a field is shown, going by the values beside it: all of its conditions hold. A sibling that is hidden itself
 * counts as empty. This is the one rule for the form and the server: what is hidden is not published, and needn't be filled.
 *
 * @param fields all fields of the same collection, object or block
 * @param values the values of these fields
 */
export function isShown(field: FieldDocument, fields: readonly FieldDocument[], values: Values): boolean {
  return (field.show_if ?? []).length === 0 || new Sight(fields, values).isShown(field);
}

/** The fields that are shown, going by their values. */
export function shownFields(fields: readonly FieldDocument[], values: Values): readonly FieldDocument[] {
  if (!fields.some(({ show_if }) => show_if !== undefined)) return fields;
  const sight = new Sight(fields, values);
  return fields.filter((field) => sight.isShown(field));
}

/** Values without those of hidden fields, at any depth. */
export function withoutHidden(fields: readonly FieldDocument[], values: Values): Values {
  const known = new Map(fields.map((field) => [field.key, field]));
  const shown = new Set(shownFields(fields, values));
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): [string, Json][] => {
      const field = known.get(key);
      if (!field) return [[key, value]];
      return shown.has(field) ? [[key, mapNested(field, value, withoutHidden) ?? null]] : [];
    }),
  );
}

/** The places of hidden values. Within a hidden field, nothing more is named. */
export function hiddenIn(fields: readonly FieldDocument[], values: Values, path: Path = []): Path[] {
  const shown = new Set(shownFields(fields, values));
  return fields.flatMap((field): Path[] => {
    const value = ownValue(values, field.key);
    if (value === undefined || value === null) return [];
    const place = [...path, field.key];
    return shown.has(field) ? hiddenInShape(field, value, place) : [place];
  });
}

function hiddenInShape(shape: FieldShape, value: Json, path: Path): Path[] {
  return (partsOf(shape, value) ?? []).flatMap((part) => {
    const at = [...path, ...part.path];
    return 'fields' in part ? hiddenIn(part.fields, part.values, at) : hiddenInShape(part.shape, part.value, at);
  });
}

/** Whether all conditions hold, going by values: as those do by which a field is shown. */
export function conditionsHold(
  conditions: readonly ShowCondition[],
  fields: readonly FieldDocument[],
  values: Values,
): boolean {
  const sight = new Sight(fields, values);
  return conditions.every((condition) => sight.holds(condition));
}

/** Works out which of some fields are shown, each once. */
class Sight {
  readonly #fields: ReadonlyMap<string, FieldDocument>;
  readonly #values: Values;
  readonly #known = new Map<string, boolean>();

  constructor(fields: readonly FieldDocument[], values: Values) {
    this.#fields = new Map(fields.map((field) => [field.key, field]));
    this.#values = values;
  }

  isShown({ key, show_if: conditions = [] }: FieldDocument): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // Parsing refuses cycles; in anything else one ends here.
    this.#known.set(key, true);
    const shown = conditions.every((condition) => this.holds(condition));
    this.#known.set(key, shown);
    return shown;
  }

  holds(condition: ShowCondition): boolean {
    const sibling = this.#fields.get(condition.field);
    if (!sibling) return true;
    const given = this.isShown(sibling) ? ownValue(this.#values, sibling.key) : undefined;
    if ('set' in condition) return condition.set !== isBlank(sibling, given);
    const value = given ?? (fieldKind(sibling.type).holds === 'boolean' ? false : null);
    const is = (wanted: Json): boolean => (Array.isArray(value) ? value.includes(wanted) : value === wanted);
    if ('equals' in condition) return is(condition.equals);
    return 'in' in condition ? condition.in.some(is) : !is(condition.not);
  }
}
