import { makeCursor, readNumberCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { SchemaVersionPage } from './schema.schemas.ts';
import { loadSchemaVersions } from './schema.store.ts';

/** A page of the schema's versions, newest first. @throws ApiError `validation_failed` for a foreign cursor */
export async function listSchemaVersions(
  { project, services }: ProjectContext,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<SchemaVersionPage> {
  const filters = { project: project.id, list: 'schema versions' };
  const after = readNumberCursor(filters, cursor);
  const rows = await loadSchemaVersions(services.database.pool, project.id, after, limit + 1);
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last ? makeCursor(filters, String(last.version)) : null };
}
