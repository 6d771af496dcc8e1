import type { LooseBody } from './api-client.ts';

/** An answer of SCIM. */
export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: LooseBody;
}

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Calls SCIM over HTTP, as the directory of a provider does. */
export class ScimClient {
  readonly #url: string;
  readonly #token: string;

  /** @param url of the API */
  constructor(url: string, provider: string, token: string) {
    this.#url = `${url}/scim/v2/${provider}`;
    this.#token = token;
  }

  get(path: string): Promise<ScimAnswer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown): Promise<ScimAnswer> {
    return this.send('POST', path, body);
  }

  put(path: string, body: unknown): Promise<ScimAnswer> {
    return this.send('PUT', path, body);
  }

  patch(path: string, ...operations: object[]): Promise<ScimAnswer> {
    return this.send('PATCH', path, { schemas: [PATCH_OP], Operations: operations });
  }

  delete(path: string): Promise<ScimAnswer> {
    return this.send('DELETE', path);
  }

  find(type: 'Users' | 'Groups', filter: string, more = ''): Promise<ScimAnswer> {
    return this.get(`/${type}?filter=${encodeURIComponent(filter)}${more}`);
  }

  /** @param body sent as it is when it's a text, else as JSON */
  async send(method: string, path: string, body?: unknown): Promise<ScimAnswer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }
}
