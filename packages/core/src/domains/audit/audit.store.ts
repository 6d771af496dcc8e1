import type { Pool } from 'pg';
import type { Actor } from '../../platform/actor.ts';
import { type BudgetedRow, cutPage, withinBudget } from '../../platform/database/byte-budget.ts';
import { SqlParameters } from '../../platform/database/sql-parameters.ts';
import type { AuditPage, ListAuditInput } from './audit.schemas.ts';

interface AuditRow {
  id: string;
  action: string;
  target_id: string | null;
  actor: Actor;
  request_id: string | null;
  data: Record<string, unknown>;
  created_at: Date;
}

/** Every action that a project has on record, found by one look into the index for each. */
const ACTIONS_SQL = `WITH RECURSIVE actions AS (
    (SELECT action FROM audit_records WHERE project_id = $1 ORDER BY action LIMIT 1)
    UNION ALL
    SELECT (SELECT r.action FROM audit_records r WHERE r.project_id = $1 AND r.action > a.action
      ORDER BY r.action LIMIT 1) FROM actions a WHERE a.action IS NOT NULL)
  SELECT action FROM actions WHERE starts_with(action, $2)`;

/** A page of the records of a project before another, newest first. */
export async function loadAuditRecords(
  pool: Pool,
  projectId: string,
  { action, actor, target }: Pick<ListAuditInput, 'action' | 'actor' | 'target'>,
  before: string | null,
  limit: number,
): Promise<{ readonly records: AuditPage['data']; readonly hasMore: boolean }> {
  const parameters = new SqlParameters();
  const conditions = [`project_id = ${parameters.add(projectId)}`];
  if (before !== null) conditions.push(`id < ${parameters.add(before)}`);
  if (actor !== undefined) conditions.push(`actor ->> 'id' = ${parameters.add(actor)}`);
  if (target !== undefined) conditions.push(`target_id = ${parameters.add(target)}`);
  const isNoun = action?.endsWith('.') ?? false;
  if (action !== undefined && target !== undefined) {
    conditions.push(isNoun ? `starts_with(action, ${parameters.add(action)})` : `action = ${parameters.add(action)}`);
  }
  const bound = `ORDER BY id DESC LIMIT ${parameters.add(limit + 1)}`;
  const select = (
    more: readonly string[],
  ): string => `(SELECT id, action, target_id, actor, request_id, data, created_at
    FROM audit_records WHERE ${[...conditions, ...more].join(' AND ')} ${bound})`;
  // The records of one action lie in order in an index, those of a noun don't.
  const actions =
    action === undefined || target !== undefined
      ? null
      : isNoun
        ? await findActions(pool, projectId, action)
        : [action];
  if (actions?.length === 0) return { records: [], hasMore: false };
  const lists = actions?.map((one) => select([`action = ${parameters.add(one)}`])) ?? [select([])];
  const page = `SELECT * FROM (${lists.join(' UNION ALL ')}) r ${bound}`;
  const { rows } = await pool.query<AuditRow & BudgetedRow>(
    `${withinBudget(page, { order: 'b.id DESC', bytes: 'octet_length(b.data::text)' })} ORDER BY id DESC`,
    parameters.values,
  );
  const cut = cutPage(rows, limit);
  return { records: cut.page.map(toRecord), hasMore: cut.hasMore };
}

function toRecord({ id, action, target_id, actor, request_id, data, created_at }: AuditRow): AuditPage['data'][number] {
  return { id, action, target_id, actor, request_id, data, created_at: created_at.toISOString() };
}

/** Actions on record that begin with a noun and its dot. */
async function findActions(pool: Pool, projectId: string, beginning: string): Promise<string[]> {
  const { rows } = await pool.query<{ action: string }>(ACTIONS_SQL, [projectId, beginning]);
  return rows.map((row) => row.action);
}
