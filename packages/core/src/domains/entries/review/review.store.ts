import type { ProjectState } from '../../../access/identity.ts';
import type { Membership } from '../../../access/membership.ts';
import { projectWithRules } from '../../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';

/** A change of an entry's review. What is undefined or null stays as it is; an assignee or a date that is null goes away. */
interface ReviewChange {
  readonly moved: { readonly state: { readonly key: string }; readonly approvedVersion: number | null } | null;
  readonly note: string | null;
  readonly assigneeId: string | null | undefined;
  readonly dueOn: string | null | undefined;
  readonly at: Date;
  readonly by: Actor;
}

/** Writes a change of an entry's review. @returns false when the entry or the schema has changed since it was checked */
export async function writeReview(
  tx: Queryable,
  project: ProjectState,
  entry: EntryRecord,
  { moved, note, assigneeId, dueOn, at, by }: ReviewChange,
): Promise<boolean> {
  const [isAssigned, isDue] = [assigneeId !== undefined, dueOn !== undefined];
  const rows = await query(
    tx,
    sql`WITH project AS (${projectWithRules(project)}), entry AS (
        SELECT e.id, e.project_id FROM project JOIN entries e ON e.project_id = project.id
        WHERE e.id = ${entry.id} AND e.values_version = ${entry.valuesVersion} AND e.trashed_at IS NULL FOR UPDATE OF e
      )
      INSERT INTO entry_reviews AS r (entry_id, project_id, state, approved_version, moved_at, moved_by, note, assignee_id, due_on)
      SELECT entry.id, entry.project_id, ${moved?.state.key ?? null}, ${moved?.approvedVersion ?? null}::int,
        ${moved ? at : null}::timestamptz, ${moved ? JSON.stringify(by) : null}::jsonb, ${moved ? note : null},
        ${assigneeId ?? null}, ${dueOn ?? null}::date
      FROM entry
      ON CONFLICT (entry_id) DO UPDATE SET
        state = CASE WHEN ${moved !== null} THEN excluded.state ELSE r.state END,
        approved_version = CASE WHEN ${moved !== null} THEN excluded.approved_version ELSE r.approved_version END,
        moved_at = CASE WHEN ${moved !== null} THEN excluded.moved_at ELSE r.moved_at END,
        moved_by = CASE WHEN ${moved !== null} THEN excluded.moved_by ELSE r.moved_by END,
        note = CASE WHEN ${moved !== null} THEN excluded.note ELSE r.note END,
        assignee_id = CASE WHEN ${isAssigned} THEN excluded.assignee_id ELSE r.assignee_id END,
        due_on = CASE WHEN ${isDue} THEN excluded.due_on ELSE r.due_on END,
        due_told = r.due_told AND NOT ${isDue || isAssigned}
      RETURNING entry_id`,
  );
  return rows.length > 0;
}

/** The person who changed an entry's values last, after a version; null when only programs did. */
export async function lastPersonToChange(on: Queryable, entryId: string, after: number): Promise<string | null> {
  const [last] = await query<{ id: string }>(
    on,
    sql`SELECT created_by->>'id' AS id FROM entry_versions
      WHERE entry_id = ${entryId} AND version > ${after} AND created_by->>'type' = 'user'
        AND kind IN ('create', 'save', 'restore', 'duplicate')
      ORDER BY version DESC LIMIT 1`,
  );
  return last?.id ?? null;
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
  );
}
