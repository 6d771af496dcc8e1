import type { OutgoingHttpHeaders } from 'node:http';

/** All error codes of the content host, with their status. */
const STATUS_OF = {
  validation_failed: 400,
  'download.invalid_signature': 403,
  'upload.invalid_signature': 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

/** An error for the client. The message is for the client, the `cause` for the log. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly headers: OutgoingHttpHeaders;

  constructor(code: ErrorCode, message: string, options: { headers?: OutgoingHttpHeaders; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return STATUS_OF[this.code];
  }

  get envelope(): string {
    return JSON.stringify({ error: { code: this.code, message: this.message } });
  }
}

/** The error for a URL without content. It gives no reason. */
export function notFound(): HttpError {
  return new HttpError('not_found', 'There is nothing at this address.');
}
