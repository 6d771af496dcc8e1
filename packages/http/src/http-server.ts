import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as PlainServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerBrokenRequests, type BrokenRequest } from './broken-requests.ts';
import { Connections } from './connections.ts';

/**
 * Connections stay open longer than clients and proxies keep them, so that none is closed just when a request arrives, even if
 * the process was blocked for seconds.
 */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** How long requests may still come on open connections: one may be on its way while its connection looks idle. */
const LINGER_MS = 500;

export interface HttpServerOptions {
  /** Milliseconds after which a request that hasn't arrived is refused: two minutes by default, 0 for no limit. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds without any traffic after which a connection is closed; no limit by default. */
  readonly idleTimeoutMs?: number;
  /** Whether the listener itself lets clients that ask first (`Expect: 100-continue`) send their body. */
  readonly decidesOnBodies?: boolean;
}

/** A server of HTTP that answers broken requests in the form of all errors, and ends without losing an answer. */
export class HttpServer {
  readonly #node: Server;
  readonly #connections: Connections;
  readonly #decidesOnBodies: boolean;
  #closed: Promise<void> = Promise.resolve();
  #drained: Promise<void> | null = null;

  constructor({
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    idleTimeoutMs = 0,
    decidesOnBodies = false,
  }: HttpServerOptions = {}) {
    this.#node = createServer({
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
    });
    this.#node.setTimeout(idleTimeoutMs);
    this.#connections = new Connections(this.#node);
    this.#decidesOnBodies = decidesOnBodies;
  }

  /**
   * Answers requests.
   *
   * @param refuse the answer to what Node refuses
   */
  serve(listener: RequestListener, refuse: (problem: BrokenRequest) => Response): this {
    this.#node.on('request', listener);
    this.#node.on('checkContinue', (request, response) => {
      if (!this.#decidesOnBodies) response.writeContinue();
      listener(request, response);
    });
    answerBrokenRequests(this.#node, this.#connections, refuse);
    return this;
  }

  /**
   * Begins to accept connections.
   *
   * @param port 0 lets the system choose
   * @returns the port
   * @throws the error of listening
   */
  async listen(port: number, host: string): Promise<number> {
    this.#node.listen(port, host);
    await once(this.#node, 'listening');
    this.#closed = new Promise((resolve) => this.#node.once('close', resolve));
    // An accept that fails concerns a connection that no one has.
    this.#node.on('error', () => undefined);
    return (this.#node.address() as AddressInfo).port;
  }

  /** Accepts no more connections, asks clients to close those that are open, and waits until requests on their way have come. */
  drain(): Promise<void> {
    this.#drained ??= this.#node.listening ? this.#drain() : Promise.resolve();
    return this.#drained;
  }

  async #drain(): Promise<void> {
    this.#connections.drain();
    // The close() of http.Server would close idle connections at once.
    PlainServer.prototype.close.call(this.#node);
    await Promise.race([this.#closed, wait(LINGER_MS)]);
  }

  /**
   * Ends with nothing lost: drains, and lets running answers finish.
   *
   * @param graceMs milliseconds from now after which connections are cut off
   */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#connections.closeAll(), graceMs);
    await this.drain();
    this.#connections.closeWhenIdle();
    await this.#closed;
    clearTimeout(timer);
  }
}
