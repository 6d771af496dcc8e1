import { ApiError, ConnectionError } from '@stele/client';

/** Something that the user can fix; its message says how. Ends the command with exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** Part of the answer of `--json`, beside the message. */
  readonly details: unknown;

  constructor(message: string, details?: unknown) {
    super(message);
    this.details = details;
  }
}

/** The user pressed Ctrl-C at a question. */
export class Cancelled extends UserError {
  override readonly name = 'Cancelled';
}

/** A personal sign-in has ended, by its age or because someone ended it. */
export class SignInOver extends UserError {
  override readonly name = 'SignInOver';

  constructor(url: string) {
    super(`Your sign-in at ${url} has ended. Sign in again: npx stele login --url ${url}`);
  }
}

/** What is wrong with a part of a request, and where. */
export interface FailureDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What to do when something else than the API answers at an address. */
export function noApiAt(url: string): string {
  return `${url} isn't the address of a Stele API. It may be that of the site or of the content host: give the API's, with --url or STELE_URL.`;
}

/** The API's reasons for a refusal, with their places; its message where it names none. */
export function explain({
  message,
  details,
}: Pick<ApiError, 'message'> & { details: readonly FailureDetail[] }): string {
  return details.map((detail) => `${detail.path.join('.')}: ${detail.message}`).join('; ') || message;
}

/** The innermost reason of an error, for people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ApiError) return `${error.request} answered ${error.status} ${error.code}: ${explain(error)}`;
  if (error instanceof ConnectionError) {
    return `${error.message} Is it running, and is the address right? Run "npx stele doctor" to find out why.`;
  }
  return error instanceof TypeError && error.message === 'fetch failed'
    ? `A server can't be reached (${new ConnectionError('', error).reason}).`
    : error.message;
}
