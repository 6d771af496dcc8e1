import { isSameJson, type Json } from '@stele/schema';
import { diffArrays } from 'diff';

/** A changed row of a list, or a run of unchanged rows. Indexes count from 0, in the list that holds the row. */
export type RowChange =
  | { readonly kind: 'same'; readonly count: number; readonly at: number }
  | { readonly kind: 'added'; readonly after: Json; readonly at: number }
  | { readonly kind: 'removed'; readonly before: Json; readonly at: number }
  | { readonly kind: 'changed'; readonly before: Json; readonly after: Json; readonly at: number }
  | { readonly kind: 'moved'; readonly after: Json; readonly from: number; readonly at: number };

interface IndexedRow {
  readonly item: Json;
  readonly at: number;
}

/**
 * Compares two versions of a list. Blocks are matched by `_key`, other rows by their whole value; a removed row beside a
 * similar added row counts as changed.
 */
export function rowChanges(before: readonly Json[], after: readonly Json[]): readonly RowChange[] {
  const old = before.map((item, at): IndexedRow => ({ item, at }));
  const now = after.map((item, at): IndexedRow => ({ item, at }));
  const parts = diffArrays(old, now, { comparator: (a, b) => isSameRow(a.item, b.item) });
  const changes: RowChange[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const part of parts) {
    const count = part.value.length;
    if (part.removed) {
      for (const { item, at } of old.slice(oldAt, oldAt + count)) changes.push({ kind: 'removed', before: item, at });
      oldAt += count;
    } else if (part.added) {
      for (const { item, at } of now.slice(nowAt, nowAt + count)) changes.push({ kind: 'added', after: item, at });
      nowAt += count;
    } else {
      for (let step = 0; step < count; step++) {
        const [a, b] = [old[oldAt + step], now[nowAt + step]];
        if (!a || !b) continue;
        if (isSameJson(a.item, b.item)) changes.push({ kind: 'same', count: 1, at: b.at });
        else changes.push({ kind: 'changed', before: a.item, after: b.item, at: b.at });
      }
      oldAt += count;
      nowAt += count;
    }
  }
  return joined(paired(changes));
}

function isSameRow(a: Json, b: Json): boolean {
  const [one, other] = [keyOf(a), keyOf(b)];
  return one !== null || other !== null ? one === other : isSameJson(a, b);
}

function keyOf(item: Json): string | null {
  if (!item || typeof item !== 'object' || Array.isArray(item)) return null;
  const { _key: key } = item as { _key?: Json };
  return typeof key === 'string' ? key : null;
}

/** Pairs removed with added rows: the same row has moved, similar neighbours have changed. */
function paired(changes: readonly RowChange[]): RowChange[] {
  const left = [...changes];
  const result: RowChange[] = [];
  while (left.length > 0) {
    const change = left.shift();
    if (!change) break;
    if (change.kind !== 'removed') {
      const from = change.kind === 'added' ? left.findIndex((one) => isMove(one, change)) : -1;
      const origin = from < 0 ? null : left.splice(from, 1)[0];
      if (change.kind === 'added' && origin?.kind === 'removed') {
        result.push({ kind: 'moved', after: change.after, from: origin.at, at: change.at });
      } else result.push(change);
      continue;
    }
    const to = left.findIndex((one) => one.kind === 'added' && isSameRow(one.after, change.before));
    const moved = to < 0 ? null : left.splice(to, 1)[0];
    if (moved?.kind === 'added') {
      result.push({ kind: 'moved', after: moved.after, from: change.at, at: moved.at });
      continue;
    }
    const next = left.findIndex((one) => one.kind !== 'removed');
    const beside = next < 0 ? null : left[next];
    if (beside?.kind === 'added' && isAlike(change.before, beside.after)) {
      left.splice(next, 1);
      result.push({ kind: 'changed', before: change.before, after: beside.after, at: beside.at });
    } else result.push(change);
  }
  return result;
}

function isMove(one: RowChange, added: RowChange): boolean {
  return one.kind === 'removed' && added.kind === 'added' && isSameRow(one.before, added.after);
}

function isAlike(a: Json, b: Json): boolean {
  return typeOf(a) === typeOf(b) && keyOf(a) === null && keyOf(b) === null;
}

function typeOf(item: Json): string {
  if (!item || typeof item !== 'object' || Array.isArray(item)) return typeof item;
  return String((item as { _type?: Json })._type ?? 'object');
}

function joined(changes: readonly RowChange[]): RowChange[] {
  const result: RowChange[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    if (change.kind === 'same' && last?.kind === 'same') {
      result[result.length - 1] = { ...last, count: last.count + change.count };
    } else result.push(change);
  }
  return result;
}
