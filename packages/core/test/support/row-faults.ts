import type { Columns } from '../../src/platform/database/row.ts';
import type { Returned } from '../../src/platform/database/sql.ts';

/** In what rows differ from the columns that a statement names. Where no types are reported, only values show it. */
export function rowFaults(columns: Columns, { rows, fields }: Returned): string[] {
  const returned = fields ? fields.map(({ name }) => name) : Object.keys(rows[0] ?? columns);
  const unnamed = returned
    .filter((name) => !Object.hasOwn(columns, name))
    .map((name) => `${name}: returned, not named`);
  const others = Object.entries(columns).flatMap(([name, { oids, isNullable, holds }]) => {
    if (!returned.includes(name)) return [`${name}: named, not returned`];
    const oid = fields?.find((field) => field.name === name)?.dataTypeID;
    if (oid !== undefined && !oids.includes(oid)) return [`${name}: of type ${oid}, not ${oids.join(' or ')}`];
    const value = rows.map((row) => row[name]).find((one) => (one === null ? !isNullable : !holds(one)));
    return value === undefined ? [] : [`${name}: holds ${value === null ? 'null' : `${typeof value} ${value}`}`];
  });
  return [...unnamed, ...others];
}
