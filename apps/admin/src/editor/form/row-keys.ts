import { isSameJson, type Json } from '@stele/schema';
import { childOf } from './paths.ts';

/** Rows of a list and the keys by which the screen knows them. */
export interface Rows {
  readonly items: readonly Json[];
  readonly keys: readonly string[];
}

const NO_ROWS: Rows = { items: [], keys: [] };

let made = 0;

/** A key that no other row has. */
export function newRowKey(): string {
  made += 1;
  return `row-${made}`;
}

/**
 * Keys for rows that may have changed in any way. Blocks are known by their `_key`. Other rows with an equal value keep their
 * keys wherever they went; remaining rows keep the key of their position. The array stays the same while no key changes.
 */
export function keysFor(before: Rows = NO_ROWS, items: readonly Json[]): readonly string[] {
  if (items.length === before.items.length && items.every((item, index) => item === before.items[index])) {
    return before.keys;
  }
  const keys = Array.from<string | undefined>({ length: items.length });
  const left = new Set(before.keys.keys());
  const take = (index: number, from: number): void => {
    keys[index] = before.keys[from];
    left.delete(from);
  };
  // Most edits change one row in its place.
  for (const [index, item] of items.entries()) if (left.has(index) && before.items[index] === item) take(index, index);
  for (const [index, item] of items.entries()) {
    if (keys[index] !== undefined) continue;
    const name = childOf(item, '_key');
    const from = [...left].find((at) => {
      const one = before.items[at];
      return name === undefined ? isSameJson(one, item) : childOf(one, '_key') === name;
    });
    if (from !== undefined) take(index, from);
  }
  for (const [index, item] of items.entries()) {
    if (keys[index] === undefined && childOf(item, '_key') === undefined && left.has(index)) take(index, index);
  }
  const all = keys.map((key) => key ?? newRowKey());
  return all.length === before.keys.length && all.every((key, index) => key === before.keys[index]) ? before.keys : all;
}
