import { isDeepStrictEqual } from 'node:util';
import { findCollection, withoutNulls } from '@stele/schema';
import type { ContentRules, GivenValues, LocaleValues } from '../../../content/draft-values.ts';
import { givenWithNestedSlugs } from '../../../content/made-slugs.ts';
import { isStale } from '../../../entries/stale-base.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryView, PatchDraftInput } from '../entries.schemas.ts';
import { findVersion } from '../versions/versions.store.ts';
import { applyDraft } from './apply-draft.ts';
import { mergeDrafts } from './merge-drafts.ts';
import { mergeConflict, versionConflict } from './version-conflict.ts';

/**
 * Changes the fields of an entry's draft that are named, and no others; null clears one. Lists and objects are replaced whole.
 *
 * @throws ApiError as `saveDraft` does
 */
export function patchDraft(ctx: ProjectContext, input: PatchDraftInput): Promise<EntryView> {
  const { entryId, base_version: base } = input;
  return applyDraft(ctx, {
    entryId,
    kind: 'save',
    autosave: input.autosave ?? false,
    imported: input.via === 'import',
    valuesFor: async (before, rules) => {
      const { collectionKey } = before;
      const patch = givenWithNestedSlugs(rules, collectionKey, input.values);
      const now = new Map([...before.drafts].map(([locale, draft]) => [locale, draft.values]));
      // What is there already overwrites nothing, whatever it was edited from: a request may have been sent twice.
      if (!isStale(before, base) || isThere(rules, collectionKey, patch, now))
        return patchedValues(rules, collectionKey, now, patch);
      const { pool } = ctx.services.database;
      const then = input.merge ? await findVersion(pool, ctx.project.id, before.id, base) : null;
      if (!then) throw await versionConflict(pool, ctx.project.id, before, base);
      const own = patchedValues(rules, collectionKey, new Map(Object.entries(then.values)), patch);
      const merged = mergeDrafts(rules, before, then.values, own);
      if (merged.conflicts.length > 0) throw mergeConflict(before, base, merged.conflicts);
      return merged.values;
    },
  });
}

/** Whether a draft says all of a patch already. */
function isThere(
  { schema }: ContentRules,
  collectionKey: string,
  patch: GivenValues,
  drafts: ReadonlyMap<string, LocaleValues>,
): boolean {
  const fields = findCollection(schema, collectionKey)?.fields;
  return Object.entries(patch).every(([locale, own]) => {
    const draft = drafts.get(locale);
    if (own === null || draft === undefined) return own === null && draft === undefined;
    const saved = fields ? withoutNulls(fields, own as LocaleValues) : own;
    return Object.keys(own).every((key) => isDeepStrictEqual(saved[key] ?? null, draft[key] ?? null));
  });
}

/** A patch with the values that it leaves as they are. What locales share isn't named for that: a save keeps it. */
export function patchedValues(
  rules: ContentRules,
  collectionKey: string,
  drafts: ReadonlyMap<string, LocaleValues>,
  patch: GivenValues,
): GivenValues {
  const collection = findCollection(rules.schema, collectionKey);
  const shared = new Set((collection?.fields ?? []).filter(({ localized }) => !localized).map(({ key }) => key));
  const whole = Object.entries(patch).map(([locale, own]) => {
    if (own === null) return [locale, null] as const;
    const kept = Object.entries(drafts.get(locale) ?? {}).filter(([key]) => !shared.has(key));
    const values = { ...Object.fromEntries(kept), ...own };
    // Without a schema nothing takes nulls out.
    const cleared = collection
      ? values
      : Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return [locale, cleared] as const;
  });
  return Object.fromEntries(whole);
}
