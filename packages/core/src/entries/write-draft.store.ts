import { type CheckedValues, type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { UniqueChanges } from '../content/unique-values.ts';
import { insertAudit, targetWritten } from '../platform/audit-records.store.ts';
import { emptySql, queryPrepared, sql } from '../platform/database/sql.ts';
import { isUniqueViolation } from '../platform/database/unique-violation.ts';
import { continueSession } from './autosave.store.ts';
import { projectWithRules, RulesMoved } from './current-rules.store.ts';
import type { EntryRecord } from './entry.ts';
import type { EntryContext } from './entry-context.ts';
import { statusOf } from './entry-status.ts';
import { writeUniqueValues } from './unique-values.store.ts';
import { type DraftRow, writeVersions } from './write-versions.store.ts';

/** What a save makes of an entry. */
export interface DraftChange {
  readonly after: EntryRecord;
  /** Only the locales whose values differ. */
  readonly locales: ReadonlyMap<string, CheckedValues | null>;
  readonly changedPaths: readonly (readonly [string, string])[];
}

/** A save that was checked. */
export interface DraftWrite {
  readonly before: EntryRecord;
  readonly change: DraftChange;
  readonly unique: UniqueChanges;
  readonly kind: 'save' | 'restore';
  /** Whether it's saved by itself, not by a person. */
  readonly autosave: boolean;
  /** Whether an import saves it. */
  readonly imported: boolean;
}

/**
 * Writes a change in one statement, if the entry still is as it was read.
 *
 * @returns false when it isn't, or when another entry took a unique value meanwhile: then nothing was written
 * @throws RulesMoved
 */
export async function writeDraft(
  ctx: EntryContext,
  rules: ContentRules,
  { before, change, unique, kind, autosave, imported }: DraftWrite,
): Promise<boolean> {
  const { after, locales, changedPaths } = change;
  const { changed } = statusOf(after);
  const { id: entryId, version, updatedAt: at } = after;
  const removed = [...locales].flatMap(([locale, now]) => (now ? [] : [locale]));
  const drafts = [...locales].flatMap(([locale, now]): DraftRow[] => {
    if (!now) return [];
    const search = searchVectorOf(rules, { ...before, locale }, now.values);
    const mentioned = mentionedIn(rules.schema, before.collectionKey, now.values);
    return [{ entryId, locale, version, valuesHash: now.hash, search, ...mentioned }];
  });
  const session = autosave
    ? continueSession({ entryId: before.id, version: before.version }, ctx.actor, after.updatedAt)
    : null;
  const audit = insertAudit(
    ctx,
    {
      action: `entry.${kind === 'save' ? 'save' : 'restore_version'}`,
      targetId: after.id,
      data: {
        title: after.title,
        collection_key: after.collectionKey,
        version: after.version,
        locales: [...locales.keys()],
      },
    },
    after.projectId,
    targetWritten,
  );
  const statement = sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      UPDATE entries SET version = ${after.version}, values_version = ${after.version}, title = ${after.title},
        order_key = ${after.orderKey}, changed = ${changed}, updated_at = ${after.updatedAt}, updated_by = ${JSON.stringify(ctx.actor)}::jsonb
      FROM project
      WHERE entries.id = ${after.id} AND project_id = project.id AND version = ${before.version} AND trashed_at IS NULL
      RETURNING entries.id, project_id, collection_key
    )${session ? sql`, ${session.ctes}` : emptySql}, ${writeVersions({
      records: [{ entryId, version, kind, imported, locales: [...locales.keys()], changedPaths, at, by: ctx.actor }],
      values: [...locales].map(([locale, now]) => ({ entryId, locale, version, values: now?.values ?? null })),
      drafts,
      autosaveFrom: session?.first ?? null,
    })}, removed_drafts AS (
      DELETE FROM entry_drafts d USING guard WHERE d.entry_id = guard.id AND d.locale = ANY(${removed}::text[])
    )${writeUniqueValues(unique)}, audit AS (
      ${audit} RETURNING id
    )
    SELECT EXISTS (SELECT 1 FROM guard) AS written, EXISTS (SELECT 1 FROM project) AS rules_held`;
  const written = await queryPrepared<{ written: boolean; rules_held: boolean }>(
    ctx.services.database.pool,
    statement,
  ).catch(uniqueRace);
  if (written === null) return false;
  if (!written[0]?.rules_held) throw new RulesMoved();
  return written[0].written;
}

/** Another entry took one of the unique values since they were looked up. @throws whatever else happened */
function uniqueRace(error: unknown): null {
  if (isUniqueViolation(error, 'unique_values_pkey')) return null;
  throw error;
}
