/**
 * A column that a statement returns: the type of its values here, and of PostgreSQL there. Tests compare each with what
 * PostgreSQL reports.
 */
export interface Column<Value> {
  /** OIDs of the types that PostgreSQL may report. */
  readonly oids: readonly number[];
  /** OIDs of the arrays of these types. */
  readonly arrayOids: readonly number[];
  readonly isNullable: boolean;
  /** Whether a value other than null is one of these. */
  readonly holds: (value: unknown) => boolean;
  /** Never set: only the compiler reads its type. */
  readonly value?: Value;
}

/** The columns that a statement returns, by their names. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row with these columns. */
export type RowOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never;
};

/** @param oids pairs of a type's OID and the OID of its array */
function column<Value>(oids: Readonly<Record<number, number>>, holds: Column<Value>['holds']): Column<Value> {
  return { oids: Object.keys(oids).map(Number), arrayOids: Object.values(oids), isNullable: false, holds };
}

const isString = (value: unknown): boolean => typeof value === 'string';

const TEXTS = { 25: 1009, 1043: 1015, 19: 1003 };

/** `text`, `varchar` or `name`. */
export const text = column<string>(TEXTS, isString);

/** A text that is one of a few. That it's one of them is a promise. */
export function oneOf<Value extends string>(): Column<Value> {
  return column(TEXTS, isString);
}

/** `integer` or `smallint`. */
export const int = column<number>({ 23: 1007, 21: 1005 }, Number.isInteger);

/** `bigint` or `numeric`, as text, since a number could not hold each of them. */
export const bigint = column<string>({ 20: 1016, 1700: 1231 }, isString);

/** `double precision` or `real`. */
export const float = column<number>({ 701: 1022, 700: 1021 }, (value) => typeof value === 'number');

/** `boolean`. */
export const bool = column<boolean>({ 16: 1000 }, (value) => typeof value === 'boolean');

/** `timestamp with time zone`. */
export const timestamp = column<Date>({ 1184: 1185 }, (value) => value instanceof Date);

/** `json` or `jsonb`, parsed. The caller vouches for the type of its content. */
export function json<Value>(): Column<Value> {
  return column({ 114: 199, 3802: 3807 }, (value) => value !== undefined);
}

/** An array. */
export function list<Value>(of: Column<Value>): Column<Value[]> {
  const holds = (one: unknown): boolean => (one === null ? of.isNullable : of.holds(one));
  return {
    oids: of.arrayOids,
    arrayOids: of.arrayOids,
    isNullable: false,
    holds: (value) => Array.isArray(value) && value.every(holds),
  };
}

/** A column that may be null. */
export function nullable<Value>(of: Column<Value>): Column<Value | null> {
  return { ...of, isNullable: true };
}
