import {
  type ContentRules,
  type InputValues,
  type LocaleValues,
  valuesByLocale,
} from '../../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../../content/generated-slugs.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import type { SaveAside } from '../../../entries/write-draft.store.ts';
import type { VersionSource } from '../../../entries/write-versions.store.ts';
import { takeBreak } from '../../../platform/breaks.ts';
import type { ProjectContext } from '../../context.ts';
import type { SaveDraftInput, SavedEntry } from '../entries.schemas.ts';
import { findVersion } from '../versions/versions.store.ts';
import { applyDraft } from './apply-draft.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { mergeConflict, versionConflict } from './version-conflict.ts';

type OnDrafts<Result> = (
  rules: ContentRules,
  collectionKey: string,
  drafts: ReadonlyMap<string, LocaleValues>,
  given: InputValues,
) => Result;

/** Options of a save besides its values. */
export interface SaveOptions {
  /** May refuse the entry as it is when it's saved, again after each change in between. @throws ApiError */
  readonly check?: (before: EntryRecord) => void;
  /** The program that saves it, in place of a person in the editor. */
  readonly source?: VersionSource;
  /** Fields whose values a machine translated. */
  readonly byMachine?: readonly string[];
  /** Whether to only plan the save. */
  readonly isDryRun?: boolean;
  /** With `merge`: whether a field that was changed since the base is refused, instead of merged with what it became. */
  readonly areWhole?: boolean;
  readonly aside?: SaveAside;
}

/**
 * Replaces each given locale of an entry's draft. Saving equal values makes no version.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.locale_live`,
 *   `entry.version_conflict` with the fields that changed since the base
 */
export function saveDraft(ctx: ProjectContext, input: SaveDraftInput): Promise<SavedEntry> {
  return saveValues(
    ctx,
    input,
    (_rules, _key, _drafts, given) => given,
    () => false,
  );
}

/**
 * Saves values into an entry's draft.
 *
 * @param apply computes the values to save, from a draft and the values sent
 * @param isApplied whether a draft already has the values sent
 * @throws ApiError as `saveDraft` does
 */
export function saveValues(
  ctx: ProjectContext,
  input: SaveDraftInput,
  apply: OnDrafts<InputValues>,
  isApplied: OnDrafts<boolean>,
  { check, source, byMachine = [], isDryRun = false, areWhole, aside }: SaveOptions = {},
): Promise<SavedEntry> {
  const { entryId, base_version: base } = input;
  return applyDraft(ctx, {
    entryId,
    kind: 'save',
    autosave: input.autosave ?? false,
    imported: input.via === 'import',
    ...(source && { source }),
    byMachine,
    isDryRun,
    isPartial: input.partial ?? false,
    ...(aside && { aside }),
    valuesFor: async (before, rules) => {
      check?.(before);
      const { collectionKey } = before;
      const given = inputWithNestedSlugs(rules, collectionKey, input.values);
      const appliedTo = (drafts: ReadonlyMap<string, LocaleValues>): InputValues =>
        apply(rules, collectionKey, drafts, given);
      const now = valuesByLocale(before.drafts);
      // If the draft already has these values, nothing is overwritten, whatever the base: the request may have been sent twice.
      if (!isStale(before, base) || isApplied(rules, collectionKey, now, given)) return appliedTo(now);
      const { pool } = ctx.services.database;
      const then = input.merge ? await findVersion(pool, ctx.project.id, before.id, base) : null;
      if (!then) throw await versionConflict(pool, ctx.project.id, before, base);
      const mine = appliedTo(new Map(Object.entries(then.values)));
      await takeBreak();
      const merged = mergeDrafts(rules, before, then.values, mine, areWhole);
      if (merged.conflicts.length > 0) throw mergeConflict(before, base, merged.conflicts);
      return merged.values;
    },
  });
}
