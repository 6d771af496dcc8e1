import type { ProjectState } from '../../../access/identity.ts';
import type { Membership } from '../../../access/membership.ts';
import { IS_AUTHORS_CHANGE } from '../../../entries/author-change.store.ts';
import { Overtaken, projectWithRules, RulesMoved } from '../../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { bool, json, nullable, text } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';

/** A change of an entry's review. Undefined or null leaves a value as it is, but null removes an assignee or a date. */
interface ReviewChange {
  readonly moved: { readonly state: { readonly key: string }; readonly approvedVersion: number | null } | null;
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
 * @throws Overtaken when the entry's values have changed since it was checked
 */
export async function writeReview(
  tx: Queryable,
  project: ProjectState,
  entry: EntryRecord,
  { moved, note, assigneeId, dueOn, at, by }: ReviewChange,
): Promise<boolean> {
  const isMoved = sql`(${moved !== null} AND (excluded.note IS NOT NULL
    OR (r.state, r.approved_version) IS DISTINCT FROM (excluded.state, excluded.approved_version)))`;
  const isAssigned = sql`(${assigneeId !== undefined} AND r.assignee_id IS DISTINCT FROM excluded.assignee_id)`;
  const isDue = sql`(${dueOn !== undefined} AND r.due_on IS DISTINCT FROM excluded.due_on)`;
  const [done] = await query(
    tx,
    sql`WITH project AS (${projectWithRules(project)}), entry AS (
        SELECT e.id, e.project_id FROM project JOIN entries e ON e.project_id = project.id
        WHERE e.id = ${entry.id} AND e.values_version = ${entry.valuesVersion} AND e.trashed_at IS NULL FOR UPDATE OF e
      ), written AS (
        INSERT INTO entry_reviews AS r (entry_id, project_id, state, approved_version, moved_at, moved_by, note, assignee_id, due_on)
        SELECT entry.id, entry.project_id, ${moved?.state.key ?? null}, ${moved?.approvedVersion ?? null}::int,
          ${moved ? at : null}::timestamptz, ${moved ? JSON.stringify(by) : null}::jsonb, ${moved ? note : null},
          ${assigneeId ?? null}, ${dueOn ?? null}::date
        FROM entry
        ON CONFLICT (entry_id) DO UPDATE SET
          state = CASE WHEN ${isMoved} THEN excluded.state ELSE r.state END,
          approved_version = CASE WHEN ${isMoved} THEN excluded.approved_version ELSE r.approved_version END,
          moved_at = CASE WHEN ${isMoved} THEN excluded.moved_at ELSE r.moved_at END,
          moved_by = CASE WHEN ${isMoved} THEN excluded.moved_by ELSE r.moved_by END,
          note = CASE WHEN ${isMoved} THEN excluded.note ELSE r.note END,
          assignee_id = CASE WHEN ${isAssigned} THEN excluded.assignee_id ELSE r.assignee_id END,
          due_on = CASE WHEN ${isDue} THEN excluded.due_on ELSE r.due_on END,
          due_told = r.due_told AND NOT (${isDue} OR ${isAssigned})
        WHERE ${isMoved} OR ${isAssigned} OR ${isDue}
        RETURNING entry_id
      )
      SELECT EXISTS (SELECT 1 FROM project) AS rules_held, EXISTS (SELECT 1 FROM entry) AS held,
        EXISTS (SELECT 1 FROM written) AS written`,
    { rules_held: bool, held: bool, written: bool },
  );
  if (!done?.rules_held) throw new RulesMoved();
  if (!done.held) throw new Overtaken();
  return done.written;
}

/** Whether a person has changed an entry's values after a version, themselves or by a token whose secret they made. */
export async function hasChanged(on: Queryable, personId: string, entryId: string, after: number): Promise<boolean> {
  const found = await execute(
    on,
    sql`SELECT 1 FROM entry_versions v WHERE v.entry_id = ${entryId} AND v.version > ${after} AND ${IS_AUTHORS_CHANGE}
      AND (v.created_by->>'id' = ${personId} OR EXISTS (SELECT FROM project_tokens t
        WHERE t.id = v.created_by->>'id' AND (t.created_by->>'id' = ${personId} OR ${personId} = ANY(t.holders))))
      LIMIT 1`,
  );
  return found > 0;
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
