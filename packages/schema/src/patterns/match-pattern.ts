import { RE2JS } from 're2js';
import type { MatchPattern } from '../checker.ts';
import { MOST_INSTRUCTIONS, patternSize } from './pattern-size.ts';

/** How many steps one check may take for all its patterns: instructions × characters. They take at most about 100 ms. */
const MOST_STEPS = 1_000_000;
/** What a pattern costs that is used for the first time, in steps for each instruction. */
const STEPS_TO_COMPILE = 100;

interface Known {
  readonly size: number;
  /** Null for one that is too large: a schema may have it from before that was refused. */
  readonly program: RE2JS | null;
}

const compiled = new Map<string, Known>();

/**
 * Matches texts with patterns in RE2's syntax, for one check. A match takes as many steps as the pattern has instructions, for
 * each character: what would take a check too many isn't matched.
 */
export function startMatching(): MatchPattern {
  let left = MOST_STEPS;
  return (pattern, text) => {
    let known = compiled.get(pattern);
    if (!known) {
      const size = patternSize(pattern);
      left -= size * STEPS_TO_COMPILE;
      if (left < 0) return null;
      known = { size, program: size > MOST_INSTRUCTIONS ? null : RE2JS.compile(pattern) };
      if (compiled.size >= 1000) compiled.clear();
      compiled.set(pattern, known);
    }
    left -= known.size * (text.length + 1);
    return left < 0 || !known.program ? null : known.program.matches(text);
  };
}
