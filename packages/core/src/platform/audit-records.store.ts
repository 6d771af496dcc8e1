import { encodeTime } from 'ulid';
import { type Actor, SYSTEM } from './actor.ts';
import type { KnownAction, QuietAction } from './audit-actions.ts';
import { type Connection, execute, type Sql, sql } from './database/sql.ts';
import { declaredName } from './declared.ts';
import { insertEvents, type OutboxRow } from './events.store.ts';
import { newId } from './ids.ts';
import type { WriteContext } from './write-context.ts';

/** A record of the audit log. */
export interface AuditRecord<Action = KnownAction> {
  readonly projectId: string | null;
  readonly action: Action;
  readonly targetId: string | null;
  readonly actor: Actor;
  /** Null without a request. */
  readonly requestId: string | null;
  /** Details of the change; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How its events differ from what its action declares. */
  readonly events?: EventsOfRecord;
  readonly at: Date;
}

export interface EventsOfRecord {
  /** Fields of the events besides those of the record. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Kinds that didn't happen this time. */
  readonly without?: readonly string[];
}

/** The audit record of something that the system did without a request. */
export function systemRecord<Action extends KnownAction>(
  record: Omit<AuditRecord<Action>, 'actor' | 'requestId'>,
): AuditRecord<Action> {
  return { ...record, actor: SYSTEM, requestId: null };
}

/**
 * CTEs that write rows of the audit log, and into the outbox the events that their actions declare. No comma before or after.
 *
 * @param others rows of the outbox that come first
 */
export function journal(records: readonly AuditRecord[], others: readonly OutboxRow[] = []): Sql {
  const events = [...others, ...records.flatMap(eventsOf)];
  const audit = sql`audit AS (${insertAuditRows(records)})`;
  if (events.length === 0) return audit;
  const outbox = sql`new_events AS (${insertEvents(events)})`;
  return records.length === 0 ? outbox : sql`${audit}, ${outbox}`;
}

/** Writes records and their events. */
export async function recordActions(on: Connection, records: readonly AuditRecord[]): Promise<void> {
  if (records.length > 0) await execute(on, sql`WITH ${journal(records)} SELECT 1`);
}

/** The rows of the outbox about a recorded action. */
function eventsOf({ projectId, action, targetId, actor, data, events = {}, at }: AuditRecord): OutboxRow[] {
  if (typeof action === 'string' || projectId === null || targetId === null) return [];
  const { webhooks = [], outbox = [], tells = [] } = action;
  const kinds = [...webhooks, ...outbox].filter((kind) => !events.without?.includes(kind));
  const told = Object.fromEntries(tells.flatMap((field) => (field in data ? [[field, data[field]]] : [])));
  return kinds.map((kind) => ({
    project_id: projectId,
    kind,
    subject_id: targetId,
    data: { ...told, ...events.data, actor },
    created_at: at,
  }));
}

/**
 * Statement that writes rows of the audit log, of actions without events.
 *
 * @param condition on a row `a`, such as that its `target_id` was written
 */
export function insertAuditRecords(records: readonly AuditRecord<QuietAction>[], condition?: Sql): Sql {
  return insertAuditRows(records, condition);
}

/** No other code writes rows of the audit log. */
function insertAuditRows(records: readonly AuditRecord[], condition: Sql = sql`true`): Sql {
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
export type AuditEntry<Action = KnownAction> = Pick<AuditRecord<Action>, 'action' | 'targetId'> &
  Partial<Pick<AuditRecord, 'data' | 'events'>>;

/** The records of what a verb did. */
export function recordsOf<Action>(
  ctx: WriteContext,
  entries: readonly AuditEntry<Action>[],
  projectId: string | undefined = ctx.project?.id,
): AuditRecord<Action>[] {
  const { actor, requestId } = ctx;
  const at = ctx.services.clock.now();
  return entries.map((entry) => ({ data: {}, ...entry, projectId: projectId ?? null, actor, requestId, at }));
}

/**
 * Statement that writes an audit row, for verbs that include it in their own statement.
 *
 * @param condition decides whether the row is written, such as `targetWritten`
 */
export function insertAudit(
  ctx: WriteContext,
  entry: AuditEntry<QuietAction>,
  projectId?: string,
  condition?: Sql,
): Sql {
  return insertAuditRecords(recordsOf(ctx, [entry], projectId), condition);
}

/** Condition of an audit row: its target was written by the CTE `guard`, which returns `id`. */
export const targetWritten = sql`a.target_id IN (SELECT id FROM guard)`;
