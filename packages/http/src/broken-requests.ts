import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

/** Why Node refuses what a client sent, as a code of the contract's errors. */
export type BrokenRequest = 'headers_too_large' | 'request_timeout' | 'validation_failed';

/**
 * Answers clients that don't send HTTP, or too long headers, or send them too slowly. If another answer is under way on the
 * connection, it closes the connection instead, since more bytes would look like part of that answer.
 */
export function answerBrokenRequests(
  server: Server,
  connections: Connections,
  refuse: (problem: BrokenRequest) => Response,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || !connections.canBeRefused(socket as Socket)) {
      socket.destroy();
      return;
    }
    void writeAnswer(refuse(problemOf(error)), socket as Socket, connections);
  });
}

function problemOf({ code }: NodeJS.ErrnoException): BrokenRequest {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'validation_failed';
}

async function writeAnswer(answer: Response, socket: Socket, connections: Connections): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  // Another answer may have begun meanwhile.
  if (!connections.canBeRefused(socket)) {
    socket.destroy();
    return;
  }
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...[...answer.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.byteLength}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}
