import { invalid } from '../platform/errors.ts';
import type { GuardedClient } from '../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../platform/outgoing/outgoing-error.ts';

/**
 * Checks that a URL from a caller may be requested.
 *
 * @param field the field of the request with the URL
 * @throws ApiError `validation_failed`
 */
export function checkAddress(client: GuardedClient, field: string, address: string): URL {
  try {
    return client.checkAddress(address);
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    throw invalid([field], error.message);
  }
}
