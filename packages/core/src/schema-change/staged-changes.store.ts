import type { SchemaDocument } from '@stele/schema';
import { vectorArray } from '@stele/search';
import type { LoadedEntry } from '@stele/snapshot';
import type { Pool } from 'pg';
import { searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import { toUseColumns } from '../entries/asset-uses.ts';
import { statusOf } from '../entries/entry-status.ts';
import { insertVersions } from '../entries/write-versions.store.ts';
import type { Actor } from '../platform/actor.ts';
import { BATCH_BYTES, withinBudget } from '../platform/database/byte-budget.store.ts';
import { jsonbOf } from '../platform/database/jsonb.ts';
import { int } from '../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { closeLedger, insertLedger, ledgerColumns } from '../publishing/going-live.store.ts';
import { LIVE_ROW, toLoadedEntry } from '../publishing/ledger.store.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import type { EntryChange } from './entry-change.ts';

/** Writes planned changes of entries to a staging table: a row for each entry, and one for each of its locales. */
export async function stageChanges(
  pool: Pool,
  pushId: string,
  schema: SchemaDocument,
  changes: readonly EntryChange[],
): Promise<void> {
  const staged = changes.flatMap((change) => [stagedEntry(change), ...stagedLocales(schema, change)]);
  await execute(
    pool,
    sql`INSERT INTO staged_changes (push_id, entry_id, locale, change, values, content, search)
      SELECT ${pushId}, s.entry_id, s.locale, s.change, s.values, s.content, s.search
      FROM ROWS FROM (
        jsonb_to_recordset(${jsonbOf(staged.map(({ row }) => row))}::jsonb)
          AS (entry_id text, locale text, change jsonb, values jsonb, content text),
        unnest(${vectorArray(staged.map(({ search }) => search))}::tsvector[])
      ) AS s(entry_id, locale, change, values, content, search)`,
  );
}

/** The row of an entry itself, which has no locale. */
function stagedEntry({ after, versions }: EntryChange) {
  const { status, changed } = statusOf(after);
  const change = {
    collection_key: after.collectionKey,
    version: after.version,
    values_version: after.valuesVersion,
    title: after.title,
    title_key: after.titleKey,
    order_key: after.orderKey,
    trashed_at: after.trashedAt,
    status,
    changed,
    versions: versions.map(({ version, values, changedPaths }) => ({
      version,
      locales: [...values.keys()],
      changed_paths: changedPaths,
    })),
  };
  return { row: { entry_id: after.id, locale: '', change }, search: null };
}

function stagedLocales(schema: SchemaDocument, { after, versions, drafts, marks, ledger }: EntryChange) {
  const { id, collectionKey, projectId } = after;
  const live = new Map(ledger.map((one) => [one.locale, one]));
  const locales = new Set([...versions.flatMap(({ values }) => [...values.keys()]), ...drafts, ...live.keys()]);
  return [...locales].map((locale) => {
    const draft = drafts.includes(locale) ? after.drafts.get(locale) : undefined;
    const goes = live.get(locale);
    const mentioned = draft && mentionedIn(schema, collectionKey, draft.values);
    const change = {
      ...(draft &&
        mentioned && {
          draft: {
            version: draft.version,
            values_hash: draft.valuesHash,
            refers_to: mentioned.refersTo,
            ...toUseColumns(mentioned.assetUses),
            marks: Object.fromEntries(marks.get(locale) ?? []),
          },
        }),
      closes: Boolean(goes?.before),
      ...(goes?.after && { publication: ledgerColumns(goes.after.state), refers_to: goes.after.content.refersTo }),
    };
    const values = versions.flatMap(({ version, values: own }) =>
      own.has(locale) ? [{ version, values: own.get(locale) }] : [],
    );
    return {
      row: { entry_id: id, locale, change, values, content: goes?.after?.content.json },
      search: draft ? searchVectorOf({ schema }, { projectId, collectionKey, locale }, draft.values) : null,
    };
  });
}

/** New published content of entries in a locale: as many of the first ones as fit in a batch. */
export async function loadStagedEntries(
  pool: Pool,
  pushId: string,
  locale: string,
  entryIds: readonly string[],
): Promise<LoadedEntry[]> {
  const sized = sql`SELECT i.id, i.asked, octet_length(s.content) AS bytes
    FROM unnest(${entryIds}::text[]) WITH ORDINALITY AS i(id, asked)
    JOIN staged_changes s ON s.push_id = ${pushId} AND s.entry_id = i.id AND s.locale = ${locale}`;
  const rows = await query(
    pool,
    sql`SELECT s.entry_id, p.version, p.schema_version, p.published_at, s.content AS json
      FROM (${withinBudget(sized, { order: sql`b.asked`, bytes: sql`b.bytes`, most: BATCH_BYTES })}) i
      JOIN staged_changes s ON s.push_id = ${pushId} AND s.entry_id = i.id AND s.locale = ${locale}
      CROSS JOIN jsonb_to_record(s.change -> 'publication')
        AS p(version int, schema_version int, published_at timestamptz)
      ORDER BY i.asked`,
    LIVE_ROW,
  );
  return rows.map(toLoadedEntry);
}

/**
 * Applies the staged changes, in a fixed number of statements.
 *
 * @returns how many entries it changed
 */
export async function takeOverStaged(
  tx: Connection,
  project: ProjectLiveState,
  pushId: string,
  { actor, at, moves }: { readonly actor: Actor; readonly at: Date; readonly moves: boolean },
): Promise<number> {
  const by = JSON.stringify(actor);
  const entries = sql`staged_changes s WHERE s.push_id = ${pushId} AND s.locale = ''`;
  const locales = sql`staged_changes s WHERE s.push_id = ${pushId} AND s.locale <> ''`;
  if (moves) await freeExternalIds(tx, project.id, pushId);
  await closeLedger(
    tx,
    project,
    sql`(SELECT s.entry_id, s.locale FROM ${locales} AND (s.change ->> 'closes')::boolean) AS c`,
  );
  const live = sql`${locales} AND s.change -> 'publication' IS NOT NULL`;
  const [written] = await query(
    tx,
    sql`WITH guard AS (
        UPDATE entries e SET collection_key = c.collection_key, version = c.version, values_version = c.values_version,
          title = c.title, title_key = c.title_key, order_key = c.order_key, status = c.status, changed = c.changed, trashed_at = c.trashed_at,
          updated_at = CASE WHEN c.version > e.version THEN ${at} ELSE e.updated_at END,
          updated_by = CASE WHEN c.version > e.version THEN ${by}::jsonb ELSE e.updated_by END
        FROM (
          SELECT s.entry_id, r.* FROM staged_changes s CROSS JOIN jsonb_to_record(s.change) AS r(collection_key text,
            version int, values_version int, title text, title_key text, order_key text, status text, changed boolean, trashed_at timestamptz)
          WHERE s.push_id = ${pushId} AND s.locale = ''
        ) c
        WHERE e.id = c.entry_id AND e.project_id = ${project.id} RETURNING e.id
      ), ${insertVersions({
        records: sql`(
            SELECT s.entry_id, r.*, 'migrate' AS kind, false AS imported, NULL::text AS source, ${at}::timestamptz AS created_at,
              ${by}::jsonb AS created_by
            FROM (SELECT * FROM ${entries}) s CROSS JOIN jsonb_to_recordset(s.change -> 'versions')
              AS r(version int, locales text[], changed_paths jsonb)) AS v`,
        values: sql`(
            SELECT s.entry_id, s.locale, r.* FROM (SELECT * FROM ${locales}) s
            CROSS JOIN jsonb_to_recordset(s.values) AS r(version int, values jsonb)) AS n`,
        drafts: sql`(
            SELECT s.entry_id, s.locale, s.search, r.*
            FROM (SELECT * FROM ${locales} AND s.change -> 'draft' IS NOT NULL) s
            CROSS JOIN jsonb_to_record(s.change -> 'draft') AS r(version int, values_hash text, refers_to text[],
              assets text[], asset_fields text[], machine_fields text[], marks jsonb)) AS d`,
        // Someone may have confirmed a translation since the change was planned.
        keptMarks: sql`SELECT m.value FROM jsonb_each_text(d.marks) AS m WHERE m.key = ANY(o.machine_fields)`,
        autosaveFrom: null,
      })}, ${insertLedger(project, {
        contents: sql`(
            SELECT s.change #>> '{publication,content_hash}' AS hash, s.content AS json, s.change -> 'refers_to' AS refers_to
            FROM ${live}) AS c`,
        publications: sql`(
            SELECT s.entry_id, s.locale, r.* FROM (SELECT * FROM ${live}) s
            CROSS JOIN jsonb_to_record(s.change -> 'publication') AS r(collection_key text, version int,
              schema_version int, conforms_to int, sort_key text, published_at timestamptz, values_hash text,
              content_hash text, assets text[], asset_fields text[])) AS p`,
      })}
      SELECT count(*)::int AS count FROM guard`,
    { count: int },
  );
  return written?.count ?? 0;
}

/** Clears external ids of trashed entries that conflict with those of entries moving to their collection. */
async function freeExternalIds(tx: Connection, projectId: string, pushId: string): Promise<void> {
  const moving = sql`SELECT c.id, s.change ->> 'collection_key' AS collection_key, c.external_id
    FROM staged_changes s JOIN entries c ON c.id = s.entry_id
    WHERE s.push_id = ${pushId} AND s.locale = '' AND s.change ->> 'collection_key' <> c.collection_key`;
  await execute(
    tx,
    sql`WITH moving AS MATERIALIZED (${moving})
      UPDATE entries e SET external_id = NULL FROM moving m
      WHERE e.project_id = ${projectId} AND e.collection_key = m.collection_key AND e.external_id = m.external_id
        AND NOT e.id IN (SELECT id FROM moving)`,
  );
}

export async function discardStaged(pool: Pool, pushId: string): Promise<void> {
  await execute(pool, sql`DELETE FROM staged_changes WHERE push_id = ${pushId}`);
}

/**
 * Removes rows of abandoned pushes, which have staged nothing for 45 minutes. If such a push is still running, it starts again.
 *
 * @returns how many rows were removed
 */
export function discardAbandoned(pool: Pool): Promise<number> {
  const abandoned = sql`SELECT push_id FROM staged_changes GROUP BY push_id
    HAVING max(staged_at) < clock_timestamp() - interval '45 minutes'`;
  return execute(pool, sql`DELETE FROM staged_changes WHERE push_id IN (${abandoned})`);
}
