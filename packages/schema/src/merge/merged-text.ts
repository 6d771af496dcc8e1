import { MergeBudget } from './merge-sequences.ts';
import { mergeTexts } from './merge-texts.ts';
import { settled } from './merging.ts';

/** Two changes of a text of several lines made into one; null where both changed the same words. */
export function mergedText(sides: Readonly<Record<'base' | 'mine' | 'theirs', string>>): string | null {
  const same = settled(sides);
  if (same) return String(same.value);
  const merged = mergeTexts(sides, new MergeBudget());
  return merged && !merged.collide ? merged.mine : null;
}
