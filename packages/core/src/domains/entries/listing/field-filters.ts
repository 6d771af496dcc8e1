import {
  COMPARABLE_TYPES,
  type FieldDocument,
  type FieldType,
  findCollection,
  type SchemaDocument,
} from '@stele/schema';
import { assertStorable } from '../../../api/rest/storable-json.ts';
import { invalid } from '../../../platform/errors.ts';

/** A condition on a field, as the database compares it. */
export type FieldCondition =
  | { readonly key: string; readonly operator: 'empty' | 'filled' }
  | { readonly key: string; readonly operator: 'is' | 'contains' | 'gte' | 'lte'; readonly value: string }
  /** Whether a list contains a string. */
  | { readonly key: string; readonly operator: 'holds'; readonly value: string }
  | { readonly key: string; readonly operator: 'numberIs' | 'numberGte' | 'numberLte'; readonly value: number };

/** The days between two conditions on a field, which they include. */
export interface DayRange {
  readonly key: string;
  readonly days: readonly string[];
  readonly conditions: readonly [FieldCondition, FieldCondition];
}

/** The parsed conditions on fields. */
export interface FieldFilters {
  /** Ranges of a few months at most: indexed. */
  readonly ranges: readonly DayRange[];
  /** All other conditions. */
  readonly conditions: readonly FieldCondition[];
  /** Entries to which all listed entries refer. */
  readonly mentions: readonly string[];
}

const MOST = 10;
/** The most days of a range that are looked up in the index. */
const MOST_DAYS = 100;
const DAY_MS = 86_400_000;
const TEXTS: readonly FieldType[] = ['text', 'textarea', 'slug', 'email', 'url', 'color'];
const NUMBERS: readonly FieldType[] = ['number', 'integer'];
const TIMES: readonly FieldType[] = ['date', 'datetime'];
/** A day, the beginning of one, or a time of one. */
const TIME = /^\d{4}(?:-\d{2}){0,2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/;
const SEVERAL: readonly FieldType[] = ['multiselect', 'references'];
const NUMBER_OPERATORS = { is: 'numberIs', gte: 'numberGte', lte: 'numberLte' } as const;

/**
 * Reads the conditions of a list: `price:gte:10,category:is:news`.
 *
 * @throws ApiError `validation_failed` without a collection, and for unknown fields, operators and values
 */
export function parseFieldFilters(
  text: string | undefined,
  collectionKey: string | null,
  schema: SchemaDocument | null,
): FieldFilters | null {
  if (text === undefined || text === '') return null;
  if (collectionKey === null) throw refused('Conditions on fields need a collection. Give it as collection.');
  const fields = findCollection(schema, collectionKey)?.fields ?? [];
  const parts = text.split(',');
  if (parts.length > MOST) throw refused(`Give at most ${MOST} conditions.`);
  const read = parts.map((part) => {
    const [, key = '', operator = '', value] = /^([^:]*):([^:]*)(?::(.*))?$/s.exec(part) ?? [];
    const field = fields.find((one) => one.key === key);
    if (!field) throw refused(`The collection ${collectionKey} has no field "${key}".`);
    return { field, condition: conditionOf(field, operator, value === undefined ? undefined : decoded(value)) };
  });
  const conditions = read.map(({ condition }) => condition);
  const ranges = rangesIn(conditions);
  return {
    ranges,
    conditions: conditions.filter((one) => !ranges.some((range) => range.conditions.includes(one))),
    mentions: read.flatMap(({ field, condition }) =>
      (field.type === 'reference' || field.type === 'references') && 'value' in condition
        ? [String(condition.value)]
        : [],
    ),
  };
}

/** The pairs of conditions that are a first and a last day. */
function rangesIn(conditions: readonly FieldCondition[]): readonly DayRange[] {
  return conditions.flatMap((first) => {
    if (first.operator !== 'gte') return [];
    const last = conditions.find((one) => one.operator === 'lte' && one.key === first.key);
    if (last?.operator !== 'lte') return [];
    const days = daysBetween(first.value, last.value);
    return days ? [{ key: first.key, days, conditions: [first, last] as const }] : [];
  });
}

/** @returns null unless they are days, not too far apart */
function daysBetween(first: string, last: string): readonly string[] | null {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  const count = (to - from) / DAY_MS + 1;
  if (!(count >= 1 && count <= MOST_DAYS) || dayOf(from) !== first || dayOf(to) !== last) return null;
  return Array.from({ length: count }, (_, index) => dayOf(from + index * DAY_MS));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function conditionOf({ key, type }: FieldDocument, operator: string, value: string | undefined): FieldCondition {
  if (operator === 'empty' || operator === 'filled') return { key, operator };
  const isCompared = COMPARABLE_TYPES.includes(type) || type === 'reference' || type === 'references';
  if (value !== undefined && isCompared) {
    if (NUMBERS.includes(type)) {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) throw refused(`${key} is a number. Found "${value}".`);
      if (isOneOf(operator, NUMBER_OPERATORS)) return { key, operator: NUMBER_OPERATORS[operator], value: number };
    } else if (operator === 'is') {
      return { key, operator: SEVERAL.includes(type) ? 'holds' : 'is', value };
    } else if (operator === 'contains' && TEXTS.includes(type)) {
      return { key, operator, value };
    } else if ((operator === 'gte' || operator === 'lte') && TIMES.includes(type)) {
      if (!TIME.test(value)) throw refused(`${key} is a date. Found "${value}"; write it like 2026-11-27.`);
      return { key, operator, value };
    }
  }
  throw refused(
    `The field ${key} of the type ${type} can't be compared by "${operator}"${value === undefined ? ' without a value' : ''}.`,
  );
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

function refused(message: string) {
  return invalid(['filter'], message);
}
