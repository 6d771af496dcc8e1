import { canonicalJson } from '@stele/snapshot';
import { insertAudit, isUniqueViolation } from '../../audit.ts';
import { checkDraft, contentRules } from '../../content/check-draft.ts';
import { type CheckedValues, deriveTitle, prepareDrafts, termsOf } from '../../content/draft-values.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { storeAnswer } from '../../idempotency.ts';
import { newId } from '../../ids.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { CreateEntryInput, EntryView } from './entries.schemas.ts';
import { type EntryRecord, toEntryView } from './entries.store.ts';

/** How often an entry is checked anew because another one took a unique value meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * Makes an entry with its first draft.
 *
 * @throws ApiError `validation_failed`, `entry.external_id_taken`, `entry.singleton_exists`
 */
export async function createEntry(ctx: ProjectContext, input: CreateEntryInput): Promise<EntryView> {
  const rules = await contentRules(ctx);
  const prepared = prepareDrafts(rules, input.collection_key, null, input.values ?? {});
  const drafts = [...prepared.drafts].map(([locale, checked]) => ({ locale, ...checked }));
  const now = ctx.services.clock.now();
  const valuesByLocale = new Map(drafts.map((draft) => [draft.locale, draft.values]));
  const entry: EntryRecord = {
    id: newId('entry'),
    projectId: ctx.project.id,
    collectionKey: input.collection_key,
    externalId: input.external_id ?? null,
    version: 1,
    valuesVersion: 1,
    title: deriveTitle(rules, input.collection_key, valuesByLocale, input.external_id ?? ''),
    createdAt: now,
    createdBy: ctx.actor,
    updatedAt: now,
    updatedBy: ctx.actor,
    trashedAt: null,
    drafts: new Map(drafts.map(({ locale, values, hash }) => [locale, { version: 1, valuesHash: hash, values }])),
    live: new Map(),
    liveValues: new Map(),
  };
  const rows = drafts.map((draft) => ({
    ...draft,
    terms: JSON.stringify(termsOf(rules, entry.collectionKey, draft.values)),
  }));
  ctx.response.status = 201;
  ctx.response.headers.set(
    'location',
    `${ctx.services.settings.apiUrl}/v1/projects/${ctx.project.id}/entries/${entry.id}`,
  );
  const view = toEntryView(entry);
  for (let attempt = 1; ; attempt++) {
    const unique = await checkDraft(ctx, rules, { ...entry, isNew: true }, prepared);
    try {
      await insertEntry(ctx, entry, rows, unique, input.via === 'import', view);
      break;
    } catch (error) {
      if (isUniqueViolation(error, 'entries_project_id_collection_key_external_id_key')) {
        const message = `The collection has an entry with external_id "${input.external_id}".`;
        throw new ApiError('entry.external_id_taken', { details: [{ path: ['external_id'], message }] });
      }
      if (!isUniqueViolation(error, 'unique_values_pkey') || attempt === MAX_ATTEMPTS) throw error;
    }
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
  rows: readonly (CheckedValues & { readonly locale: string; readonly terms: string })[],
  unique: UniqueChanges,
  imported: boolean,
  view: EntryView,
): Promise<void> {
  const actor = JSON.stringify(ctx.actor);
  const changedPaths = rows.flatMap(({ locale, values }) => Object.keys(values).map((field) => [locale, field]));
  const audit = insertAudit(
    ctx,
    { action: 'entry.create', targetId: entry.id, data: { collection_key: entry.collectionKey } },
    entry.projectId,
    Prisma.sql`FROM project`,
  );
  const written = await ctx.services.database.prisma.$queryRaw<unknown[]>`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, status,
        created_at, created_by, updated_at, updated_by)
      SELECT ${entry.id}, id, ${entry.collectionKey}, ${entry.externalId}, 1, 1, ${entry.title},
        'draft', ${entry.createdAt}, ${actor}::jsonb, ${entry.createdAt}, ${actor}::jsonb FROM project
      RETURNING id, project_id, collection_key
    ), new_version AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT ${entry.id}, 1, 'create', ${imported}, ${rows.map((row) => row.locale)}::text[],
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
        ${rows.map((row) => row.terms)}::jsonb[]) AS d(locale, hash, terms)
    )${writeUniqueValues(unique)}, audit AS (
      ${audit}
    )${ctx.idempotency ? Prisma.sql`, kept_answer AS (${storeAnswer(ctx, view)} AND EXISTS (SELECT 1 FROM project))` : Prisma.empty}
    SELECT id FROM project`;
  if (written.length === 0) throw new RulesMoved();
}
