import type { ZodObject, z } from 'zod';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Field<Row, Name extends string> = Name extends keyof Row
  ? Row[Name]
  : Camel<Name> extends keyof Row
    ? Row[Camel<Name>]
    : unknown;
type Json<Value> = Value extends Date ? string : Value;

/** Names of the view's fields that a row has in the same form. */
type Taken<View, Row> = {
  [Name in keyof View & string]: Json<Field<Row, Name>> extends View[Name] ? Name : never;
}[keyof View & string];

/**
 * A row as an API response shows it: only the fields of a schema. In the row, they have the same name or its camel case; times
 * become ISO 8601 strings.
 *
 * @param rest the fields that the row doesn't have in this form
 */
export function viewOf<Schema extends ZodObject, Row extends object>(
  { shape }: Schema,
  row: Row,
  rest: Omit<z.infer<Schema>, Taken<z.infer<Schema>, Row>> & Partial<z.infer<Schema>>,
): z.infer<Schema> {
  const values = new Map<string, unknown>(Object.entries(row));
  const own = Object.keys(shape).map((name) => {
    const value = values.has(name) ? values.get(name) : values.get(camel(name));
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return { ...Object.fromEntries(own), ...rest } as z.infer<Schema>;
}

function camel(name: string): string {
  return name.replace(/_(.)/g, (_whole, letter: string) => letter.toUpperCase());
}
