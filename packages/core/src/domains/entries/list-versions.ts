import type { ProjectContext } from '../../context.ts';
import { makeCursor, readNumberCursor } from '../../cursor.ts';
import type { ListVersionsInput, VersionPage } from './entries.schemas.ts';
import { getEntryInProject } from './entries.store.ts';
import { loadVersions } from './versions.store.ts';

/** A page of an entry's history, newest first. @throws ApiError `entry.not_found`, `validation_failed` for a foreign cursor */
export async function listVersions(ctx: ProjectContext, input: ListVersionsInput): Promise<VersionPage> {
  const { pool } = ctx.services.database;
  const entry = await getEntryInProject(pool, ctx.project.id, input.entryId);
  const filters = { project: ctx.project.id, versions: entry.id };
  const after = readNumberCursor(filters, input.cursor);
  const rows = await loadVersions(pool, entry.id, after, input.limit + 1);
  const data = rows.slice(0, input.limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > input.limit && last ? makeCursor(filters, String(last.version)) : null };
}
