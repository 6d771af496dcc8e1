/** Something that the user can mend; its message says how. Ends the command with exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** An answer of the API that isn't success. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly details: readonly { readonly path: readonly (string | number)[]; readonly message: string }[];
  readonly requestId: string | null;
  /** Seconds after which to try again, when the API says so. */
  readonly retryAfter: number | null;

  constructor(method: string, path: string, status: number, body: unknown, headers: Headers) {
    const error = (body as { error?: { code?: string; message?: string; details?: ApiFailure['details'] } } | null)
      ?.error;
    const details = error?.details ?? [];
    const where = details.map((detail) => `${detail.path.join('.')}: ${detail.message}`).join('; ');
    super(
      `${method} ${path} answered ${status} ${error?.code ?? ''}: ${where || (error?.message ?? 'no reason given')}`,
    );
    this.status = status;
    this.code = error?.code ?? '';
    this.details = details;
    this.requestId = headers.get('x-request-id');
    const seconds = Number(headers.get('retry-after'));
    this.retryAfter = headers.has('retry-after') && Number.isFinite(seconds) ? seconds : null;
  }
}
