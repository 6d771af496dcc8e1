import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';
import { corsHeaders } from './cors.ts';
import { HttpError } from './errors.ts';

/**
 * Answers clients that don't send HTTP, or too long headers, or send them too slowly, with the usual error envelope. If another
 * answer is being sent on the connection, it closes the connection instead, since more bytes would look like part of that answer.
 */
export function answerBrokenRequests(server: Server, connections: Connections): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || connections.isBusy(socket as Socket)) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(answerTo(error)));
  });
}

function answerTo(error: NodeJS.ErrnoException): HttpError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError('request_timeout', 'The request took too long to arrive.');
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError('headers_too_large', 'The URL and headers of the request are too long.');
  }
  return new HttpError('validation_failed', 'The request is not valid HTTP.');
}

function rawAnswer(error: HttpError): string {
  const body = error.envelope;
  const headers = {
    ...corsHeaders(),
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
}
