import type { components } from './api-types.ts';

type Envelope = components['schemas']['Error']['error'];

/** An error's code, for programs; `unknown` for an answer that doesn't come from the API, such as a proxy's. */
export type ErrorCode = Envelope['code'] | 'unknown';

/** One thing that is wrong with a request. */
export type ErrorDetail = NonNullable<Envelope['details']>[number];

/** An error that the API answered with. Test its `code`; `message` is for people and may change. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** The request that was refused: its method, and its path behind `/v1`. */
  readonly request: string;
  /** Names the request in the log of the API; null when the answer doesn't come from it. */
  readonly requestId: string | null;
  /** Seconds after which the request can be sent again, where the API said so. */
  readonly retryAfter: number | null;

  /** @param body of the answer, parsed */
  constructor({ method, url }: Pick<Request, 'method' | 'url'>, { status, headers }: Response, body: unknown) {
    const error = envelopeOf(body);
    super(error.message ?? `The answer was ${status}, and not from the API.`);
    const { pathname, search } = new URL(url);
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.details = error.details ?? [];
    this.request = `${method} ${pathname.replace(/^.*?\/v1(?=\/)/, '')}${search}`;
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = seconds >= 0 && Number.isFinite(seconds) ? seconds : null;
  }
}

/** The error in a body; empty when it's no envelope of the API. */
function envelopeOf(body: unknown): Partial<Envelope> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  return typeof error === 'object' && error !== null ? error : {};
}

/** Nothing answered at the address of the API, or not in time. `cause` is what `fetch` threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** The reason why the connection wasn't made, or broke. */
  readonly reason: string;
  /** Whether nothing listens there. */
  readonly isRefused: boolean;

  constructor(url: string, cause: unknown) {
    const bottom = bottomOf(cause);
    const reason = reasonOf(bottom);
    super(`The API can't be reached (${reason}).`, { cause });
    this.url = url;
    this.reason = reason;
    this.isRefused = bottom instanceof Error && 'code' in bottom && bottom.code === 'ECONNREFUSED';
  }
}

function reasonOf(bottom: unknown): string {
  if (!(bottom instanceof Error)) return 'no answer';
  if ('code' in bottom && bottom.code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it speaks http there, not https';
  return bottom.message || 'no answer';
}

/** The cause that kept a connection from being made; of several addresses that were tried, of the first. */
function bottomOf(cause: unknown): unknown {
  if (cause instanceof AggregateError) return bottomOf(cause.errors[0]);
  return cause instanceof TypeError && cause.cause !== undefined ? bottomOf(cause.cause) : cause;
}
