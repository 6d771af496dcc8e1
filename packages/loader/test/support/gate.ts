import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** Answers a request itself and returns true, or lets it through. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Stands before a server: counts what comes, and fails as a test wants it to. */
export interface Gate {
  readonly url: string;
  /** Paths of the requests that came since `clear`. */
  readonly requests: readonly string[];
  /** Bytes of bodies that went out since `clear`, as they went over the wire. */
  readonly bytes: number;
  intercept: Intercept;
  clear(): void;
  /** Closes all connections and takes no more. */
  stop(): Promise<void>;
  /** Takes connections again, at the same address. */
  start(): Promise<void>;
}

/** Starts a gate. @param port of the server behind it */
export async function startGate(port: number): Promise<Gate> {
  let requests: string[] = [];
  let bytes = 0;
  let ownPort = 0;
  const sockets = new Set<Socket>();
  const gate: Gate = {
    get url() {
      return `http://127.0.0.1:${ownPort}`;
    },
    get requests() {
      return requests;
    },
    get bytes() {
      return bytes;
    },
    intercept: () => false,
    clear() {
      requests = [];
      bytes = 0;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(ownPort),
  };
  const server = createServer((incoming, response) => {
    requests.push(incoming.url ?? '');
    response.on('error', () => undefined);
    if (gate.intercept(incoming, response)) return;
    const { url, method, headers } = incoming;
    const outgoing = request({ port, host: '127.0.0.1', path: url, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on('data', (part: Buffer) => {
        bytes += part.byteLength;
      });
      answer.on('aborted', () => response.destroy());
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (wanted: number): Promise<void> =>
    new Promise((resolve) =>
      server.listen(wanted, '127.0.0.1', () => {
        ownPort = (server.address() as AddressInfo).port;
        resolve();
      }),
    );
  await listen(0);
  return gate;
}

/** Answers with an error's envelope. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): true {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-test', ...headers });
  response.end(JSON.stringify({ error: { code, message: 'Refused by the test.', details: [{ path: [code] }] } }));
  return true;
}
