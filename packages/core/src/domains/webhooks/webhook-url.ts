import { invalid } from '../../platform/errors.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import type { ProjectContext } from '../context.ts';

/** @throws ApiError `validation_failed` for an address that may not be asked */
export function checkWebhookUrl({ services }: ProjectContext, url: string): void {
  try {
    services.delivery.client.checkAddress(url);
  } catch (error) {
    if (error instanceof OutgoingRequestError) throw invalid(['url'], error.message);
    throw error;
  }
}

/** What the audit log tells of settings: addresses may hold secrets, so only where they lead. */
export function onRecord({ url, ...settings }: { readonly url?: string | undefined }): Record<string, unknown> {
  return { ...settings, ...(url !== undefined && { host: new URL(url).host }) };
}
