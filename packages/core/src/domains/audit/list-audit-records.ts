import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { AuditPage, ListAuditInput } from './audit.schemas.ts';
import { loadAuditRecords } from './audit.store.ts';

/** A page of what was done in a project, newest first. @throws ApiError `validation_failed` for a foreign cursor */
export async function listAuditRecords(
  { project, services }: ProjectContext,
  input: ListAuditInput,
): Promise<AuditPage> {
  const { action = null, actor = null, target = null, limit } = input;
  const filters = { project: project.id, list: 'audit', action, actor, target };
  const after = readCursor(filters, input.cursor);
  const { records, hasMore } = await loadAuditRecords(services.database.pool, project.id, input, after, limit);
  const last = records.at(-1);
  return { data: records, next_cursor: hasMore && last ? makeCursor(filters, last.id) : null };
}
