import { RE2JS } from 're2js';
import type { MatchPattern } from './checker.ts';

const compiled = new Map<string, RE2JS>();

/** Whether a text matches a pattern in RE2's syntax, in linear time. */
export const matchPattern: MatchPattern = (pattern, text) => {
  let found = compiled.get(pattern);
  if (!found) {
    found = RE2JS.compile(pattern);
    if (compiled.size >= 1000) compiled.clear();
    compiled.set(pattern, found);
  }
  return found.matches(text);
};
