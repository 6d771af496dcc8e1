import type { PGlite } from '@electric-sql/pglite';
import type { DiskRoom } from '@stele/storage';

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const QUERY = 'Q'.charCodeAt(0);
const COPY_REFUSED = Buffer.from('f\0\0\0\x10unavailable\0', 'latin1');

/**
 * PGlite's one session, lent to one client at a time. Whoever gets it finds it as new: no open transaction, no prepared
 * statements, no settings or temporary tables of the client before.
 */
export class PGliteSession {
  readonly #pglite: PGlite;
  readonly #room: DiskRoom | null;
  #lastReturned: Promise<void> = Promise.resolve();

  /** @param room while the disk is nearly full, the session only reads; null for one that needs no disk */
  constructor(pglite: PGlite, room: DiskRoom | null = null) {
    this.#pglite = pglite;
    this.#room = room;
  }

  /** Resolves when everybody who asked earlier has given the session back. */
  async borrow(): Promise<BorrowedSession> {
    const before = this.#lastReturned;
    const { promise, resolve } = withResolver();
    this.#lastReturned = promise;
    await before;
    return new BorrowedSession(this.#pglite, this.#room, resolve);
  }
}

/** The session in the hands of the one client that may use it now. */
export class BorrowedSession {
  readonly #pglite: PGlite;
  readonly #room: DiskRoom | null;
  readonly #handOver: () => void;
  #returned: Promise<void> | undefined;
  #onlyReads = false;

  constructor(pglite: PGlite, room: DiskRoom | null, handOver: () => void) {
    this.#pglite = pglite;
    this.#room = room;
    this.#handOver = handOver;
  }

  /**
   * Gives the server complete messages of the frontend protocol and passes on what it answers.
   * @throws when the server itself failed; a failed statement is an answer like any other.
   */
  async exchange(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void> {
    await this.#heedRoom();
    await this.#send(messages, answer);
  }

  async #send(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void> {
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(refuseCopy(messages), { onRawData: (bytes) => answer(Buffer.from(bytes)) }),
    );
  }

  /** Undoes what wasn't committed, cleans the session and hands it to the next client. Only the first call counts. */
  return(): Promise<void> {
    this.#returned ??= this.#clean().finally(this.#handOver);
    return this.#returned;
  }

  /**
   * Has the server refuse to write (SQLSTATE 25006) while the disk is nearly full, also in the middle of a transaction: a
   * write that finds no room would be its end.
   */
  async #heedRoom(): Promise<void> {
    const isShort = this.#room?.isShort ?? false;
    if (this.#pglite.isInTransaction()) {
      if (isShort && !this.#onlyReads) await this.#run('SET transaction_read_only = on');
    } else if (isShort !== this.#onlyReads) {
      await this.#run(`SET default_transaction_read_only = ${isShort ? 'on' : 'off'}`);
      this.#onlyReads = isShort;
      // Drops what the database's log holds of changes that the tables have already.
      if (isShort) await this.#run('CHECKPOINT');
    }
  }

  #run(statement: string): Promise<void> {
    const text = Buffer.from(`${statement}\0`);
    const head = Buffer.from([QUERY, 0, 0, 0, 0]);
    head.writeInt32BE(text.length + 4, 1);
    return this.#send(Buffer.concat([head, text]), () => {});
  }

  async #clean(): Promise<void> {
    if (this.#pglite.closed) return;
    // A client that left in the middle of an extended query has the server skip everything up to a Sync.
    await this.#send(SYNC, () => {});
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
