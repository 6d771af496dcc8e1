import type { FieldDocument } from '@stele/schema';
import { holds, type Merged, merge, type Values } from '@/values/values.ts';
import type { JournalRecord } from './journal.ts';

/** Merges the unsaved values of an earlier session with the values saved now. */
export function mergeRecord(fields: readonly FieldDocument[], left: JournalRecord, now: Values): Merged {
  const { asked, sent } = left;
  // The server may have what was sent, though no answer came.
  const base = sent && holds(fields, now, left.base, sent) ? sent : left.base;
  // The values that mine were to be merged with, and the changes that others saved since.
  const theirs = asked ? merge(fields, asked.saved, asked.theirs, now, ({ mine }) => mine).values : now;
  return merge(fields, base, left.values, theirs);
}
