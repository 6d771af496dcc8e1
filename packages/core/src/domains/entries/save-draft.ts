import { insertAudit, isUniqueViolation, targetWritten } from '../../audit.ts';
import { checkDraft, contentRules } from '../../content/check-draft.ts';
import {
  type CheckedValues,
  type ContentRules,
  deriveTitle,
  type PreparedDrafts,
  prepareDrafts,
  searchVectorOf,
} from '../../content/draft-values.ts';
import { fieldDifferences } from '../../content/field-differences.ts';
import { refersTo } from '../../content/mentions.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { queryPrepared } from '../../database/prepared.ts';
import { type DraftRow, writeVersions } from '../../entries/write-versions.store.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { statusOf } from '../../publishing/entry-status.ts';
import { continueSession } from './autosave.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { EntryView, SaveDraftInput } from './entries.schemas.ts';
import { type EntryRecord, getEntryInProject, toEntryView } from './entries.store.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { isStale, mergeConflict, versionConflict } from './version-conflict.ts';
import { findVersion } from './versions.store.ts';

/** How often a save is worked out anew because another change of the entry came between. */
const MAX_ATTEMPTS = 10;

/**
 * Saves values over an entry's draft. Saving what is there already makes no version.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.locale_live`,
 *   `entry.version_conflict` with the fields that changed since the base
 */
export function saveDraft(ctx: ProjectContext, input: SaveDraftInput): Promise<EntryView> {
  const { entryId, values, base_version: base } = input;
  return applyDraft(ctx, {
    entryId,
    kind: 'save',
    autosave: input.autosave ?? false,
    valuesFor: async (before, rules) => {
      if (!isStale(before, base)) return values;
      const { pool } = ctx.services.database;
      const then = input.merge ? await findVersion(pool, before.id, base) : null;
      if (!then) throw await versionConflict(pool, before, base);
      const merged = mergeDrafts(rules, before, then.values, values);
      if (merged.conflicts.length > 0) throw mergeConflict(before, base, merged.conflicts);
      return merged.values;
    },
  });
}

/** Values on their way into an entry's draft. */
export interface DraftInput {
  readonly entryId: string;
  /** What the version that it makes is called. */
  readonly kind: 'save' | 'restore';
  /** Whether it's saved by itself, not by a person. */
  readonly autosave?: boolean;
  /** The values, given the entry as it is and the rules as they are. @throws ApiError to refuse */
  valuesFor(before: EntryRecord, rules: ContentRules): Promise<SaveDraftInput['values']>;
}

/**
 * Writes values over an entry's draft, worked out anew whenever something came between.
 *
 * @throws ApiError as `saveDraft` does
 */
export async function applyDraft(ctx: ProjectContext, input: DraftInput): Promise<EntryView> {
  const { pool } = ctx.services.database;
  const rules = await contentRules(ctx);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getEntryInProject(pool, ctx.project.id, input.entryId);
    if (before.trashedAt) throw new ApiError('entry.trashed');
    const values = await input.valuesFor(before, rules);
    const prepared = prepareDrafts(rules, before.collectionKey, before.drafts, values);
    if (prepared.details.length > 0) throw new ApiError('validation_failed', { details: prepared.details });
    refuseLiveRemoval(before, prepared);
    if (prepared.changed.size === 0) return toEntryView(before);
    const unique = await checkDraft(ctx, rules, { ...before, isNew: false }, prepared);
    const change = workOut(ctx, rules, before, prepared);
    if (await writeDraft(ctx, rules, before, change, unique, input)) {
      ctx.services.searchIndex.mergeSoon();
      return toEntryView(change.after);
    }
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

interface DraftChange {
  readonly after: EntryRecord;
  /** Only the locales whose values differ. */
  readonly locales: ReadonlyMap<string, CheckedValues | null>;
  readonly changedPaths: readonly (readonly [string, string])[];
}

function refuseLiveRemoval(before: EntryRecord, { changed }: PreparedDrafts): void {
  const details = [...changed].flatMap(([locale, checked]): ErrorDetail[] =>
    checked === null && before.live.has(locale)
      ? [{ path: ['values', locale], message: `The locale ${locale} is live. Unpublish it first.` }]
      : [],
  );
  if (details.length > 0) throw new ApiError('entry.locale_live', { details });
}

function workOut(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  { changed: locales }: PreparedDrafts,
): DraftChange {
  const version = before.version + 1;
  const drafts = new Map(before.drafts);
  for (const [locale, now] of locales) {
    if (now) drafts.set(locale, { version, valuesHash: now.hash, values: now.values });
    else drafts.delete(locale);
  }
  const changedPaths = [...locales].flatMap(([locale, now]) =>
    fieldDifferences(before.drafts.get(locale)?.values ?? {}, now?.values ?? {}).map(
      ({ field }) => [locale, field] as const,
    ),
  );
  const valuesByLocale = new Map([...drafts].map(([locale, draft]) => [locale, draft.values]));
  const after: EntryRecord = {
    ...before,
    version,
    valuesVersion: version,
    drafts,
    title: deriveTitle(rules, before.collectionKey, valuesByLocale, before.externalId ?? ''),
    updatedAt: ctx.services.clock.now(),
    updatedBy: ctx.actor,
  };
  return { after, locales, changedPaths };
}

/**
 * Writes a change in one statement, if the entry still is as it was read.
 *
 * @returns false when it isn't, or when another entry took a unique value meanwhile: then nothing was written
 * @throws RulesMoved
 */
async function writeDraft(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  change: DraftChange,
  unique: UniqueChanges,
  { kind, autosave = false }: Pick<DraftInput, 'kind' | 'autosave'>,
): Promise<boolean> {
  const { after, locales, changedPaths } = change;
  const { changed } = statusOf(after);
  const { id: entryId, version, updatedAt: at } = after;
  const removed = [...locales].flatMap(([locale, now]) => (now ? [] : [locale]));
  const drafts = [...locales].flatMap(([locale, now]): DraftRow[] => {
    if (!now) return [];
    const search = searchVectorOf(rules, { ...before, locale }, now.values);
    const mentioned = refersTo(rules.schema, before.collectionKey, now.values);
    return [{ entryId, locale, version, valuesHash: now.hash, search, refersTo: mentioned }];
  });
  const session = autosave
    ? continueSession({ entryId: before.id, version: before.version }, ctx.actor, after.updatedAt)
    : null;
  const audit = insertAudit(
    ctx,
    {
      action: `entry.${kind === 'save' ? 'save' : 'restore_version'}`,
      targetId: after.id,
      data: { version: after.version },
    },
    after.projectId,
    targetWritten,
  );
  const statement = Prisma.sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      UPDATE entries SET version = ${after.version}, values_version = ${after.version}, title = ${after.title},
        changed = ${changed}, updated_at = ${after.updatedAt}, updated_by = ${JSON.stringify(ctx.actor)}::jsonb
      FROM project
      WHERE entries.id = ${after.id} AND project_id = project.id AND version = ${before.version} AND trashed_at IS NULL
      RETURNING entries.id, project_id, collection_key
    )${session ? Prisma.sql`, ${session.ctes}` : Prisma.empty}, ${writeVersions({
      records: [{ entryId, version, kind, locales: [...locales.keys()], changedPaths, at, by: ctx.actor }],
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
