import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** False when the connection broke before the end of the body. */
  complete: boolean;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** Sends one request, with the path exactly as it's given, on a connection of its own. */
export function send(port: number, path: string, sent: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {} } = sent;
    const outgoing = request({ port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      const done = (complete: boolean): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
          complete: complete && incoming.complete,
        });
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => done(true));
      incoming.on('error', () => done(false));
    });
    outgoing.on('error', reject);
    outgoing.end(sent.body);
  });
}

/** Sends bytes as they are; resolves with all that came back when the connection ends. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

/** The body without its encoding. */
export function decoded({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  if (headers['content-encoding'] === 'gzip') return gunzipSync(body);
  return body;
}

/** The code of an error's envelope; throws when the body isn't exactly one. */
export function errorCode({ body }: Answer): string {
  const envelope = JSON.parse(body.toString()) as { error: { code: string; message: string } };
  const keys = [...Object.keys(envelope), ...Object.keys(envelope.error)].join(' ');
  if (keys !== 'error code message' || envelope.error.message === '') throw new Error(`Not an envelope: ${body}`);
  return envelope.error.code;
}
