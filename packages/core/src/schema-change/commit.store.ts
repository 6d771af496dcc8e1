import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { insertAudit } from '../platform/audit-records.store.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { insertEvents } from '../platform/events.store.ts';
import { keepAnswer } from '../platform/keep-answer.ts';
import type { WriteContext } from '../platform/write-context.ts';
import type { BuiltSnapshot } from '../publishing/build-snapshot.ts';
import { type GoingLive, movePointer, recordSnapshot } from '../publishing/going-live.store.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import { holdShownAssets } from '../publishing/shown-assets.store.ts';
import { StateMoved } from '../publishing/state-moved.ts';
import type { Examination } from './examine.ts';
import { takeOverStaged } from './staged-changes.store.ts';
import type { Staging } from './staging.ts';
import type { UniqueRow } from './unique-claims.ts';

/** Unique values that one statement writes. */
const BATCH = 10_000;
/** Long, since whoever gives up begins again with the same work. */
const TRANSACTION = { maxWait: 60_000, timeout: 60 * 60_000 };

/** A change of the schema with all that follows from it. */
export interface SchemaCommit {
  readonly project: ProjectLiveState;
  readonly schema: SchemaDocument;
  readonly examination: Examination;
  /** What becomes of entries. */
  readonly staging: Staging;
  /** What goes live with it; null when the site stays as it is. */
  readonly snapshot: BuiltSnapshot | null;
  readonly at: Date;
  readonly publishedAt: Date;
  /** What the caller will be answered: kept for an Idempotency-Key. */
  readonly answer: unknown;
}

/**
 * Makes a schema the active one: the schema, entries, their versions, the ledger and the pointer, in one transaction and
 * a fixed number of statements, besides those for ten thousand unique values each.
 *
 * @throws StateMoved when the project, or an entry or asset that was looked at, changed meanwhile; ApiError `idempotency.in_flight`
 */
export async function commitSchema(prisma: PrismaClient, ctx: WriteContext, commit: SchemaCommit): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await lockPlannedState(tx, commit);
    await checkEntries(tx, commit);
    await holdShownAssets(tx, commit.project.id, commit.staging.shownAssets);
    await insertSchema(tx, ctx, commit);
    await changeEntries(tx, ctx, commit);
    await confirmLive(tx, commit);
    await replaceUniqueValues(tx, commit);
    const going = commit.snapshot && goingLive(ctx, commit, commit.snapshot);
    const version = commit.project.schemaVersion + 1;
    if (going) await movePointer(tx, going, version);
    const { changes } = commit.examination;
    const data = {
      version,
      entries: commit.staging.entries,
      changes: changes.map(({ id }) => id),
      snapshot_id: commit.snapshot?.id ?? null,
    };
    const audit = insertAudit(ctx, { action: 'schema.sync', targetId: commit.project.id, data });
    await execute(tx, going ? sql`WITH ${recordSnapshot(going, version)} ${audit}` : audit);
    const synced = { version, snapshot_id: data.snapshot_id, actor: ctx.actor };
    const event = { kind: 'schema.synced', subjectId: commit.project.id, data: synced } as const;
    await execute(tx, insertEvents(commit.project.id, commit.at, [event]));
    await keepAnswer(tx, ctx, commit.answer);
  }, TRANSACTION);
  if (ctx.idempotency) ctx.idempotency.stored = true;
}

/** Waits for writes that are under way, and keeps others off, until the transaction ends. */
async function lockPlannedState(tx: Connection, { project }: SchemaCommit): Promise<void> {
  const rows = await query(
    tx,
    sql`SELECT id FROM projects
      WHERE id = ${project.id} AND schema_version = ${project.schemaVersion} AND live_seq = ${project.liveSeq}
        AND locales = ${project.locales} AND default_locale = ${project.defaultLocale} FOR UPDATE`,
  );
  if (rows.length === 0) throw new StateMoved();
}

async function checkEntries(tx: Connection, { project, examination }: SchemaCommit): Promise<void> {
  const { collections, fingerprint } = examination;
  if (collections?.length === 0) return;
  const rows = await query<{ fingerprint: string }>(
    tx,
    sql`SELECT md5(coalesce(string_agg(id || ':' || version || ':' || (trashed_at IS NOT NULL)::text, ','
        ORDER BY id), '')) AS fingerprint
      FROM entries WHERE project_id = ${project.id}
        AND (${collections === null} OR collection_key = ANY(${collections ?? []}::text[]))`,
  );
  if (rows[0]?.fingerprint !== fingerprint) throw new StateMoved();
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
      VALUES (${project.id}, ${version}::int, ${schemaHash(schema)}, ${JSON.stringify(withoutRenames(schema))}::jsonb,
        ${JSON.stringify(examination.changes.map(summaryOf))}::jsonb, ${at}, ${JSON.stringify(ctx.actor)}::jsonb)`,
  );
}

function summaryOf({ id, kind, path, class: grade, affectedEntries, message }: ClassifiedChange) {
  return { id, kind, path, class: grade, affected_entries: affectedEntries, message };
}

/** @throws StateMoved when what was staged isn't there any more */
async function changeEntries(
  tx: Connection,
  { actor }: WriteContext,
  { project, staging: { id, entries, moves }, at }: SchemaCommit,
): Promise<void> {
  if (entries === 0) return;
  if ((await takeOverStaged(tx, project, id, { actor, at, moves })) !== entries) throw new StateMoved();
}

/** Notes that what stays live as it was keeps to the new schema; what was of an older one doesn't. */
async function confirmLive(tx: Connection, { project }: SchemaCommit): Promise<void> {
  await execute(
    tx,
    sql`UPDATE publications SET conforms_to = ${project.schemaVersion + 1}::int
      WHERE project_id = ${project.id} AND until_seq IS NULL AND conforms_to = ${project.schemaVersion}::int`,
  );
}

async function replaceUniqueValues(tx: Connection, commit: SchemaCommit): Promise<void> {
  const { project, examination } = commit;
  if (examination.collections?.length === 0) return;
  await execute(
    tx,
    sql`DELETE FROM unique_values WHERE project_id = ${project.id}
      AND (${examination.collections === null} OR collection_key = ANY(${examination.collections ?? []}::text[]))`,
  );
  let rows: UniqueRow[] = [];
  for (const row of examination.unique.rows()) {
    if (rows.push(row) < BATCH) continue;
    await insertUniqueValues(tx, project.id, rows);
    rows = [];
  }
  if (rows.length > 0) await insertUniqueValues(tx, project.id, rows);
}

async function insertUniqueValues(tx: Connection, projectId: string, rows: readonly UniqueRow[]): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO unique_values
      (project_id, collection_key, field, locale, value, entry_id, draft, live)
      SELECT ${projectId}, * FROM unnest(${rows.map((row) => row.collectionKey)}::text[],
        ${rows.map((row) => row.field)}::text[], ${rows.map((row) => row.locale)}::text[],
        ${rows.map((row) => row.value)}::text[], ${rows.map((row) => row.entryId)}::text[],
        ${rows.map((row) => row.draft)}::boolean[], ${rows.map((row) => row.live)}::boolean[])`,
  );
}

function goingLive(
  ctx: WriteContext,
  { project, staging, publishedAt }: SchemaCommit,
  snapshot: BuiltSnapshot,
): GoingLive {
  const version = project.schemaVersion + 1;
  return {
    project,
    snapshot,
    publishedAt,
    counts: staging.counts,
    history: [{ reason: 'schema', schema_version: version, actor: ctx.actor, request_id: ctx.requestId }],
  };
}
