import type { Pool } from 'pg';
import { type VersionRecord, writeVersions } from '../entries/write-versions.store.ts';
import type { ProjectAuditAction } from '../platform/audit-actions.ts';
import { insertAuditRecords } from '../platform/audit-records.store.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import {
  type Connection,
  emptySql,
  execute,
  type Queryable,
  query,
  queryPrepared,
  sql,
} from '../platform/database/sql.ts';
import { isUniqueViolation } from '../platform/database/unique-violation.ts';
import { type EventKind, insertEvents, type OutboxEvent } from '../platform/events.store.ts';
import { type AnswerToKeep, keepAnswers } from '../platform/idempotency.store.ts';
import type { BuiltSnapshot } from './build-snapshot.ts';
import {
  closedPlaces,
  closeLedger,
  type GoingLive,
  type HistoryItem,
  movePointer,
  openLedger,
  recordSnapshot,
} from './going-live.store.ts';
import { countChanges, type LedgerChange } from './ledger-change.ts';
import type { PublishCommand } from './model.ts';
import { claimComebacks, comingBack } from './republication/comeback.store.ts';
import type { PlannedChange, Round } from './round.ts';
import { holdShownAssets } from './shown-assets.store.ts';
import { StateMoved } from './state-moved.ts';
import { endTurn } from './turns.store.ts';
import type { Turns } from './turns.ts';

/** Requests lost their Idempotency-Keys to others that came later: nothing was written. */
export class KeysLost extends Error {
  /** Owners of the keys that were lost. */
  readonly owners: ReadonlySet<string>;

  constructor(owners: ReadonlySet<string>) {
    super('Another request took over the Idempotency-Key.');
    this.owners = owners;
  }
}

/**
 * Makes a round final in one transaction and a fixed number of statements: with a snapshot also pointer, ledger and
 * history; always versions, state, audit and answers.
 *
 * @param snapshot null when published content stays as it is
 * @param turns whose turn ends with the transaction
 * @returns false when another publish came first, or it's another process's turn, or an entry or asset of the round changed meanwhile
 * @throws KeysLost
 */
export async function commitRound(
  pool: Pool,
  round: Round,
  snapshot: BuiltSnapshot | null,
  answers: readonly AnswerToKeep[],
  turns: Pick<Turns, 'owner' | 'isHeld'>,
): Promise<boolean> {
  const ledger = snapshot ? round.ledgerChanges() : [];
  const going = snapshot && { ...goingLive(round, snapshot, ledger), publisher: turns.owner };
  try {
    await inTransaction(pool, async (tx) => {
      await (going ? movePointer(tx, going) : holdProject(tx, round));
      if (turns.isHeld(round.project.id)) await endTurn(tx, round.project.id, turns.owner);
      await checkEntries(tx, round);
      await holdShownAssets(tx, round.project.id, round.shownAssets());
      if (going) await closeLedger(tx, round.project, closedPlaces(ledger));
      await writeChanges(tx, round, going && { going, ledger }, snapshot?.id ?? null);
      if (answers.length > 0) await keepAll(tx, answers);
    });
    return true;
  } catch (error) {
    // Somebody took a unique value just now that an entry needs to come back.
    if (error instanceof StateMoved || isUniqueViolation(error, 'unique_values_pkey')) return false;
    throw error;
  }
}

function goingLive(round: Round, snapshot: BuiltSnapshot, ledger: readonly LedgerChange[]): GoingLive {
  const { project, publishedAt, changes } = round;
  return {
    project,
    snapshot,
    publishedAt,
    counts: countChanges(ledger),
    history: historyOf(changes),
    events: eventsOf(round),
  };
}

/** What becomes of an entry in some locales, as the history, the audit log and the outbox say it. */
interface ReportedChange {
  readonly reason: PublishCommand['reason'];
  readonly locales: readonly string[];
}

/** A change by what becomes of its entry: undoing a publish can bring it back in some locales, and take it off the site in others. */
function reportedChanges({ command: { reason }, plan }: PlannedChange): ReportedChange[] {
  const off = [...plan.live].filter(([, live]) => live === null).map(([locale]) => locale);
  const on = [...plan.live.keys()].filter((locale) => !off.includes(locale));
  if (reason !== 'republish' || off.length === 0) return [{ reason, locales: [...plan.live.keys()] }];
  return [...(on.length > 0 ? [{ reason, locales: on }] : []), { reason: 'unpublish', locales: off }];
}

/** An item for each entry that a command changes, or one for all where the command is about something else. */
function historyOf(changes: Round['changes']): HistoryItem[] {
  const told = new Set<PublishCommand>();
  return changes.flatMap((change): HistoryItem[] => {
    const { actor, requestId: request_id, about, reason } = change.command;
    if (about && told.has(change.command)) return [];
    told.add(change.command);
    if (about) return [{ reason, ...about, actor, request_id }];
    const { id: entry_id, title } = change.after;
    return reportedChanges(change).map((one) => ({ ...one, entry_id, title, actor, request_id }));
  });
}

/** What a round's changes are called in the outbox. An entry that goes from the site into the trash is told of twice. */
function eventsOf({ changes }: Round): OutboxEvent[] {
  return changes.flatMap((change) => {
    const { command, before, after } = change;
    return reportedChanges(change).flatMap(({ reason, locales }) => {
      const data = { collection_key: after.collectionKey, version: after.version, locales, actor: command.actor };
      const happened = (kind: EventKind): boolean =>
        (kind !== 'entry.unpublished' || locales.length > 0) &&
        (kind !== 'entry.restored' || before.trashedAt !== null);
      const kinds = EVENTS[reason].filter(happened);
      return kinds.map((kind): OutboxEvent => ({ kind, subjectId: after.id, data }));
    });
  });
}

const EVENTS: Readonly<Record<PublishCommand['reason'], readonly EventKind[]>> = {
  publish: ['entry.published'],
  republish: ['entry.restored', 'entry.published'],
  unpublish: ['entry.unpublished'],
  delete: ['entry.unpublished', 'entry.trashed'],
  order: ['entry.moved'],
  asset: ['entry.rerendered'],
};

/** Keeps others from publishing or moving entries until the transaction ends, and makes those plan again. */
async function holdProject(tx: Connection, { project }: Round): Promise<void> {
  const held = await execute(
    tx,
    sql`UPDATE projects SET epoch = epoch + 1
      WHERE id = ${project.id} AND live_seq = ${project.liveSeq} AND epoch = ${project.epoch}
        AND schema_version = ${project.schemaVersion}`,
  );
  if (held !== 1) throw new StateMoved();
}

/** Whether a snapshot was committed; for when the answer to a commit was lost. */
export async function snapshotExists(pool: Queryable, snapshotId: string): Promise<boolean> {
  const found = await query(pool, sql`SELECT id FROM snapshots WHERE id = ${snapshotId}`);
  return found.length > 0;
}

async function checkEntries(tx: Connection, round: Round): Promise<void> {
  const planned = round.changedEntries().map(({ found }) => found);
  const rows = await queryPrepared<{ id: string; version: number; trashed: boolean }>(
    tx,
    sql`SELECT id, version, trashed_at IS NOT NULL AS trashed FROM entries
      WHERE id = ANY(${planned.map((entry) => entry.id)}) AND project_id = ${round.project.id}
      ORDER BY id FOR UPDATE`,
  );
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const entry of planned) {
    const row = now.get(entry.id);
    if (!row || row.version !== entry.version || row.trashed !== (entry.trashedAt !== null)) throw new StateMoved();
  }
}

/**
 * Writes in one statement what a round changes of its entries: version records, state, unique values and audit; and
 * what its snapshot adds to ledger and history.
 */
async function writeChanges(
  tx: Connection,
  round: Round,
  published: { readonly going: GoingLive; readonly ledger: readonly LedgerChange[] } | null,
  snapshotId: string | null,
): Promise<void> {
  const { project, publishedAt: at, changes } = round;
  const entries = round.changedEntries();
  const unique = changedUniqueValues(round);
  const fates = sql`unnest(${unique.map((u) => u.entryId)}::text[], ${unique.map((u) => u.locale)}::text[],
    ${unique.map((u) => u.whole)}::boolean[], ${unique.map((u) => u.becomes)}::text[])
    AS p(entry_id, locale, whole, becomes)`;
  const isPublished = sql`v.entry_id = p.entry_id AND v.locale = p.locale`;
  const records = changes.flatMap(({ command: { actor: by }, plan: { record, live }, after }): VersionRecord[] =>
    record ? [{ ...record, entryId: after.id, version: after.version, locales: [...live.keys()], at, by }] : [],
  );
  const audit = changes
    .filter(({ command }) => !command.about)
    .flatMap((change) => reportedChanges(change).map((one) => ({ ...change, ...one })))
    .map(({ command, reason, locales, after }) => ({
      projectId: project.id,
      // What assets cause has something else that it's about.
      action: `entry.${reason}` as ProjectAuditAction,
      targetId: after.id,
      actor: command.actor,
      requestId: command.requestId,
      data: {
        title: after.title,
        collection_key: after.collectionKey,
        version: after.version,
        locales,
        snapshot_id: snapshotId,
      },
      at,
    }));
  const events = eventsOf(round);
  const unlive = events.length > 0 ? sql`new_events AS (${insertEvents(project.id, at, events)}),` : emptySql;
  const live = published ? sql`${openLedger(project, published.ledger)}, ${recordSnapshot(published.going)},` : unlive;
  await queryPrepared(
    tx,
    sql`WITH ${live} guard AS (
        UPDATE entries e SET version = c.version, values_version = c.values_version, status = c.status, changed = c.changed, position = c.position,
          trashed_at = c.trashed_at::timestamptz
        FROM unnest(${entries.map((e) => e.after.id)}::text[], ${entries.map((e) => e.after.version)}::int[],
          ${entries.map((e) => e.after.valuesVersion)}::int[], ${entries.map((e) => e.status)}::text[], ${entries.map((e) => e.changed)}::boolean[],
          ${entries.map((e) => e.after.position)}::text[],
          ${entries.map((e) => e.after.trashedAt?.toISOString() ?? null)}::text[])
          AS c(id, version, values_version, status, changed, position, trashed_at)
        WHERE e.id = c.id AND e.project_id = ${project.id} RETURNING e.id
      ), ${writeVersions({ records, ...comingBack(round) })}${claimComebacks(round)}, gone_unique AS (
        DELETE FROM unique_values v USING ${fates} WHERE ${isPublished}
          AND (p.becomes = 'gone' OR (NOT v.draft AND p.whole))
      ), live_unique AS (
        UPDATE unique_values v SET live = (p.becomes = 'live') FROM ${fates} WHERE ${isPublished} AND v.draft
          AND p.becomes <> 'gone' AND (p.becomes = 'live' OR p.whole)
      )
      ${insertAuditRecords(audit)}`,
  );
}

/** What becomes of the unique values of an entry in a locale, or of those that all locales share (''). */
interface UniqueFate {
  readonly entryId: string;
  readonly locale: string;
  /** Those of the draft are `live` now, nothing is live any more (`draft`), or the entry lets all of them go. */
  readonly becomes: 'live' | 'draft' | 'gone';
  /** Whether what was live of them and isn't the draft's is let go. */
  readonly whole: boolean;
}

/**
 * What's published becomes the draft's values, what's taken off the site and what's in the trash is let go. Values that
 * all locales share are held for any live locale, so they're let go only when no live locale differs from its draft. Entries
 * that come back claim theirs in full.
 */
function changedUniqueValues(round: Round): UniqueFate[] {
  const claimed = new Set(round.changes.flatMap(({ plan, after }) => (plan.comeback ? [after.id] : [])));
  return round.changedEntries().flatMap(({ found, after }): UniqueFate[] => {
    if (claimed.has(after.id)) return [];
    const all = [...new Set([...found.live.keys(), ...after.live.keys(), ...after.drafts.keys(), ''])];
    if (after.trashedAt) return all.map((locale) => ({ entryId: after.id, locale, becomes: 'gone', whole: true }));
    const published = [...after.live].filter(([locale, { version }]) => version !== found.live.get(locale)?.version);
    const own = published.map(([locale]): UniqueFate => ({ entryId: after.id, locale, becomes: 'live', whole: true }));
    const off = [...found.live.keys()]
      .filter((locale) => !after.live.has(locale))
      .map((locale): UniqueFate => ({ entryId: after.id, locale, becomes: 'draft', whole: true }));
    const shared: UniqueFate = {
      entryId: after.id,
      locale: '',
      becomes: after.live.size > 0 ? 'live' : 'draft',
      whole: [...after.live].every(([locale, own]) => own.valuesHash === after.drafts.get(locale)?.valuesHash),
    };
    const sharedChanges = own.length > 0 || (off.length > 0 && after.live.size === 0);
    return [...own, ...off, ...(sharedChanges ? [shared] : [])];
  });
}

async function keepAll(tx: Connection, answers: readonly AnswerToKeep[]): Promise<void> {
  const rows = await query<{ owner: string }>(tx, keepAnswers(answers));
  const held = new Set(rows.map(({ owner }) => owner));
  const lost = answers.map(({ pending }) => pending.owner).filter((owner) => !held.has(owner));
  if (lost.length > 0) throw new KeysLost(new Set(lost));
}
