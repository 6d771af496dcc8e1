import type { Json, Values } from '../document.ts';
import { isObject } from '../own-value.ts';
import type { MergeBudget } from './merge-sequences.ts';
import type { Sides } from './merging.ts';
import { isSameJson, nameOfJson } from './same-json.ts';

/** Rows in their order, by names that the same row has on all sides. */
type NamedRows = ReadonlyMap<string, Json>;

/** The most comparisons of changed rows that stand in the same place. */
const MAX_COMPARISONS = 10_000;

/**
 * Names the rows of lists in which not every row has a `_key`. A row of a side is the same as one of the base when it has the
 * same `_key`, or else the same content, wherever it went; or else when it's a changed row between the same neighbours that
 * kept a value, or one of as many. Rows that both sides added with the same content are the same row.
 *
 * @returns null for what isn't lists of objects, or takes more than the budget
 */
export function pairRows({ base, mine, theirs }: Sides, budget: MergeBudget): Record<keyof Sides, NamedRows> | null {
  const [before, own, others] = [rowsOf(base), rowsOf(mine), rowsOf(theirs)];
  if (!before || !own || !others) return null;
  const texts = [before, own, others].map((rows) => rows.map(contentOf));
  for (const names of texts) budget.spendOnNames(names);
  const [baseTexts = [], ownTexts = [], othersTexts = []] = texts;
  if (budget.changes === 0) return null;
  const known: Side = { rows: before, texts: baseTexts };
  return {
    base: new Map(before.map((row, at) => [nameOfRow(at), row])),
    mine: named({ rows: own, texts: ownTexts }, known),
    theirs: named({ rows: others, texts: othersTexts }, known),
  };
}

interface Side {
  readonly rows: readonly Values[];
  readonly texts: readonly string[];
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

function named(side: Side, base: Side): NamedRows {
  const matches = Array.from<number | undefined>({ length: side.rows.length });
  const left = new Set(base.rows.keys());
  const match = (at: number, from: number | undefined): void => {
    if (from === undefined || !left.delete(from)) return;
    matches[at] = from;
  };
  const keys = new Map(base.rows.flatMap(({ _key }, at) => (_key === undefined ? [] : [[_key, at]])));
  for (const [at, { _key }] of side.rows.entries()) if (_key !== undefined) match(at, keys.get(_key));
  for (const [at, text] of side.texts.entries()) {
    if (matches[at] === undefined && base.texts[at] === text) match(at, at);
  }
  const places = new Map<string, number[]>();
  for (const from of left) {
    const text = base.texts[from] ?? '';
    places.set(text, [...(places.get(text) ?? []), from]);
  }
  for (const [at, text] of side.texts.entries()) if (matches[at] === undefined) match(at, places.get(text)?.shift());
  for (const [at, from] of changedRows(side, base, matches, left)) match(at, from);
  const names = new Map<string, Json>();
  const added = new Map<string, number>();
  for (const [at, row] of side.rows.entries()) {
    const from = matches[at];
    const text = side.texts[at] ?? '';
    const nth = added.get(text) ?? 0;
    if (from === undefined) added.set(text, nth + 1);
    names.set(from === undefined ? `new ${nth} ${text}` : nameOfRow(from), row);
  }
  return names;
}

/** Pairs of rows, of a side and the base, that stand between the same rows and are most like each other. */
function changedRows(
  side: Side,
  base: Side,
  matches: readonly (number | undefined)[],
  left: ReadonlySet<number>,
): readonly (readonly [at: number, from: number])[] {
  const gaps = new Map<number, { own: number[]; before: number[] }>();
  const gapAfter = (last: number) => {
    const gap = gaps.get(last) ?? { own: [], before: [] };
    gaps.set(last, gap);
    return gap;
  };
  let last = -1;
  for (const at of base.rows.keys()) {
    if (left.has(at)) gapAfter(last).before.push(at);
    else last = at;
  }
  last = -1;
  for (const [at, from] of matches.entries()) {
    if (from === undefined) gapAfter(last).own.push(at);
    else last = from;
  }
  return [...gaps.values()].flatMap(({ own, before }) => {
    if (own.length === before.length) {
      return own.flatMap((at, n) =>
        isOneKind(side.rows[at], base.rows[before[n] ?? -1]) ? [[at, before[n] ?? -1] as const] : [],
      );
    }
    if (own.length * before.length > MAX_COMPARISONS) return [];
    const free = [...before];
    return own.flatMap((at) => {
      const place = free.findIndex((from) => haveCommon(side.rows[at], base.rows[from]));
      // Later rows pair with what comes after it.
      return place < 0
        ? []
        : free
            .splice(0, place + 1)
            .slice(-1)
            .map((from) => [at, from] as const);
    });
  });
}

function isOneKind(one: Values | undefined, other: Values | undefined): boolean {
  return one?._type === other?._type;
}

/** Whether two rows of one kind have a value in common. */
function haveCommon(one: Values | undefined, other: Values | undefined): boolean {
  if (!one || !other || !isOneKind(one, other)) return false;
  return Object.entries(one).some(
    ([key, value]) => key !== '_type' && key !== '_key' && value !== null && isSameJson(value, other[key]),
  );
}
