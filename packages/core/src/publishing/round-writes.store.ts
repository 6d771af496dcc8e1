import type { EntryRecord, ReviewState } from '../entries/entry.ts';
import { claimUnique, type EntryLocale, settleUnique, type UniqueFate } from '../entries/unique-values.store.ts';
import { type VersionRecord, writeVersions } from '../entries/write-versions.store.ts';
import { journal } from '../platform/audit-records.store.ts';
import { bool, int, json, text } from '../platform/database/row.ts';
import { type Connection, emptySql, queryPrepared, rowsOf, type Sql, sql } from '../platform/database/sql.ts';
import { outboxRow } from '../platform/events.store.ts';
import {
  closedRows,
  closeLedger,
  openLedger,
  recordSnapshot,
  type Snapshot,
  snapshotIdOf,
} from './going-live.store.ts';
import { countChanges } from './ledger-change.ts';
import { StateMoved } from './model.ts';
import { writeLivePages } from './paths/paths.store.ts';
import type { ReturningDrafts } from './returning-drafts.ts';
import type { PlannedChange, Round } from './round.ts';
import { roundAudit, roundEvents, roundHistory } from './round-report.ts';

/** Locks the entries that a round changes. @throws StateMoved when one has changed */
export async function holdEntries(tx: Connection, round: Round): Promise<void> {
  const planned = round.changedEntries().map(({ found }) => found);
  const rows = await queryPrepared(
    tx,
    sql`SELECT id, version, trashed_at IS NOT NULL AS trashed FROM entries
      WHERE id = ANY(${planned.map((entry) => entry.id)}) AND project_id = ${round.project.id}
      ORDER BY id FOR UPDATE`,
    { id: text, version: int, trashed: bool },
  );
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const entry of planned) {
    const row = now.get(entry.id);
    if (!row || row.version !== entry.version || row.trashed !== (entry.trashedAt !== null)) throw new StateMoved();
  }
  await holdApprovals(
    tx,
    planned.filter(({ review }) => Object.keys(review?.approved ?? {}).length > 0),
  );
}

/** A statement after the lock, for one that waits for it would see an approval that was taken back meanwhile. @throws StateMoved */
async function holdApprovals(tx: Connection, approved: readonly EntryRecord[]): Promise<void> {
  if (approved.length === 0) return;
  const rows = await queryPrepared(
    tx,
    sql`SELECT entry_id AS id, approved FROM entry_reviews WHERE entry_id = ANY(${approved.map(({ id }) => id)})`,
    { id: text, approved: json<ReviewState['approved']>() },
  );
  const now = new Map(rows.map((row) => [row.id, row.approved]));
  for (const { id, review } of approved) {
    const holds = Object.entries(review?.approved ?? {}).every(([locale, { hash, state }]) => {
      const still = now.get(id)?.[locale];
      return still?.hash === hash && still.state === state;
    });
    if (!holds) throw new StateMoved();
  }
}

/**
 * Writes the changes of a round: entries, versions, unique values, audit log and events; with a snapshot also ledger and
 * history. One statement writes everything, after another has closed rows of the ledger, and more have added large contents.
 *
 * @param returning drafts of entries that come back from the trash
 * @returns whether it asks for jobs: with webhooks, a trigger does
 */
export async function writeRound(
  tx: Connection,
  round: Round,
  returning: ReturningDrafts,
  snapshot: Snapshot | null,
): Promise<boolean> {
  const { project, publishedAt: at, changes } = round;
  const entries = round.changedEntries();
  const ledger = snapshot ? round.ledgerChanges() : [];
  if (snapshot) await closeLedger(tx, project, closedRows(ledger));
  await writeLivePages(tx, project.id, round.pages);
  const opened = snapshot ? await openLedger(tx, project, ledger) : emptySql;
  const records = changes.flatMap(({ command: { actor: by }, plan: { record, live }, after }): VersionRecord[] =>
    record ? [{ locales: [...live.keys()], ...record, entryId: after.id, version: after.version, at, by }] : [],
  );
  const listed = new Map(changes.flatMap(({ plan, after }) => (plan.listed ? [[after.id, plan.listed] as const] : [])));
  const claims = changes.flatMap(({ plan }) => plan.restored?.unique ?? []);
  const isBack = changes.some(({ plan }) => plan.restored);
  const [row] = await queryPrepared(
    tx,
    sql`WITH ${reported(round, snapshot, ledger, opened)} guard AS (
        UPDATE entries e SET version = c.version, values_version = c.values_version, status = c.status, changed = c.changed, position = c.position,
          trashed_at = c.trashed_at, title = coalesce(c.title, e.title),
          title_key = coalesce(c.title_key, e.title_key), order_key = coalesce(c.order_key, e.order_key)
        FROM ${rowsOf('c', entries, {
          id: ['text', ({ after }) => after.id],
          version: ['int', ({ after }) => after.version],
          values_version: ['int', ({ after }) => after.valuesVersion],
          status: ['text', ({ status }) => status],
          changed: ['boolean', ({ changed }) => changed],
          position: ['text', ({ after }) => after.position],
          trashed_at: ['timestamptz', ({ after }) => after.trashedAt?.toISOString()],
          title: ['text', ({ after }) => listed.get(after.id)?.title],
          title_key: ['text', ({ after }) => listed.get(after.id)?.titleKey],
          order_key: ['text', ({ after }) => listed.get(after.id)?.orderKey],
        })}
        WHERE e.id = c.id AND e.project_id = ${project.id} RETURNING e.id
      ), ${writeVersions({ records, ...returning })}${
        isBack ? claimUnique(project.id, claims, changes.flatMap(freedPlaces)) : emptySql
      }${settleUnique(uniqueFates(round))}
      SELECT EXISTS (SELECT FROM webhooks WHERE project_id = ${project.id})
        OR ${snapshot ? sql`EXISTS (SELECT FROM due_deployments)` : sql`false`} AS asks`,
    { asks: bool },
  );
  return row?.asks ?? true;
}

/** CTEs, each followed by a comma: audit log and events, and with a snapshot also this, ledger and history. */
function reported(
  round: Round,
  snapshot: Snapshot | null,
  ledger: ReturnType<Round['ledgerChanges']>,
  opened: Sql,
): Sql {
  const { project, publishedAt } = round;
  const arrival = snapshot && { snapshot_id: snapshotIdOf(snapshot), sequence: project.liveSeq + 1 };
  const [audit, events] = [roundAudit(round, arrival), roundEvents(round, arrival)];
  if (!snapshot)
    return sql`${journal(
      audit,
      events.map((event) => outboxRow(project.id, publishedAt, event)),
    )},`;
  const history = roundHistory(round);
  const going = { project, snapshot, publishedAt, counts: countChanges(ledger), history, audit, events };
  return sql`${opened}, ${recordSnapshot(going)},`;
}

/**
 * Locales of an entry whose published unique values are released for the restored ones. Shared values ('') are held for all live
 * locales, so they're only released when no live locale stays as it is.
 */
function freedPlaces({ plan, after }: PlannedChange): EntryLocale[] {
  if (!plan.restored) return [];
  const isWhole = [...after.live.keys()].every((locale) => plan.live.has(locale));
  return [...plan.live.keys(), ...(isWhole ? [''] : [])].map((locale) => ({ entryId: after.id, locale }));
}

/**
 * How unique values change: published locales hold the draft's values. Values of content that leaves the site, and of entries
 * in the trash, are released. Shared values are held for all live locales, so they're only released when no live locale differs
 * from its draft. Restored entries claim their values separately.
 */
function uniqueFates(round: Round): UniqueFate[] {
  const claimed = new Set(round.changes.flatMap(({ plan, after }) => (plan.restored ? [after.id] : [])));
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
