import type { Pool } from 'pg';
import { query, sql } from '../../platform/database/sql.ts';
import type { SchemaVersionPage, SchemaVersionView } from './schema.schemas.ts';

type Row<View> = Omit<View, 'created_at'> & { readonly created_at: Date };

/** A version of a project's schema; null when it doesn't exist. */
export async function findSchemaVersion(
  pool: Pool,
  projectId: string,
  version: number,
): Promise<SchemaVersionView | null> {
  const [row] = await query<Row<SchemaVersionView>>(
    pool,
    sql`SELECT version, hash, document AS schema, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND version = ${version}`,
  );
  return row ? toView(row) : null;
}

/** Versions of a project's schema before another, newest first. */
export async function loadSchemaVersions(pool: Pool, projectId: string, before: number | null, limit: number) {
  const rows = await query<Row<SchemaVersionPage['data'][number]>>(
    pool,
    sql`SELECT version, hash, changes, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND (${before}::int IS NULL OR version < ${before})
      ORDER BY version DESC LIMIT ${limit}`,
  );
  return rows.map((row) => toView(row));
}

function toView<View extends { readonly created_at: Date }>({ created_at, ...row }: View) {
  return { ...row, created_at: created_at.toISOString() };
}
