import { type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { UniqueChanges } from '../content/unique-values.ts';
import { insertAudit, targetWritten } from '../platform/audit-records.store.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { bool } from '../platform/database/row.ts';
import { type Queryable, queryPrepared, type Sql, sql } from '../platform/database/sql.ts';
import { answersToKeep, keepAnswers } from '../platform/idempotency.store.ts';
import { inFlight } from '../platform/keep-answer.ts';
import { projectWithRules, RulesMoved } from './current-rules.store.ts';
import { entryActions } from './entry.names.ts';
import type { EntryRecord } from './entry.ts';
import type { EntryContext } from './entry-context.ts';
import { assertEntryLimit } from './entry-limit.store.ts';
import { writeUniqueValues } from './unique-values.store.ts';
import { writeVersions } from './write-versions.store.ts';

/** A new entry, already checked. */
interface NewEntry {
  readonly rules: ContentRules;
  readonly entry: EntryRecord;
  readonly unique: UniqueChanges;
  readonly kind: 'create' | 'duplicate';
  readonly imported: boolean;
  /** The entry that it's a copy of. */
  readonly original?: string;
  /** The answer, stored for an Idempotency-Key. */
  readonly view?: unknown;
}

/**
 * Writes an entry, in a transaction of its own.
 *
 * @param most how many entries the project may have; null for any number. Only then are they counted
 * @throws RulesMoved, ApiError `idempotency.in_flight`, `entry.limit_reached`
 */
export async function insertEntry(ctx: EntryContext, made: NewEntry, most: number | null): Promise<void> {
  const { pool } = ctx.services.database;
  await (most === null
    ? writeNewEntry(pool, ctx, made)
    : inTransaction(pool, async (client) => {
        await assertEntryLimit(client, made.entry.projectId, most);
        await writeNewEntry(client, ctx, made);
      }));
  if (ctx.idempotency) ctx.idempotency.stored = true;
}

/**
 * Writes an entry with its drafts, first version, unique values, audit row and stored answer, in one statement.
 *
 * @throws RulesMoved, ApiError `idempotency.in_flight`
 */
export async function writeNewEntry(on: Queryable, ctx: EntryContext, made: NewEntry): Promise<void> {
  const [written] = await queryPrepared(on, insertStatement(ctx, made), { key_held: bool });
  if (!written) throw new RulesMoved();
  if (!written.key_held) throw inFlight();
}

function insertStatement(ctx: EntryContext, made: NewEntry): Sql {
  const { rules, entry, unique, kind, imported, original, view } = made;
  const { id: entryId, collectionKey, createdAt: at } = entry;
  const drafts = [...entry.drafts].map(([locale, draft]) => ({ entryId, locale, ...draft }));
  const locales = drafts.map(({ locale }) => locale);
  const kept = answersToKeep(ctx, view);
  const actor = JSON.stringify(ctx.actor);
  const changedPaths = drafts.flatMap(({ locale, values }) =>
    Object.keys(values).map((field) => [locale, field] as const),
  );
  const versions = writeVersions({
    records: [{ entryId, version: 1, kind, imported, locales, changedPaths, at, by: ctx.actor }],
    values: drafts,
    drafts: drafts.map((draft) => ({
      ...draft,
      search: searchVectorOf(rules, { ...entry, locale: draft.locale }, draft.values),
      ...mentionedIn(rules.schema, collectionKey, draft.values),
    })),
    ...(original !== undefined && { marksOf: original }),
  });
  const data = { title: entry.title, collection_key: collectionKey, locales };
  const audit = { action: entryActions[`entry.${kind}`], targetId: entryId, data };
  return sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), held AS (
      ${kept.length > 0 ? keepAnswers(kept, sql`EXISTS (SELECT 1 FROM project)`) : sql`SELECT`}
    ), guard AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, title_key, position,
        order_key, order_stale, status, created_at, created_by, updated_at, updated_by)
      SELECT ${entryId}, project.id, ${collectionKey}, ${entry.externalId}, 1, 1, ${entry.title}, ${entry.titleKey}, ${entry.position},
        ${entry.orderKey}, false, 'draft', ${at}::timestamptz, ${actor}::jsonb, ${at}::timestamptz, ${actor}::jsonb
      FROM project, held
      RETURNING id, project_id, collection_key
    ), ${versions}${writeUniqueValues(unique)}, audit AS (
      ${insertAudit(ctx, audit, entry.projectId, targetWritten)}
    )
    SELECT EXISTS (SELECT 1 FROM held) AS key_held FROM project`;
}
