import type { Pool } from 'pg';
import { ENTRY_ROW, entryColumns, type IncludedValues, toEntryRecord } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { REFERRERS } from '../../entries/referrers.store.ts';
import { json, nullable } from '../../platform/database/row.ts';
import { query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Referrer } from './entries.schemas.ts';

/** An entry and its referrers, in one statement. @throws ApiError `entry.not_found` */
export async function getEntryWithReferrers(
  pool: Pool,
  projectId: string,
  entryId: string,
  include: IncludedValues,
): Promise<{ readonly entry: EntryRecord; readonly referrers: readonly Referrer[] }> {
  const [row] = await query(
    pool,
    sql`SELECT ${entryColumns(include)}, (${REFERRERS}) AS referrers FROM entries e
      WHERE e.project_id = ${projectId} AND e.id = ${entryId}`,
    { ...ENTRY_ROW, referrers: nullable(json<Referrer[]>()) },
  );
  if (!row) throw new ApiError('entry.not_found');
  return { entry: toEntryRecord(row), referrers: row.referrers ?? [] };
}
