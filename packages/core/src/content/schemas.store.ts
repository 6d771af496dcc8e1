import type { SchemaDocument } from '@stele/schema';
import type { Pool } from 'pg';

/** A version of a project's schema; null when there's none. */
export async function findSchema(pool: Pool, projectId: string, version: number): Promise<SchemaDocument | null> {
  const { rows } = await pool.query<{ document: SchemaDocument }>(
    'SELECT document FROM schema_versions WHERE project_id = $1 AND version = $2',
    [projectId, version],
  );
  return rows[0]?.document ?? null;
}

/** The schema that was active at a time; null when there was none. */
export async function findSchemaAt(pool: Pool, projectId: string, at: Date): Promise<SchemaDocument | null> {
  const { rows } = await pool.query<{ document: SchemaDocument }>(
    `SELECT document FROM schema_versions WHERE project_id = $1 AND created_at <= $2 ORDER BY version DESC LIMIT 1`,
    [projectId, at],
  );
  return rows[0]?.document ?? null;
}
