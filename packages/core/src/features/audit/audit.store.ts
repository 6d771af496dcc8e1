import type { Pool } from 'pg';
import { viewOf } from '../../api/view.ts';
import { firstAuditIdAt } from '../../platform/audit-records.store.ts';
import { BUDGETED, cutPage, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { json, nullable, text, timestamp } from '../../platform/database/row.ts';
import { joinSql, query, type Sql, sql } from '../../platform/database/sql.ts';
import { type AuditPage, auditRecordSchema, type ListAuditInput } from './audit.schemas.ts';

const AUDIT_RECORD = {
  id: text,
  action: text,
  target_id: nullable(text),
  actor: json<AuditPage['data'][number]['actor']>(),
  request_id: nullable(text),
  data: json<AuditPage['data'][number]['data']>(),
  created_at: timestamp,
};

/** A page of the audit records of a project, or of accounts and the instance, before the one with an id, newest first. */
export async function loadAuditRecords(
  pool: Pool,
  projectId: string | null,
  { action, actor, target, from, to }: Pick<ListAuditInput, 'action' | 'actor' | 'target' | 'from' | 'to'>,
  before: string | null,
  limit: number,
): Promise<{ readonly records: AuditPage['data']; readonly hasMore: boolean }> {
  const conditions = [ofProject(projectId)];
  if (before !== null) conditions.push(sql`id < ${before}`);
  if (actor !== undefined) conditions.push(sql`actor ->> 'id' = ${actor}`);
  if (from !== undefined) conditions.push(...madeSince(new Date(from)));
  if (to !== undefined) conditions.push(...madeBefore(new Date(to)));
  if (target !== undefined) conditions.push(sql`target_id = ${target}`);
  const isNoun = action?.endsWith('.') ?? false;
  if (action !== undefined && target !== undefined) {
    conditions.push(isNoun ? sql`starts_with(action, ${action})` : sql`action = ${action}`);
  }
  const bound = sql`ORDER BY id DESC LIMIT ${limit + 1}`;
  const select = (more: readonly Sql[]): Sql => sql`(SELECT id, action, target_id, actor, request_id, data, created_at
    FROM audit_records WHERE ${joinSql([...conditions, ...more], ' AND ')} ${bound})`;
  // An index orders the records of one action, but not those of a noun.
  const actions =
    action === undefined || target !== undefined
      ? null
      : isNoun
        ? await findActions(pool, projectId, action)
        : [action];
  if (actions?.length === 0) return { records: [], hasMore: false };
  const lists = actions?.map((one) => select([sql`action = ${one}`])) ?? [select([])];
  const page = sql`SELECT * FROM (${joinSql(lists, ' UNION ALL ')}) r ${bound}`;
  const rows = await query(
    pool,
    sql`${withinBudget(page, { order: sql`b.id DESC`, bytes: sql`octet_length(b.data::text)` })} ORDER BY id DESC`,
    { ...AUDIT_RECORD, ...BUDGETED },
  );
  const cut = cutPage(rows, limit);
  return { records: cut.page.map((row) => viewOf(auditRecordSchema, row, {})), hasMore: cut.hasMore };
}

/** Of one project; null for those of none. */
const ofProject = (projectId: string | null): Sql =>
  projectId === null ? sql`project_id IS NULL` : sql`project_id = ${projectId}`;

/** How much the clock in ids may differ from the clock of `created_at`. */
const CLOCKS_APART_MS = 24 * 60 * 60 * 1000;

/** Conditions on the time of records. Ids sort by time, so a condition on them makes use of the index. */
function madeSince(time: Date): Sql[] {
  const early = firstAuditIdAt(new Date(time.getTime() - CLOCKS_APART_MS));
  return [sql`created_at >= ${time}::timestamptz`, sql`id >= ${early}`];
}

function madeBefore(time: Date): Sql[] {
  const late = firstAuditIdAt(new Date(time.getTime() + CLOCKS_APART_MS));
  return [sql`created_at < ${time}::timestamptz`, sql`id < ${late}`];
}

/** The recorded actions that begin with a noun and a dot. Needs one index lookup for each action. */
async function findActions(pool: Pool, projectId: string | null, beginning: string): Promise<string[]> {
  const rows = await query(
    pool,
    sql`WITH RECURSIVE actions AS (
        (SELECT action FROM audit_records WHERE ${ofProject(projectId)} ORDER BY action LIMIT 1)
        UNION ALL
        SELECT (SELECT r.action FROM audit_records r WHERE ${ofProject(projectId)} AND r.action > a.action
          ORDER BY r.action LIMIT 1) FROM actions a WHERE a.action IS NOT NULL)
      SELECT action FROM actions WHERE starts_with(action, ${beginning})`,
    { action: text },
  );
  return rows.map((row) => row.action);
}
