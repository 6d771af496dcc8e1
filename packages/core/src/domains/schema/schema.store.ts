import type { Pool } from 'pg';
import { int, json, text, timestamp } from '../../platform/database/row.ts';
import { query, sql } from '../../platform/database/sql.ts';
import type { SchemaVersionPage, SchemaVersionView } from './schema.schemas.ts';

const VERSION_ROW = {
  version: int,
  hash: text,
  created_at: timestamp,
  created_by: json<SchemaVersionView['created_by']>(),
};

/** A version of a project's schema; null when it doesn't exist. */
export async function findSchemaVersion(
  pool: Pool,
  projectId: string,
  version: number,
): Promise<SchemaVersionView | null> {
  const [row] = await query(
    pool,
    sql`SELECT version, hash, document AS schema, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND version = ${version}`,
    { ...VERSION_ROW, schema: json<SchemaVersionView['schema']>() },
  );
  return row ? toView(row) : null;
}

/** Versions of a project's schema before another, newest first. */
export async function loadSchemaVersions(pool: Pool, projectId: string, before: number | null, limit: number) {
  const rows = await query(
    pool,
    sql`SELECT version, hash, changes, created_at, created_by FROM schema_versions
      WHERE project_id = ${projectId} AND (${before}::int IS NULL OR version < ${before})
      ORDER BY version DESC LIMIT ${limit}`,
    { ...VERSION_ROW, changes: json<SchemaVersionPage['data'][number]['changes']>() },
  );
  return rows.map((row) => toView(row));
}

function toView<View extends { readonly created_at: Date }>({ created_at, ...row }: View) {
  return { ...row, created_at: created_at.toISOString() };
}
