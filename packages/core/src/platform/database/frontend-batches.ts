/**
 * A part of PostgreSQL's frontend protocol that the server must get as a whole:
 * - `startup`: the packet that opens a session
 * - `encryption-request`, `cancel-request`: what a client may send instead
 * - `messages`: complete messages, the last of which calls for an answer
 * - `copy-data`: data for a COPY FROM STDIN, or its end, which calls for none
 * - `terminate`: the client ends the session
 */
export interface FrontendBatch {
  kind: 'startup' | 'encryption-request' | 'cancel-request' | 'messages' | 'copy-data' | 'terminate';
  bytes: Buffer;
}

const CANCEL_REQUEST = 80877102;
const SSL_REQUEST = 80877103;
const GSS_ENCRYPTION_REQUEST = 80877104;

const TERMINATE = 'X'.charCodeAt(0);

/** Query, Sync, Flush, FunctionCall and the answers to a request for a password. */
const CALLS_FOR_AN_ANSWER = new Set([...'QSHFp'].map((type) => type.charCodeAt(0)));

/** CopyData, CopyDone, CopyFail. */
const COPY_DATA = new Set([...'dcf'].map((type) => type.charCodeAt(0)));

const NO_BYTES = Buffer.alloc(0);

/**
 * Divides the bytes of a client, in whatever pieces they arrive, into batches. The steps of an extended query (Parse, Bind,
 * Describe, Execute) are held back until the Sync or Flush that ends them.
 */
export class FrontendBatches {
  #started = false;
  #bytes: Buffer = NO_BYTES;
  #scanned = 0;

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /**
   * The next complete batch, or undefined until more bytes are added.
   * @throws RangeError when the bytes can't be the protocol's.
   */
  next(): FrontendBatch | undefined {
    return this.#started ? this.#nextMessages() : this.#nextOpening();
  }

  #nextOpening(): FrontendBatch | undefined {
    if (this.#bytes.length < 8) return undefined;
    const length = this.#lengthAt(0, 8);
    if (this.#bytes.length < length) return undefined;
    const code = this.#bytes.readInt32BE(4);
    const bytes = this.#take(length);
    if (code === SSL_REQUEST || code === GSS_ENCRYPTION_REQUEST) return { kind: 'encryption-request', bytes };
    if (code === CANCEL_REQUEST) return { kind: 'cancel-request', bytes };
    this.#started = true;
    return { kind: 'startup', bytes };
  }

  #nextMessages(): FrontendBatch | undefined {
    while (this.#bytes.length - this.#scanned >= 5) {
      const type = this.#bytes[this.#scanned];
      const end = this.#scanned + 1 + this.#lengthAt(this.#scanned + 1, 4);
      if (this.#bytes.length < end) return undefined;
      this.#scanned = end;
      if (type === TERMINATE) return { kind: 'terminate', bytes: this.#take(end) };
      if (type !== undefined && COPY_DATA.has(type)) return { kind: 'copy-data', bytes: this.#take(end) };
      if (type !== undefined && CALLS_FOR_AN_ANSWER.has(type)) return { kind: 'messages', bytes: this.#take(end) };
    }
    return undefined;
  }

  #lengthAt(offset: number, least: number): number {
    const length = this.#bytes.readInt32BE(offset);
    if (length < least) throw new RangeError(`not a PostgreSQL message: its length is given as ${length}`);
    return length;
  }

  #take(end: number): Buffer {
    const taken = this.#bytes.subarray(0, end);
    this.#bytes = end === this.#bytes.length ? NO_BYTES : this.#bytes.subarray(end);
    this.#scanned = 0;
    return taken;
  }
}
