import { isBlank } from '../blank.ts';
import type { Json, Values } from '../document.ts';
import { blockHead } from '../field-types/blocks.ts';
import { isSameJson } from '../merge/same-json.ts';
import { isObject, ownValue } from '../own-value.ts';
import { convertValue } from './convert.ts';
import type { CollectionPlan, FieldPlan, FieldsPlan, ShapePlan } from './model.ts';

/** The effect of a change on a value: alters it, or loses some of it. */
export type Effect = 'altered' | 'lost';

/** Called for each value that a change affects. */
export type Note = (change: string, effect: Effect) => void;

/** Moves one locale's values from a collection's old form to its new one. The values given stay as they are. */
export function migrateValues(plan: CollectionPlan, values: Values, note: Note): Values {
  return fillShared(plan.fields, migrateFields(plan.fields, values, note), note);
}

/**
 * Moves an entry's drafts, all locales of it: what becomes shared takes the default locale's value, or the first there
 * is.
 */
export function migrateDrafts(
  plan: CollectionPlan,
  drafts: ReadonlyMap<string, Values>,
  defaultLocale: string,
  note: Note,
): Map<string, Values> {
  const migrated = new Map([...drafts].map(([locale, values]) => [locale, migrateFields(plan.fields, values, note)]));
  for (const field of plan.fields.fields) if (field.share !== null) share(field, migrated, defaultLocale, note);
  return new Map([...migrated].map(([locale, values]) => [locale, fillShared(plan.fields, values, note)]));
}

function share(field: FieldPlan, drafts: Map<string, Values>, defaultLocale: string, note: Note): void {
  const { key, share: change } = field;
  const locales = [...drafts.keys()].sort((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale));
  const given = locales.map((locale) => ownValue(drafts.get(locale), key)).filter((value) => value !== undefined);
  const chosen = given.find((value) => !isBlank(field.shape, value)) ?? given[0];
  if (chosen === undefined) return;
  for (const [locale, values] of drafts) {
    const own = ownValue(values, key);
    if (own !== undefined && isSameJson(own, chosen)) continue;
    note(change ?? '', isBlank(field.shape, own) ? 'altered' : 'lost');
    drafts.set(locale, { ...values, [key]: chosen });
  }
}

function migrateFields(plan: FieldsPlan, values: Values, note: Note, besides: Values = {}): Values {
  if (plan.identity) return values;
  const migrated: Record<string, Json> = { ...besides };
  for (const field of plan.fields) {
    const before = ownValue(values, field.from);
    let value = before === undefined || before === null ? null : migrateShape(field.plan, before, note);
    if (field.renamed !== null && value !== null) note(field.renamed, 'altered');
    // Fields that become shared are filled once all locales' values are known.
    if (field.share === null) value = filled(field, value, note);
    if (value !== null) migrated[field.key] = value;
  }
  for (const [key, change] of plan.removed) if (!isBlank({ type: 'json' }, ownValue(values, key))) note(change, 'lost');
  return migrated;
}

function fillShared(plan: FieldsPlan, values: Values, note: Note): Values {
  let whole = values;
  for (const field of plan.fields) {
    const before = ownValue(whole, field.key) ?? null;
    const value = field.share === null ? before : filled(field, before, note);
    if (value !== before) whole = { ...whole, [field.key]: value };
  }
  return whole;
}

/** A value, or what the field is to be filled with where there's none. */
function filled({ fill, shape }: FieldPlan, value: Json, note: Note): Json {
  if (!fill || !isBlank(shape, value)) return value;
  note(fill.change, 'altered');
  return fill.value;
}

function migrateShape(plan: ShapePlan, value: Json, note: Note): Json {
  switch (plan.kind) {
    case 'keep':
      return value;
    case 'drop':
      if (!isBlank({ type: 'json' }, value)) note(plan.change, 'lost');
      return null;
    case 'convert': {
      const converted = convertValue(value, plan.from, plan.to);
      if (converted === null) {
        if (!isBlank({ type: 'json' }, value)) note(plan.change, 'lost');
        return null;
      }
      if (!converted.lossless) note(plan.change, 'lost');
      else if (!isSameJson(converted.value, value)) note(plan.change, 'altered');
      return converted.value;
    }
    case 'options':
      return migrateOptions(plan, value, note);
    case 'object':
      return isObject(value) ? migrateFields(plan.fields, value, note) : value;
    case 'list':
      return Array.isArray(value)
        ? value.map((item) => migrateShape(plan.of, item, note)).filter((item) => item !== null)
        : value;
    case 'blocks':
      return Array.isArray(value)
        ? value.flatMap((block) => {
            const type = isObject(block) ? plan.types.get(String(block._type)) : undefined;
            if (type === undefined || !isObject(block)) return [block];
            if (typeof type !== 'string') return [migrateFields(type, block, note, blockHead(block))];
            note(type, 'lost');
            return [];
          })
        : value;
  }
}

function migrateOptions(plan: Extract<ShapePlan, { kind: 'options' }>, value: Json, note: Note): Json {
  const one = (option: Json): Json => {
    const name = String(option);
    if (plan.allowed.has(name)) return name;
    const mapped = Object.hasOwn(plan.mapped, name) ? plan.mapped[name] : undefined;
    const known = mapped !== undefined && mapped !== null && plan.allowed.has(mapped);
    note(plan.change, known ? 'altered' : 'lost');
    return known ? mapped : null;
  };
  if (!plan.many) return one(value);
  if (!Array.isArray(value) || value.every((option) => plan.allowed.has(String(option)))) return value;
  return [...new Set(value.map(one).filter((option) => option !== null))];
}
