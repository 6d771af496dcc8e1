import type { Services } from '../../../domains/services.ts';
import { SealBroken } from '../../../platform/secret-box.ts';
import { chatModel } from './chat-model.ts';
import { deepl } from './deepl.ts';
import type { StoredService } from './machine.store.ts';
import { serviceFailed, type TranslateTexts } from './service.ts';

/**
 * The translating function of a project's service.
 *
 * @throws ApiError `translation.service_failed` when its key can't be decrypted
 */
export function openService(
  { client, secrets }: Services['delivery'],
  { id, projectId, kind, url, model, secret }: StoredService,
  signal: AbortSignal,
): TranslateTexts {
  const address = { client, url: url.replace(/\/+$/, ''), key: keyOf(secrets, secret, id), signal };
  return kind === 'deepl' ? deepl(address, projectId) : chatModel(address, model ?? '');
}

function keyOf(secrets: Services['delivery']['secrets'], sealed: string, id: string): string {
  try {
    return secrets.open(sealed, id);
  } catch (error) {
    if (error instanceof SealBroken) throw serviceFailed("Its key can't be decrypted. Enter it again.");
    throw error;
  }
}
