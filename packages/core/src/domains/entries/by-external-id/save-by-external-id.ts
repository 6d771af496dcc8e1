import { assertMay, insufficientRights } from '../../../access/authorize.ts';
import type { DeclaredLimit } from '../../../access/limits/limits.ts';
import { isReadable } from '../../../access/permissions.ts';
import { contentRules } from '../../../content/check-draft.ts';
import type { InputValues } from '../../../content/draft-values.ts';
import { inputWithNestedSlugs } from '../../../content/generated-slugs.ts';
import type { UniqueChanges } from '../../../content/unique-values.ts';
import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { checkPublication } from '../check-publication.ts';
import { createEntry } from '../create-entry.ts';
import { applyDraft } from '../drafts/apply-draft.ts';
import { versionConflict } from '../drafts/version-conflict.ts';
import { entryLimits } from '../entries.names.ts';
import type { CreateEntryInput, EntryView, EntryWithWarnings } from '../entries.schemas.ts';
import { toEntryView } from '../entry-view.ts';
import { publishEntry } from '../publish-entry.ts';
import type { SaveByExternalIdInput } from './by-external-id.schemas.ts';
import { findIdByExternalId } from './by-external-id.store.ts';

/** Why nothing was created, where another request may have created the entry at the same moment. */
const MAYBE_THERE: readonly string[] = ['entry.external_id_taken', 'entry.limit_reached'];

/**
 * Creates the entry with an `external_id`, or saves over its draft, and publishes it if requested. Values that can't be
 * published aren't saved either.
 *
 * @throws ApiError what creating, saving and publishing throw; `entry.not_found` for a base version of a missing entry
 */
export async function saveByExternalId(ctx: ProjectContext, input: SaveByExternalIdInput): Promise<EntryWithWarnings> {
  if (!isReadable(ctx.reads, input.collection)) throw insufficientRights(ctx);
  if (input.publish) ctx.services.publisher.assertPlace(ctx.project.id);
  const saved = await save(ctx, input);
  if (!input.publish) return { ...saved, warnings: [] };
  const { warnings } = await publishEntry(ctx, {
    projectId: input.projectId,
    entryId: saved.id,
    locales: publishedLocales(input.values),
    base_version: saved.version,
    via: input.via,
  });
  const entry = await getEntryInProject(ctx.services.database.pool, ctx.project.id, saved.id);
  return { ...toEntryView(entry), warnings };
}

async function save(ctx: ProjectContext, input: SaveByExternalIdInput): Promise<EntryView> {
  const found = await find(ctx, input);
  if (found !== null) return saveOver(ctx, found, input);
  if (input.base_version !== undefined) throw new ApiError('entry.not_found');
  await spend(ctx, entryLimits[input.via === 'import' ? 'entry.import' : 'entry.create']);
  const { projectId, collection: collection_key, externalId: external_id, values, via } = input;
  try {
    const create = underCurrentRules((now: ProjectContext, wanted: CreateEntryInput) =>
      createEntry(now, wanted, ({ entry, unique }) => allowPublication(now, input, entry, unique)),
    );
    const created = await create(ctx, { projectId, collection_key, external_id, values, via });
    ctx.response.status = 201;
    return created;
  } catch (error) {
    if (!(error instanceof ApiError) || !MAYBE_THERE.includes(error.errorCode)) throw error;
    const id = await find(ctx, input);
    if (id === null) throw error;
    ctx.response.headers.delete('location');
    return saveOver(ctx, id, input);
  }
}

async function saveOver(ctx: ProjectContext, entryId: string, input: SaveByExternalIdInput): Promise<EntryView> {
  await spend(ctx, entryLimits['entry.save_draft'], entryId, ctx.actor.id);
  const { base_version: base, values } = input;
  const apply = underCurrentRules((now: ProjectContext, imported: boolean) =>
    applyDraft(now, {
      entryId,
      kind: 'save',
      imported,
      valuesFor: async (before, rules) => {
        if (base !== undefined && isStale(before, base)) {
          throw await versionConflict(now.services.database.pool, now.project.id, before, base);
        }
        return inputWithNestedSlugs(rules, before.collectionKey, values);
      },
      allow: (after, unique) => allowPublication(now, input, after, unique),
    }),
  );
  return apply(ctx, input.via === 'import');
}

/** @throws ApiError as `assertMay` does, or why it can't be, when the entry is to be published */
async function allowPublication(
  ctx: ProjectContext,
  input: SaveByExternalIdInput,
  entry: EntryRecord,
  unique: Pick<UniqueChanges, 'claimed'>,
): Promise<void> {
  if (!input.publish) return;
  assertMay(ctx, 'entry.publish', entry, publishedLocales(input.values));
  const rules = await contentRules(ctx);
  const { problems, unapproved, misplaced } = await checkPublication(
    ctx,
    rules,
    { entry, unique },
    publishedLocales(input.values),
  );
  if (problems.length > 0) throw new ApiError('validation_failed', { details: problems });
  if (unapproved.length > 0) throw new ApiError('entry.not_approved', { details: unapproved });
  if (misplaced) throw misplaced;
}

function publishedLocales(values: InputValues): string[] {
  return Object.keys(values).filter((locale) => values[locale] !== null);
}

function find(ctx: ProjectContext, input: SaveByExternalIdInput): Promise<string | null> {
  const { collection: collectionKey, externalId } = input;
  return findIdByExternalId(ctx.services.database.pool, ctx.project.id, { collectionKey, externalId });
}

async function spend(ctx: ProjectContext, limit: DeclaredLimit, ...per: readonly string[]): Promise<void> {
  await ctx.services.limiter.spend(limit, [ctx.project.id, ...per].join(':'));
}
