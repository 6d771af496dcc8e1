import { setTimeout as sleep } from 'node:timers/promises';
import pRetry, { AbortError } from 'p-retry';
import type { Connection } from './connection.ts';
import { ApiFailure, UserError } from './errors.ts';

const TIMEOUT_MS = 60_000;
const RETRIES = 8;

/** Identity of the token in use. */
export interface TokenIdentity {
  readonly name: string;
  readonly scope: string;
  readonly project: {
    readonly id: string;
    readonly name: string;
    readonly default_locale: string;
    readonly locales: readonly string[];
  };
}

/** An entry as lists show it. */
export interface ListedEntry {
  readonly id: string;
  readonly external_id: string | null;
  readonly status: string;
  readonly version: number;
  readonly locales_status: Readonly<Record<string, string>>;
}

/** What publishing answers. */
export interface PublishResult {
  readonly version: number;
  readonly unchanged: boolean;
}

/**
 * Calls the API. Limits are waited for as long as Retry-After says; a network that fails and answers of 5xx are tried
 * again with growing waits. Anything else is thrown as it is.
 */
export class Api {
  readonly #connection: Connection;
  readonly #onWait: (seconds: number, limit: string) => void;

  /** @param onWait told whenever a limit makes the command wait */
  constructor(connection: Connection, onWait: (seconds: number, limit: string) => void = () => undefined) {
    this.#connection = connection;
    this.#onWait = onWait;
  }

  identify(): Promise<TokenIdentity> {
    return this.#call('GET', '/tokens/me');
  }

  setLocales(projectId: string, locales: readonly string[]): Promise<unknown> {
    return this.#call('PATCH', `/projects/${projectId}`, { locales });
  }

  /** All entries of a collection outside of the trash, page by page. */
  async *entries(projectId: string, collection: string, status?: 'trashed'): AsyncGenerator<ListedEntry> {
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({
        collection,
        limit: '100',
        ...(status && { status }),
        ...(cursor !== null && { cursor }),
      });
      const page: { data: ListedEntry[]; next_cursor: string | null } = await this.#call(
        'GET',
        `/projects/${projectId}/entries?${query}`,
      );
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }

  createEntry(projectId: string, entry: object, idempotencyKey: string): Promise<ListedEntry> {
    return this.#call('POST', `/projects/${projectId}/entries`, { ...entry, via: 'import' }, idempotencyKey);
  }

  publishEntry(projectId: string, entry: ListedEntry, locales: readonly string[]): Promise<PublishResult> {
    return this.#call('POST', `/projects/${projectId}/entries/${entry.id}/publish`, {
      locales,
      base_version: entry.version,
      via: 'import',
    });
  }

  #call<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    return pRetry(() => this.#untilAllowed<Body>(method, path, body, idempotencyKey), {
      retries: RETRIES,
      minTimeout: 500,
      maxTimeout: 30_000,
      randomize: true,
    });
  }

  /** One call, sent again after each refusal by a limit. */
  async #untilAllowed<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    for (;;) {
      try {
        return await this.#send<Body>(method, path, body, idempotencyKey);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (error.status === 429 && error.retryAfter !== null) {
          this.#onWait(error.retryAfter, error.message);
          await sleep(error.retryAfter * 1000);
        } else if (error.status >= 500 || error.code === 'idempotency.in_flight') throw error;
        else throw new AbortError(error);
      }
    }
  }

  async #send<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    const url = `${this.#connection.url}/v1${path}`;
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${this.#connection.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new TypeError('fetch failed', { cause });
    });
    const text = await response.text();
    const parsed: unknown = parseJson(text);
    if (parsed === undefined && response.status >= 500) {
      throw new ApiFailure(method, path, response.status, null, response.headers);
    }
    if (parsed === undefined) {
      throw new AbortError(
        new UserError(`${url} answered ${response.status} with something that is no JSON. Is this the API's address?`),
      );
    }
    if (!response.ok) throw new ApiFailure(method, path, response.status, parsed, response.headers);
    return parsed as Body;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
