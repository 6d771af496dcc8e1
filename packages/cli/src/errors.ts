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

/** A problem in a part of a request, and its place. */
export interface FailureDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The kind of failure, where the API gives one. */
  readonly reason?: string;
}

/** Advice when something else than the API answers at an address. */
export function noApiAt(url: string): string {
  return `${url} isn't the address of a Stele API. It may be that of the admin, the site or the content host: give the API's, with --url or STELE_URL.`;
}

/** The API's reasons for a refusal, with their places; its message where it names none. */
export function explain({
  message,
  details,
}: Pick<ApiError, 'message'> & { details: readonly FailureDetail[] }): string {
  return (
    details.map(({ path, message: reason }) => [path.join('.'), reason].filter(Boolean).join(': ')).join('; ') ||
    message
  );
}

/**
 * Why one of many was refused, in words.
 *
 * @throws the error itself when it concerns all of them: the API refuses the token, fails, or can't be reached
 */
export function refusalOf(error: unknown): string {
  const failsAll = error instanceof ApiError && (error.status >= 500 || error.status === 401 || error.status === 403);
  if (failsAll || error instanceof ConnectionError) throw error;
  return reasonOf(error);
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

/**
 * Adds advice to an error of the API about a connection: where the token comes from, or that the address isn't that of an API.
 *
 * @param scope the scope that a token needs there, as `stele tokens create` calls it
 */
export function explainRefusal(
  error: unknown,
  { url, source }: { readonly url: string; readonly source?: string },
  scope: 'admin' | 'read' = 'admin',
): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'not_found' || error.code === 'method_not_allowed') return new UserError(noApiAt(url));
  if (error.code !== 'auth.invalid_token') return error;
  const from = source === undefined ? '' : ` It is from ${source}.`;
  error.message += `${from} Make a new one: npx stele tokens create NAME --scope ${scope} --env`;
  return error;
}
