import type { ProjectContext } from '../../context.ts';
import { makeCursor, readNumberCursor } from '../../cursor.ts';
import type { ListVersionsInput, VersionPage } from './versions.schemas.ts';
import { checkEntryInProject, loadVersions } from './versions.store.ts';

/** A page of an entry's history, newest first. @throws ApiError `entry.not_found`, `validation_failed` for a foreign cursor */
export async function listVersions(ctx: ProjectContext, input: ListVersionsInput): Promise<VersionPage> {
  const { pool } = ctx.services.database;
  const { entryId, limit } = input;
  await checkEntryInProject(pool, ctx.project.id, entryId);
  const filters = { project: ctx.project.id, versions: entryId };
  const after = readNumberCursor(filters, input.cursor);
  const rows = await loadVersions(pool, entryId, after, limit + 1);
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? makeCursor(filters, String(last.version)) : null };
}
