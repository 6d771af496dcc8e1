import { AuthorizationResponseError } from 'openid-client';
import { ProviderError } from '../../../access/providers/provider-error.ts';
import { causesOf } from '../../../platform/error-messages.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';

/** The `ProviderError` for a failure while a sign-in is completed. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const cause = { cause: error };
  if (error instanceof AuthorizationResponseError) {
    const isDown = ['server_error', 'temporarily_unavailable'].includes(error.error);
    return new ProviderError(isDown ? 'unreachable' : 'denied', `The provider answered ${error.error}.`, cause);
  }
  if (causesOf(error).some((one) => one instanceof OutgoingRequestError)) {
    return new ProviderError('unreachable', 'The provider stopped answering.', cause);
  }
  return new ProviderError('broken', "The provider's answer doesn't hold.", cause);
}
