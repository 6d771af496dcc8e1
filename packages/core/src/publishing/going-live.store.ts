import type { NewContent } from '../content/render-content.ts';
import { toUseColumns } from '../entries/asset-uses.ts';
import type { LiveState } from '../entries/entry.ts';
import { type AuditRecord, journal } from '../platform/audit-records.store.ts';
import { BATCH_BYTES } from '../platform/database/byte-budget.store.ts';
import { type Connection, emptySql, execute, rowsOf, type Sql, sql } from '../platform/database/sql.ts';
import { type OutboxEvent, outboxRow } from '../platform/events.store.ts';
import type { BuiltSnapshot } from './build-snapshot.ts';
import { dueDeployments } from './due-deployments.store.ts';
import type { LedgerChange, LedgerCounts } from './ledger-change.ts';
import { type ProjectLiveState, StateMoved } from './model.ts';
import { snapshotEvents } from './snapshot.names.ts';
import { rescueObjects } from './sweep/doomed-objects.store.ts';
import { isNoOthersTurn } from './turns.store.ts';

/** The snapshot that goes live: a new one, or the id of an earlier one. */
export type Snapshot = BuiltSnapshot | { readonly restored: string };

export function snapshotIdOf(snapshot: Snapshot): string {
  return 'restored' in snapshot ? snapshot.restored : snapshot.id;
}

/** A snapshot that goes live, with what is recorded about it. */
interface GoingLive {
  readonly project: ProjectLiveState;
  readonly snapshot: Snapshot;
  readonly publishedAt: Date;
  /** The reasons, for the site's history. */
  readonly history: readonly HistoryItem[];
  readonly counts: LedgerCounts;
  /** Records of people's and programs' actions, with their events. */
  readonly audit?: readonly AuditRecord[];
  /** Events that no action leads to. */
  readonly events?: readonly OutboxEvent[];
}

/** A reason for a change of published content. */
export interface HistoryItem {
  readonly reason:
    | 'publish'
    | 'unpublish'
    | 'republish'
    | 'delete'
    | 'order'
    | 'asset'
    | 'schema'
    | 'locales'
    | 'restore';
  readonly actor: unknown;
  readonly request_id: string;
  readonly [detail: string]: unknown;
}

/**
 * Makes a snapshot the live one. This comes first in every transaction that changes published content, and blocks others until
 * the transaction ends.
 *
 * @param owner the process that publishes; refused while another process has the turn
 * @throws StateMoved when another change came first, or objects of the snapshot are being removed
 */
export async function movePointer(
  tx: Connection,
  project: ProjectLiveState,
  snapshot: Snapshot,
  owner?: string,
): Promise<void> {
  const isPlanned = sql`id = ${project.id} AND live_seq = ${project.liveSeq} AND schema_version = ${project.schemaVersion}
    AND ${owner === undefined ? sql`true` : isNoOthersTurn(project.id, owner)}`;
  const rescued = 'restored' in snapshot ? null : rescueObjects(project, snapshot.written);
  const moved = await execute(
    tx,
    sql`${rescued ? sql`WITH ${rescued.ctes}` : emptySql} UPDATE projects
      SET live_seq = ${project.liveSeq + 1}, live_snapshot_id = ${snapshotIdOf(snapshot)},
        restoring = ${rescued ? sql`restoring` : sql`false`}
      WHERE ${isPlanned} AND ${rescued?.condition ?? sql`true`}`,
  );
  if (moved !== 1) throw new StateMoved();
}

/** The entries and locales in which changes end published content, for `closeLedger`. */
export function closedRows(changes: readonly LedgerChange[]): Sql {
  const closed = changes.filter(({ before }) => before !== null);
  return rowsOf('c', closed, {
    entry_id: ['text', ({ entryId }) => entryId],
    locale: ['text', ({ locale }) => locale],
  });
}

/**
 * Closes rows of the ledger. This must run before new rows are opened, since an entry has only one open row in a locale.
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

function contentBatches(changes: readonly LedgerChange[]): NewContent[][] {
  const batches: NewContent[][] = [];
  let left = 0;
  for (const { after } of changes) {
    if (!after) continue;
    const bytes = Buffer.byteLength(after.content.json);
    left -= bytes;
    if (left >= 0) batches.at(-1)?.push(after.content);
    else {
      batches.push([after.content]);
      left = BATCH_BYTES - bytes;
    }
  }
  return batches;
}

function contentRows(contents: readonly NewContent[]): Sql {
  return rowsOf('c', contents, {
    hash: ['text', ({ contentHash }) => contentHash],
    json: ['text', ({ json }) => json],
    refers_to: ['jsonb', ({ refersTo }) => JSON.stringify(refersTo)],
  });
}

/**
 * Adds contents, of many in several statements: one would have megabytes, which takes long to make.
 *
 * @returns CTEs that add the last of them, and open new rows of the ledger. No comma before or after.
 */
export async function openLedger(
  tx: Connection,
  project: ProjectLiveState,
  changes: readonly LedgerChange[],
): Promise<Sql> {
  const batches = contentBatches(changes);
  const last = batches.pop() ?? [];
  for (const batch of batches) await execute(tx, insertContents(project.id, contentRows(batch)));
  const opened = changes.flatMap(({ entryId, locale, after }) => (after ? [{ entryId, locale, ...after }] : []));
  const rows = opened.map(({ entryId, locale, state }) => ({ entry_id: entryId, locale, ...ledgerColumns(state) }));
  return insertLedger(project, {
    contents: contentRows(last),
    publications: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p(entry_id text, locale text,
      collection_key text, version int, schema_version int, conforms_to int, sort_key text, published_at timestamptz,
      values_hash text, content_hash text, assets text[], asset_fields text[])`,
  });
}

export function ledgerColumns(state: LiveState) {
  return {
    collection_key: state.collectionKey,
    version: state.version,
    schema_version: state.schemaVersion,
    conforms_to: state.conformsTo,
    sort_key: state.sortKey,
    published_at: state.publishedAt,
    values_hash: state.valuesHash,
    content_hash: state.contentHash,
    ...toUseColumns(state.assetUses),
  };
}

/**
 * The same with rows that are in the database already.
 *
 * @param from items of FROM: `c(hash, json, refers_to)`, which is JSON, and `p` with the columns of the ledger
 */
export function insertLedger(
  { id, liveSeq }: ProjectLiveState,
  from: { readonly contents: Sql; readonly publications: Sql },
): Sql {
  return sql`new_contents AS (
      ${insertContents(id, from.contents)}
    ), new_publications AS (${insertPublications(id, liveSeq + 1, from.publications)})`;
}

function insertContents(projectId: string, contents: Sql): Sql {
  return sql`INSERT INTO contents (project_id, hash, json, refers_to)
    SELECT DISTINCT ON (hash) ${projectId}, hash, json, ARRAY(SELECT jsonb_array_elements_text(refers_to))
    FROM ${contents}
    ON CONFLICT DO NOTHING`;
}

/**
 * Statement that opens rows of the ledger. No other code does.
 *
 * @param since the sequence from which they are live
 * @param rows an item of FROM, `p` with the columns of the ledger, and optionally clauses after it
 */
export function insertPublications(projectId: string, since: number, rows: Sql): Sql {
  return sql`INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
      conforms_to, sort_key, published_at, values_hash, content_hash, assets, asset_fields)
    SELECT ${projectId}, p.entry_id, p.locale, ${since}::int, p.collection_key, p.version, p.schema_version,
      p.conforms_to, p.sort_key, p.published_at, p.values_hash, p.content_hash, p.assets, p.asset_fields
    FROM ${rows}`;
}

/**
 * CTEs that record a snapshot: its row, the site's history, audit log, events and deployments. No comma before or after.
 */
export function recordSnapshot(going: GoingLive, schemaVersion: number = going.project.schemaVersion): Sql {
  const { project, snapshot, publishedAt, history, counts, audit = [], events = [] } = going;
  const seq = project.liveSeq + 1;
  const snapshotId = snapshotIdOf(snapshot);
  const live: OutboxEvent = {
    kind: snapshotEvents['snapshot.live'],
    subjectId: snapshotId,
    data: { sequence: seq, reasons: [...new Set(history.map(({ reason }) => reason))] },
  };
  const others = [live, ...events].map((event) => outboxRow(project.id, publishedAt, event));
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
    ), ${journal(audit, others)}, ${dueDeployments({ projectId: project.id, snapshotId, seq, reason: history[0]?.reason ?? 'publish', at: publishedAt })}`;
}

/** Records a snapshot in a statement of its own. */
export async function recordSnapshotOnly(on: Connection, going: GoingLive, schemaVersion?: number): Promise<void> {
  await execute(on, sql`WITH ${recordSnapshot(going, schemaVersion)} SELECT 1`);
}
