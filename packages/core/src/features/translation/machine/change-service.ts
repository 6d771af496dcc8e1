import { checkAddress } from '../../../domains/check-address.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { write } from '../../../platform/audit.ts';
import { invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { translationActions } from '../translations.names.ts';
import { deeplUrl } from './deepl.ts';
import type { ChangeServiceInput, ServiceView } from './machine.schemas.ts';
import { loadService, type StoredService } from './machine.store.ts';

/** The service as the API shows it, without its key. */
export function toServiceView(service: Pick<StoredService, 'kind' | 'url' | 'model'> | null): ServiceView {
  if (!service) return { kind: null, url: null, model: null };
  return { kind: service.kind as ServiceView['kind'], url: service.url, model: service.model };
}

/**
 * Sets or removes the service that translates a project's texts. Its key stays only while it goes to the same place: no one can send
 * a key elsewhere without knowing it.
 *
 * @throws ApiError `validation_failed`
 */
export async function changeService(
  ctx: ProjectContext,
  { kind, url: given, model, api_key: key }: Omit<ChangeServiceInput, 'projectId'>,
): Promise<ServiceView> {
  const { project, services } = ctx;
  const where = { projectId: project.id };
  if (kind === 'openai' && given === undefined) throw invalid(['url'], 'Say where the service is.');
  if (kind === 'openai' && model === undefined) throw invalid(['model'], 'Say which model translates.');
  if (given !== undefined) checkAddress(services.delivery.client, 'url', given);
  return write(ctx, async (tx) => {
    const before = await loadService(tx, project.id);
    const data = { kind, from: { kind: before?.kind ?? null } };
    const audit = { action: translationActions['translation.change_service'], targetId: project.id, data };
    if (kind === null) {
      if (before) await tx.translationService.delete({ where });
      return { answer: toServiceView(null), audit: before ? audit : [] };
    }
    const kept = before?.kind === kind ? before.url : undefined;
    const url = given ?? (key === undefined ? kept : deeplUrl(key));
    if (url === undefined || (key === undefined && url !== kept)) {
      throw invalid(['api_key'], 'Send the key of the service.');
    }
    const id = before?.id ?? newId('translationService');
    const secret = key === undefined ? (before?.secret ?? '') : services.delivery.secrets.seal(key, id);
    const row = {
      kind,
      url,
      model: kind === 'openai' && model !== undefined ? model : null,
      secret,
      updatedAt: services.clock.now(),
    };
    const after = await tx.translationService.upsert({ where, create: { ...row, ...where, id }, update: row });
    return { answer: toServiceView(after), audit };
  });
}
