import { isDeepStrictEqual } from 'node:util';
import { asStored, findCollection } from '@stele/schema';
import { type ContentRules, type InputValues, type LocaleValues, sharedKeys } from '../../../content/draft-values.ts';
import type { ProjectContext } from '../../context.ts';
import type { SaveDraftInput, SavedEntry } from '../entries.schemas.ts';
import { type SaveOptions, saveValues } from './save-draft.ts';

/**
 * Changes only the given fields of an entry's draft; null clears one. Lists and objects are replaced as a whole.
 *
 * @throws ApiError as `saveDraft` does
 */
export function patchDraft(ctx: ProjectContext, input: SaveDraftInput, options: SaveOptions = {}): Promise<SavedEntry> {
  return saveValues(ctx, input, patchedValues, isApplied, options);
}

/** Whether a draft already has all values of a patch. */
function isApplied(
  { schema }: ContentRules,
  collectionKey: string,
  drafts: ReadonlyMap<string, LocaleValues>,
  patch: InputValues,
): boolean {
  const fields = findCollection(schema, collectionKey)?.fields;
  return Object.entries(patch).every(([locale, own]) => {
    const draft = drafts.get(locale);
    if (own === null || draft === undefined) return own === null && draft === undefined;
    const saved = fields ? asStored(fields, own as LocaleValues) : own;
    return Object.keys(own).every((key) => isDeepStrictEqual(saved[key] ?? null, draft[key] ?? null));
  });
}

/** A patch, completed with the localized values that it doesn't change. A save keeps shared fields anyway. */
export function patchedValues(
  rules: ContentRules,
  collectionKey: string,
  drafts: ReadonlyMap<string, LocaleValues>,
  patch: InputValues,
): InputValues {
  const collection = findCollection(rules.schema, collectionKey);
  const shared = sharedKeys(collection);
  const whole = Object.entries(patch).map(([locale, own]) => {
    if (own === null) return [locale, null] as const;
    const kept = Object.entries(drafts.get(locale) ?? {}).filter(([key]) => !shared.has(key));
    const values = Object.entries({ ...Object.fromEntries(kept), ...own });
    // Without a schema nothing else removes nulls.
    return [locale, Object.fromEntries(collection ? values : values.filter(([, value]) => value !== null))] as const;
  });
  return Object.fromEntries(whole);
}
