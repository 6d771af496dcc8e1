import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import { sha256 } from '@stele/snapshot';
import { replaceUnique } from '../entries/unique-values.store.ts';
import { recordActions, recordsOf } from '../platform/audit-records.store.ts';
import { text } from '../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import type { WriteContext } from '../platform/write-context.ts';
import { recordSnapshotOnly, type Snapshot, snapshotIdOf } from '../publishing/going-live.store.ts';
import { type ProjectLiveState, StateMoved } from '../publishing/model.ts';
import { repathLater } from '../publishing/paths/repath-pages.ts';
import type { Examination } from './examine.ts';
import { leaveLostStates } from './lost-states.store.ts';
import { followRenamedCollections } from './renamed-collections.store.ts';
import { schemaActions } from './schema.names.ts';
import { takeOverStaged } from './staged-changes.store.ts';
import type { Staging } from './staging.ts';

/** A planned change of the schema. */
export interface SchemaCommit {
  readonly project: ProjectLiveState;
  readonly schema: SchemaDocument;
  readonly examination: Examination;
  readonly staging: Staging;
  readonly at: Date;
  readonly publishedAt: Date;
}

/** Checks that the examined entries are unchanged. @throws StateMoved when one has changed */
export async function holdExamined(tx: Connection, { project, examination }: SchemaCommit): Promise<void> {
  const { collections, fingerprint } = examination;
  if (collections?.length === 0) return;
  const rows = await query(
    tx,
    sql`SELECT md5(coalesce(string_agg(id || ':' || version || ':' || (trashed_at IS NOT NULL)::text, ','
        ORDER BY id), '')) AS fingerprint
      FROM entries WHERE project_id = ${project.id}
        AND (${collections === null} OR collection_key = ANY(${collections ?? []}::text[]))`,
    { fingerprint: text },
  );
  if (rows[0]?.fingerprint !== fingerprint) throw new StateMoved();
}

/**
 * Writes a change of the schema: the schema, entries, their versions and the ledger. The number of statements is fixed, except for
 * one per ten thousand unique values and one when collections get other keys.
 *
 * @param snapshot the snapshot that goes live with it; null when the site stays as it is
 * @throws StateMoved when staged rows are missing
 */
export async function writeSchemaChange(
  tx: Connection,
  ctx: WriteContext,
  commit: SchemaCommit,
  snapshot: Snapshot | null,
): Promise<void> {
  const { project, examination, staging, at, publishedAt } = commit;
  const version = project.schemaVersion + 1;
  await insertSchema(tx, ctx, commit);
  if (staging.entries > 0) {
    const taken = await takeOverStaged(tx, project, staging.id, { actor: ctx.actor, at, moves: staging.moves });
    if (taken !== staging.entries) throw new StateMoved();
  }
  await confirmLive(tx, commit);
  if (staging.entries > 0 || havePathsChanged(project.schema, commit.schema)) {
    await repathLater(tx, project.id, [project.schema, commit.schema], ctx, at);
  }
  const { collections, unique, renamed } = examination;
  await followRenamedCollections(tx, project.id, renamed);
  await leaveLostStates(tx, project, commit.schema);
  if (collections?.length !== 0) await replaceUnique(tx, project.id, collections, unique.rows());
  const data = {
    version,
    entries: staging.entries,
    changes: examination.changes.map(({ id }) => id),
    snapshot_id: snapshot && snapshotIdOf(snapshot),
  };
  const audit = recordsOf(ctx, [{ action: schemaActions['schema.sync'], targetId: project.id, data }], project.id);
  if (!snapshot) return recordActions(tx, audit);
  const history = [{ reason: 'schema' as const, schema_version: version, actor: ctx.actor, request_id: ctx.requestId }];
  await recordSnapshotOnly(tx, { project, snapshot, publishedAt, counts: staging.counts, history, audit }, version);
}

/** Whether the schemas say something else about where pages are. */
function havePathsChanged(before: SchemaDocument | null, after: SchemaDocument): boolean {
  const paths = (schema: SchemaDocument | null): string =>
    JSON.stringify((schema?.collections ?? []).flatMap(({ key, path, tree }) => (path ? [[key, path, tree]] : [])));
  return paths(before) !== paths(after);
}

async function insertSchema(tx: Connection, ctx: WriteContext, commit: SchemaCommit): Promise<void> {
  const { project, schema, examination, at } = commit;
  const version = project.schemaVersion + 1;
  await execute(
    tx,
    sql`WITH moved AS (
        UPDATE projects SET schema_version = ${version}::int WHERE id = ${project.id}
      )
      INSERT INTO schema_versions (project_id, version, hash, document, changes, created_at, created_by)
      VALUES (${project.id}, ${version}::int, ${schemaHash(schema, sha256)}, ${JSON.stringify(withoutRenames(schema))}::jsonb,
        ${JSON.stringify(examination.changes.map(summaryOf))}::jsonb, ${at}, ${JSON.stringify(ctx.actor)}::jsonb)`,
  );
}

function summaryOf({ id, kind, path, class: grade, affectedEntries, message }: ClassifiedChange) {
  return { id, kind, path, class: grade, affected_entries: affectedEntries, message };
}

/** Records that unchanged published content follows the new schema, if it followed the previous one. */
async function confirmLive(tx: Connection, { project }: SchemaCommit): Promise<void> {
  await execute(
    tx,
    sql`UPDATE publications SET conforms_to = ${project.schemaVersion + 1}::int
      WHERE project_id = ${project.id} AND until_seq IS NULL AND conforms_to = ${project.schemaVersion}::int`,
  );
}
