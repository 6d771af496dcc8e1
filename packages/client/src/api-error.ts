import type { components } from './api-types.ts';

type Envelope = components['schemas']['Error']['error'];

/** What an error is, for programs; `unknown` for an answer that doesn't come from the API, such as a proxy's. */
export type ErrorCode = Envelope['code'] | 'unknown';

/** One thing that is wrong with a request. */
export type ErrorDetail = NonNullable<Envelope['details']>[number];

/** An error that the API answered with. Test its `code`; `message` is for people and may change. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Names the request in the log of the API; null when the answer doesn't come from it. */
  readonly requestId: string | null;
  /** Seconds after which the request can be sent again, where the API said so. */
  readonly retryAfter: number | null;

  constructor(response: Response, error: Partial<Envelope>) {
    super(error.message ?? `The answer was ${response.status}, and not from the API.`);
    this.status = response.status;
    this.code = error.code ?? 'unknown';
    this.details = error.details ?? [];
    this.requestId = response.headers.get('x-request-id');
    this.retryAfter = retryAfterOf(response);
  }
}

/** Seconds that an answer asks to wait; null when it names none. */
export function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** The error in a body; empty when it's no envelope of the API. */
export function envelopeOf(body: unknown): Partial<Envelope> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  return typeof error === 'object' && error !== null ? error : {};
}
