import type { SchemaDocument } from '@stele/schema';
import type { Pool } from 'pg';
import { json } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';

/** A version of a project's schema; null when there's none. */
export async function findSchema(pool: Pool, projectId: string, version: number): Promise<SchemaDocument | null> {
  const rows = await query(
    pool,
    sql`SELECT document FROM schema_versions WHERE project_id = ${projectId} AND version = ${version}`,
    { document: json<SchemaDocument>() },
  );
  return rows[0]?.document ?? null;
}

/** The schema that was active at a time; null when there was none. */
export async function findSchemaAt(pool: Pool, projectId: string, at: Date): Promise<SchemaDocument | null> {
  const rows = await query(
    pool,
    sql`SELECT document FROM schema_versions WHERE project_id = ${projectId} AND created_at <= ${at}
      ORDER BY version DESC LIMIT 1`,
    { document: json<SchemaDocument>() },
  );
  return rows[0]?.document ?? null;
}
