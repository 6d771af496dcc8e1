import { firstAuditIdAt } from '../../platform/audit-records.store.ts';
import { json, nullable, text, timestamp } from '../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';
import type { EventRules } from '../../platform/events.store.ts';
import type { StreamEvent } from './stream-event.ts';

/** The fields of an audit record's data that events contain. */
const SENT = [
  'version',
  'locales',
  'collection_key',
  'entry_id',
  'snapshot_id',
  'filename',
  'changed',
  'changed_paths',
];
/** The most changed fields that an event names. */
const MOST_PATHS = 20;

/**
 * The events of some projects since a time, oldest first: the actions of people and programs from the audit log, and their
 * consequences from the outbox.
 *
 * @param limit the most events of each project
 */
export async function loadStreamEvents(
  client: Queryable,
  { typesByAction, streamedKinds }: EventRules,
  projectIds: readonly string[],
  since: Date,
  limit: number,
): Promise<StreamEvent[]> {
  const rows = await query(
    client,
    sql`SELECT f.* FROM unnest(${projectIds}::text[]) AS p(id) CROSS JOIN LATERAL (
        (SELECT a.id, a.project_id AS "projectId", action AS type, a.created_at AS at, a.created_at AS "recordedAt",
            target_id AS "subjectId", actor, CASE WHEN v.version IS NULL THEN data ELSE data || jsonb_build_object(
              'changed_paths', jsonb_path_query_array(v.changed_paths, ${`$[0 to ${MOST_PATHS - 1}]`}::jsonpath)) END AS data
          FROM audit_records a LEFT JOIN entry_versions v ON v.entry_id = a.target_id AND v.version =
            CASE WHEN action IN ('entry.save', 'entry.restore_version') THEN (data->>'version')::int END
          WHERE a.project_id = p.id AND a.id >= ${firstAuditIdAt(since)}
            AND action = ANY(${Object.keys(typesByAction)})
          ORDER BY a.id LIMIT ${limit})
        UNION ALL
        (SELECT 'evt_' || id, project_id, kind, created_at, recorded_at, subject_id, data->'actor', data
          FROM events WHERE project_id = p.id AND recorded_at >= ${since}::timestamptz
            AND kind = ANY(${[...streamedKinds]})
          ORDER BY recorded_at LIMIT ${limit})
      ) f ORDER BY f."recordedAt"`,
    {
      id: text,
      projectId: text,
      type: text,
      at: timestamp,
      recordedAt: timestamp,
      subjectId: nullable(text),
      actor: nullable(json<NonNullable<StreamEvent['actor']>>()),
      data: json<StreamEvent['data']>(),
    },
  );
  return rows.map((event) => {
    const type = typesByAction[event.type];
    const sent = Object.entries(event.data).filter(([name]) => (type ? SENT.includes(name) : name !== 'actor'));
    return { ...event, type: type ?? event.type, data: Object.fromEntries(sent) };
  });
}
