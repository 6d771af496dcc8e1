/** A JSON object of an answer. */
export type Answer = Readonly<Record<string, unknown>>;

/** Calls an API, always with the same header fields. */
export class ApiClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  /** @throws when the answer isn't a success */
  async get(path: string): Promise<Answer> {
    return (await (await this.send('GET', path)).json()) as Answer;
  }

  /** @throws when the answer isn't a success */
  async post(path: string, body: unknown): Promise<Answer> {
    return (await (await this.send('POST', path, body)).json()) as Answer;
  }

  /** @throws when the answer isn't a success */
  async put(path: string, body: unknown): Promise<Answer> {
    return (await (await this.send('PUT', path, body)).json()) as Answer;
  }

  /** @throws when the answer isn't a success */
  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
