import { connect, type Socket } from 'node:net';

/**
 * A keep-alive connection to an API that uses almost no processor time itself: on a machine that runs client, server and
 * database, a full client would be a large part of the measured time.
 */
export class RawConnection {
  readonly #url: URL;
  readonly #head: string;
  #socket: Socket | null = null;
  #received = '';
  #answered: ((error: Error | null, body?: string) => void) | null = null;

  /** @param headers field → value, sent with each request */
  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = new URL(url);
    const fields = Object.entries({ host: this.#url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = fields.join('');
  }

  #connect(): Socket {
    this.#received = '';
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port) });
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    // The end of an earlier connection doesn't concern a request on a later one.
    const failed = (error: Error): void => {
      if (socket === this.#socket) this.#answer(error);
    };
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('The server closed the connection.')));
    return socket;
  }

  /**
   * Sends a request, with a body as JSON, one at a time.
   *
   * @param fields of the header, as lines, beside those of the connection
   * @returns the answer's body
   * @throws when the connection is closed, or the answer is anything but a success with a Content-Length
   */
  send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, fields = ''): Promise<string> {
    const json = body === undefined ? '' : JSON.stringify(body);
    const length = json && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`;
    return new Promise((resolve, reject) => {
      // Servers close connections that are idle for some seconds.
      if (!this.#socket || this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#connect();
      this.#answered = (error, received = '') => (error ? reject(error) : resolve(received));
      this.#socket.write(`${method} ${path} HTTP/1.1\r\n${this.#head}${fields}${length}\r\n${json}`);
    });
  }

  close(): void {
    this.#answered = null;
    this.#socket?.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) {
      this.#answer(new Error(`A request got this answer: ${this.#received.slice(0, 500)}`));
    } else if (this.#received.length >= head + 4 + Number(length)) {
      const answer = this.#received;
      this.#received = '';
      if (!/^HTTP\/1\.1 2/.test(answer)) {
        this.#answer(new Error(`A request got this answer: ${answer.slice(0, 500)}`));
      } else this.#answer(null, Buffer.from(answer.slice(head + 4), 'latin1').toString('utf8'));
    }
  }

  #answer(error: Error | null, body?: string): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(error, body);
  }
}
