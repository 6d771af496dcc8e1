import { makeCursor, readCursor } from '../../api/cursor.ts';
import { invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { AuditPage, ListAuditInput } from './audit.schemas.ts';
import { loadAuditRecords } from './audit.store.ts';

/** A page of a project's audit records, newest first. @throws ApiError `validation_failed` for a foreign cursor or an empty range */
export async function listAuditRecords(
  { project, services }: ProjectContext,
  input: ListAuditInput,
): Promise<AuditPage> {
  const { action = null, actor = null, target = null, from = null, to = null, limit } = input;
  if (from !== null && to !== null && Date.parse(from) >= Date.parse(to)) {
    throw invalid(['to'], 'The range ends before it begins.');
  }
  const filters = { project: project.id, list: 'audit', action, actor, target, from, to };
  const after = readCursor(filters, input.cursor);
  const { records, hasMore } = await loadAuditRecords(services.database.pool, project.id, input, after, limit);
  const last = records.at(-1);
  return { data: records, next_cursor: hasMore && last ? makeCursor(filters, last.id) : null };
}
