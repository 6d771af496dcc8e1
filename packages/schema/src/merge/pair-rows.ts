import type { Json, Values } from '../document.ts';
import { isObject } from '../own-value.ts';
import type { MergeBudget } from './merge-sequences.ts';
import type { Sides } from './merging.ts';
import { nameOfRow, RowOrigins } from './row-origins.ts';
import { nameOfJson } from './same-json.ts';

/** Rows in their order, by names that the same row has on all sides. */
type NamedRows = ReadonlyMap<string, Json>;

/**
 * Names the rows of lists in which not every row has a `_key`. A row of a side is the same as one of the base when it has the
 * same `_key`, or else the same content, wherever it went; or else when it's a changed row that is more like that one
 * than any other is. Rows that both sides added with the same content behind the same row are the same row.
 *
 * @returns null for what isn't lists of objects, takes more than the budget, or can't be told apart: when both sides have other
 * rows instead of one, each may be what became of it
 */
export function pairRows({ base, mine, theirs }: Sides, budget: MergeBudget): Record<keyof Sides, NamedRows> | null {
  const [before, ownRows, othersRows] = [rowsOf(base), rowsOf(mine), rowsOf(theirs)];
  if (!before || !ownRows || !othersRows) return null;
  const own = RowOrigins.find(ownRows, before, budget);
  const others = own && RowOrigins.find(othersRows, before, budget);
  if (!own || !others || areUnclear(own, others, before.length)) return null;
  const named = new Map(namesIn(own));
  return {
    base: new Map(before.map((row, at) => [nameOfRow(at), row])),
    mine: named,
    theirs: withKeysOf(named, namesIn(others)),
  };
}

function rowsOf(value: Json | undefined): readonly Values[] | null {
  const rows = value ?? [];
  return Array.isArray(rows) && rows.every(isObject) ? (rows as readonly Values[]) : null;
}

/** Whether a row of the base is on neither side, and both have others instead of it that aren't the same. */
function areUnclear(own: RowOrigins, others: RowOrigins, length: number): boolean {
  const found = new Set([...own.origins, ...others.origins].filter((from) => from !== undefined));
  if (found.size === length) return false;
  const [mine, theirs] = [own.added, others.added];
  return mine.length > 0 && theirs.length > 0 && nameOfJson(mine) !== nameOfJson(theirs);
}

function namesIn({ rows, texts, origins }: RowOrigins): readonly (readonly [name: string, row: Values])[] {
  const added = new Map<string, number>();
  let last = -1;
  return rows.map((row, at) => {
    const from = origins[at];
    if (from !== undefined) {
      last = from;
      return [nameOfRow(from), row];
    }
    const name = `behind ${last} ${texts[at]}`;
    const nth = added.get(name) ?? 0;
    added.set(name, nth + 1);
    return [`${nth} ${name}`, row];
  });
}

/** Rows without a question about keys: where both sides gave a row one, it has mine. */
function withKeysOf(
  mine: ReadonlyMap<string, Values>,
  theirs: readonly (readonly [name: string, row: Values])[],
): NamedRows {
  return new Map(
    theirs.map(([name, row]) => {
      const key = mine.get(name)?._key;
      return [name, key === undefined || row._key === undefined ? row : { ...row, _key: key }];
    }),
  );
}
