import { findCollection, type SchemaDocument } from '@stele/schema';
import { hashValues, type LocaleValues, searchVectorOf, withSharedOf } from '../../content/draft-values.ts';
import { mentionedIn } from '../../content/mentions.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { writeVersions } from '../../entries/write-versions.store.ts';
import { int, json, list, nullable, type RowOf, text } from '../../platform/database/row.ts';
import { type Connection, execute, query, rowsOf, sql } from '../../platform/database/sql.ts';
import type { LedgerCounts } from '../ledger-change.ts';
import type { ProjectLiveState } from '../model.ts';
import { repathLater } from '../paths/repath-pages.ts';
import { isShownLive } from '../rerender/changed-assets.store.ts';
import { bringBackPurged, type Restoration } from './purged-entries.store.ts';
import { replaceLedger } from './restored-ledger.store.ts';
import { claimRestoredValues } from './restored-unique-values.store.ts';

/**
 * Updates ledger and entries to match a restored snapshot: opens the ledger's former rows again, takes the snapshot's entries out
 * of the trash, and gives them missing drafts. The number of statements is fixed.
 */
export async function restoreEntries(tx: Connection, restoration: Restoration): Promise<LedgerCounts> {
  const { project, seq, seqThen } = restoration;
  const counts = await replaceLedger(tx, project.id, seq, seqThen);
  await gatherEntries(tx, project.id, seq);
  await bringBackPurged(tx, restoration);
  await forgetMentions(tx, project);
  const drafts = await findMissingDrafts(tx, project);
  await updateEntries(tx, restoration, drafts);
  await claimRestoredValues(tx, project);
  await bringBackAssets(tx, restoration);
  await repathLater(tx, project.id, [project.schema, restoration.schemaThen], restoration, restoration.at);
  return counts;
}

/**
 * Creates the temporary table `restored_entries`: the entries and locales that the restoration changes, which have a row of the
 * ledger that begins or ends at its sequence. It's a table, so that the planner knows its size.
 */
async function gatherEntries(tx: Connection, projectId: string, seq: number): Promise<void> {
  await execute(
    tx,
    sql`CREATE TEMPORARY TABLE restored_entries ON COMMIT DROP AS
      SELECT entry_id, array_agg(DISTINCT locale ORDER BY locale) AS locales FROM publications
      WHERE project_id = ${projectId} AND ((since_seq = ${seq}::int AND until_seq IS NULL) OR until_seq = ${seq}::int)
      GROUP BY entry_id`,
  );
  await execute(tx, sql`ANALYZE restored_entries`);
}

/**
 * Removes the mentions of drafts whose collection isn't in the schema, since only a schema declares references. They're computed
 * again when the schema has the collection again.
 */
async function forgetMentions(tx: Connection, { schema }: ProjectLiveState): Promise<void> {
  const known = (schema?.collections ?? []).map(({ key }) => key);
  await execute(
    tx,
    sql`UPDATE entry_drafts d SET refers_to = '{}', assets = '{}', asset_fields = '{}'
      FROM restored_entries a JOIN entries e ON e.id = a.entry_id
      WHERE d.entry_id = a.entry_id AND NOT e.collection_key = ANY(${known}::text[])
        AND (d.refers_to <> '{}' OR d.assets <> '{}')`,
  );
}

/** Takes assets out of the trash that published content shows. */
async function bringBackAssets(tx: Connection, { project: { id }, at }: Restoration): Promise<void> {
  await execute(
    tx,
    sql`UPDATE assets a SET trashed_at = NULL, updated_at = ${at} WHERE a.project_id = ${id} AND a.trashed_at IS NOT NULL
      AND ${isShownLive(id)}`,
  );
}

/** New drafts for live locales that have none: the published values. */
async function findMissingDrafts(tx: Connection, { id, schema }: ProjectLiveState): Promise<NewDraft[]> {
  const missing = await query(
    tx,
    sql`SELECT l.entry_id, l.locale, l.collection_key, ${LIVE_VALUES} AS values,
        (SELECT v.values FROM entry_drafts d JOIN entry_values v
            ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
          WHERE d.entry_id = l.entry_id ORDER BY d.locale LIMIT 1) AS other
      FROM publications l JOIN restored_entries a ON a.entry_id = l.entry_id
      WHERE l.project_id = ${id} AND l.until_seq IS NULL
        AND NOT EXISTS (SELECT 1 FROM entry_drafts d WHERE d.entry_id = l.entry_id AND d.locale = l.locale)`,
    MISSING_DRAFT,
  );
  return missing.flatMap((row) => {
    if (!row.values) return [];
    const values = withSharedOf(findCollection(schema, row.collection_key), row.values, row.other);
    const sealed = hashValues(values);
    return sealed ? [{ ...row, values, hash: sealed.hash }] : [];
  });
}

/**
 * Updates entries to match the ledger: gives each a new version and missing drafts, takes it out of the trash, and sets status
 * and position. Each entry is written once, since every write updates all its indexes.
 */
async function updateEntries(
  tx: Connection,
  { project: { id, schema }, schemaThen, actor, at }: Restoration,
  drafts: readonly NewDraft[],
): Promise<void> {
  const orderedByHand = (document: SchemaDocument | null): string[] =>
    (document?.collections ?? []).filter(({ order }) => order === 'manual').map(({ key }) => key);
  // Former sort keys are positions only if the collection was already ordered by hand.
  const manual = orderedByHand(schema).filter((key) => orderedByHand(schemaThen).includes(key));
  const moved = await query(
    tx,
    sql`WITH given AS MATERIALIZED (
        SELECT * FROM ${rowsOf('n', drafts, {
          entry_id: ['text', (draft) => draft.entry_id],
          locale: ['text', (draft) => draft.locale],
          hash: ['text', (draft) => draft.hash],
        })}
      ), state AS MATERIALIZED (
        SELECT a.entry_id, a.locales, count(l.locale) > 0 AS live,
          bool_or(coalesce(d.values_hash, n.hash) IS DISTINCT FROM l.values_hash)
            FILTER (WHERE l.locale IS NOT NULL) OR EXISTS (SELECT 1 FROM entry_drafts o WHERE o.entry_id = a.entry_id
              AND NOT EXISTS (SELECT 1 FROM publications p WHERE p.project_id = ${id} AND p.entry_id = a.entry_id
                AND p.locale = o.locale AND p.until_seq IS NULL)) AS changed,
          min(l.sort_key) FILTER (WHERE l.collection_key = ANY(${manual}::text[]) AND l.sort_key <> '') AS position,
          count(n.locale) > 0 AS given
        FROM restored_entries a
        LEFT JOIN publications l ON l.project_id = ${id} AND l.entry_id = a.entry_id AND l.until_seq IS NULL
        LEFT JOIN entry_drafts d ON d.entry_id = l.entry_id AND d.locale = l.locale
        LEFT JOIN given n ON n.entry_id = l.entry_id AND n.locale = l.locale
        GROUP BY a.entry_id, a.locales
      )
      UPDATE entries e SET version = e.version + 1,
        values_version = CASE WHEN s.given THEN e.version + 1 ELSE e.values_version END,
        trashed_at = CASE WHEN s.live THEN NULL ELSE e.trashed_at END,
        status = CASE WHEN s.live THEN 'published' WHEN e.trashed_at IS NOT NULL THEN 'trashed' ELSE 'draft' END,
        changed = s.live AND s.changed,
        position = coalesce(s.position, e.position)
      FROM state s WHERE e.id = s.entry_id AND e.project_id = ${id}
      RETURNING e.id, e.version, s.locales`,
    { id: text, version: int, locales: list(text) },
  );
  if (moved.length === 0) return;
  const versions = new Map(moved.map((row) => [row.id, row.version]));
  const given = drafts.flatMap(({ entry_id: entryId, collection_key: collectionKey, locale, values, hash }) => {
    const version = versions.get(entryId);
    if (version === undefined) return [];
    const search = searchVectorOf({ schema }, { projectId: id, collectionKey, locale }, values);
    const mentioned = mentionedIn(schema, collectionKey, values);
    return [{ entryId, locale, version, values, valuesHash: hash, search, ...mentioned }];
  });
  await execute(
    tx,
    sql`WITH guard AS (SELECT unnest(${[...versions.keys()]}::text[]) AS id), ${writeVersions({
      records: moved.map(({ id: entryId, ...row }) => ({ entryId, ...row, kind: 'restore', at, by: actor })),
      values: given,
      drafts: given,
    })} SELECT 1`,
  );
}

const MISSING_DRAFT = {
  entry_id: text,
  locale: text,
  collection_key: text,
  values: nullable(json<LocaleValues>()),
  /** Values of another locale's draft. */
  other: nullable(json<LocaleValues>()),
};

type MissingDraft = RowOf<typeof MISSING_DRAFT>;

interface NewDraft extends MissingDraft {
  readonly values: LocaleValues;
  readonly hash: string;
}
