import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between the command and the API. */
export interface Proxy {
  readonly url: string;
  /** Paths of the requests that came, in their order. */
  readonly requests: readonly string[];
  /** Ends it, once the API has answered all that it was handed. */
  close(): Promise<void>;
}

/** Answers a request itself and returns true, or leaves it to the API. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A proxy's additions to forwarding. */
export interface ProxyOptions {
  /** Headers that its answers get besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the answer to a request gets lost, though the API has done what it asked for. */
  readonly loses?: (request: IncomingMessage) => boolean;
}

/** Starts a proxy in front of an API. */
export async function startProxy(
  target: string,
  intercept: Intercept = () => false,
  { headers = {}, loses = () => false }: ProxyOptions = {},
): Promise<Proxy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    // A client that goes away ends its own request only.
    forward(request, response).catch(() => response.destroy());
  });
  const handedOn = new Set<Promise<unknown>>();
  const send = async (url: string, init: RequestInit): Promise<{ answer: Response; body: Buffer }> => {
    const sending = fetch(url, init).then(async (answer) => ({
      answer,
      body: Buffer.from(await answer.arrayBuffer()),
    }));
    handedOn.add(sending);
    return sending.finally(() => handedOn.delete(sending));
  };
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`);
    if (await intercept(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // `fetch` says these itself.
    const { host: _, connection: __, 'content-length': ___, ...sent } = request.headers as Record<string, string>;
    const { answer, body } = await send(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: sent,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    if (loses(request)) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', ...headers });
    response.end(body);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.allSettled(handedOn);
    },
  };
}

/** Refuses as a limit does. */
export function refuse(response: ServerResponse, retryAfter: number): true {
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': String(retryAfter) });
  response.end(JSON.stringify({ error: { code: 'rate_limited', message: 'Too much.' } }));
  return true;
}
