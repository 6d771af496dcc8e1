import type { Pool } from 'pg';
import { isAuditedSince } from '../../platform/audit-records.store.ts';
import { query, sql } from '../../platform/database/sql.ts';

/** Actions that change the draft of their entry, or what is known of it, and no other one. */
const OWN_ACTIONS = [
  'entry.create',
  'entry.duplicate',
  'entry.save',
  'entry.restore_version',
  'entry.publish',
  'entry.unpublish',
  'entry.review',
];
/** What is done to these shows in no draft. */
const HARMLESS_NOUNS = [
  'asset_folder',
  'comment',
  'deploy_target',
  'invitation',
  'job',
  'member',
  'preview_link',
  'token',
  'translation',
  'view',
  'webhook',
];
/** With more changed entries than these, all are read. */
const MOST = 1000;

/**
 * The entries of a collection whose drafts are others than at a time, or may be.
 *
 * @returns null when any draft may be: an asset, the schema or the trash changed, or too many entries did
 */
export async function findChangedDrafts(
  pool: Pool,
  { projectId, collection }: { readonly projectId: string; readonly collection: string },
  since: Date,
): Promise<readonly string[] | null> {
  const [found] = await query<{ readonly wide: boolean; readonly ids: readonly string[] }>(
    pool,
    sql`WITH recent AS (
        SELECT target_id, action = ANY(${OWN_ACTIONS}::text[]) AND target_id IS NOT NULL AS own FROM audit_records
        WHERE project_id = ${projectId} AND ${isAuditedSince(since)}
          AND NOT split_part(action, '.', 1) = ANY(${HARMLESS_NOUNS}::text[])
      )
      SELECT EXISTS (SELECT FROM recent WHERE NOT own)
          OR EXISTS (SELECT FROM events WHERE project_id = ${projectId} AND recorded_at >= ${since}::timestamptz
            AND kind IN ('asset.ready', 'asset.failed', 'asset.trashed')) AS wide,
        ARRAY(SELECT e.id FROM entries e
          WHERE e.project_id = ${projectId} AND e.collection_key = ${collection}
            AND (e.updated_at >= ${since}::timestamptz OR e.id IN (SELECT target_id FROM recent))
          LIMIT ${MOST + 1}) AS ids`,
  );
  return !found || found.wide || found.ids.length > MOST ? null : found.ids;
}
