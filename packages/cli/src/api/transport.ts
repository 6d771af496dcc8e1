import pRetry, { AbortError } from 'p-retry';
import { ApiFailure, noApiAt, OutOfReach, SignInOver, UserError } from '../errors.ts';
import type { Io } from '../io.ts';

const TIMEOUT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** How often a call is tried again while nothing has ever answered: the address may be wrong, or the server not running. */
const FIRST_RETRIES = 2;

/** Where the API is, and who calls: a token, which is a project's unless it says whose, or a person whose session cookie it is. */
export type Access =
  | { readonly url: string; readonly token: string; readonly person?: { readonly id: string } }
  | { readonly url: string; readonly cookie: string };

/** How patient calls are. */
export interface Patience {
  /** How often a call is tried again when the network or the server fails. */
  readonly retries?: number;
  /** Milliseconds from now after which no call is waited for any more. Limits aren't waited for at all then. */
  readonly deadlineMs?: number;
  /** Told whenever a limit makes the command wait. */
  readonly onWait?: (seconds: number, limit: string) => void;
  /** Told when nothing answers and the call is tried again: at once while nothing has ever answered, later of the second time in a row. */
  readonly onLost?: (error: OutOfReach) => void;
}

/**
 * Carries calls to the API. Limits are waited for as long as Retry-After says; a network that fails and answers of 5xx
 * are tried again with growing waits. Anything else is thrown as it is.
 */
export class Transport {
  readonly #io: Pick<Io, 'sleep'>;
  readonly #access: Access;
  readonly #retries: number;
  readonly #onWait: (seconds: number, limit: string) => void;
  readonly #onLost: (error: OutOfReach) => void;
  readonly #deadline: AbortSignal | null;
  #hasAnswered = false;
  #isLost = false;

  constructor(io: Pick<Io, 'sleep'>, access: Access, { retries = 2, deadlineMs, onWait, onLost }: Patience = {}) {
    this.#io = io;
    this.#access = access;
    this.#retries = retries;
    this.#onWait = onWait ?? (() => undefined);
    this.#onLost = onLost ?? (() => undefined);
    this.#deadline = deadlineMs === undefined ? null : AbortSignal.timeout(deadlineMs);
  }

  /**
   * Calls the API, and once more as often as it takes.
   *
   * @param path behind `/v1`
   * @throws ApiFailure, SignInOver when it's a person's token that has ended, UserError when something else than the API answers, OutOfReach when nothing does
   */
  call<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    return this.#retried(this.#retries, method, path, body, idempotencyKey);
  }

  /** Calls the API as `call` does, but never again after a failure: for what mustn't be done twice. */
  callOnce<Body>(method: string, path: string, body?: object): Promise<Body> {
    return this.#retried(0, method, path, body);
  }

  #retried<Body>(retries: number, method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    return pRetry(() => this.#untilAllowed<Body>(method, path, body, idempotencyKey), {
      retries,
      // The wait is below.
      minTimeout: 0,
      shouldRetry: async ({ error, attemptNumber }) => {
        if (!this.#isWorthwhile(error, attemptNumber)) return false;
        await this.#io.sleep(Math.min(FIRST_WAIT_MS * (1 + Math.random()) * 2 ** (attemptNumber - 1), LONGEST_WAIT_MS));
        return true;
      },
    });
  }

  /** Whether a call is tried again after its so many-th attempt failed. */
  #isWorthwhile(error: Error, attempt: number): boolean {
    if (!(error instanceof OutOfReach)) return true;
    if (!this.#hasAnswered && attempt > FIRST_RETRIES) return false;
    if (!this.#isLost && (!this.#hasAnswered || attempt > 1)) {
      this.#isLost = true;
      this.#onLost(error);
    }
    return true;
  }

  /** One call, sent again after each refusal by a limit. */
  async #untilAllowed<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    for (;;) {
      try {
        return await this.#send<Body>(method, path, body, idempotencyKey);
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (error.status === 429 && error.retryAfter !== null && this.#deadline === null) {
          this.#onWait(error.retryAfter, error.message);
          await this.#io.sleep(error.retryAfter * 1000);
        } else if (error.status >= 500 || error.code === 'idempotency.in_flight') throw error;
        else throw new AbortError(error);
      }
    }
  }

  async #send<Body>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<Body> {
    const url = `${this.#access.url}/v1${path}`;
    const response = await fetch(url, {
      method,
      headers: {
        ...('token' in this.#access
          ? { authorization: `Bearer ${this.#access.token}` }
          : { cookie: this.#access.cookie, origin: this.#access.url }),
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: this.#deadline ?? AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new OutOfReach(this.#access.url, cause);
    });
    this.#hasAnswered = true;
    this.#isLost = false;
    const parsed = parseJson(await response.text());
    if (parsed === undefined && response.status >= 500) {
      throw new ApiFailure(method, path, response.status, null, response.headers);
    }
    if (parsed === undefined) {
      throw new AbortError(
        new UserError(
          `${url} answered ${response.status} with something that isn't JSON. ${noApiAt(this.#access.url)}`,
        ),
      );
    }
    if (response.status === 401 && 'person' in this.#access) throw new AbortError(new SignInOver(this.#access.url));
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
