import type { SchemaDocument } from '@stele/schema';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/actor.ts';
import { query, sql } from '../../platform/database/sql.ts';
import type { ChangeView, SchemaVersionView } from './schema.schemas.ts';

interface SchemaRow {
  version: number;
  hash: string;
  document: SchemaDocument;
  created_at: Date;
  created_by: Actor;
}

/** A version of a project's schema; null when there's none. */
export async function findSchemaVersion(
  pool: Pool,
  projectId: string,
  version: number,
): Promise<SchemaVersionView | null> {
  const rows = await query<SchemaRow>(
    pool,
    sql`SELECT version, hash, document, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND version = ${version}`,
  );
  const row = rows[0];
  if (!row) return null;
  return { ...headOf(row), schema: row.document };
}

/** Versions of a project's schema before another, newest first. */
export async function loadSchemaVersions(pool: Pool, projectId: string, before: number | null, limit: number) {
  const rows = await query<
    SchemaRow & { changes: Omit<ChangeView, 'sample_entry_ids' | 'migration' | 'migration_required'>[] }
  >(
    pool,
    sql`SELECT version, hash, changes, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND (${before}::int IS NULL OR version < ${before})
      ORDER BY version DESC LIMIT ${limit}`,
  );
  return rows.map((row) => ({ ...headOf(row), changes: row.changes }));
}

function headOf({
  version,
  hash,
  created_at,
  created_by,
}: Pick<SchemaRow, 'version' | 'hash' | 'created_at' | 'created_by'>) {
  return { version, hash, created_at: created_at.toISOString(), created_by };
}
