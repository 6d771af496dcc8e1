import { RE2JS } from 're2js';
import type { MatchPattern } from '../checker.ts';
import { MOST_PARTS, patternSize } from './pattern-size.ts';

/** How many steps one check may take for all its patterns: parts × characters. They take at most about 100 ms. */
const MOST_STEPS = 1_000_000;

/** A compiled pattern with its size; null for one that is too large: a schema may have it from before that was refused. */
const compiled = new Map<string, { readonly size: number; readonly program: RE2JS } | null>();

/**
 * Matches texts with patterns in RE2's syntax, for one check. A match takes as many steps as the pattern has parts, for each
 * character: what would take a check too many isn't matched.
 */
export function startMatching(): MatchPattern {
  let left = MOST_STEPS;
  return (pattern, text) => {
    const known = compile(pattern);
    if (known === null) return null;
    left -= known.size * (text.length + 1);
    return left < 0 ? null : known.program.matches(text);
  };
}

function compile(pattern: string) {
  let found = compiled.get(pattern);
  if (found === undefined) {
    const size = patternSize(pattern);
    const program = size > MOST_PARTS ? null : RE2JS.compile(pattern);
    // Most patterns have fewer parts than their text could have.
    found = program && { size: Math.min(size, program.programSize()), program };
    if (compiled.size >= 1000) compiled.clear();
    compiled.set(pattern, found);
  }
  return found;
}
