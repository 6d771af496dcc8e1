import { Agent, request } from 'node:http';

/** Calls a server as JSON, over connections that stay open: the same client for every peer. */
export class PeerClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ keepAlive: true });

  /** @param headers sent with each request */
  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** @returns the answer's body. @throws when the answer isn't a success */
  send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const json = body === undefined ? null : Buffer.from(JSON.stringify(body));
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.#headers,
        ...(json && { 'content-type': 'application/json', 'content-length': json.length }),
      };
      const sent = request(`${this.#url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(text) as Answer);
          else reject(new Error(`${method} ${path} answered ${statusCode}: ${text.slice(0, 500)}`));
        });
      });
      sent.on('error', reject);
      sent.end(json ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
