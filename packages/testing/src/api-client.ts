import { Agent, fetch } from 'undici';
import { assertDocumented } from './documented-answers.ts';
import { noteAnswer } from './seen-answers.ts';

/** A response. */
export interface ApiAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** An answer's body, loosely: tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer was checked against the document before
export type LooseBody = any;

/** Status and error code of an answer; no code when it's no error. */
export function codeOf({ status, body }: Pick<ApiAnswer<LooseBody>, 'status' | 'body'>): [number, string | undefined] {
  return [status, body?.error?.code];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/**
 * Doesn't reuse a connection that was idle for more than two seconds. While a test blocks the only thread for minutes, neither side
 * notices that a connection has timed out: a request would go out on one that the server is about to close.
 */
const dispatcher = new Agent({ keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000 });

/** A request as it goes out. */
export interface SentRequest {
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request to an address, and waits for the whole answer. */
export type Transport = (
  url: string,
  request: SentRequest,
) => Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }>;

/** Sends requests over HTTP. */
export const overHttp: Transport = async (url, request) => {
  const response = await fetch(url, { ...request, redirect: 'manual', dispatcher });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Calls the API, and checks each answer against the OpenAPI document. */
export class ApiClient {
  readonly #url: string;
  readonly #document: Record<string, unknown>;
  readonly #headers: Record<string, string>;
  readonly #transport: Transport;

  constructor(
    url: string,
    document: Record<string, unknown>,
    credential: { token?: string; cookie?: string },
    transport: Transport = overHttp,
  ) {
    this.#url = url;
    this.#document = document;
    this.#transport = transport;
    this.#headers = {
      ...(credential.token && { authorization: `Bearer ${credential.token}` }),
      ...(credential.cookie && { cookie: credential.cookie, origin: url }),
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    return this.send('PUT', path, body, headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    return this.send('PATCH', path, body, headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer<LooseBody>> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** @param body sent as it is when it's a text, else as JSON */
  async send(
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<LooseBody>> {
    const response = await this.#transport(`${this.#url}/v1${path}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { text } = response;
    const parsed: unknown = text === '' ? null : JSON.parse(text);
    const operation = assertDocumented(this.#document, { method, path, response, body: parsed });
    if (operation !== null) noteAnswer(operation, response.status);
    return { status: response.status, headers: response.headers, body: parsed };
  }
}
