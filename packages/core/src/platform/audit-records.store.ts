import { encodeTime } from 'ulid';
import { type Actor, SYSTEM } from './actor.ts';
import type { KnownAction } from './audit-actions.ts';
import { type Sql, sql } from './database/sql.ts';
import { declaredName } from './declared.ts';
import { newId } from './ids.ts';
import type { WriteContext } from './write-context.ts';

/** A record of the audit log. */
export interface AuditRecord {
  readonly projectId: string | null;
  readonly action: KnownAction;
  readonly targetId: string | null;
  readonly actor: Actor;
  /** Null without a request. */
  readonly requestId: string | null;
  /** Details of the change; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** The audit record of something that the system did without a request. */
export function systemRecord(record: Omit<AuditRecord, 'actor' | 'requestId'>): AuditRecord {
  return { ...record, actor: SYSTEM, requestId: null };
}

/**
 * Statement that writes rows of the audit log. No other code does.
 *
 * @param condition on a row `a`, such as that its `target_id` was written
 */
export function insertAuditRecords(records: readonly AuditRecord[], condition: Sql = sql`true`): Sql {
  const rows = records.map(({ projectId, action, targetId, actor, requestId, data, at }) => ({
    id: newId('audit'),
    project_id: projectId,
    action: declaredName(action),
    target_id: targetId,
    actor,
    request_id: requestId,
    data,
    created_at: at,
  }));
  return sql`INSERT INTO audit_records (id, project_id, action, target_id, actor, request_id, data, created_at)
    SELECT a.id, a.project_id, a.action, a.target_id, a.actor, a.request_id, a.data, a.created_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS a(id text, project_id text, action text, target_id text,
      actor jsonb, request_id text, data jsonb, created_at timestamptz)
    WHERE ${condition}`;
}

const ULID_RANDOM_LENGTH = 16;

/** The lowest possible id of a record from a time. */
export function firstAuditIdAt(time: Date): string {
  const ulid = encodeTime(Math.max(0, time.getTime()), 10) + '0'.repeat(ULID_RANDOM_LENGTH);
  return `aud_${ulid.toLowerCase()}`;
}

/** The part of an audit record that a verb provides. The rest comes from its context. */
export type AuditEntry = Pick<AuditRecord, 'action' | 'targetId'> & Partial<Pick<AuditRecord, 'data'>>;

/**
 * Statement that writes an audit row, for verbs that include it in their own statement.
 *
 * @param condition decides whether the row is written, such as `targetWritten`
 */
export function insertAudit(ctx: WriteContext, entry: AuditEntry, projectId?: string, condition?: Sql): Sql {
  return insertAudits(ctx, [entry], projectId, condition);
}

/** The same for several rows. */
export function insertAudits(
  ctx: WriteContext,
  entries: readonly AuditEntry[],
  projectId: string | undefined = ctx.project?.id,
  condition?: Sql,
): Sql {
  const { actor, requestId } = ctx;
  const at = ctx.services.clock.now();
  return insertAuditRecords(
    entries.map(({ action, targetId, data = {} }) => ({
      projectId: projectId ?? null,
      action,
      targetId,
      actor,
      requestId,
      data,
      at,
    })),
    condition,
  );
}

/** Condition of an audit row: its target was written by the CTE `guard`, which returns `id`. */
export const targetWritten = sql`a.target_id IN (SELECT id FROM guard)`;
