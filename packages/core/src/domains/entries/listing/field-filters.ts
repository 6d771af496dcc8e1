import {
  COMPARABLE_TYPES,
  type FieldDocument,
  type FieldType,
  fieldKind,
  findCollection,
  isExactNumber,
  normalized,
  type SchemaDocument,
} from '@stele/schema';
import { dayPrefixes, isWhole, numberMark, numberPrefixes, textMark } from '@stele/search';
import { assertStorable } from '../../../api/rest/storable-json.ts';
import { invalid } from '../../../platform/errors.ts';
import { areWholeDays, daysOf, type Instants, instantsOf } from './instants.ts';

/** A condition on a field, as the database compares it. */
export type FieldCondition =
  | { readonly key: string; readonly operator: 'empty' | 'filled' }
  | { readonly key: string; readonly operator: 'is' | 'contains' | 'gte' | 'lte'; readonly value: string }
  /** Whether a list contains a string. */
  | { readonly key: string; readonly operator: 'holds'; readonly value: string }
  | { readonly key: string; readonly operator: 'numberIs' | 'numberGte' | 'numberLte'; readonly value: number }
  | { readonly key: string; readonly operator: 'during'; readonly value: Instants };

/** A condition on a field that is looked up in the index. */
export interface MarkedCondition {
  readonly key: string;
  /** Marks of the field, or beginnings of them: what fits has one. */
  readonly beginnings: readonly string[];
  /** Whether all that has such a mark fits. */
  readonly isExact: boolean;
  readonly conditions: readonly FieldCondition[];
}

/** Whether a condition is looked up by beginnings of marks, which takes long for wide ranges. */
export function isRange({ beginnings }: MarkedCondition): boolean {
  return !beginnings.every(isWhole);
}

/** The parsed conditions on the fields of a collection. */
export interface FieldFilters {
  readonly collection: string;
  readonly marked: readonly MarkedCondition[];
  /** Conditions without an index. */
  readonly others: readonly FieldCondition[];
  /** Conditions on entries to which a field refers. One of them has to meet all of its collection. */
  readonly referred: readonly { readonly key: string; readonly filters: readonly FieldFilters[] }[];
}

/** A condition as it was written: the fields on the way to the value that it's about. */
interface WrittenCondition {
  readonly path: readonly string[];
  readonly operator: string;
  readonly value: string | undefined;
}

/** The schema that conditions are read with, and the collections that may be read. */
interface FilterSchema {
  readonly schema: SchemaDocument | null;
  readonly isReadable: (collection: string) => boolean;
}

/** The same, and how many collections may still be looked at. */
interface FilterReading extends FilterSchema {
  left: number;
}

const MOST = 10;
/** How many references a condition may follow. */
const MOST_STEPS = 3;
/** How many collections a list may look at, each as often as references lead to it. */
const MOST_COLLECTIONS = 100;
/** The notation of numbers. */
const DECIMAL = /^\s*[\d.eE+-]+\s*$/;
const DAY_LENGTH = 10;
/** The instants that each operator allows, by those that a value stands for. */
const BOUNDS = {
  is: (times: Instants): Instants => times,
  gte: ({ from }: Instants): Instants => ({ from, until: null }),
  lte: ({ until }: Instants): Instants => ({ from: null, until }),
};
const NUMBER_OPERATORS = { is: 'numberIs', gte: 'numberGte', lte: 'numberLte' } as const;

/**
 * Reads the conditions of a list: `price:gte:10,author.country:is:DE`.
 *
 * @throws ApiError `validation_failed` without a collection, and for unknown fields, operators and values
 */
export function parseFieldFilters(
  text: string | undefined,
  collectionKey: string | null,
  schema: FilterSchema,
): FieldFilters | null {
  if (text === undefined || text === '') return null;
  if (collectionKey === null) throw refused('Conditions on fields need a collection. Give it as collection.');
  const parts = text.split(',');
  if (parts.length > MOST) throw refused(`Give at most ${MOST} conditions.`);
  const written = parts.map((part) => {
    const [, path = '', operator = '', value] = /^([^:]*):([^:]*)(?::(.*))?$/s.exec(part) ?? [];
    if (path === '') throw refused(`"${part}" is no condition. Write it like title:is:Hello or title:filled.`);
    const steps = path.split('.');
    if (steps.length > MOST_STEPS + 1) throw refused(`${path} follows more than ${MOST_STEPS} references.`);
    return { path: steps, operator, value: value === undefined ? undefined : decoded(value) };
  });
  return filtersOf({ ...schema, left: MOST_COLLECTIONS }, collectionKey, written);
}

function filtersOf(reading: FilterReading, collection: string, written: readonly WrittenCondition[]): FieldFilters {
  reading.left--;
  if (reading.left < 0) throw tooMany();
  const own = written.filter(({ path }) => path.length === 1);
  const conditions = own.map(({ path: [key = ''], operator, value }) =>
    conditionOf(fieldOf(reading, collection, key), operator, value),
  );
  const marked = markedIn(conditions);
  const ways = new Set(written.flatMap(({ path }) => (path.length > 1 ? [path[0] ?? ''] : [])));
  return {
    collection,
    marked,
    others: conditions.filter((one) => !marked.some((each) => each.conditions.includes(one))),
    referred: [...ways].map((key) => {
      const further = written.flatMap(({ path: [first, ...path], ...rest }) =>
        first === key && path.length > 0 ? [{ ...rest, path }] : [],
      );
      return { key, filters: referredIn(reading, fieldOf(reading, collection, key), further) };
    }),
  };
}

/** The conditions for each collection to which a field refers, but for those that have no such fields. */
function referredIn(
  reading: FilterReading,
  field: FieldDocument,
  written: readonly WrittenCondition[],
): readonly FieldFilters[] {
  if (field.type !== 'reference' && field.type !== 'references') {
    throw refused(`${field.key} refers to no entries, so "${written[0]?.path.join('.')}" can't be looked for there.`);
  }
  const collections = field.collections.filter(reading.isReadable);
  const found: FieldFilters[] = [];
  const refusals: unknown[] = [];
  for (const one of collections) {
    try {
      found.push(filtersOf(reading, one, written));
    } catch (refusal) {
      refusals.push(refusal);
    }
  }
  if (reading.left < 0) throw tooMany();
  if (found.length === 0) throw refusals[0] ?? refused(`You may read nothing that ${field.key} refers to.`);
  return found;
}

function fieldOf({ schema }: FilterSchema, collection: string, key: string): FieldDocument {
  const field = findCollection(schema, collection)?.fields.find((one) => one.key === key);
  if (!field) throw refused(`The collection ${collection} has no field "${key}".`);
  return field;
}

/** The conditions that the index covers: each equality by itself, and a first and a last value of a field together. */
function markedIn(conditions: readonly FieldCondition[]): readonly MarkedCondition[] {
  const keys = [...new Set(conditions.map(({ key }) => key))];
  return [
    ...conditions.flatMap((one): MarkedCondition[] => {
      const mark =
        one.operator === 'is' || one.operator === 'holds'
          ? textMark(one.value)
          : one.operator === 'numberIs'
            ? numberMark(one.value)
            : null;
      return mark === null ? [] : [{ key: one.key, beginnings: [mark], isExact: true, conditions: [one] }];
    }),
    ...keys.flatMap((key) => rangeOf(key, conditions) ?? []),
  ];
}

function rangeOf(key: string, conditions: readonly FieldCondition[]): MarkedCondition | null {
  const bounds = (...operators: readonly FieldCondition['operator'][]) =>
    operators.map((operator) => conditions.find((one) => one.key === key && one.operator === operator));
  const given = (found: ReturnType<typeof bounds>) => found.filter((one) => one !== undefined);
  const value = (one: FieldCondition | undefined) => (one && 'value' in one ? one.value : null);
  const numbers = bounds('numberGte', 'numberLte');
  if (given(numbers).length > 0) {
    const [least, most] = numbers.map((one) => value(one)) as (number | null)[];
    return { key, beginnings: numberPrefixes(least ?? null, most ?? null), isExact: true, conditions: given(numbers) };
  }
  const times = conditions.flatMap((one) => (one.key === key && one.operator === 'during' ? [one] : []));
  if (times.length > 0) {
    const bounds = (end: keyof Instants) => times.flatMap(({ value: { [end]: at } }) => at ?? []);
    const [from, until] = [bounds('from'), bounds('until')];
    const during = {
      from: from.length > 0 ? Math.max(...from) : null,
      until: until.length > 0 ? Math.min(...until) : null,
    };
    const isExact = times.every(({ value: given }) => areWholeDays(given));
    return { key, beginnings: dayPrefixes(...daysOf(during)), isExact, conditions: times };
  }
  const days = bounds('gte', 'lte');
  if (given(days).length === 0) return null;
  const [first = '', last = ''] = days.map((one) => String(value(one) ?? ''));
  return {
    key,
    beginnings: dayPrefixes(first.slice(0, DAY_LENGTH), last.slice(0, DAY_LENGTH)),
    isExact: Math.max(first.length, last.length) <= DAY_LENGTH,
    conditions: given(days),
  };
}

function conditionOf({ key, type }: FieldDocument, operator: string, value: string | undefined): FieldCondition {
  if (operator === 'empty' || operator === 'filled') return { key, operator };
  const { holds, isMany } = fieldKind(type);
  if (value !== undefined && isCompared(type)) {
    if (holds === 'number') {
      const number = Number(value);
      if (!DECIMAL.test(value) || Number.isNaN(number)) throw refused(`${key} is a number. Found "${value}".`);
      if (!isExactNumber(value.trim())) throw refused(`The number "${value}" cannot be held exactly.`);
      if (isOneOf(operator, NUMBER_OPERATORS)) return { key, operator: NUMBER_OPERATORS[operator], value: number };
    } else if (holds === 'datetime' && isOneOf(operator, BOUNDS)) {
      return { key, operator: 'during', value: BOUNDS[operator](timesOf(key, value)) };
    } else if (operator === 'is') {
      if (isMany) return { key, operator: 'holds', value };
      return { key, operator: 'is', value: normalized(value, 'NFC') };
    } else if (operator === 'contains' && holds === 'text') {
      return { key, operator, value: normalized(value, 'NFC') };
    } else if (holds === 'date' && (operator === 'gte' || operator === 'lte')) {
      timesOf(key, value);
      return { key, operator, value };
    }
  }
  throw refused(
    `The field ${key} of the type ${type} can't be compared by "${operator}"${value === undefined ? ' without a value' : ''}. Its operators are: ${operatorsOf(type).join(', ')}.`,
  );
}

function isCompared(type: FieldType): boolean {
  return COMPARABLE_TYPES.includes(type) || fieldKind(type).holds === 'entry';
}

function operatorsOf(type: FieldType): readonly string[] {
  const { holds } = fieldKind(type);
  const isText = holds === 'text' && isCompared(type);
  return [
    ...(isCompared(type) ? ['is'] : []),
    ...(['number', 'date', 'datetime'].includes(holds) ? ['gte', 'lte'] : []),
    ...(isText ? ['contains'] : []),
    'empty',
    'filled',
  ];
}

function timesOf(key: string, value: string): Instants {
  const times = instantsOf(value);
  if (!times)
    throw refused(
      `${key} is a date. Found "${value}"; write it like 2026-11-27, or with a time like 2026-11-27T09:30:00Z.`,
    );
  return times;
}

function isOneOf<Key extends string>(key: string, record: Readonly<Record<Key, unknown>>): key is Key {
  return Object.hasOwn(record, key);
}

function decoded(value: string): string {
  try {
    const text = decodeURIComponent(value);
    assertStorable(text);
    return text;
  } catch {
    throw refused(`A percent sign in a value must be written as %25. Found "${value}".`);
  }
}

function tooMany() {
  return refused('The references lead to too many collections.');
}

function refused(message: string) {
  return invalid(['filter'], message);
}
