import type { PGlite } from '@electric-sql/pglite';

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const QUERY = 'Q'.charCodeAt(0);
const COPY_REFUSED = Buffer.from('f\0\0\0\x10unavailable\0', 'latin1');

/**
 * PGlite's one session, lent to one client at a time. Whoever gets it finds it as new: no open transaction, no prepared
 * statements, no settings or temporary tables of the client before.
 */
export class PGliteSession {
  readonly #pglite: PGlite;
  #lastReturned: Promise<void> = Promise.resolve();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  /** Resolves when everybody who asked earlier has given the session back. */
  async borrow(): Promise<BorrowedSession> {
    const before = this.#lastReturned;
    const { promise, resolve } = withResolver();
    this.#lastReturned = promise;
    await before;
    return new BorrowedSession(this.#pglite, resolve);
  }
}

/** The session in the hands of the one client that may use it now. */
export class BorrowedSession {
  readonly #pglite: PGlite;
  readonly #handOver: () => void;
  #returned: Promise<void> | undefined;

  constructor(pglite: PGlite, handOver: () => void) {
    this.#pglite = pglite;
    this.#handOver = handOver;
  }

  /**
   * Gives the server complete messages of the frontend protocol and passes on what it answers.
   * @throws when the server itself failed; a failed statement is an answer like any other.
   */
  async exchange(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void> {
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(refuseCopy(messages), { onRawData: (bytes) => answer(Buffer.from(bytes)) }),
    );
  }

  /** Undoes what wasn't committed, cleans the session and hands it to the next client. Only the first call counts. */
  return(): Promise<void> {
    this.#returned ??= this.#clean().finally(this.#handOver);
    return this.#returned;
  }

  async #clean(): Promise<void> {
    if (this.#pglite.closed) return;
    // A client that left in the middle of an extended query has the server skip everything up to a Sync.
    await this.exchange(SYNC, () => {});
    if (this.#pglite.isInTransaction()) await this.#pglite.exec('ROLLBACK');
    await this.#pglite.exec('DISCARD ALL');
  }
}

/**
 * PGlite would wait for the data of a COPY FROM STDIN in a loop that never gives the process back. With a refusal right
 * behind the query the COPY fails as a statement does; behind any other query the server passes over it.
 */
function refuseCopy(messages: Buffer): Buffer {
  const mayCopy = messages[0] === QUERY && /stdin/i.test(messages.toString('latin1'));
  return mayCopy ? Buffer.concat([messages, COPY_REFUSED]) : messages;
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
