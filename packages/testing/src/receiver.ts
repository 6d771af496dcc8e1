import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

type Answer = (request: Received, response: ServerResponse, raw: IncomingMessage) => void;

/** An answer of JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** A server on this machine with prepared answers, which records its requests. */
export class Receiver {
  readonly requests: Received[] = [];
  /** Answers what no turn is left for. */
  answer: Answer = json({});
  /** Answers the next requests, each by one. */
  readonly turns: Answer[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((raw, response) => {
      const chunks: Buffer[] = [];
      raw.on('data', (chunk: Buffer) => chunks.push(chunk));
      raw.on('end', () => {
        const { method = '', url = '', headers } = raw;
        const request = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
        this.requests.push(request);
        (this.turns.shift() ?? this.answer)(request, response, raw);
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The platforms' origins, mapped to this server. */
  get origins(): Record<string, string> {
    const platforms = ['https://api.vercel.com', 'https://api.netlify.com', 'https://api.cloudflare.com'];
    return Object.fromEntries(platforms.map((origin) => [origin, this.url]));
  }

  /** Requests that start a build. */
  get triggers(): readonly Received[] {
    return this.requests.filter(({ method }) => method === 'POST');
  }

  /** Deployments that were named to it, one for each trigger. */
  get deployments(): readonly string[] {
    return this.triggers.map(({ headers }) => `${headers['x-stele-deployment']}`);
  }

  /** Forgets recorded requests and prepared answers. */
  reset(): void {
    this.requests.length = 0;
    this.turns.length = 0;
    this.answer = json({});
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
