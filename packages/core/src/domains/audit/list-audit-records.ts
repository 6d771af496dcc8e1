import type { ProjectContext } from '../../context.ts';
import { makeCursor, readCursor } from '../../cursor.ts';
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
  const rows = await loadAuditRecords(services.database.pool, project.id, input, after, limit + 1);
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? makeCursor(filters, last.id) : null };
}
