import { text, timestamp } from '../../platform/database/row.ts';
import { type Connection, type Queryable, query, type Sql, sql } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';

/** Requests that wait to be sent to receivers, each receiver by a job of its own. */
export interface OutgoingQueue {
  /** The kind of job that sends what waits for a receiver; its key is the receiver's id. */
  readonly job: string;
  /** Items of FROM and their conditions: rows `q` that wait, and receivers `r` that aren't switched off. */
  readonly waiting: Sql;
  /** The row that a receiver gets next comes first. */
  readonly order: Sql;
  /** How long a due row may wait until its job is asked for again. */
  readonly patienceMs: number;
}

/** An attempt to send something, as it's stored. */
export interface Attempt {
  /** When it was sent. */
  readonly at: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** Why it failed. */
  readonly error: string | null;
}

interface ReceiverId {
  readonly id: string;
  readonly projectId: string;
}

const RECEIVER = { id: text, projectId: text };

/** Asks for the jobs of receivers, in the transaction that makes it necessary. @param at when they're due */
export async function askToSend(
  on: Connection,
  { job }: Pick<OutgoingQueue, 'job'>,
  receivers: readonly ReceiverId[],
  at: Date,
  now: Date,
): Promise<void> {
  // All transactions use the same order, which prevents deadlocks.
  const ordered = receivers.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  await enqueueJobs(
    on,
    ordered.map(({ id, projectId }) => ({ kind: job, key: id, projectId, runAt: at })),
    now,
  );
}

/** Asks for a receiver's job again, for when its next row is due. To be called at the end of the job. */
export async function askForNext(pool: Queryable, queue: OutgoingQueue, receiverId: string, now: Date): Promise<void> {
  for (let asked: Date | null = null; ; ) {
    const [next] = await query(
      pool,
      sql`SELECT r.id, r.project_id AS "projectId", greatest(q.due_at, r.not_before, ${now}::timestamptz) AS at
        FROM ${queue.waiting} AND r.id = ${receiverId} ORDER BY ${queue.order} LIMIT 1`,
      { ...RECEIVER, at: timestamp },
    );
    // A row that was queued meanwhile may be due earlier. It asked for the job, too, but a running job keeps the last request.
    if (!next || (asked && next.at >= asked)) return;
    asked = next.at;
    await askToSend(pool, queue, [next], next.at, now);
  }
}

/** Asks again for jobs that should have sent what is overdue, such as those that were given up. */
export async function catchUp(pool: Queryable, queue: OutgoingQueue, now: Date): Promise<void> {
  const late = new Date(now.getTime() - queue.patienceMs);
  const receivers = await query(
    pool,
    sql`SELECT DISTINCT r.id, r.project_id AS "projectId" FROM ${queue.waiting} AND q.due_at < ${late}::timestamptz
      AND (r.not_before IS NULL OR r.not_before < ${late}::timestamptz) LIMIT 1000`,
    RECEIVER,
  );
  await askToSend(pool, queue, receivers, now, now);
}
