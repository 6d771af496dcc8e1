import { assertMay } from '../../../access/authorize.ts';
import { isReadable } from '../../../access/permissions.ts';
import { assertEntryReadable } from '../../../access/readable.store.ts';
import { contentRules } from '../../../content/check-draft.ts';
import { type ContentRules, valuesByLocale } from '../../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../../content/generated-slugs.ts';
import type { UniqueChanges } from '../../../content/unique-values.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { ProjectContext } from '../../context.ts';
import { findIdByExternalId } from '../by-external-id/by-external-id.store.ts';
import { checkPublication } from '../check-publication.ts';
import { planEntry } from '../create-entry.ts';
import { planDraft } from '../drafts/apply-draft.ts';
import { patchedValues } from '../drafts/patch-draft.ts';
import { versionConflict } from '../drafts/version-conflict.ts';
import { toRefusals } from '../entry-view.ts';
import type { ValidateEntryInput, ValidationResult } from './validation.schemas.ts';

interface PlannedValidation {
  readonly action: 'create' | 'save' | 'none';
  readonly entry: EntryRecord;
  readonly unique: Pick<UniqueChanges, 'claimed'>;
}

/**
 * Errors and warnings of creating or saving an entry and then publishing it. Writes nothing.
 *
 * @throws ApiError `entry.not_found`
 */
export async function validateEntry(ctx: ProjectContext, input: ValidateEntryInput): Promise<ValidationResult> {
  const rules = await contentRules(ctx);
  const existing = await findExisting(ctx, input);
  let planned: PlannedValidation;
  try {
    const { collection_key = '', external_id, values } = input;
    const made = { collection_key, external_id, values };
    planned = existing
      ? await planSave(ctx, rules, existing, input)
      : { action: 'create', ...(await planEntry(ctx, rules, newId('entry'), made)) };
    if (input.publish) assertMay(ctx, 'entry.publish', planned.entry, input.publish);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { valid: false, action: null, errors: errorsOf(error), warnings: [] };
  }
  const { problems, unapproved, misplaced, warnings } = await checkPublication(
    ctx,
    rules,
    planned,
    input.publish ?? [],
  );
  const errors = [
    ...(problems.length > 0 ? errorsOf(new ApiError('validation_failed', { details: problems })) : []),
    ...(unapproved.length > 0 ? errorsOf(new ApiError('entry.not_approved', { details: unapproved })) : []),
    ...(misplaced ? errorsOf(misplaced) : []),
  ];
  return { valid: errors.length === 0, action: planned.action, errors, warnings: [...warnings] };
}

/** @throws ApiError `entry.not_found` for an id that doesn't exist */
async function findExisting(ctx: ProjectContext, input: ValidateEntryInput): Promise<EntryRecord | null> {
  const { pool } = ctx.services.database;
  const { entry_id: id, collection_key: collectionKey, external_id: externalId } = input;
  if (id !== undefined) {
    await assertEntryReadable(pool, ctx.project.id, id, ctx.reads);
    return getEntryInProject(pool, ctx.project.id, id);
  }
  if (collectionKey === undefined || externalId === undefined) return null;
  if (!isReadable(ctx.reads, collectionKey)) throw new ApiError('entry.not_found');
  const found = await findIdByExternalId(pool, ctx.project.id, { collectionKey, externalId });
  return found === null ? null : getEntryInProject(pool, ctx.project.id, found);
}

async function planSave(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  { values = {}, replace = false, base_version: base }: ValidateEntryInput,
): Promise<PlannedValidation> {
  if (base !== undefined && isStale(before, base)) {
    throw await versionConflict(ctx.services.database.pool, ctx.project.id, before, base);
  }
  const given = inputWithNestedSlugs(rules, before.collectionKey, values);
  const whole = replace ? given : patchedValues(rules, before.collectionKey, valuesByLocale(before.drafts), given);
  const planned = await planDraft(ctx, rules, before, { valuesFor: async () => whole });
  return { action: planned.change ? 'save' : 'none', entry: planned.after, unique: planned.unique };
}

function errorsOf(error: ApiError): ValidationResult['errors'] {
  const details: readonly ErrorDetail[] = error.details ?? [{ path: [], message: error.message }];
  return toRefusals(details).map((refusal) => ({ code: error.errorCode, ...refusal }));
}
