import { type MergeBudget, type MergedSides, mergeSequences } from './merge-sequences.ts';

/** A text, and what became of it on two sides. */
interface TextSides {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Scripts that don't part words by spaces: each character counts as a word. */
const UNPARTED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const WORD = new RegExp(`\\s*(?:[${UNPARTED}]|[^\\s${UNPARTED}]+)|\\s+`, 'gu');

/** The words of a text, each with the space before it; joined, they're the text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/**
 * Merges texts line by line, and a line that both sides changed word by word. Changes of neighbouring words collide: they
 * hardly make sense together.
 *
 * @returns null when comparing takes more than the budget
 */
export function mergeTexts(sides: TextSides, budget: MergeBudget): MergedSides<string> | null {
  const mergeLines = (base: string, mine: string, theirs: string): MergedSides<string> | null => {
    const words = { base: wordsOf(base), mine: wordsOf(mine), theirs: wordsOf(theirs) };
    return joined(mergeSequences(words, { nameOf: asIs, areApart: false }, budget), '');
  };
  const lines = { base: sides.base.split('\n'), mine: sides.mine.split('\n'), theirs: sides.theirs.split('\n') };
  return joined(mergeSequences(lines, { nameOf: asIs, areApart: true, merge: mergeLines }, budget), '\n');
}

function asIs(item: string): string {
  return item;
}

function joined(merged: MergedSides<readonly string[]> | null, by: string): MergedSides<string> | null {
  return merged && { mine: merged.mine.join(by), theirs: merged.theirs.join(by), collide: merged.collide };
}
