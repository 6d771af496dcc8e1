import type { Json, Values } from '../document.ts';
import { nameOfJson } from './same-json.ts';

/** The least that a changed row has in common with what it was: half of a text. */
const LEAST_LIKENESS = 0.5;
/** The weight of equal numbers: many rows have a 0 or 1. */
const NUMBER_WEIGHT = 0.25;

/** The parts of a row that are compared with others. */
interface Parts {
  readonly kind: Json | undefined;
  readonly hasKey: boolean;
  /** Numbers, and texts of all else. */
  readonly values: ReadonlyMap<string, number | string>;
}

function partsOf({ _type, _key, ...values }: Values): Parts {
  const compared = Object.entries(values).flatMap(([key, value]): [string, number | string][] => {
    if (typeof value === 'number' || typeof value === 'string') return [[key, value]];
    // Many rows have the same truth value, or none.
    return typeof value === 'object' && value !== null ? [[key, nameOfJson(value)]] : [];
  });
  return { kind: _type, hasKey: _key !== undefined, values: new Map(compared) };
}

/** The pairs of rows that are more like each other than like any other row, by their places. */
export function mostAlike(
  own: readonly Values[],
  before: readonly Values[],
): readonly (readonly [own: number, before: number])[] {
  const parts = before.map(partsOf);
  const alike = own.map(partsOf).map((one) => parts.map((other) => likeness(one, other)));
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
