import { makeCursor, readNumberCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { ListSnapshotsInput, SnapshotPage } from './snapshots.schemas.ts';
import { loadHistory } from './snapshots.store.ts';

/** A page of the site's history, newest first. @throws ApiError `validation_failed` for a foreign cursor */
export async function listSnapshots(
  { project, services }: ProjectContext,
  input: ListSnapshotsInput,
): Promise<SnapshotPage> {
  const filters = { project: project.id, list: 'snapshots' };
  // Later changes aren't listed, since `live` is only known for the time when the project was read.
  const before = readNumberCursor(filters, input.cursor) ?? project.liveSeq + 1;
  const { items, hasMore } = await loadHistory(services.database.pool, project.id, before, input.limit);
  const data = items.map((row) => ({ ...row, live: row.sequence === project.liveSeq }));
  const last = data.at(-1);
  return { data, next_cursor: hasMore && last ? makeCursor(filters, String(last.sequence)) : null };
}
