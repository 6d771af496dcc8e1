import type { Journal, JournalRecord } from './journal.ts';

/** Writes a journal in the background: one write at a time, each with the newest that there is. A write that fails is let go. */
export class JournalWriter {
  readonly #journal: Journal;
  readonly #record: () => JournalRecord;
  #last: Promise<void> = Promise.resolve();
  #isDue = false;

  /** @param record makes what is to be kept, when it's written */
  constructor(journal: Journal, record: () => JournalRecord) {
    this.#journal = journal;
    this.#record = record;
  }

  write(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#then(() => {
      this.#isDue = false;
      return this.#journal.write(this.#record());
    });
  }

  /** Writes before it returns: the page may end. */
  writeAtOnce(): void {
    this.#journal.writeAtOnce(this.#record());
  }

  clear(): void {
    this.#then(() => this.#journal.clear());
  }

  /** Resolves once all is written that was to be written by now. */
  written(): Promise<void> {
    return this.#last;
  }

  #then(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch(() => undefined);
  }
}
