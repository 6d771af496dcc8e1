import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import { type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { refersTo } from '../content/mentions.ts';
import { statusOf } from '../entries/entry-status.ts';
import { type DraftRow, writeVersions } from '../entries/write-versions.store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { insertAudit } from '../platform/audit-records.store.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { keepAnswer } from '../platform/keep-answer.ts';
import type { WriteContext } from '../platform/write-context.ts';
import type { BuiltSnapshot } from '../publishing/build-snapshot.ts';
import {
  closeLedger,
  type GoingLive,
  movePointer,
  openLedger,
  recordSnapshot,
} from '../publishing/going-live.store.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import { StateMoved } from '../publishing/state-moved.ts';
import type { EntryChange } from './entry-change.ts';
import type { Examination, UniqueRow } from './examine.ts';

/** Entries that one statement writes. */
const BATCH = 1000;
const TRANSACTION = { maxWait: 60_000, timeout: 300_000 };

/** A change of the schema with all that follows from it. */
export interface SchemaCommit {
  readonly project: ProjectLiveState;
  readonly schema: SchemaDocument;
  readonly examination: Examination;
  /** What goes live with it; null when the site stays as it is. */
  readonly snapshot: BuiltSnapshot | null;
  readonly at: Date;
  readonly publishedAt: Date;
  /** What the caller will be answered: kept for an Idempotency-Key. */
  readonly answer: unknown;
}

/**
 * Makes a schema the active one: the schema, entries, their versions, the ledger and the pointer, in one transaction,
 * with as many statements as there are thousands of entries that change.
 *
 * @throws StateMoved when the project, or an entry that was looked at, changed meanwhile; ApiError `idempotency.in_flight`
 */
export async function commitSchema(prisma: PrismaClient, ctx: WriteContext, commit: SchemaCommit): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await lockProject(tx, commit);
    await checkEntries(tx, commit);
    await insertSchema(tx, ctx, commit);
    await freeExternalIds(tx, commit);
    const { entries } = commit.examination;
    for (let from = 0; from < entries.length; from += BATCH) {
      await writeEntries(tx, ctx, commit, entries.slice(from, from + BATCH));
    }
    await confirmLive(tx, commit);
    await replaceUniqueValues(tx, commit);
    const going = commit.snapshot && goingLive(ctx, commit, commit.snapshot);
    const version = commit.project.schemaVersion + 1;
    if (going) await movePointer(tx, going, version);
    const { changes } = commit.examination;
    const data = {
      version,
      entries: entries.length,
      changes: changes.map(({ id }) => id),
      snapshot_id: commit.snapshot?.id ?? null,
    };
    const audit = insertAudit(ctx, { action: 'schema.sync', targetId: commit.project.id, data });
    await execute(tx, going ? sql`WITH ${recordSnapshot(going, version)} ${audit}` : audit);
    await keepAnswer(tx, ctx, commit.answer);
  }, TRANSACTION);
  if (ctx.idempotency) ctx.idempotency.stored = true;
}

/** Waits for writes that are under way, and keeps others off, until the transaction ends. */
async function lockProject(tx: Connection, { project }: SchemaCommit): Promise<void> {
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

/** Takes external ids from entries in the trash whose collection's key another collection gets, and that has the same. */
async function freeExternalIds(tx: Connection, { project, examination }: SchemaCommit): Promise<void> {
  const renamed = examination.entries.filter(({ before, after }) => before.collectionKey !== after.collectionKey);
  if (renamed.length === 0) return;
  const coming = renamed.filter(({ after }) => after.externalId !== null);
  await execute(
    tx,
    sql`UPDATE entries e SET external_id = NULL
      FROM unnest(${coming.map(({ after }) => after.collectionKey)}::text[],
        ${coming.map(({ after }) => after.externalId)}::text[]) AS c(collection_key, external_id)
      WHERE e.project_id = ${project.id} AND e.collection_key = c.collection_key AND e.external_id = c.external_id
        AND NOT e.id = ANY(${renamed.map(({ after }) => after.id)}::text[])`,
  );
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

async function writeEntries(
  tx: Connection,
  ctx: WriteContext,
  { project, schema, at }: SchemaCommit,
  entries: readonly EntryChange[],
): Promise<void> {
  const rules: ContentRules = { locales: project.locales, defaultLocale: project.defaultLocale, schema };
  const by = ctx.actor;
  const changed = entries.map(({ after }) => ({ ...after, ...statusOf(after) }));
  const versions = entries.flatMap(({ after, versions: list }) => list.map((one) => ({ entryId: after.id, ...one })));
  const drafts = entries.flatMap(({ after, drafts: locales }) =>
    locales.flatMap((locale): DraftRow[] => {
      const draft = after.drafts.get(locale);
      if (!draft) return [];
      const { version, valuesHash, values } = draft;
      const search = searchVectorOf(rules, { ...after, locale }, values);
      const mentioned = refersTo(schema, after.collectionKey, values);
      return [{ entryId: after.id, locale, version, valuesHash, search, refersTo: mentioned }];
    }),
  );
  const ledger = entries.flatMap((entry) => entry.ledger);
  await closeLedger(tx, project, ledger);
  await execute(
    tx,
    sql`WITH guard AS (
        UPDATE entries e SET collection_key = c.collection_key, version = c.version, values_version = c.values_version,
          title = c.title, status = c.status, changed = c.changed, trashed_at = c.trashed_at::timestamptz,
          updated_at = CASE WHEN c.version > e.version THEN ${at} ELSE e.updated_at END,
          updated_by = CASE WHEN c.version > e.version THEN ${JSON.stringify(by)}::jsonb ELSE e.updated_by END
        FROM unnest(${changed.map((c) => c.id)}::text[], ${changed.map((c) => c.collectionKey)}::text[],
          ${changed.map((c) => c.version)}::int[], ${changed.map((c) => c.valuesVersion)}::int[],
          ${changed.map((c) => c.title)}::text[], ${changed.map((c) => c.status)}::text[],
          ${changed.map((c) => c.changed)}::boolean[], ${changed.map((c) => c.trashedAt?.toISOString() ?? null)}::text[])
          AS c(id, collection_key, version, values_version, title, status, changed, trashed_at)
        WHERE e.id = c.id AND e.project_id = ${project.id} RETURNING e.id
      ), ${writeVersions({
        records: versions.map(({ entryId, version, values, changedPaths }) => ({
          entryId,
          version,
          kind: 'migrate',
          locales: [...values.keys()],
          changedPaths,
          at,
          by,
        })),
        values: versions.flatMap(({ entryId, version, values }) =>
          [...values].map(([locale, own]) => ({ entryId, locale, version, values: own })),
        ),
        drafts,
      })}, ${openLedger(project, ledger)}
      SELECT 1`,
  );
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
  const rows = examination.unique;
  for (let from = 0; from < rows.length; from += 10 * BATCH) {
    await insertUniqueValues(tx, project.id, rows.slice(from, from + 10 * BATCH));
  }
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
  { project, examination, publishedAt }: SchemaCommit,
  snapshot: BuiltSnapshot,
): GoingLive {
  const version = project.schemaVersion + 1;
  return {
    project,
    snapshot,
    publishedAt,
    ledger: examination.entries.flatMap((entry) => entry.ledger),
    history: [{ reason: 'schema', schema_version: version, actor: ctx.actor, request_id: ctx.requestId }],
  };
}
