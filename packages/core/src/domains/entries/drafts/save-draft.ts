import { checkDraft, contentRules } from '../../../content/check-draft.ts';
import { type ContentRules, deriveTitle, type PreparedDrafts, prepareDrafts } from '../../../content/draft-values.ts';
import { fieldDifferences } from '../../../content/field-differences.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { type DraftChange, writeDraft } from '../../../entries/write-draft.store.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryView, SaveDraftInput } from '../entries.schemas.ts';
import { toEntryView } from '../entry-view.ts';
import { findVersion } from '../versions/versions.store.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { isStale, mergeConflict, versionConflict } from './version-conflict.ts';

/** How often a save is tried again because the entry changed in between. */
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
 * Writes values over an entry's draft, and tries again whenever the entry changed in between.
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
    if (await writeDraft(ctx, rules, { before, change, unique, kind: input.kind, autosave: input.autosave ?? false })) {
      return toEntryView(change.after);
    }
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
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
