import type { Pool } from 'pg';
import type { Actor } from '../../context.ts';
import type { AuditPage, ListAuditInput } from './audit.schemas.ts';

/** Records of a project before another, newest first. */
export async function loadAuditRecords(
  pool: Pool,
  projectId: string,
  { action, actor, target }: Pick<ListAuditInput, 'action' | 'actor' | 'target'>,
  before: string | null,
  limit: number,
): Promise<AuditPage['data']> {
  const { rows } = await pool.query<{
    id: string;
    action: string;
    target_id: string | null;
    actor: Actor;
    request_id: string | null;
    data: Record<string, unknown>;
    created_at: Date;
  }>(
    `SELECT id, action, target_id, actor, request_id, data, created_at FROM audit_records
     WHERE project_id = $1 AND ($2::text IS NULL OR id < $2)
       AND ($3::text IS NULL OR action = $3 OR (right($3, 1) = '.' AND starts_with(action, $3)))
       AND ($4::text IS NULL OR actor ->> 'id' = $4) AND ($5::text IS NULL OR target_id = $5)
     ORDER BY id DESC LIMIT $6`,
    [projectId, before, action ?? null, actor ?? null, target ?? null, limit],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
