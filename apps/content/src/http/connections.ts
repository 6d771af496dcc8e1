import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Knows which connections of a server are being answered, and also those that never sent a request. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #underWay = new Map<Socket, number>();
  #closing = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      socket.on('close', () => this.#open.delete(socket));
    });
    const watch = (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      if (this.#closing) response.setHeader('connection', 'close');
      this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + 1);
      response.on('close', () => this.#done(socket));
    };
    server.prependListener('request', watch);
    server.prependListener('checkContinue', watch);
  }

  isBusy(socket: Socket): boolean {
    return this.#underWay.has(socket);
  }

  /** Closes idle connections at once, and the others after their answers. */
  closeWhenIdle(): void {
    this.#closing = true;
    for (const socket of this.#open) if (!this.isBusy(socket)) socket.end();
  }

  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #done(socket: Socket): void {
    const left = (this.#underWay.get(socket) ?? 1) - 1;
    if (left > 0) {
      this.#underWay.set(socket, left);
      return;
    }
    this.#underWay.delete(socket);
    if (this.#closing) socket.end();
  }
}
