import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { type AnswerToKeep, keepAnswers } from '../idempotency.store.ts';
import { newId } from '../ids.ts';
import type { BuiltSnapshot } from './build-snapshot.ts';
import type { Round } from './round.ts';
import { rescueObjects } from './sweep/doomed-objects.store.ts';

/** The state on which a round was planned has moved: nothing was written, and the round has to be planned again. */
class StateMoved extends Error {}

/** Requests lost their Idempotency-Keys to others that came later: nothing was written. */
export class KeysLost extends Error {
  /** Owners of the keys that were lost. */
  readonly owners: ReadonlySet<string>;

  constructor(owners: ReadonlySet<string>) {
    super('Idempotency keys were taken over.');
    this.owners = owners;
  }
}

/**
 * Makes a round final in one transaction and a fixed number of statements: with a snapshot also pointer, ledger and
 * history; always versions, state, audit and answers.
 *
 * @param snapshot null when published content stays as it is
 * @returns false when another publish came first, or an entry of the round changed meanwhile
 * @throws KeysLost
 */
export async function commitRound(
  prisma: PrismaClient,
  round: Round,
  snapshot: BuiltSnapshot | null,
  answers: readonly AnswerToKeep[],
): Promise<boolean> {
  try {
    await prisma.$transaction(async (tx) => {
      await (snapshot ? movePointer(tx, round, snapshot) : holdProject(tx, round));
      await checkEntries(tx, round);
      if (snapshot) await closePublications(tx, round);
      await writeChanges(tx, round, snapshot);
      if (answers.length > 0) await keepAll(tx, answers);
    });
    return true;
  } catch (error) {
    if (error instanceof StateMoved) return false;
    throw error;
  }
}

/** Keeps others from publishing or moving entries until the transaction ends, and makes those plan again. */
async function holdProject(tx: Prisma.TransactionClient, { project }: Round): Promise<void> {
  const held = await tx.$executeRaw`UPDATE projects SET epoch = epoch + 1
    WHERE id = ${project.id} AND live_seq = ${project.liveSeq} AND epoch = ${project.epoch}
      AND schema_version = ${project.schemaVersion}`;
  if (held !== 1) throw new StateMoved();
}

/** Whether a snapshot was committed; for when the answer to a commit was lost. */
export async function snapshotExists(prisma: PrismaClient, snapshotId: string): Promise<boolean> {
  return (await prisma.snapshot.count({ where: { id: snapshotId } })) > 0;
}

async function movePointer(tx: Prisma.TransactionClient, { project }: Round, snapshot: BuiltSnapshot): Promise<void> {
  const { ctes, condition } = rescueObjects(project, snapshot.written);
  const moved = await tx.$executeRaw`WITH ${ctes} UPDATE projects
    SET live_seq = ${project.liveSeq + 1}, live_snapshot_id = ${snapshot.id}
    WHERE id = ${project.id} AND live_seq = ${project.liveSeq} AND schema_version = ${project.schemaVersion}
      AND ${condition}`;
  if (moved !== 1) throw new StateMoved();
}

async function checkEntries(tx: Prisma.TransactionClient, round: Round): Promise<void> {
  const planned = round.changedEntries().map(({ found }) => found);
  const rows = await tx.$queryRaw<{ id: string; version: number; trashed: boolean }[]>`
    SELECT id, version, trashed_at IS NOT NULL AS trashed FROM entries
    WHERE id = ANY(${planned.map((entry) => entry.id)}) AND project_id = ${round.project.id}
    ORDER BY id FOR UPDATE`;
  const now = new Map(rows.map((row) => [row.id, row]));
  for (const entry of planned) {
    const row = now.get(entry.id);
    if (!row || row.version !== entry.version || row.trashed !== (entry.trashedAt !== null)) throw new StateMoved();
  }
}

async function closePublications(tx: Prisma.TransactionClient, round: Round): Promise<void> {
  const closed = round.ledgerChanges().filter((change) => change.before !== null);
  await tx.$executeRaw`UPDATE publications l SET until_seq = ${round.project.liveSeq + 1}
    FROM unnest(${closed.map((c) => c.entryId)}::text[], ${closed.map((c) => c.locale)}::text[]) AS c(entry_id, locale)
    WHERE l.project_id = ${round.project.id} AND l.entry_id = c.entry_id AND l.locale = c.locale
      AND l.until_seq IS NULL`;
}

/** Parts of a statement that write the snapshot, its ledger rows with their contents, and the site's history. */
function snapshotParts(round: Round, snapshot: BuiltSnapshot): Prisma.Sql {
  const { project, publishedAt, changes } = round;
  const seq = project.liveSeq + 1;
  const ledger = round.ledgerChanges();
  const opened = ledger.flatMap((change) => (change.after ? [{ ...change, after: change.after }] : []));
  const counts = {
    added: opened.filter((change) => !change.before).length,
    changed: opened.filter((change) => change.before).length,
    removed: ledger.filter((change) => !change.after).length,
  };
  const history = changes.map(({ command, plan, after }) => ({
    reason: command.reason,
    entry_id: after.id,
    locales: [...plan.live.keys()],
    actor: command.actor,
    request_id: command.requestId,
  }));
  return Prisma.sql`new_contents AS (
      INSERT INTO contents (project_id, hash, json, refers_to)
      SELECT DISTINCT ON (hash) ${project.id}, hash, json, ARRAY(SELECT jsonb_array_elements_text(refers_to))
      FROM unnest(${opened.map((c) => c.after.content.contentHash)}::text[],
        ${opened.map((c) => c.after.content.json)}::text[],
        ${opened.map((c) => JSON.stringify(c.after.content.refersTo))}::jsonb[]) AS c(hash, json, refers_to)
      ON CONFLICT DO NOTHING
    ), new_publications AS (
      INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
        conforms_to, sort_key, published_at, values_hash, content_hash)
      SELECT ${project.id}, entry_id, locale, ${seq}::int, collection_key, version, schema_version,
        conforms_to, sort_key, published_at, values_hash, content_hash
      FROM unnest(${opened.map((c) => c.entryId)}::text[], ${opened.map((c) => c.locale)}::text[],
        ${opened.map((c) => c.collectionKey)}::text[], ${opened.map((c) => c.after.state.version)}::int[],
        ${opened.map((c) => c.after.state.sortKey)}::text[], ${opened.map((c) => c.after.state.valuesHash)}::text[],
        ${opened.map((c) => c.after.state.contentHash)}::text[],
        ${opened.map((c) => c.after.state.publishedAt.toISOString())}::timestamptz[],
        ${opened.map((c) => c.after.state.schemaVersion)}::int[], ${opened.map((c) => c.after.state.conformsTo)}::int[])
        AS p(entry_id, locale, collection_key, version, sort_key, values_hash, content_hash, published_at,
          schema_version, conforms_to)
    ), new_snapshot AS (
      INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
      VALUES (${snapshot.id}, ${project.id}, ${seq}::int, ${project.schemaVersion}::int, ${publishedAt},
        ${JSON.stringify(snapshot.files)}::jsonb, ${snapshot.manifestHash})
    ), new_sequence AS (
      INSERT INTO live_sequences (project_id, seq, snapshot_id, changes, added, changed, removed, created_at)
      VALUES (${project.id}, ${seq}::int, ${snapshot.id}, ${JSON.stringify(history)}::jsonb, ${counts.added}::int,
        ${counts.changed}::int, ${counts.removed}::int, ${publishedAt})
    ),`;
}

/**
 * Writes in one statement what a round changes of its entries: version records, state, unique values and audit; and
 * what its snapshot adds to ledger and history.
 */
async function writeChanges(tx: Prisma.TransactionClient, round: Round, snapshot: BuiltSnapshot | null): Promise<void> {
  const { project, publishedAt, changes } = round;
  const entries = round.changedEntries();
  const unique = changedUniqueValues(round);
  const published = Prisma.sql`unnest(${unique.map((u) => u.entryId)}::text[], ${unique.map((u) => u.locale)}::text[],
    ${unique.map((u) => u.whole)}::boolean[], ${unique.map((u) => u.becomes)}::text[])
    AS p(entry_id, locale, whole, becomes)`;
  const isPublished = Prisma.sql`v.entry_id = p.entry_id AND v.locale = p.locale`;
  await tx.$executeRaw`
    WITH ${snapshot ? snapshotParts(round, snapshot) : Prisma.empty} new_versions AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT v.entry_id, v.version, v.kind, v.imported, v.locales, '[]', ${publishedAt}, v.created_by
      FROM jsonb_to_recordset(${JSON.stringify(
        changes.flatMap(({ command, plan: { record, live }, after }) =>
          record
            ? [
                {
                  entry_id: after.id,
                  version: after.version,
                  kind: record.kind,
                  imported: record.imported,
                  locales: [...live.keys()],
                  created_by: command.actor,
                },
              ]
            : [],
        ),
      )}::jsonb) AS v(entry_id text, version int, kind text, imported boolean, locales text[], created_by jsonb)
    ), changed_entries AS (
      UPDATE entries e SET version = c.version, status = c.status, changed = c.changed, position = c.position,
        trashed_at = c.trashed_at::timestamptz
      FROM unnest(${entries.map((e) => e.after.id)}::text[], ${entries.map((e) => e.after.version)}::int[],
        ${entries.map((e) => e.status)}::text[], ${entries.map((e) => e.changed)}::boolean[],
        ${entries.map((e) => e.after.position)}::text[],
        ${entries.map((e) => e.after.trashedAt?.toISOString() ?? null)}::text[])
        AS c(id, version, status, changed, position, trashed_at)
      WHERE e.id = c.id AND e.project_id = ${project.id}
    ), gone_unique AS (
      DELETE FROM unique_values v USING ${published} WHERE ${isPublished}
        AND (p.becomes = 'gone' OR (NOT v.draft AND p.whole))
    ), live_unique AS (
      UPDATE unique_values v SET live = (p.becomes = 'live') FROM ${published} WHERE ${isPublished} AND v.draft
        AND p.becomes <> 'gone' AND (p.becomes = 'live' OR p.whole)
    )
    ${insertAuditRecords(project.id, publishedAt, changes, snapshot?.id ?? null)}`;
}

/** Statement that puts changes of entries on record, with the snapshot that they made, if any. */
function insertAuditRecords(
  projectId: string,
  at: Date,
  changes: Round['changes'],
  snapshotId: string | null,
): Prisma.Sql {
  const records = changes.map(({ command, plan, after }) => ({
    id: newId('audit'),
    action: `entry.${command.reason}`,
    target_id: after.id,
    actor: command.actor,
    request_id: command.requestId,
    data: { version: after.version, locales: [...plan.live.keys()], snapshot_id: snapshotId },
  }));
  return Prisma.sql`INSERT INTO audit_records (id, project_id, action, target_id, actor, request_id, data, created_at)
    SELECT a.id, ${projectId}, a.action, a.target_id, a.actor, a.request_id, a.data, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      AS a(id text, action text, target_id text, actor jsonb, request_id text, data jsonb)`;
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
 * all locales share are held for any live locale, so they're let go only when no live locale differs from its draft.
 */
function changedUniqueValues(round: Round): UniqueFate[] {
  return round.changedEntries().flatMap(({ found, after }): UniqueFate[] => {
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

async function keepAll(tx: Prisma.TransactionClient, answers: readonly AnswerToKeep[]): Promise<void> {
  const rows = await tx.$queryRaw<{ owner: string }[]>(keepAnswers(answers));
  const held = new Set(rows.map(({ owner }) => owner));
  const lost = answers.map(({ pending }) => pending.owner).filter((owner) => !held.has(owner));
  if (lost.length > 0) throw new KeysLost(new Set(lost));
}
