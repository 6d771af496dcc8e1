import { folded } from '@stele/schema';
import type { RowKind } from '@/values/row-kinds.ts';

/** The kinds of blocks that have each of the words in label, help or key; first those whose labels have them all. */
export function foundKinds(kinds: readonly RowKind[], text: string): readonly RowKind[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const has = (...places: readonly (string | null | undefined)[]): boolean => {
    const place = folded(places.filter(Boolean).join(' '));
    return words.every((word) => place.includes(word));
  };
  const found = kinds.filter(({ type, label, help }) => has(label, help, type));
  const named = found.filter(({ label }) => has(label));
  return [...named, ...found.filter((kind) => !named.includes(kind))];
}
