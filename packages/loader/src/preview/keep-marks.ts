import { isRecord, marksAtEnd } from '@stele/schema';

/** Typed values with the marks that texts at the same places had, so that a click still finds their fields. */
export function withMarksOf<Values>(typed: Values, shown: unknown): Values;
export function withMarksOf(typed: unknown, shown: unknown): unknown {
  if (typeof typed === 'string') return typeof shown === 'string' ? typed + marksAtEnd(shown) : typed;
  if (Array.isArray(typed)) {
    const before: readonly unknown[] = Array.isArray(shown) ? shown : [];
    return typed.map((item, index) => withMarksOf(item, before[index]));
  }
  if (!isRecord(typed)) return typed;
  const before = isRecord(shown) ? shown : {};
  return Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, withMarksOf(value, before[key])]));
}
