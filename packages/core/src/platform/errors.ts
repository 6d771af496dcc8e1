import { TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { type Declared, declarer } from './declared.ts';
import { type ErrorDetail, limitDetails } from './error-details.ts';

export type { ErrorDetail } from './error-details.ts';

/** The answer to a request when an error is thrown. The name of the error is its code. */
export interface ErrorFacts {
  readonly status: number;
  /** By default. */
  readonly message: string;
}
export type DeclaredError = Declared<ErrorFacts>;
export const declareErrors = declarer<ErrorFacts>();

/** The errors that belong to no feature alone. Features declare the others. */
export const commonErrors = declareErrors({
  validation_failed: { status: 400, message: 'The request is not valid. See details.' },
  'auth.missing_token': { status: 401, message: 'Send a project token: Authorization: Bearer <ACCESS_TOKEN>.' },
  'auth.invalid_token': { status: 401, message: 'The token is not valid.' },
  'auth.missing_session': { status: 401, message: 'Sign in first.' },
  'auth.deactivated': { status: 403, message: 'Your account was deactivated by your organisation or an operator.' },
  'auth.insufficient_scope': { status: 403, message: 'The scope of this token does not allow this.' },
  'auth.insufficient_role': { status: 403, message: 'Your role in this project does not allow this.' },
  'auth.two_factor_required': {
    status: 403,
    message: 'This project requires two-factor codes. Turn them on in your account.',
  },
  'auth.origin_not_allowed': { status: 403, message: 'This origin may not write with a session.' },
  'auth.sign_in_over': { status: 401, message: 'The sign-in has expired, or had too many wrong codes. Sign in again.' },
  'auth.two_factor_disabled': { status: 409, message: 'Two-factor codes are off.' },
  'member.limit_reached': { status: 409, message: 'The project has reached its limit of people.' },
  'auth.email_not_verified': {
    status: 409,
    message:
      'Your address has to be verified first: choose a new password by a link that is mailed to you, or that an operator gives you.',
  },
  'instance.operator_only': { status: 403, message: 'Only an operator of this instance may do this.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  'project.not_found': { status: 404, message: 'There is no such project.' },
  'entry.not_found': { status: 404, message: 'There is no such entry.' },
  'media.asset_not_found': { status: 404, message: 'There is no such asset.' },
  'snapshot.not_found': { status: 404, message: 'There is no such snapshot.' },
  method_not_allowed: { status: 405, message: 'This address does not support that method.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  'entry.version_conflict': { status: 409, message: 'The entry was changed since. See details.' },
  'entry.trashed': { status: 409, message: 'The entry is in the trash. Restore it first.' },
  'entry.never_live': {
    status: 409,
    message: 'The entry was never live, or its earlier content is no longer kept. See details.',
  },
  'entry.not_manually_ordered': { status: 409, message: 'The collection is not ordered by hand.' },
  'entry.not_approved': { status: 409, message: 'The newest values have not been approved. See details.' },
  'entry.leaving_not_approved': {
    status: 409,
    message: 'Nobody has approved that this leaves the site. See details.',
  },
  'entry.bulk_refused': {
    status: 409,
    message: 'Some of the entries cannot be changed, so none was. See details.',
  },
  'entry.path_taken': { status: 400, message: 'Another page has this path. See details.' },
  'page.misplaced': { status: 409, message: 'The page, or one below it, cannot be there. See details.' },
  'entry.singleton_exists': { status: 409, message: 'The collection holds a single entry, which already exists.' },
  'media.not_uploaded': { status: 409, message: 'The file has not arrived yet. Send it to its uploadUrl first.' },
  'entry.limit_reached': { status: 409, message: 'The project has reached its limit of entries.' },
  'idempotency.in_flight': { status: 409, message: 'A request with this Idempotency-Key is still in progress.' },
  payload_too_large: { status: 413, message: 'The body is larger than this route accepts.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json.' },
  'media.content_mismatch': { status: 422, message: 'The uploaded file does not match its declaration.' },
  'idempotency.key_reused': { status: 422, message: 'This Idempotency-Key was already used for another request.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait as long as Retry-After says.' },
  headers_too_large: { status: 431, message: 'The address or the header fields are too long.' },
  internal: {
    status: 500,
    message: 'An internal error occurred. The log of the server has its details, under this request id.',
  },
  unavailable: { status: 503, message: 'A part of the service cannot be reached. Try again in a moment.' },
});
export type CommonErrorCode = keyof typeof commonErrors;

/** An error that a feature has declared, or the code of a common one. */
export type KnownError = CommonErrorCode | DeclaredError;

/** Body of every answer that reports an error. */
export interface ErrorEnvelope {
  readonly error: { readonly code: string; readonly message: string; readonly details?: readonly ErrorDetail[] };
}

const trpcCodes: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

/** An error with a code. Any other thrown error is `internal` or `unavailable`. */
export class ApiError extends TRPCError {
  readonly errorCode: string;
  readonly status: number;
  /** At most a hundred, and one that says how many others there are. */
  readonly details: readonly ErrorDetail[] | undefined;
  /** Headers of the response, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error: KnownError,
    options: {
      message?: string;
      details?: readonly ErrorDetail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    const { name: code, status, message } = typeof error === 'string' ? commonErrors[error] : error;
    super({
      code: trpcCodes[status] ?? 'INTERNAL_SERVER_ERROR',
      message: options.message ?? message,
      cause: options.cause,
    });
    this.errorCode = code;
    this.status = status;
    this.details = options.details?.length ? limitDetails(options.details) : undefined;
    this.headers = options.headers ?? (code === 'unavailable' ? { 'retry-after': '1' } : {});
  }
}

/** @throws ApiError when a project has reached a limit @param things the counted things, for the message */
export function assertBelowLimit(count: number, most: number, error: KnownError, things: string): void {
  if (count >= most) throw new ApiError(error, { message: `A project has at most ${most} ${things}.` });
}

/** A `validation_failed` with one detail. */
export function invalid(path: readonly (string | number)[], message: string): ApiError {
  return new ApiError('validation_failed', { details: [{ path, message }] });
}
