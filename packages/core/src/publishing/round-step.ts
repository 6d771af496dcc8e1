import type { AnswerToKeep } from '../platform/idempotency.store.ts';
import type { Step } from './go-live.ts';
import type { Round } from './round.ts';
import { holdEntries, writeRound } from './round-writes.store.ts';

export function roundStep<Answer>(round: Round, answer: Answer, kept: readonly AnswerToKeep[]): Step<Answer> {
  const content = round.snapshotContent();
  return {
    project: round.project,
    keepsWritesOff: false,
    next: content.changes.length > 0 ? content : null,
    shows: round.shownAssets(),
    answer: () => ({ answer, kept }),
    hold: (tx) => holdEntries(tx, round),
    write: (tx, snapshot) => writeRound(tx, round, snapshot),
  };
}
