import { makeCursor, readNumberCursor } from '../../../api/cursor.ts';
import type { ProjectContext } from '../../context.ts';
import type { ListVersionsInput, VersionPage } from './versions.schemas.ts';
import { checkEntryInProject, loadVersions } from './versions.store.ts';

/** A page of an entry's history, newest first. @throws ApiError `entry.not_found`, `validation_failed` for a foreign cursor */
export async function listEntryVersions(ctx: ProjectContext, input: ListVersionsInput): Promise<VersionPage> {
  const { pool } = ctx.services.database;
  const { entryId, within = null, limit } = input;
  await checkEntryInProject(pool, ctx.project.id, entryId);
  const filters = { project: ctx.project.id, versions: entryId, ...(within !== null && { within }) };
  const after = readNumberCursor(filters, input.cursor);
  const { versions, hasMore } = await loadVersions(pool, ctx.project.id, entryId, { within, before: after, limit });
  const last = versions.at(-1);
  return { data: [...versions], next_cursor: hasMore && last ? makeCursor(filters, String(last.version)) : null };
}
