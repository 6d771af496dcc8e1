import type { PGlite } from '@electric-sql/pglite';
import type { DiskSpace } from '@stele/storage';

const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
const QUERY = 'Q'.charCodeAt(0);
const COPY_REFUSED = Buffer.from('f\0\0\0\x10unavailable\0', 'latin1');

/**
 * PGlite's single session, lent to one client at a time. Each client gets it clean: without the previous client's transaction,
 * prepared statements, settings and temporary tables.
 */
export class PGliteSession {
  readonly #pglite: PGlite;
  readonly #space: DiskSpace | null;
  #lastReturned: Promise<void> = Promise.resolve();

  /** @param space while the disk is nearly full, the session only reads; null for one that needs no disk */
  constructor(pglite: PGlite, space: DiskSpace | null = null) {
    this.#pglite = pglite;
    this.#space = space;
  }

  /** Resolves when all earlier borrowers have returned the session. */
  async borrow(): Promise<BorrowedSession> {
    const before = this.#lastReturned;
    const { promise, resolve } = withResolver();
    this.#lastReturned = promise;
    await before;
    return new BorrowedSession(this.#pglite, this.#space, resolve);
  }
}

/** The session, borrowed by the one client that may use it now. */
export class BorrowedSession {
  readonly #pglite: PGlite;
  readonly #space: DiskSpace | null;
  readonly #handOver: () => void;
  #returned: Promise<void> | undefined;
  #onlyReads = false;

  constructor(pglite: PGlite, space: DiskSpace | null, handOver: () => void) {
    this.#pglite = pglite;
    this.#space = space;
    this.#handOver = handOver;
  }

  /**
   * Sends complete messages of the frontend protocol to the server and passes its answers on.
   * @throws when the server itself failed; a failed statement is an ordinary answer.
   */
  async exchange(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void> {
    await this.#heedSpace();
    await this.#send(messages, answer);
  }

  async #send(messages: Buffer, answer: (bytes: Buffer) => void): Promise<void> {
    await this.#pglite.runExclusive(() =>
      this.#pglite.execProtocolRawStream(refuseCopy(messages), { onRawData: (bytes) => answer(Buffer.from(bytes)) }),
    );
  }

  /** Rolls back open work, cleans the session, and passes it to the next client. Further calls do nothing. */
  return(): Promise<void> {
    this.#returned ??= this.#clean().finally(this.#handOver);
    return this.#returned;
  }

  /**
   * Makes the server refuse writes (SQLSTATE 25006) while the disk is nearly full, even in the middle of a transaction: a write
   * to a full disk would end the process.
   */
  async #heedSpace(): Promise<void> {
    const isShort = this.#space?.isShort ?? false;
    if (this.#pglite.isInTransaction()) {
      if (isShort && !this.#onlyReads) await this.#run('SET transaction_read_only = on');
    } else if (isShort !== this.#onlyReads) {
      await this.#run(`SET default_transaction_read_only = ${isShort ? 'on' : 'off'}`);
      this.#onlyReads = isShort;
      // Removes the parts of the write-ahead log that are already in the tables.
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
    // If the client left in the middle of an extended query, the server skips everything up to a Sync.
    await this.#send(SYNC, () => {});
    if (this.#pglite.isInTransaction()) await this.#pglite.exec('ROLLBACK');
    await this.#pglite.exec('DISCARD ALL');
  }
}

/**
 * PGlite would wait for the data of a COPY FROM STDIN in a loop that blocks the process forever. So a CopyFail follows each query:
 * a COPY then fails like any statement, and after other queries the server ignores it.
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
