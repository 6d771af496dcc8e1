import { givenWithNestedSlugs } from '../../../content/made-slugs.ts';
import { isStale } from '../../../entries/stale-base.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryView, SaveDraftInput } from '../entries.schemas.ts';
import { findVersion } from '../versions/versions.store.ts';
import { applyDraft } from './apply-draft.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { mergeConflict, versionConflict } from './version-conflict.ts';

/**
 * Saves values over an entry's draft, each locale that is named whole. Saving what is there already makes no version.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.locale_live`,
 *   `entry.version_conflict` with the fields that changed since the base
 */
export function saveDraft(ctx: ProjectContext, input: SaveDraftInput): Promise<EntryView> {
  const { entryId, base_version: base } = input;
  return applyDraft(ctx, {
    entryId,
    kind: 'save',
    autosave: input.autosave ?? false,
    imported: input.via === 'import',
    valuesFor: async (before, rules) => {
      const values = givenWithNestedSlugs(rules, before.collectionKey, input.values);
      if (!isStale(before, base)) return values;
      const { pool } = ctx.services.database;
      const then = input.merge ? await findVersion(pool, ctx.project.id, before.id, base) : null;
      if (!then) throw await versionConflict(pool, ctx.project.id, before, base);
      const merged = mergeDrafts(rules, before, then.values, values);
      if (merged.conflicts.length > 0) throw mergeConflict(before, base, merged.conflicts);
      return merged.values;
    },
  });
}
