import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, invalid } from '../platform/errors.ts';
import type { WebHandler } from './web-handler.ts';

/**
 * Listener for the server's `clientError`: answers invalid HTTP, and requests that Node itself refuses, in the form of all other
 * errors.
 */
export function answerBrokenRequests(handle: WebHandler): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    const code = 'code' in error ? error.code : undefined;
    // The client has disconnected, or an answer has begun.
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    void writeRefusal(handle.refuse(refusalOf(code)), socket);
  };
}

function refusalOf(code: unknown): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  return invalid([], 'This is not a valid HTTP request.');
}

async function writeRefusal(response: Response, socket: Duplex): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.byteLength}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}
