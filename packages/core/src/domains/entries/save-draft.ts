import { canonicalJson, type Json } from '@stele/snapshot';
import { insertAudit } from '../../audit.ts';
import type { ProjectContext } from '../../context.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { statusOf } from '../../publishing/entry-status.ts';
import { type CheckedValues, checkValues, deriveTitle } from './content-validation.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { EntryView, SaveDraftInput } from './entries.schemas.ts';
import { type EntryRecord, getEntryInProject, toEntryView } from './entries.store.ts';
import { searchTerms } from './search-terms.ts';
import { isStale, versionConflict } from './version-conflict.ts';

/** How often a save is worked out anew because another change of the entry came between. */
const MAX_ATTEMPTS = 10;

/**
 * Saves values over an entry's draft. Saving what is there already makes no version.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.locale_live`,
 *   `entry.version_conflict` with the fields that changed since the base
 */
export async function saveDraft(ctx: ProjectContext, input: SaveDraftInput): Promise<EntryView> {
  const { pool } = ctx.services.database;
  const { locales, details } = checkValues(ctx.project, input.values);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getEntryInProject(pool, ctx.project.id, input.entryId);
    if (before.trashedAt) throw new ApiError('entry.trashed');
    if (isStale(before, input.base_version)) throw await versionConflict(pool, before, input.base_version);
    refuseLiveRemoval(before, locales);
    const change = workOut(ctx, before, locales);
    if (!change) return toEntryView(before);
    if (await writeDraft(ctx, before, change)) return toEntryView(change.after);
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

interface DraftChange {
  readonly after: EntryRecord;
  /** Only the locales whose values differ. */
  readonly locales: ReadonlyMap<string, CheckedValues | null>;
  readonly changedPaths: readonly (readonly [string, string])[];
}

function refuseLiveRemoval(before: EntryRecord, locales: ReadonlyMap<string, CheckedValues | null>): void {
  const details = [...locales].flatMap(([locale, checked]): ErrorDetail[] =>
    checked === null && before.live.has(locale)
      ? [{ path: ['values', locale], message: `The locale ${locale} is live. Unpublish it first.` }]
      : [],
  );
  if (details.length > 0) throw new ApiError('entry.locale_live', { details });
}

function workOut(
  ctx: ProjectContext,
  before: EntryRecord,
  given: ReadonlyMap<string, CheckedValues | null>,
): DraftChange | null {
  const locales = new Map([...given].filter(([locale, now]) => before.drafts.get(locale)?.valuesHash !== now?.hash));
  if (locales.size === 0) return null;
  const version = before.version + 1;
  const drafts = new Map(before.drafts);
  for (const [locale, now] of locales) {
    if (now) drafts.set(locale, { version, valuesHash: now.hash, values: now.values });
    else drafts.delete(locale);
  }
  const changedPaths = [...locales].flatMap(([locale, now]) =>
    changedFields(before.drafts.get(locale)?.values ?? {}, now?.values ?? {}).map((field) => [locale, field] as const),
  );
  const valuesByLocale = new Map([...drafts].map(([locale, draft]) => [locale, draft.values]));
  const after: EntryRecord = {
    ...before,
    version,
    valuesVersion: version,
    drafts,
    title: deriveTitle(ctx.project, valuesByLocale, before.externalId ?? ''),
    updatedAt: ctx.services.clock.now(),
    updatedBy: ctx.actor,
  };
  return { after, locales, changedPaths };
}

function changedFields(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const text = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));
  return fields.filter((field) => text(before[field]) !== text(after[field]));
}

/**
 * Writes a change in one statement, if the entry still is as it was read.
 *
 * @returns false when it isn't: then nothing was written
 * @throws RulesMoved
 */
async function writeDraft(ctx: ProjectContext, before: EntryRecord, change: DraftChange): Promise<boolean> {
  const { after, locales, changedPaths } = change;
  const { changed } = statusOf(after);
  const actor = JSON.stringify(ctx.actor);
  const rows = [...locales].map(([locale, now]) => ({
    locale,
    hash: now?.hash ?? '',
    values: now ? canonicalJson(now.values) : null,
    terms: JSON.stringify(now ? searchTerms(now.values) : []),
  }));
  const names = rows.map((row) => row.locale);
  const removed = rows.flatMap((row) => (row.values === null ? [row.locale] : []));
  const audit = insertAudit(
    ctx,
    { action: 'entry.save', targetId: after.id, data: { version: after.version } },
    after.projectId,
    Prisma.sql`FROM guard`,
  );
  const written = await ctx.services.database.prisma.$queryRaw<{ written: boolean; rules_held: boolean }[]>`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      UPDATE entries SET version = ${after.version}, values_version = ${after.version}, title = ${after.title},
        changed = ${changed}, updated_at = ${after.updatedAt}, updated_by = ${actor}::jsonb
      FROM project
      WHERE entries.id = ${after.id} AND project_id = project.id AND version = ${before.version} AND trashed_at IS NULL
      RETURNING entries.id
    ), new_version AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT id, ${after.version}::int, 'save', false, ${names}::text[], ${JSON.stringify(changedPaths)}::jsonb,
        ${after.updatedAt}, ${actor}::jsonb FROM guard
    ), new_values AS (
      INSERT INTO entry_values (entry_id, locale, version, values)
      SELECT guard.id, v.locale, ${after.version}::int, v.values
      FROM guard, unnest(${names}::text[], ${rows.map((row) => row.values)}::jsonb[]) AS v(locale, values)
    ), new_drafts AS (
      INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search)
      SELECT guard.id, d.locale, ${after.version}::int, d.hash,
        array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(d.terms)))
      FROM guard, unnest(${names}::text[], ${rows.map((row) => row.hash)}::text[],
        ${rows.map((row) => row.terms)}::jsonb[]) AS d(locale, hash, terms)
      WHERE NOT d.locale = ANY(${removed}::text[])
      ON CONFLICT (entry_id, locale) DO UPDATE
        SET version = excluded.version, values_hash = excluded.values_hash, search = excluded.search
    ), removed_drafts AS (
      DELETE FROM entry_drafts d USING guard WHERE d.entry_id = guard.id AND d.locale = ANY(${removed}::text[])
    ), audit AS (
      ${audit} RETURNING id
    )
    SELECT EXISTS (SELECT 1 FROM guard) AS written, EXISTS (SELECT 1 FROM project) AS rules_held`;
  if (!written[0]?.rules_held) throw new RulesMoved();
  return written[0].written;
}
