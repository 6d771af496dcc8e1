import { canonicalJson, type Json } from '@stele/snapshot';
import { insertAudit, isUniqueViolation } from '../../audit.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { storeAnswer } from '../../idempotency.ts';
import { newId } from '../../ids.ts';
import { type CheckedValues, checkValues, deriveTitle } from './content-validation.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { CreateEntryInput, EntryView } from './entries.schemas.ts';
import { type EntryRecord, toEntryView } from './entries.store.ts';
import { searchTerms } from './search-terms.ts';

/**
 * Makes an entry with its first draft.
 *
 * @throws ApiError `validation_failed`, `entry.external_id_taken`
 */
export async function createEntry(ctx: ProjectContext, input: CreateEntryInput): Promise<EntryView> {
  const { locales, details } = checkValues(ctx.project, input.values ?? {});
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const drafts = [...locales].flatMap(([locale, checked]) => (checked ? [{ locale, ...checked }] : []));
  const now = ctx.services.clock.now();
  const valuesByLocale = new Map(drafts.map((draft) => [draft.locale, draft.values]));
  const entry: EntryRecord = {
    id: newId('entry'),
    projectId: ctx.project.id,
    collectionKey: input.collection_key,
    externalId: input.external_id ?? null,
    version: 1,
    valuesVersion: 1,
    title: deriveTitle(ctx.project, valuesByLocale, input.external_id ?? ''),
    createdAt: now,
    createdBy: ctx.actor,
    updatedAt: now,
    updatedBy: ctx.actor,
    trashedAt: null,
    drafts: new Map(drafts.map(({ locale, values, hash }) => [locale, { version: 1, valuesHash: hash, values }])),
    live: new Map(),
  };
  ctx.response.status = 201;
  ctx.response.headers.set(
    'location',
    `${ctx.services.settings.apiUrl}/v1/projects/${ctx.project.id}/entries/${entry.id}`,
  );
  const view = toEntryView(entry);
  try {
    await insertEntry(ctx, entry, drafts, input.via === 'import', view);
  } catch (error) {
    if (isUniqueViolation(error, 'entries_project_id_collection_key_external_id_key')) {
      throw new ApiError('entry.external_id_taken', {
        details: [
          { path: ['external_id'], message: `The collection has an entry with external_id "${input.external_id}".` },
        ],
      });
    }
    throw error;
  }
  if (ctx.idempotency) ctx.idempotency.stored = true;
  return view;
}

/**
 * Writes the entry, its draft, its first version, the audit row and the kept answer, in one statement.
 *
 * @throws RulesMoved
 */
async function insertEntry(
  ctx: ProjectContext,
  entry: EntryRecord,
  drafts: readonly (CheckedValues & { readonly locale: string })[],
  imported: boolean,
  view: EntryView,
): Promise<void> {
  const actor = JSON.stringify(ctx.actor);
  const changedPaths = drafts.flatMap(({ locale, values }) => Object.keys(values).map((field) => [locale, field]));
  const rows = drafts.map(({ locale, values, hash }) => ({ locale, hash, values, terms: searchTerms(values as Json) }));
  const audit = insertAudit(
    ctx,
    { action: 'entry.create', targetId: entry.id, data: { collection_key: entry.collectionKey } },
    entry.projectId,
    Prisma.sql`FROM project`,
  );
  const written = await ctx.services.database.prisma.$queryRaw<unknown[]>`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), new_entry AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, status,
        created_at, created_by, updated_at, updated_by)
      SELECT ${entry.id}, id, ${entry.collectionKey}, ${entry.externalId}, 1, 1, ${entry.title},
        'draft', ${entry.createdAt}, ${actor}::jsonb, ${entry.createdAt}, ${actor}::jsonb FROM project
    ), new_version AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT ${entry.id}, 1, 'create', ${imported}, ${drafts.map((draft) => draft.locale)}::text[],
        ${JSON.stringify(changedPaths)}::jsonb, ${entry.createdAt}, ${actor}::jsonb FROM project
    ), new_values AS (
      INSERT INTO entry_values (entry_id, locale, version, values)
      SELECT ${entry.id}, locale, 1, values
      FROM project, unnest(${rows.map((row) => row.locale)}::text[],
        ${rows.map((row) => canonicalJson(row.values))}::jsonb[]) AS v(locale, values)
    ), new_drafts AS (
      INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search)
      SELECT ${entry.id}, locale, 1, hash,
        array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(terms)))
      FROM project, unnest(${rows.map((row) => row.locale)}::text[], ${rows.map((row) => row.hash)}::text[],
        ${rows.map((row) => JSON.stringify(row.terms))}::jsonb[]) AS d(locale, hash, terms)
    ), audit AS (
      ${audit}
    )${ctx.idempotency ? Prisma.sql`, kept_answer AS (${storeAnswer(ctx, view)} AND EXISTS (SELECT 1 FROM project))` : Prisma.empty}
    SELECT id FROM project`;
  if (written.length === 0) throw new RulesMoved();
}
