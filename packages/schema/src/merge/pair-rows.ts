import type { Json, Values } from '../document.ts';
import { isObject } from '../own-value.ts';
import { changesBetween, type MergeBudget } from './merge-sequences.ts';
import type { Sides } from './merging.ts';
import { nameOfJson } from './same-json.ts';

/** Rows in their order, by names that the same row has on all sides. */
type NamedRows = ReadonlyMap<string, Json>;

/** The least that a changed row has in common with what it was: half of a text. */
const LEAST_LIKENESS = 0.5;
/** What the same number counts for: many rows have a 0 or 1. */
const NUMBER_WEIGHT = 0.25;

/** Rows of a side, and the row of the base that each one is; undefined for one that the side added. */
interface Paired {
  readonly rows: readonly Values[];
  readonly texts: readonly string[];
  readonly origins: readonly (number | undefined)[];
}

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
  const own = paired(ownRows, before, budget);
  const others = own && paired(othersRows, before, budget);
  if (!own || !others || areUnclear(own, others, before.length)) return null;
  const named = { mine: namesIn(own), theirs: namesIn(others) };
  return {
    base: new Map(before.map((row, at) => [nameOfRow(at), row])),
    mine: new Map(named.mine.map(([name, row]) => [name, row])),
    theirs: withKeysOf(new Map(named.mine), named.theirs),
  };
}

function rowsOf(value: Json | undefined): readonly Values[] | null {
  const rows = value ?? [];
  return Array.isArray(rows) && rows.every(isObject) ? (rows as readonly Values[]) : null;
}

/** What a row says, apart from its `_key`. */
function contentOf({ _key, ...content }: Values): string {
  return nameOfJson(content);
}

function nameOfRow(at: number): string {
  return `row ${at}`;
}

/** Finds the rows of the base in those of a side; null when that takes more than the budget. */
function paired(rows: readonly Values[], base: readonly Values[], budget: MergeBudget): Paired | null {
  const [texts, baseTexts] = [rows.map(contentOf), base.map(contentOf)];
  const origins = Array.from<number | undefined>({ length: rows.length });
  const left = new Set(base.keys());
  const pair = (at: number, from: number | undefined): void => {
    if (from !== undefined && origins[at] === undefined && left.delete(from)) origins[at] = from;
  };
  const keys = new Map(base.flatMap(({ _key }, at) => (_key === undefined ? [] : [[_key, at]])));
  for (const [at, { _key }] of rows.entries()) if (_key !== undefined) pair(at, keys.get(_key));
  // What stayed where it was, and then what went elsewhere.
  const known = new Set(origins);
  const changes = changesBetween(
    baseTexts.map((text, from) => (known.has(from) ? nameOfRow(from) : text)),
    texts.map((text, at) => (origins[at] === undefined ? text : nameOfRow(origins[at]))),
    { nameOf: (name) => name },
    budget,
  );
  if (!changes) return null;
  let [from, at] = [0, 0];
  for (const change of [...changes, { from: base.length, to: base.length, items: [] }]) {
    while (from < change.from) pair(at++, from++);
    from = change.to;
    at += change.items.length;
  }
  const moved = new Map<string, number[]>();
  for (const origin of [...left].reverse()) {
    const text = baseTexts[origin] ?? '';
    const same = moved.get(text);
    if (same) same.push(origin);
    else moved.set(text, [origin]);
  }
  for (const [place, text] of texts.entries()) if (origins[place] === undefined) pair(place, moved.get(text)?.pop());
  const own = [...rows.keys()].filter((place) => origins[place] === undefined);
  const before = [...left];
  budget.spendOnPairs(
    own.map((place) => texts[place] ?? ''),
    before.map((place) => baseTexts[place] ?? ''),
  );
  if (budget.changes === 0) return null;
  const [ownParts, baseParts] = [own.map((place) => partsOf(rows[place])), before.map((place) => partsOf(base[place]))];
  for (const [n, m] of mostAlike(ownParts, baseParts)) pair(own[n] ?? 0, before[m]);
  return { rows, texts, origins };
}

/** What of a row is compared with others. */
interface Parts {
  readonly kind: Json | undefined;
  readonly hasKey: boolean;
  /** Numbers, and texts of all else. */
  readonly values: ReadonlyMap<string, number | string>;
}

function partsOf({ _type, _key, ...values }: Values = {}): Parts {
  const compared = Object.entries(values).flatMap(([key, value]): [string, number | string][] => {
    if (typeof value === 'number' || typeof value === 'string') return [[key, value]];
    // Many rows have the same truth value, or none.
    return typeof value === 'object' && value !== null ? [[key, nameOfJson(value)]] : [];
  });
  return { kind: _type, hasKey: _key !== undefined, values: new Map(compared) };
}

/** The pairs of rows that are more like each other than like any other row. */
function mostAlike(
  own: readonly Parts[],
  before: readonly Parts[],
): readonly (readonly [own: number, before: number])[] {
  const alike = own.map((one) => before.map((other) => likeness(one, other)));
  const others = before.map((_, m) => bestOf(alike.map((row) => row[m] ?? 0)));
  return own.flatMap((_, n) => {
    const m = bestOf(alike[n] ?? []);
    return m !== null && others[m] === n ? [[n, m] as const] : [];
  });
}

/** Where the greatest of some numbers is; null when it's too small, or there more than once. */
function bestOf(likenesses: readonly number[]): number | null {
  const most = Math.max(...likenesses);
  const place = likenesses.indexOf(most);
  return most >= LEAST_LIKENESS && likenesses.lastIndexOf(most) === place ? place : null;
}

/** How many values two rows of one kind have in common. Texts that begin and end alike count in part, numbers little. */
function likeness(one: Parts, other: Parts): number {
  // The same keys were found before.
  if (one.kind !== other.kind || (one.hasKey && other.hasKey)) return 0;
  let sum = 0;
  for (const [key, value] of one.values) {
    const second = other.values.get(key);
    if (typeof value === 'string' && typeof second === 'string') sum += commonEnds(value, second);
    else if (value === second) sum += NUMBER_WEIGHT;
  }
  return sum;
}

/** Which part of two texts is the same at their beginnings and ends; 0 for texts without any. */
function commonEnds(one: string, other: string): number {
  const [short, long] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  let start = 0;
  while (start < short && one[start] === other[start]) start++;
  let end = 0;
  while (start + end < short && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return long === 0 ? 0 : (start + end) / long;
}

/** Whether a row of the base is on neither side, and both have others instead of it that aren't the same. */
function areUnclear(own: Paired, others: Paired, length: number): boolean {
  const found = new Set([...own.origins, ...others.origins].filter((from) => from !== undefined));
  if (found.size === length) return false;
  const added = ({ texts, origins }: Paired) => texts.filter((_, at) => origins[at] === undefined);
  const [mine, theirs] = [added(own), added(others)];
  return mine.length > 0 && theirs.length > 0 && nameOfJson(mine) !== nameOfJson(theirs);
}

function namesIn({ rows, texts, origins }: Paired): readonly (readonly [name: string, row: Values])[] {
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
