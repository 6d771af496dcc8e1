import { ApiError } from '@stele/client';
import type { Connection } from './connection.ts';
import { noApiAt, UserError } from './errors.ts';

/**
 * Adds to what the API says of a connection what to do: of a token where it's from, of an address that it's none of an API.
 *
 * @param scope what a token needs there, as `stele tokens create` calls it
 */
export function explainRefusal(
  error: unknown,
  { url, source }: Pick<Connection, 'url' | 'source'>,
  scope: 'admin' | 'read' = 'admin',
): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'not_found' || error.code === 'method_not_allowed') return new UserError(noApiAt(url));
  if (error.code !== 'auth.invalid_token') return error;
  const from = source === undefined ? '' : ` It is from ${source}.`;
  error.message += `${from} Make a new one: npx stele tokens create NAME --scope ${scope} --env`;
  return error;
}
