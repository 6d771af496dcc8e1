import type { Json } from '../document.ts';
import type { Sides, ValueLocation } from './merging.ts';
import { isSameJson } from './same-json.ts';

/** The rules for the rows of a list. */
interface RowRules {
  /** Where a row is. */
  placeOf(list: ValueLocation, row: Json | undefined): ValueLocation;
  /** Merges a row that both sides have. */
  merge(place: ValueLocation, sides: Sides): Json | undefined;
  /** Decides what becomes of a row that one side removed and the other changed. */
  collide(place: ValueLocation, sides: Sides): Json | undefined;
}

/** Rows by their names; null when not every row has a name of its own. @param nameOf undefined for a row without one */
export function rowsByName(
  value: Json | undefined,
  nameOf: (row: Json) => Json | undefined,
): ReadonlyMap<string, Json> | null {
  if (value !== undefined && value !== null && !Array.isArray(value)) return null;
  const rows = (value ?? []) as readonly Json[];
  const named = new Map<string, Json>();
  for (const row of rows) {
    const name = nameOf(row);
    if (typeof name !== 'string') return null;
    named.set(name, row);
  }
  return named.size === rows.length ? named : null;
}

/**
 * Merges lists whose rows have names: content, additions, removals and order. A row that one side removed and the other
 * changed is asked for. Of a row that both sides moved, the place is mine.
 */
export function mergeRows(
  place: ValueLocation,
  { base, mine, theirs }: Readonly<Record<keyof Sides, ReadonlyMap<string, Json>>>,
  rules: RowRules,
): Json[] {
  const merged = new Map<string, Json>();
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const sides = { base: base.get(name), mine: mine.get(name), theirs: theirs.get(name) };
    const row = mergedRow({ ...place, path: [...place.path, name] }, sides, rules);
    if (row !== undefined) merged.set(name, row);
  }
  const names = orderOf([...base.keys()], [...mine.keys()], [...theirs.keys()]);
  return names.flatMap((name) => merged.get(name) ?? []);
}

function mergedRow(list: ValueLocation, sides: Sides, rules: RowRules): Json | undefined {
  const { base, mine, theirs } = sides;
  const left = mine ?? theirs;
  const place = rules.placeOf(list, left);
  if (mine !== undefined && theirs !== undefined) return rules.merge(place, sides);
  // Added by one side; or removed by one, and left alone by the other.
  if (base === undefined) return left;
  return isSameJson(left, base) ? undefined : rules.collide(place, sides);
}

/** The order of all rows: theirs, with those that are new or moved on my side after the row that they follow there. */
function orderOf(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const moved = movedIn(base, mine);
  const known = new Set(theirs);
  const followers = new Map<string | undefined, string>();
  const isPlaced = new Set<string>();
  for (const [at, name] of mine.entries()) {
    if (known.has(name) && !moved.has(name)) continue;
    followers.set(mine[at - 1], name);
    isPlaced.add(name);
  }
  const order: string[] = [];
  const place = (first: string | undefined): void => {
    for (let name = first; name !== undefined; name = followers.get(name)) order.push(name);
  };
  place(followers.get(undefined));
  for (const name of theirs) if (!isPlaced.has(name)) place(name);
  return order;
}

/** The rows that a side moved: those outside the longest run of rows that kept their order. */
function movedIn(base: readonly string[], side: readonly string[]): ReadonlySet<string> {
  const places = new Map(base.map((name, at) => [name, at]));
  const kept = side.filter((name) => places.has(name));
  // Patience sorting: for each length of such a run, the row with the earliest place that ends one.
  const ends: string[] = [];
  const before = new Map<string, string | undefined>();
  for (const name of kept) {
    const at = firstFrom(ends, (end) => (places.get(end) ?? 0) >= (places.get(name) ?? 0));
    before.set(name, ends[at - 1]);
    ends[at] = name;
  }
  const moved = new Set(kept);
  for (let name = ends.at(-1); name !== undefined; name = before.get(name)) moved.delete(name);
  return moved;
}

/** Where a sorted list begins to hold something; its length when it never does. */
function firstFrom(sorted: readonly string[], holds: (name: string) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(sorted[middle] ?? '')) to = middle;
    else from = middle + 1;
  }
  return from;
}
