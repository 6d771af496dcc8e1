import { connect, type Socket } from 'node:net';

/**
 * A keep-alive connection to an API that costs next to nothing itself: on a machine that runs client, server and
 * database, a comfortable client would be a good part of what is measured.
 */
export class RawConnection {
  readonly #socket: Socket;
  readonly #head: string;
  #received = '';
  #answered: ((error: Error | null) => void) | null = null;

  /** @param headers field → value, sent with each request */
  constructor(url: string, headers: Readonly<Record<string, string>>) {
    const { hostname, port, host } = new URL(url);
    const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = fields.join('');
    this.#socket = connect({ host: hostname, port: Number(port) });
    this.#socket.setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (text: string) => this.#receive(text));
    this.#socket.on('error', (error) => this.#answer(error));
    this.#socket.on('close', () => this.#answer(new Error('The server closed the connection.')));
  }

  /**
   * Sends JSON, one request at a time.
   *
   * @throws when the connection is closed, or the answer is anything but a success with a Content-Length
   */
  post(path: string, body: unknown): Promise<void> {
    const json = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('The server closed the connection.'));
      this.#answered = (error) => (error ? reject(error) : resolve());
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\n${this.#head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
      );
    });
  }

  close(): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#received)?.[1];
    if (!/^HTTP\/1\.1 2/.test(this.#received) || length === undefined) {
      this.#answer(new Error(`A request got this answer: ${this.#received.slice(0, 500)}`));
    } else if (this.#received.length >= head + 4 + Number(length)) {
      this.#received = '';
      this.#answer(null);
    }
  }

  #answer(error: Error | null): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(error);
  }
}
