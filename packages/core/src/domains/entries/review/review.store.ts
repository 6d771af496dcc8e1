import { canonicalText } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ProjectState } from '../../../access/identity.ts';
import type { Membership } from '../../../access/membership.ts';
import { Overtaken, projectWithRules, RulesMoved } from '../../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { bool, int, json, list, nullable, oneOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { PlannedMove } from './plan-move.ts';
import type { ReviewDetail, ReviewVerdict } from './review.schemas.ts';

/** A change of an entry's review. Undefined or null leaves a value as it is, but null removes an assignee or a date. */
interface ReviewChange {
  readonly moved: PlannedMove | null;
  readonly note: string | null;
  readonly assigneeId: string | null | undefined;
  readonly dueOn: string | null | undefined;
  readonly at: Date;
  readonly by: Actor;
}

/**
 * Writes a change of an entry's review.
 *
 * @returns false when the review is as the change would make it: then nothing was written
 * @throws RulesMoved
 * @throws Overtaken when the entry has changed since it was checked
 */
export async function writeReview(
  tx: Queryable,
  project: ProjectState,
  entry: EntryRecord,
  { moved, note, assigneeId, dueOn, at, by }: ReviewChange,
): Promise<boolean> {
  const { state: was = null, approvedVersion: wasApproved = null, approved: had = {} } = entry.review ?? {};
  // Another review may have been written since this one was planned. It must not be undone.
  const isAsPlanned = sql`(${moved === null} OR (r.state, r.approved_version, r.approved) IS NOT DISTINCT FROM
    (${was}::text, ${wasApproved}::int, ${JSON.stringify(had)}::jsonb))`;
  const isMoved = sql`(${moved !== null} AND (excluded.note IS NOT NULL OR (r.state, r.approved_version, r.approved)
    IS DISTINCT FROM (excluded.state, excluded.approved_version, excluded.approved)))`;
  // Where some languages still wait, it stays where the person put it who asked.
  const isPutThere = sql`(${isMoved} AND ${moved?.state === moved?.to.key})`;
  const isDecided = moved !== null && (note !== null || !isAsItWas(entry, moved));
  const isAssigned = sql`(${assigneeId !== undefined} AND r.assignee_id IS DISTINCT FROM excluded.assignee_id)`;
  const isDue = sql`(${dueOn !== undefined} AND r.due_on IS DISTINCT FROM excluded.due_on)`;
  const [done] = await query(
    tx,
    sql`WITH project AS (${projectWithRules(project)}), entry AS (
        SELECT e.id, e.project_id FROM project JOIN entries e ON e.project_id = project.id
        WHERE e.id = ${entry.id} AND e.version = ${entry.version} AND e.trashed_at IS NULL FOR UPDATE OF e
      ), written AS (
        INSERT INTO entry_reviews AS r (entry_id, project_id, state, approved_version, approved, moved_at, moved_by, note,
          assignee_id, due_on)
        SELECT entry.id, entry.project_id, ${moved?.state ?? null}, ${moved?.approvedVersion ?? null}::int,
          ${JSON.stringify(moved?.approved ?? {})}::jsonb,
          ${moved ? at : null}::timestamptz, ${moved ? JSON.stringify(by) : null}::jsonb, ${moved ? note : null},
          ${assigneeId ?? null}, ${dueOn ?? null}::date
        FROM entry
        ON CONFLICT (entry_id) DO UPDATE SET
          state = CASE WHEN ${isMoved} THEN excluded.state ELSE r.state END,
          approved_version = CASE WHEN ${isMoved} THEN excluded.approved_version ELSE r.approved_version END,
          approved = CASE WHEN ${isMoved} THEN excluded.approved ELSE r.approved END,
          moved_at = CASE WHEN ${isPutThere} THEN excluded.moved_at ELSE r.moved_at END,
          moved_by = CASE WHEN ${isPutThere} THEN excluded.moved_by ELSE r.moved_by END,
          note = CASE WHEN ${isPutThere} THEN excluded.note ELSE r.note END,
          assignee_id = CASE WHEN ${isAssigned} THEN excluded.assignee_id ELSE r.assignee_id END,
          due_on = CASE WHEN ${isDue} THEN excluded.due_on ELSE r.due_on END,
          due_told = r.due_told AND NOT (${isDue} OR ${isAssigned})
        WHERE ${isAsPlanned} AND (${isMoved} OR ${isAssigned} OR ${isDue})
        RETURNING entry_id
      ), told AS (
        INSERT INTO review_moves (id, entry_id, version, verdict, state, locales, note, created_at, created_by)
        SELECT ${newId('reviewMove')}, entry_id, ${entry.version}::int, ${moved?.verdict ?? ''}, ${moved?.to.key ?? ''},
          ${[...(moved?.locales ?? [])]}::text[], ${note}, ${at}::timestamptz, ${JSON.stringify(by)}::jsonb
        FROM written WHERE ${isDecided}
      )
      SELECT EXISTS (SELECT 1 FROM project) AS rules_held, EXISTS (SELECT 1 FROM entry) AS held,
        EXISTS (SELECT 1 FROM written) AS written`,
    { rules_held: bool, held: bool, written: bool },
  );
  if (!done?.rules_held) throw new RulesMoved();
  if (!done.held) throw new Overtaken();
  return done.written;
}

/** Whether an entry's review has a state and approvals. */
export function isAsItWas(
  { review }: EntryRecord,
  { state, approvedVersion, approved }: Pick<PlannedMove, 'state' | 'approvedVersion' | 'approved'>,
): boolean {
  const same = review?.state === state && review.approvedVersion === approvedVersion;
  return same && canonicalText(toJson(review.approved)) === canonicalText(toJson(approved));
}

const toJson = (approved: PlannedMove['approved']) => JSON.parse(JSON.stringify(approved)) as Json;

/** The most decisions that are shown. */
const MOST_MOVES = 100;

/** The decisions about an entry, newest first. */
export async function loadMoves(on: Queryable, entryId: string): Promise<ReviewDetail['moves']> {
  const rows = await query(
    on,
    sql`SELECT version, verdict, state, locales, note, created_at, created_by FROM review_moves
      WHERE entry_id = ${entryId} ORDER BY id DESC LIMIT ${MOST_MOVES}`,
    {
      version: int,
      verdict: oneOf<ReviewVerdict>(),
      state: text,
      locales: list(text),
      note: nullable(text),
      created_at: timestamp,
      created_by: json<Actor>(),
    },
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

/** The roles and limits of members, or of one; in the order in which they came. */
export function loadMemberships(
  on: Queryable,
  projectId: string,
  only: string | null = null,
): Promise<(Membership & { readonly id: string })[]> {
  return query(
    on,
    sql`SELECT user_id AS id, role, limits FROM members
      WHERE project_id = ${projectId} AND (${only}::text IS NULL OR user_id = ${only}) ORDER BY created_at, user_id`,
    { id: text, role: text, limits: nullable(json<NonNullable<Membership['limits']>>()) },
  );
}
