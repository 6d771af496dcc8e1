import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { acceptsEncoding } from '@stele/http';

/** Header fields that concern one connection, and not the message. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Types worth compressing on their way to a browser. An event stream isn't: each event has to arrive at once. */
const TEXT = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream))/;

/** Forwards requests to the API, and its answers back, each as it arrives. */
export class ApiProxy {
  readonly #api: URL;
  readonly #client: typeof http | typeof https;
  readonly #agent: http.Agent;

  constructor(api: URL) {
    this.#api = api;
    this.#client = api.protocol === 'https:' ? https : http;
    this.#agent = new this.#client.Agent({ keepAlive: true });
  }

  /**
   * Answers a request with the API's answer at a path.
   *
   * @throws what went wrong on the way to the API or back; an answer that has begun is broken off
   */
  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = this.#client.request({
      agent: this.#agent,
      hostname: this.#api.hostname.replace(/^\[|\]$/g, ''),
      port: this.#api.port,
      path,
      method: request.method,
      headers: { ...ofMessage(request.headers), host: this.#api.host, 'x-forwarded-for': addressesOf(request) },
    });
    response.once('close', () => asked.destroy());
    const answered = answerTo(asked);
    request.pipe(asked);
    const answer = await answered;
    const headers = ofMessage(answer.headers);
    if (!request.complete) {
      // The rest of its body would stand before the next request on the connection.
      headers.connection = 'close';
      request.unpipe(asked).resume();
    }
    if (!isCompressible(answer, request)) {
      response.writeHead(answer.statusCode ?? 502, headers);
      response.flushHeaders();
      return await pipeline(answer, response);
    }
    const { 'content-length': _, ...rest } = headers;
    const vary = [answer.headers.vary, 'accept-encoding'].filter(Boolean).join(', ');
    response.writeHead(answer.statusCode ?? 502, { ...rest, vary, 'content-encoding': 'gzip' });
    await pipeline(answer, createGzip({ flush: constants.Z_SYNC_FLUSH }), response);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The head of the answer. The answer itself reports later failures. */
function answerTo(asked: http.ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => asked.once('response', resolve).on('error', reject));
}

function ofMessage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));
}

/** The addresses that a request came through, that of the admin's own client last, as proxies list them. */
function addressesOf({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}

function isCompressible({ headers }: IncomingMessage, request: IncomingMessage): boolean {
  const hasBody = request.method !== 'HEAD' && headers['content-length'] !== '0';
  return (
    hasBody &&
    !headers['content-encoding'] &&
    acceptsEncoding(String(request.headers['accept-encoding'] ?? ''), 'gzip') &&
    TEXT.test(headers['content-type'] ?? '')
  );
}
