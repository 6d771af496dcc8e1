import type { ProjectAuditAction } from '../../platform/audit-actions.ts';
import { firstAuditIdAt } from '../../platform/audit-records.store.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';
import { STREAMED_KINDS, type StreamEvent, TYPES_BY_ACTION } from './stream-event.ts';

/** The fields of an audit record's data that events contain. */
const SENT = ['version', 'locales', 'collection_key', 'snapshot_id', 'filename', 'changed'];

/**
 * The events of some projects since a time, oldest first: the actions of people and programs from the audit log, and their
 * consequences from the outbox.
 *
 * @param limit the most events of each project
 */
export async function loadStreamEvents(
  client: Queryable,
  projectIds: readonly string[],
  since: Date,
  limit: number,
): Promise<StreamEvent[]> {
  const rows = await query<StreamEvent & Record<string, unknown>>(
    client,
    sql`SELECT f.* FROM unnest(${projectIds}::text[]) AS p(id) CROSS JOIN LATERAL (
        (SELECT id, project_id AS "projectId", action AS type, created_at AS at, created_at AS "recordedAt",
            target_id AS "subjectId", actor, data
          FROM audit_records WHERE project_id = p.id AND id >= ${firstAuditIdAt(since)}
            AND action = ANY(${Object.keys(TYPES_BY_ACTION)})
          ORDER BY id LIMIT ${limit})
        UNION ALL
        (SELECT 'evt_' || id, project_id, kind, created_at, recorded_at, subject_id, data->'actor', data
          FROM events WHERE project_id = p.id AND recorded_at >= ${since}::timestamptz
            AND kind = ANY(${[...STREAMED_KINDS]})
          ORDER BY recorded_at LIMIT ${limit})
      ) f ORDER BY f."recordedAt"`,
  );
  return rows.map((event) => {
    const type = TYPES_BY_ACTION[event.type as ProjectAuditAction];
    const sent = Object.entries(event.data).filter(([name]) => (type ? SENT.includes(name) : name !== 'actor'));
    return { ...event, type: type ?? event.type, data: Object.fromEntries(sent) };
  });
}
