import type { ApiSessionContext } from '../../api/context.ts';
import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../../domains/context.ts';
import type { Services } from '../../domains/services.ts';
import { invalid } from '../../platform/errors.ts';
import type { AuditPage, ListAuditInput, ListInstanceAuditInput } from './audit.schemas.ts';
import { loadAuditRecords } from './audit.store.ts';

/** A page of a project's audit records, newest first. @throws ApiError `validation_failed` for a foreign cursor or an empty range */
export function listAuditRecords({ project, services }: ProjectContext, input: ListAuditInput): Promise<AuditPage> {
  return pageOfRecords(services, project.id, input);
}

/** The same of accounts and the instance, which belong to no project: sign-ins, credentials, directories, operators. */
export function listInstanceAuditRecords(
  { services }: ApiSessionContext<Services>,
  input: ListInstanceAuditInput,
): Promise<AuditPage> {
  return pageOfRecords(services, null, input);
}

async function pageOfRecords(
  { database }: Pick<Services, 'database'>,
  projectId: string | null,
  input: ListInstanceAuditInput,
): Promise<AuditPage> {
  const { action = null, actor = null, target = null, from = null, to = null, limit } = input;
  if (from !== null && to !== null && Date.parse(from) >= Date.parse(to)) {
    throw invalid(['to'], 'The range ends before it begins.');
  }
  const filters = { project: projectId, list: 'audit', action, actor, target, from, to };
  const after = readCursor(filters, input.cursor);
  const { records, hasMore } = await loadAuditRecords(database.pool, projectId, input, after, limit);
  const last = records.at(-1);
  return { data: records, next_cursor: hasMore && last ? makeCursor(filters, last.id) : null };
}
