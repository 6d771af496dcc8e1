/** Something that the user can mend; its message says how. Ends the command with exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** What goes with the message in the answer of `--json`. */
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** Somebody at the terminal pressed Ctrl-C at a question. */
export class Cancelled extends UserError {
  override readonly name = 'Cancelled';
}

/** A personal sign-in has ended, by its age or by somebody. */
export class SignInOver extends UserError {
  override readonly name = 'SignInOver';

  /** @param url of the API */
  constructor(url: string) {
    super(`Your sign-in at ${url} has ended. Sign in again: npx stele login --url ${url}`);
  }
}

/** Nothing answered at the address of the API. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
  readonly url: string;
  /** What kept the connection from being made. */
  readonly reason: string;
  /** Whether nothing listens there. */
  readonly isRefused: boolean;

  /** @param cause what `fetch` threw */
  constructor(url: string, cause: unknown) {
    const bottom = bottomOf(cause);
    const reason = bottom instanceof Error && bottom.message !== '' ? bottom.message : 'no answer';
    super(`The API can't be reached (${reason}).`, { cause });
    this.url = url;
    this.reason = reason;
    this.isRefused = bottom instanceof Error && 'code' in bottom && bottom.code === 'ECONNREFUSED';
  }
}

/** What kept a connection from being made; of several addresses that were tried, of the first. */
function bottomOf(cause: unknown): unknown {
  if (cause instanceof AggregateError) return bottomOf(cause.errors[0]);
  return cause instanceof TypeError && cause.cause !== undefined ? bottomOf(cause.cause) : cause;
}

/** Part of an answer that isn't success: what is wrong, and where. */
export interface FailureDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** An answer of the API that isn't success. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly details: readonly FailureDetail[];
  /** What is wrong, as a sentence without the call. */
  readonly reason: string;
  readonly requestId: string | null;
  /** Seconds after which to try again, when the API says so. */
  readonly retryAfter: number | null;

  constructor(method: string, path: string, status: number, body: unknown, headers: Headers) {
    const error = (body as { error?: { code?: string; message?: string; details?: ApiFailure['details'] } } | null)
      ?.error;
    const details = error?.details ?? [];
    const reason = explain(error?.message ?? 'no reason given', details);
    super(`${method} ${path} answered ${status} ${error?.code ?? ''}: ${reason}`);
    this.status = status;
    this.code = error?.code ?? '';
    this.details = details;
    this.reason = reason;
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after'));
    this.retryAfter = headers.has('retry-after') && Number.isFinite(seconds) ? seconds : null;
  }

  /** The same failure, which also says what to do. */
  withAdvice(advice: string): this {
    this.message += ` ${advice}`;
    return this;
  }
}

/** What to do when something else than the API answers at an address. */
export function noApiAt(url: string): string {
  return `${url} isn't the address of a Stele API. It may be that of the site or of the content host: give the API's, with --url or STELE_URL.`;
}

/** What the API refused, with the places; its message where it names none. */
export function explain(message: string, details: readonly FailureDetail[]): string {
  return details.map((detail) => `${detail.path.join('.')}: ${detail.message}`).join('; ') || message;
}

/** The reason at the bottom of an error, for people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OutOfReach) {
    return `${error.message} Is it running, and is the address right? Run "npx stele doctor" to find out why.`;
  }
  return error instanceof TypeError && error.message === 'fetch failed'
    ? `A server can't be reached (${new OutOfReach('', error).reason}).`
    : error.message;
}
