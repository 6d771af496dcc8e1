import search from 'approx-string-match';
import type { TextAnchor } from './text-anchor.ts';

/** So many places of the same words are compared. */
const MOST_PLACES = 200;
/** Words of this length are found by themselves; shorter words, which are often repeated, by the text around them. */
const UNIQUE_LENGTH = 24;
/** How much of the text around has to be as it was. */
const ALIKE = 0.5;

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds words again in a text that has changed since: by the words, the text around them, and their position (selectors of
 * https://www.w3.org/TR/annotation-model/#text-quote-selector). Words that were changed a little are found too.
 *
 * @returns null when they're gone
 */
export function findAnchor(text: string, { exact, prefix, suffix, start: was }: TextAnchor): TextRange | null {
  const places = exactPlaces(text, exact);
  const isChanged = places.length === 0;
  if (isChanged && exact.length >= 8) {
    places.push(...search(text, exact, Math.min(32, Math.floor(exact.length / 5))).slice(0, MOST_PLACES));
  }
  let best: (TextRange & { readonly score: number }) | null = null;
  for (const { start, end, errors } of places) {
    const before = likeness(text.slice(Math.max(0, start - prefix.length - 8), start), prefix);
    const after = likeness(text.slice(end, end + suffix.length + 8), suffix);
    const around = prefix + suffix === '' ? 1 : weigh(before, prefix.length, after, suffix.length);
    if (around < ALIKE && (isChanged || exact.length < UNIQUE_LENGTH)) continue;
    const score = around - errors / exact.length - (Math.abs(start - was) / (text.length + was + 1)) * 0.1;
    if (best === null || score > best.score) best = { start, end, score };
  }
  return best && { start: best.start, end: best.end };
}

function exactPlaces(text: string, exact: string): (TextRange & { readonly errors: number })[] {
  const places = [];
  for (let at = text.indexOf(exact); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(exact, at + 1)) {
    places.push({ start: at, end: at + exact.length, errors: 0 });
  }
  return places;
}

/** How much of some words is in a text, from 0 to 1. */
function likeness(text: string, words: string): number {
  if (words === '') return 1;
  const [match] = search(text, words, Math.ceil(words.length * 0.7));
  return match ? 1 - match.errors / words.length : 0;
}

/** Of two sides, the one that is more as it was counts more, unless it's short: a change right beside the words leaves the other. */
function weigh(before: number, beforeLength: number, after: number, afterLength: number): number {
  const both = (before * beforeLength + after * afterLength) / (beforeLength + afterLength);
  const long = [beforeLength >= 8 ? before : 0, afterLength >= 8 ? after : 0];
  return Math.max(...long, both) * 0.6 + both * 0.4;
}
