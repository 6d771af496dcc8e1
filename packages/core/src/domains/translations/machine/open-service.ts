import type { Services } from '../../services.ts';
import { chatModel } from './chat-model.ts';
import { deepl } from './deepl.ts';
import type { StoredService } from './machine.store.ts';
import type { TranslateTexts } from './service.ts';

/** What a project's service translates with. @throws SealBroken when its key can't be decrypted */
export function openService(
  { client, secrets }: Services['delivery'],
  { id, projectId, kind, url, model, secret }: StoredService,
): TranslateTexts {
  const address = { client, url: url.replace(/\/+$/, ''), key: secrets.open(secret, id) };
  return kind === 'deepl' ? deepl(address, projectId) : chatModel(address, model ?? '');
}
