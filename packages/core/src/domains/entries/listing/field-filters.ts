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

/** The parsed conditions on fields. */
export interface FieldFilters {
  readonly conditions: readonly FieldCondition[];
  /** Entries to which all listed entries refer. */
  readonly mentions: readonly string[];
}

const MOST = 10;
const TEXTS: readonly FieldType[] = ['text', 'textarea', 'slug', 'email', 'url', 'color'];
const NUMBERS: readonly FieldType[] = ['number', 'integer'];
const TIMES: readonly FieldType[] = ['date', 'datetime'];
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
  return {
    conditions: read.map(({ condition }) => condition),
    mentions: read.flatMap(({ field, condition }) =>
      (field.type === 'reference' || field.type === 'references') && 'value' in condition
        ? [String(condition.value)]
        : [],
    ),
  };
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
