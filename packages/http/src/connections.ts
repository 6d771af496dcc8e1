import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its answer, which isn't sent yet. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Knows a server's connections and their unfinished answers. Unlike Node, it counts a connection without a request as idle. */
export class Connections {
  readonly #open = new Map<Socket, Set<Exchange>>();
  /** Whether clients are asked to close their connections. */
  #draining = false;
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, new Set());
      socket.once('close', () => this.#open.delete(socket));
      if (this.#closing) socket.destroy();
    });
    const watch = (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      const exchange = { request, response };
      if (this.#draining) response.setHeader('connection', 'close');
      this.#open.get(socket)?.add(exchange);
      response.once('close', () => {
        this.#open.get(socket)?.delete(exchange);
        if (this.#closing) this.#endIfIdle(socket);
      });
    };
    server.prependListener('request', watch);
    server.prependListener('checkContinue', watch);
  }

  /** Whether more bytes would answer the request that the connection still receives, or none; else they would be part of another answer. */
  canBeRefused(socket: Socket): boolean {
    const exchanges = [...(this.#open.get(socket) ?? [])];
    return exchanges.every(({ request, response }) => !request.complete && !response.headersSent);
  }

  /** Asks clients to close their connections after the answers that are under way, or the next one. */
  drain(): void {
    this.#draining = true;
    for (const { response } of [...this.#open.values()].flatMap((exchanges) => [...exchanges])) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Closes idle connections at once, and the others after their answers. */
  closeWhenIdle(): void {
    this.#closing = true;
    for (const socket of this.#open.keys()) this.#endIfIdle(socket);
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #endIfIdle(socket: Socket): void {
    // A client that never answers the end of a connection must not hold up the server's.
    if (this.#open.get(socket)?.size === 0) socket.destroySoon();
  }
}
