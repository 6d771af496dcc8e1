import { type ClassifiedChange, type SchemaDocument, schemaHash, withoutRenames } from '@stele/schema';
import { canonicalJson } from '@stele/snapshot';
import { insertAudit } from '../audit.ts';
import { type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { refersTo } from '../content/mentions.ts';
import { vectorArray } from '../content/search-vector.ts';
import type { ProjectContext } from '../context.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { keepAnswer } from '../idempotency.ts';
import type { BuiltSnapshot } from '../publishing/build-snapshot.ts';
import { statusOf } from '../publishing/entry-status.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import { rescueObjects } from '../publishing/sweep/doomed-objects.store.ts';
import type { EntryChange } from './entry-change.ts';
import type { Examination, UniqueRow } from './examine.ts';
import { StateMoved } from './state-moved.ts';

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
export async function commitSchema(prisma: PrismaClient, ctx: ProjectContext, commit: SchemaCommit): Promise<void> {
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
    if (commit.snapshot) await movePointer(tx, ctx, commit, commit.snapshot);
    const { changes } = commit.examination;
    const data = {
      version: commit.project.schemaVersion + 1,
      entries: entries.length,
      changes: changes.map(({ id }) => id),
      snapshot_id: commit.snapshot?.id ?? null,
    };
    await tx.$executeRaw(insertAudit(ctx, { action: 'schema.sync', targetId: commit.project.id, data }));
    await keepAnswer(tx, ctx, commit.answer);
  }, TRANSACTION);
  if (ctx.idempotency) ctx.idempotency.stored = true;
}

/** Waits for writes that are under way, and keeps others off, until the transaction ends. */
async function lockProject(tx: Prisma.TransactionClient, { project }: SchemaCommit): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM projects
    WHERE id = ${project.id} AND schema_version = ${project.schemaVersion} AND live_seq = ${project.liveSeq}
      AND locales = ${project.locales} AND default_locale = ${project.defaultLocale} FOR UPDATE`;
  if (rows.length === 0) throw new StateMoved();
}

async function checkEntries(tx: Prisma.TransactionClient, { project, examination }: SchemaCommit): Promise<void> {
  const { collections, fingerprint } = examination;
  if (collections?.length === 0) return;
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT md5(coalesce(string_agg(id || ':' || version || ':' || (trashed_at IS NOT NULL)::text, ','
      ORDER BY id), '')) AS fingerprint
    FROM entries WHERE project_id = ${project.id}
      AND (${collections === null} OR collection_key = ANY(${collections ?? []}::text[]))`;
  if (rows[0]?.fingerprint !== fingerprint) throw new StateMoved();
}

/** Takes external ids from entries in the trash whose collection's key another collection gets, and that has the same. */
async function freeExternalIds(tx: Prisma.TransactionClient, { project, examination }: SchemaCommit): Promise<void> {
  const renamed = examination.entries.filter(({ before, after }) => before.collectionKey !== after.collectionKey);
  if (renamed.length === 0) return;
  const coming = renamed.filter(({ after }) => after.externalId !== null);
  await tx.$executeRaw`
    UPDATE entries e SET external_id = NULL
    FROM unnest(${coming.map(({ after }) => after.collectionKey)}::text[],
      ${coming.map(({ after }) => after.externalId)}::text[]) AS c(collection_key, external_id)
    WHERE e.project_id = ${project.id} AND e.collection_key = c.collection_key AND e.external_id = c.external_id
      AND NOT e.id = ANY(${renamed.map(({ after }) => after.id)}::text[])`;
}

async function insertSchema(tx: Prisma.TransactionClient, ctx: ProjectContext, commit: SchemaCommit): Promise<void> {
  const { project, schema, examination, at } = commit;
  const version = project.schemaVersion + 1;
  await tx.$executeRaw`
    WITH moved AS (
      UPDATE projects SET schema_version = ${version}::int WHERE id = ${project.id}
    )
    INSERT INTO schema_versions (project_id, version, hash, document, changes, created_at, created_by)
    VALUES (${project.id}, ${version}::int, ${schemaHash(schema)}, ${JSON.stringify(withoutRenames(schema))}::jsonb,
      ${JSON.stringify(examination.changes.map(summaryOf))}::jsonb, ${at}, ${JSON.stringify(ctx.actor)}::jsonb)`;
}

function summaryOf({ id, kind, path, class: grade, affectedEntries, message }: ClassifiedChange) {
  return { id, kind, path, class: grade, affected_entries: affectedEntries, message };
}

async function writeEntries(
  tx: Prisma.TransactionClient,
  ctx: ProjectContext,
  { project, schema, at }: SchemaCommit,
  entries: readonly EntryChange[],
): Promise<void> {
  const rules: ContentRules = { locales: project.locales, defaultLocale: project.defaultLocale, schema };
  const seq = project.liveSeq + 1;
  const actor = JSON.stringify(ctx.actor);
  const changed = entries.map(({ after }) => ({ ...after, ...statusOf(after) }));
  const versions = entries.flatMap(({ after, versions: list }) =>
    list.map(({ version, values, changedPaths }) => ({
      entry_id: after.id,
      version,
      locales: [...values.keys()],
      changed_paths: changedPaths,
    })),
  );
  const values = entries.flatMap(({ after, versions: list }) =>
    list.flatMap(({ version, values: own }) =>
      [...own].map(([locale, value]) => ({ id: after.id, locale, version, json: canonicalJson(value) })),
    ),
  );
  const drafts = entries.flatMap(({ after, drafts: locales }) =>
    locales.flatMap((locale) => {
      const draft = after.drafts.get(locale);
      if (!draft) return [];
      const search = searchVectorOf(rules, { ...after, locale }, draft.values);
      const mentioned = JSON.stringify(refersTo(schema, after.collectionKey, draft.values));
      return [{ id: after.id, locale, version: draft.version, hash: draft.valuesHash, search, mentioned }];
    }),
  );
  const ledger = entries.flatMap((entry) => entry.ledger);
  const opened = ledger.flatMap((change) => (change.after ? [{ ...change, after: change.after }] : []));
  await tx.$executeRaw`UPDATE publications l SET until_seq = ${seq}::int
    FROM unnest(${ledger.map((c) => c.entryId)}::text[], ${ledger.map((c) => c.locale)}::text[]) AS c(entry_id, locale)
    WHERE l.project_id = ${project.id} AND l.entry_id = c.entry_id AND l.locale = c.locale AND l.until_seq IS NULL`;
  await tx.$executeRaw`
    WITH changed_entries AS (
      UPDATE entries e SET collection_key = c.collection_key, version = c.version, values_version = c.values_version,
        title = c.title, status = c.status, changed = c.changed, trashed_at = c.trashed_at::timestamptz,
        updated_at = CASE WHEN c.version > e.version THEN ${at} ELSE e.updated_at END,
        updated_by = CASE WHEN c.version > e.version THEN ${actor}::jsonb ELSE e.updated_by END
      FROM unnest(${changed.map((c) => c.id)}::text[], ${changed.map((c) => c.collectionKey)}::text[],
        ${changed.map((c) => c.version)}::int[], ${changed.map((c) => c.valuesVersion)}::int[],
        ${changed.map((c) => c.title)}::text[], ${changed.map((c) => c.status)}::text[],
        ${changed.map((c) => c.changed)}::boolean[], ${changed.map((c) => c.trashedAt?.toISOString() ?? null)}::text[])
        AS c(id, collection_key, version, values_version, title, status, changed, trashed_at)
      WHERE e.id = c.id AND e.project_id = ${project.id}
    ), new_versions AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT v.entry_id, v.version, 'migrate', false, v.locales, v.changed_paths, ${at}, ${actor}::jsonb
      FROM jsonb_to_recordset(${JSON.stringify(versions)}::jsonb)
        AS v(entry_id text, version int, locales text[], changed_paths jsonb)
    ), new_values AS (
      INSERT INTO entry_values (entry_id, locale, version, values)
      SELECT * FROM unnest(${values.map((v) => v.id)}::text[], ${values.map((v) => v.locale)}::text[],
        ${values.map((v) => v.version)}::int[], ${values.map((v) => v.json)}::jsonb[])
    ), new_drafts AS (
      UPDATE entry_drafts d SET version = n.version, values_hash = n.hash,
        search = n.search,
        refers_to = ARRAY(SELECT jsonb_array_elements_text(n.mentioned))
      FROM unnest(${drafts.map((d) => d.id)}::text[], ${drafts.map((d) => d.locale)}::text[],
        ${drafts.map((d) => d.version)}::int[], ${drafts.map((d) => d.hash)}::text[],
        ${vectorArray(drafts.map((d) => d.search))}::tsvector[], ${drafts.map((d) => d.mentioned)}::jsonb[])
        AS n(entry_id, locale, version, hash, search, mentioned)
      WHERE d.entry_id = n.entry_id AND d.locale = n.locale
    ), new_contents AS (
      INSERT INTO contents (project_id, hash, json, refers_to)
      SELECT DISTINCT ON (hash) ${project.id}, hash, json, ARRAY(SELECT jsonb_array_elements_text(refers_to))
      FROM unnest(${opened.map((c) => c.after.content.contentHash)}::text[],
        ${opened.map((c) => c.after.content.json)}::text[],
        ${opened.map((c) => JSON.stringify(c.after.content.refersTo))}::jsonb[]) AS c(hash, json, refers_to)
      ON CONFLICT DO NOTHING
    )
    INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
      conforms_to, sort_key, published_at, values_hash, content_hash)
    SELECT ${project.id}, entry_id, locale, ${seq}::int, collection_key, version, ${project.schemaVersion + 1}::int,
      ${project.schemaVersion + 1}::int, sort_key, published_at, values_hash, content_hash
    FROM unnest(${opened.map((c) => c.entryId)}::text[], ${opened.map((c) => c.locale)}::text[],
      ${opened.map((c) => c.collectionKey)}::text[], ${opened.map((c) => c.after.state.version)}::int[],
      ${opened.map((c) => c.after.state.sortKey)}::text[],
      ${opened.map((c) => c.after.state.publishedAt.toISOString())}::timestamptz[],
      ${opened.map((c) => c.after.state.valuesHash)}::text[], ${opened.map((c) => c.after.state.contentHash)}::text[])
      AS p(entry_id, locale, collection_key, version, sort_key, published_at, values_hash, content_hash)`;
}

/** Notes that what stays live as it was keeps to the new schema; what was of an older one doesn't. */
async function confirmLive(tx: Prisma.TransactionClient, { project }: SchemaCommit): Promise<void> {
  await tx.$executeRaw`UPDATE publications SET conforms_to = ${project.schemaVersion + 1}::int
    WHERE project_id = ${project.id} AND until_seq IS NULL AND conforms_to = ${project.schemaVersion}::int`;
}

async function replaceUniqueValues(tx: Prisma.TransactionClient, commit: SchemaCommit): Promise<void> {
  const { project, examination } = commit;
  if (examination.collections?.length === 0) return;
  await tx.$executeRaw`DELETE FROM unique_values WHERE project_id = ${project.id}
    AND (${examination.collections === null} OR collection_key = ANY(${examination.collections ?? []}::text[]))`;
  const rows = examination.unique;
  for (let from = 0; from < rows.length; from += 10 * BATCH) {
    await insertUniqueValues(tx, project.id, rows.slice(from, from + 10 * BATCH));
  }
}

async function insertUniqueValues(
  tx: Prisma.TransactionClient,
  projectId: string,
  rows: readonly UniqueRow[],
): Promise<void> {
  await tx.$executeRaw`INSERT INTO unique_values
    (project_id, collection_key, field, locale, value, entry_id, draft, live)
    SELECT ${projectId}, * FROM unnest(${rows.map((row) => row.collectionKey)}::text[],
      ${rows.map((row) => row.field)}::text[], ${rows.map((row) => row.locale)}::text[],
      ${rows.map((row) => row.value)}::text[], ${rows.map((row) => row.entryId)}::text[],
      ${rows.map((row) => row.draft)}::boolean[], ${rows.map((row) => row.live)}::boolean[])`;
}

async function movePointer(
  tx: Prisma.TransactionClient,
  ctx: ProjectContext,
  { project, examination, publishedAt }: SchemaCommit,
  snapshot: BuiltSnapshot,
): Promise<void> {
  const seq = project.liveSeq + 1;
  const version = project.schemaVersion + 1;
  const ledger = examination.entries.flatMap((entry) => entry.ledger);
  const removed = ledger.filter(({ after }) => after === null).length;
  const history = [{ reason: 'schema', schema_version: version, actor: ctx.actor, request_id: ctx.requestId }];
  const { ctes, condition } = rescueObjects(project, snapshot.written);
  const moved = await tx.$executeRaw`
    WITH ${ctes}, moved AS (
      UPDATE projects SET live_seq = ${seq}::int, live_snapshot_id = ${snapshot.id}
      WHERE id = ${project.id} AND ${condition} RETURNING id
    ), new_snapshot AS (
      INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
      VALUES (${snapshot.id}, ${project.id}, ${seq}::int, ${version}::int, ${publishedAt},
        ${JSON.stringify(snapshot.files)}::jsonb, ${snapshot.manifestHash})
    )
    INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
    SELECT ${project.id}, ${seq}::int, ${snapshot.id}, ${JSON.stringify(history)}::jsonb, 0,
      ${ledger.length - removed}::int, ${removed}::int, ${publishedAt} FROM moved`;
  if (moved !== 1) throw new StateMoved();
}
