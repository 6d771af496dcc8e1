import type { AnswerToKeep } from '../platform/idempotency.store.ts';
import type { Step } from './go-live.ts';
import { returningDrafts } from './returning-drafts.ts';
import type { Round } from './round.ts';
import { holdEntries, writeRound } from './round-writes.store.ts';

export async function roundStep<Answer>(
  round: Round,
  answer: Answer,
  kept: readonly AnswerToKeep[],
): Promise<Step<Answer>> {
  // Takes breaks, which no transaction should wait for.
  const returning = await returningDrafts(round);
  const content = round.snapshotContent();
  return {
    project: round.project,
    keepsWritesOff: false,
    next: content.changes.length > 0 ? content : null,
    shows: round.shownAssets(),
    answer: () => ({ answer, kept }),
    hold: (tx) => holdEntries(tx, round),
    write: (tx, snapshot) => writeRound(tx, round, returning, snapshot),
  };
}
