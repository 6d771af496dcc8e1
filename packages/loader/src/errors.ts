/** The kind of a failure; stable, for programs. */
export type LoaderErrorCode =
  /** An option is missing, and its variable too. */
  | 'option_missing'
  /** An option makes no sense. */
  | 'option_invalid'
  /** The API refuses the token (401). */
  | 'unauthorized'
  /** The token's scope is too small (403). */
  | 'forbidden'
  /** The token's project is another one (404). */
  | 'project_not_found'
  /** Nothing was ever published (404). */
  | 'none_published'
  /** A limit is exceeded, still after all retries (429). */
  | 'rate_limited'
  /** Another answer of 4xx. */
  | 'refused'
  /** A network error, a time-out or an answer of 5xx, still after all retries. */
  | 'unreachable'
  /** An answer that isn't what belongs at its address. */
  | 'bad_response'
  /** Content in a format that this version of the loader doesn't know. */
  | 'unsupported_format'
  /** The snapshot that was asked for isn't on the content host. */
  | 'snapshot_not_found'
  /** A part of a snapshot isn't on the content host. */
  | 'content_missing'
  /** A part of a snapshot isn't what its digest promises. */
  | 'content_damaged'
  /** Published content holds a mark of a preview, which is for drafts alone. */
  | 'content_marked'
  /** The cache's record is older than allowed. */
  | 'cache_too_old'
  /** The cache can't be read or written. */
  | 'cache_failed'
  /** The snapshot has no such collection. */
  | 'unknown_collection'
  /** The snapshot has the collection, but not in this locale. */
  | 'unknown_locale';

interface LoaderErrorDetails {
  readonly url?: string | null;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly apiCode?: string | null;
  readonly apiField?: string | null;
  readonly cause?: unknown;
}

/** Everything that the loader throws. Its message has the cause and advice; no secret is in it. */
export class LoaderError extends Error {
  override readonly name = 'LoaderError';
  readonly code: LoaderErrorCode;
  /** Address of the request that failed; that of a pointer mirror is shortened, since it's as good as the token. */
  readonly url: string | null;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
  /** Id under which the server logged the request. */
  readonly requestId: string | null;
  /** Code in the API's answer. */
  readonly apiCode: string | null;
  /** The parameter or property that the API refused, the first one of several. */
  readonly apiField: string | null;

  constructor(code: LoaderErrorCode, message: string, details: LoaderErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.url = details.url ?? null;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.apiCode = details.apiCode ?? null;
    this.apiField = details.apiField ?? null;
  }
}

/** Whether an error is of the loader, with one of some codes. */
export function hasCode(error: unknown, ...codes: readonly LoaderErrorCode[]): error is LoaderError {
  return error instanceof LoaderError && codes.includes(error.code);
}
