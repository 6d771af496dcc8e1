import type { Connection } from '../platform/database/sql.ts';
import type { AnswerToKeep } from '../platform/idempotency.store.ts';
import type { Step } from './go-live.ts';
import type { Snapshot } from './going-live.store.ts';
import type { Round } from './round.ts';
import { holdEntries, writeRound } from './round-writes.store.ts';

/** A round's way through the driver. */
export class RoundStep<Answer> implements Step<Answer> {
  readonly keepsWritesOff = false;
  readonly #round: Round;
  readonly #answer: Answer;
  readonly #kept: readonly AnswerToKeep[];

  constructor(round: Round, answer: Answer, kept: readonly AnswerToKeep[]) {
    this.#round = round;
    this.#answer = answer;
    this.#kept = kept;
  }

  get project() {
    return this.#round.project;
  }

  get next() {
    const content = this.#round.snapshotContent();
    return content.changes.length > 0 ? content : null;
  }

  get shows() {
    return this.#round.shownAssets();
  }

  answer() {
    return { answer: this.#answer, kept: this.#kept };
  }

  hold(tx: Connection): Promise<void> {
    return holdEntries(tx, this.#round);
  }

  write(tx: Connection, snapshot: Snapshot | null): Promise<void> {
    return writeRound(tx, this.#round, snapshot);
  }
}
