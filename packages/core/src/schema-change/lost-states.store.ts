import { canonicalText, type SchemaDocument } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { type Connection, execute, type Sql, sql } from '../platform/database/sql.ts';
import type { ProjectLiveState } from '../publishing/model.ts';

/**
 * Moves entries whose state isn't in the new schema any more back to the first state, without their approval. Where there's no workflow
 * any more, removes assignees and due dates.
 */
export async function leaveLostStates(
  tx: Connection,
  { id, schema: before }: Pick<ProjectLiveState, 'id' | 'schema'>,
  after: SchemaDocument,
): Promise<void> {
  const [had, has] = [statesIn(before), statesIn(after)];
  if (had.length === 0 || canonicalText(had) === canonicalText(has)) return;
  const keys = after.collections.flatMap(({ key, workflow }) => (workflow ? [key] : []));
  const isLost = (state: Sql): Sql => sql`NOT EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(has)}::jsonb) AS k(collection text, state text)
    WHERE k.collection = e.collection_key AND k.state = ${state})`;
  const hasWorkflow = sql`e.collection_key = ANY(${keys}::text[])`;
  await execute(
    tx,
    sql`UPDATE entry_reviews r SET state = NULL, approved_version = NULL, approved = '{}',
        assignee_id = CASE WHEN ${hasWorkflow} THEN r.assignee_id END, due_on = CASE WHEN ${hasWorkflow} THEN r.due_on END
      FROM entries e
      WHERE e.id = r.entry_id AND r.project_id = ${id} AND CASE WHEN ${hasWorkflow} THEN r.state IS NOT NULL AND ${isLost(sql`r.state`)}
          OR EXISTS (SELECT FROM jsonb_each(r.approved) AS a(locale, approval) WHERE ${isLost(sql`a.approval ->> 'state'`)})
        ELSE r.approved <> '{}' OR num_nonnulls(r.state, r.assignee_id, r.due_on) > 0 END`,
  );
}

function statesIn(schema: SchemaDocument | null): readonly Json[] {
  return (schema?.collections ?? []).flatMap(({ key, workflow }) =>
    (workflow?.states ?? []).map((state) => ({ collection: key, state: state.key })),
  );
}
