import type { ChangeOf } from './change.ts';
import type { Interpretation } from './interpretation.ts';

/** Puts the pages of entries where the schema says. It plans nothing itself: all that changes follows from where pages belong. */
export function interpretRepath({ entry_ids: entryIds }: ChangeOf<'repath'>): Interpretation {
  const plan = async () => ({ plans: new Map(), refused: new Map(), warnings: [] });
  return { reason: 'path', readsAlone: true, read: async () => ({ entryIds, plan }) };
}
