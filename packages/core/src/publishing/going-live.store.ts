import { toUseColumns } from '../entries/asset-uses.ts';
import { type Connection, emptySql, execute, type Sql, sql } from '../platform/database/sql.ts';
import { insertEvents, type OutboxEvent } from '../platform/events.store.ts';
import type { BuiltSnapshot } from './build-snapshot.ts';
import { dueDeployments } from './due-deployments.store.ts';
import type { LedgerChange, LedgerCounts } from './ledger-change.ts';
import type { ProjectLiveState } from './model.ts';
import { StateMoved } from './state-moved.ts';
import { rescueObjects } from './sweep/doomed-objects.store.ts';
import { isNobodyElsesTurn } from './turns.store.ts';

/** What goes live: a snapshot that was built for it, or an earlier one by its id. */
export type Snapshot = BuiltSnapshot | { readonly restored: string };

export function snapshotIdOf(snapshot: Snapshot): string {
  return 'restored' in snapshot ? snapshot.restored : snapshot.id;
}

/** What is put on record of a snapshot that goes live. */
export interface GoingLive {
  /** The state that it was planned on. */
  readonly project: ProjectLiveState;
  readonly snapshot: Snapshot;
  readonly publishedAt: Date;
  /** Why, for the site's history: an item for each thing that was asked for. */
  readonly history: readonly HistoryItem[];
  /** How much it changes in the ledger. */
  readonly counts: LedgerCounts;
  readonly events?: readonly OutboxEvent[];
}

/** A reason for a change of published content. */
export interface HistoryItem {
  readonly reason: 'publish' | 'unpublish' | 'republish' | 'delete' | 'order' | 'asset' | 'schema' | 'restore';
  readonly actor: unknown;
  readonly request_id: string;
  readonly [detail: string]: unknown;
}

/**
 * Names a snapshot as the live one, the first step of every transaction that changes published content: until it ends,
 * no other one gets past this.
 *
 * @param owner the process that publishes: while another one has the turn to, nothing goes live
 * @throws StateMoved when another change came first, or objects of the snapshot are being removed
 */
export async function movePointer(
  tx: Connection,
  project: ProjectLiveState,
  snapshot: Snapshot,
  owner?: string,
): Promise<void> {
  const isPlanned = sql`id = ${project.id} AND live_seq = ${project.liveSeq} AND schema_version = ${project.schemaVersion}
    AND ${owner === undefined ? sql`true` : isNobodyElsesTurn(project.id, owner)}`;
  let moved: number;
  if ('restored' in snapshot) {
    moved = await execute(
      tx,
      sql`UPDATE projects
        SET live_seq = ${project.liveSeq + 1}, live_snapshot_id = ${snapshot.restored}, restoring = false
        WHERE ${isPlanned}`,
    );
  } else {
    const { ctes, condition } = rescueObjects(project, snapshot.written);
    moved = await execute(
      tx,
      sql`WITH ${ctes} UPDATE projects
        SET live_seq = ${project.liveSeq + 1}, live_snapshot_id = ${snapshot.id}
        WHERE ${isPlanned} AND ${condition}`,
    );
  }
  if (moved !== 1) throw new StateMoved();
}

/** The places where changes end what is live, as `closeLedger` takes them. */
export function closedPlaces(changes: readonly LedgerChange[]): Sql {
  const closed = changes.filter(({ before }) => before !== null);
  return sql`unnest(${closed.map((c) => c.entryId)}::text[], ${closed.map((c) => c.locale)}::text[])
    AS c(entry_id, locale)`;
}

/**
 * Ends what is live where the ledger changes; before the new rows are opened, since no place may be live twice.
 *
 * @param places an item of FROM, `c(entry_id, locale)`
 */
export async function closeLedger(tx: Connection, { id, liveSeq }: ProjectLiveState, places: Sql): Promise<void> {
  await execute(
    tx,
    sql`UPDATE publications l SET until_seq = ${liveSeq + 1}
      FROM ${places}
      WHERE l.project_id = ${id} AND l.entry_id = c.entry_id AND l.locale = c.locale AND l.until_seq IS NULL`,
  );
}

/** Parts of a `WITH` that open new rows of the ledger, with the contents that they name. No comma before or behind. */
export function openLedger(project: ProjectLiveState, changes: readonly LedgerChange[]): Sql {
  const opened = changes.flatMap(({ entryId, locale, after }) => (after ? [{ entryId, locale, ...after }] : []));
  const contents = opened.map(({ content }) => content);
  const rows = opened.map(({ entryId, locale, state }) => ({
    entry_id: entryId,
    locale,
    collection_key: state.collectionKey,
    version: state.version,
    schema_version: state.schemaVersion,
    conforms_to: state.conformsTo,
    sort_key: state.sortKey,
    published_at: state.publishedAt,
    values_hash: state.valuesHash,
    content_hash: state.contentHash,
    ...toUseColumns(state.assetUses),
  }));
  const hashes = contents.map(({ contentHash }) => contentHash);
  return insertLedger(project, {
    contents: sql`unnest(${hashes}::text[], ${contents.map(({ json }) => json)}::text[],
      ${contents.map(({ refersTo }) => JSON.stringify(refersTo))}::jsonb[]) AS c(hash, json, refers_to)`,
    publications: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p(entry_id text, locale text,
      collection_key text, version int, schema_version int, conforms_to int, sort_key text, published_at timestamptz,
      values_hash text, content_hash text, assets text[], asset_fields text[])`,
  });
}

/**
 * The same with what is in the database already.
 *
 * @param from items of FROM: `c(hash, json, refers_to)`, which is JSON, and `p` with the columns of the ledger
 */
export function insertLedger(
  { id, liveSeq }: ProjectLiveState,
  from: { readonly contents: Sql; readonly publications: Sql },
): Sql {
  return sql`new_contents AS (
      INSERT INTO contents (project_id, hash, json, refers_to)
      SELECT DISTINCT ON (hash) ${id}, hash, json, ARRAY(SELECT jsonb_array_elements_text(refers_to))
      FROM ${from.contents}
      ON CONFLICT DO NOTHING
    ), new_publications AS (${insertPublications(id, liveSeq + 1, from.publications)})`;
}

/**
 * Statement that opens rows of the ledger; the one place that does.
 *
 * @param since the sequence at which they are live
 * @param rows an item of FROM, `p` with the columns of the ledger, and what else belongs behind it
 */
export function insertPublications(projectId: string, since: number, rows: Sql): Sql {
  return sql`INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
      conforms_to, sort_key, published_at, values_hash, content_hash, assets, asset_fields)
    SELECT ${projectId}, p.entry_id, p.locale, ${since}::int, p.collection_key, p.version, p.schema_version,
      p.conforms_to, p.sort_key, p.published_at, p.values_hash, p.content_hash, p.assets, p.asset_fields
    FROM ${rows}`;
}

/**
 * Parts of a `WITH` that put a snapshot on record: its row, the site's history, the outbox and what deploy targets are to
 * be told. No comma around.
 */
export function recordSnapshot(going: GoingLive, schemaVersion: number = going.project.schemaVersion): Sql {
  const { project, snapshot, publishedAt, history, counts, events = [] } = going;
  const seq = project.liveSeq + 1;
  const snapshotId = snapshotIdOf(snapshot);
  const live: OutboxEvent = {
    kind: 'snapshot.live',
    subjectId: snapshotId,
    data: { sequence: seq, reasons: [...new Set(history.map(({ reason }) => reason))] },
  };
  const withSnapshot = (event: OutboxEvent): OutboxEvent => ({
    ...event,
    data: { ...event.data, snapshot_id: snapshotId, sequence: seq },
  });
  const row =
    'restored' in snapshot
      ? emptySql
      : sql`new_snapshot AS (
          INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
          VALUES (${snapshotId}, ${project.id}, ${seq}::int, ${schemaVersion}::int, ${publishedAt},
            ${JSON.stringify(snapshot.files)}::jsonb, ${snapshot.manifestHash})
        ), `;
  return sql`${row}new_sequence AS (
      INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
      VALUES (${project.id}, ${seq}::int, ${snapshotId}, ${JSON.stringify(history)}::jsonb, ${counts.added}::int,
        ${counts.changed}::int, ${counts.removed}::int, ${publishedAt})
    ), new_events AS (
      ${insertEvents(project.id, publishedAt, [live, ...events.map(withSnapshot)])}
    ), ${dueDeployments({ projectId: project.id, snapshotId, seq, reason: history[0]?.reason ?? 'publish', at: publishedAt })}`;
}
