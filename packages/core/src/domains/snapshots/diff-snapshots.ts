import { PAGE, TEXT_PICTURES } from '@stele/schema';
import { makeCursor, readPairCursor } from '../../api/cursor.ts';
import { fieldDifferences } from '../../content/field-differences.ts';
import type { ProjectContext } from '../context.ts';
import type { DiffSnapshotsInput, SnapshotDiffPage } from './snapshots.schemas.ts';
import { type DifferingRow, getSnapshotInProject, loadDifferences } from './snapshots.store.ts';

/**
 * A page of the differences between two snapshots, by entry and locale.
 *
 * @throws ApiError `snapshot.not_found`, `validation_failed` for a foreign cursor
 */
export async function diffSnapshots(
  { project, services }: ProjectContext,
  input: DiffSnapshotsInput,
): Promise<SnapshotDiffPage> {
  const { pool } = services.database;
  const from = await getSnapshotInProject(pool, project.id, input.snapshotId);
  const to = await getSnapshotInProject(pool, project.id, input.otherId);
  const filters = { project: project.id, from: from.id, to: to.id };
  const place = readPairCursor(filters, input.cursor);
  const { differing, hasMore } = await loadDifferences(pool, project.id, from.seq, to.seq, place, input.limit);
  const last = differing.at(-1);
  return {
    data: differing.map(toDifference),
    next_cursor: hasMore && last ? makeCursor(filters, JSON.stringify([last.entryId, last.locale])) : null,
  };
}

function toDifference({ entryId, locale, collection, before, after }: DifferingRow): SnapshotDiffPage['data'][number] {
  const [was, now] = [before ?? {}, after ?? {}];
  const fields = fieldDifferences(was, now);
  const change = before === null ? 'added' : after === null ? 'removed' : fields.length > 0 ? 'changed' : 'moved';
  // Text pictures are derived from Markdown fields, and a page from others.
  const own = fields.filter(({ field }) => field !== TEXT_PICTURES && field !== PAGE);
  return { entry_id: entryId, collection_key: collection, locale, change, fields: own };
}
