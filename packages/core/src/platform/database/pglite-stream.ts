import { Duplex } from 'node:stream';
import { type FrontendBatch, FrontendBatches } from './frontend-batches.ts';
import type { BorrowedSession, PGliteSession } from './pglite-session.ts';

const NO_ENCRYPTION = Buffer.from('N');

/**
 * Replaces the socket of node-postgres: `new pg.Pool({ stream: () => new PGliteStream(session) })` talks
 * PostgreSQL's wire protocol to a PGlite in the same process.
 *
 * A connection is made at once, but the server answers its startup packet only after the previous client has left. When the
 * stream ends or is destroyed, its uncommitted work is rolled back.
 */
export class PGliteStream extends Duplex {
  readonly #sessions: PGliteSession;
  readonly #batches = new FrontendBatches();
  #session: BorrowedSession | undefined;

  constructor(sessions: PGliteSession) {
    super({ allowHalfOpen: false });
    this.#sessions = sessions;
  }

  // Methods of sockets that node-postgres calls, in addition to those of a Duplex.

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#receive(chunk).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#receive(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave().then(() => done(error));
  }

  async #receive(chunk: Buffer): Promise<void> {
    this.#batches.add(chunk);
    for (let batch = this.#batches.next(); batch !== undefined; batch = this.#batches.next()) {
      await this.#answer(batch);
    }
  }

  async #answer(batch: FrontendBatch): Promise<void> {
    switch (batch.kind) {
      case 'encryption-request':
        this.#reply(NO_ENCRYPTION);
        return;
      case 'startup':
        await this.#open(batch.bytes);
        return;
      case 'messages':
        await this.#session?.exchange(batch.bytes, (bytes) => this.#reply(bytes));
        return;
      case 'copy-data':
        // The server never waits for data, because the COPY was refused.
        return;
      case 'terminate':
        await this.#leave();
        this.push(null);
        return;
      case 'cancel-request':
        this.push(null);
        return;
    }
  }

  async #open(startup: Buffer): Promise<void> {
    const session = await this.#sessions.borrow();
    if (this.destroyed) {
      await session.return();
      return;
    }
    this.#session = session;
    await session.exchange(startup, (bytes) => this.#reply(bytes));
  }

  /** If the session can't be cleaned, the next client gets the error, since this one has left. */
  async #leave(): Promise<void> {
    await this.#session?.return().catch(() => {});
  }

  #reply(bytes: Buffer): void {
    if (!this.destroyed) this.push(bytes);
  }
}
