import { canonicalJson } from '@stele/snapshot';
import { insertAudit } from '../../audit.ts';
import { type ContentRules, searchVectorOf } from '../../content/draft-values.ts';
import { refersTo } from '../../content/mentions.ts';
import { vectorArray } from '../../content/search-vector.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { queryPrepared } from '../../database/prepared.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { storeAnswer } from '../../idempotency.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { EntryRecord } from './entries.store.ts';

/** An entry that's to be made, checked already. */
export interface NewEntry {
  readonly rules: ContentRules;
  readonly entry: EntryRecord;
  readonly unique: UniqueChanges;
  readonly kind: 'create' | 'duplicate';
  readonly imported: boolean;
  /** The answer, kept for an Idempotency-Key. */
  readonly view: unknown;
}

/**
 * Writes the entry, its draft, its first version, the audit row and the kept answer, in one statement.
 *
 * @throws RulesMoved
 */
export async function insertEntry(
  ctx: ProjectContext,
  { rules, entry, unique, kind, imported, view }: NewEntry,
): Promise<void> {
  const rows = [...entry.drafts].map(([locale, draft]) => ({
    locale,
    values: draft.values,
    hash: draft.valuesHash,
    search: searchVectorOf(rules, { ...entry, locale }, draft.values),
    refersTo: JSON.stringify(refersTo(rules.schema, entry.collectionKey, draft.values)),
  }));
  const actor = JSON.stringify(ctx.actor);
  const changedPaths = rows.flatMap(({ locale, values }) => Object.keys(values).map((field) => [locale, field]));
  const audit = insertAudit(
    ctx,
    { action: `entry.${kind}`, targetId: entry.id, data: { collection_key: entry.collectionKey } },
    entry.projectId,
    Prisma.sql`FROM project`,
  );
  const statement = Prisma.sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, position,
        status, created_at, created_by, updated_at, updated_by)
      SELECT ${entry.id}, id, ${entry.collectionKey}, ${entry.externalId}, 1, 1, ${entry.title},
        ${entry.position}, 'draft', ${entry.createdAt}, ${actor}::jsonb, ${entry.createdAt}, ${actor}::jsonb FROM project
      RETURNING id, project_id, collection_key
    ), new_version AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT ${entry.id}, 1, ${kind}, ${imported}, ${rows.map((row) => row.locale)}::text[],
        ${JSON.stringify(changedPaths)}::jsonb, ${entry.createdAt}, ${actor}::jsonb FROM project
    ), new_values AS (
      INSERT INTO entry_values (entry_id, locale, version, values)
      SELECT ${entry.id}, locale, 1, values
      FROM project, unnest(${rows.map((row) => row.locale)}::text[],
        ${rows.map((row) => canonicalJson(row.values))}::jsonb[]) AS v(locale, values)
    ), new_drafts AS (
      INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search, refers_to)
      SELECT ${entry.id}, locale, 1, hash,
        search,
        ARRAY(SELECT jsonb_array_elements_text(refers_to))
      FROM project, unnest(${rows.map((row) => row.locale)}::text[], ${rows.map((row) => row.hash)}::text[],
        ${vectorArray(rows.map((row) => row.search))}::tsvector[], ${rows.map((row) => row.refersTo)}::jsonb[])
        AS d(locale, hash, search, refers_to)
    )${writeUniqueValues(unique)}, audit AS (
      ${audit}
    )${ctx.idempotency ? Prisma.sql`, kept_answer AS (${storeAnswer(ctx, view)} AND EXISTS (SELECT 1 FROM project))` : Prisma.empty}
    SELECT id FROM project`;
  const written = await queryPrepared(ctx.services.database.pool, statement);
  if (written.length === 0) throw new RulesMoved();
}
