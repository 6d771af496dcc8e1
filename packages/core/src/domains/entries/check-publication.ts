import { findCollection } from '@stele/schema';
import type { ContentRules } from '../../content/draft-values.ts';
import { loadPublishDependencies, withReadableTitles } from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { claimKeys, type UniqueChanges } from '../../content/unique-values.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import type { ApiError, ErrorDetail } from '../../platform/errors.ts';
import { unapprovedValues } from '../../publishing/changes/approval.ts';
import type { ChangeWarning } from '../../publishing/changes/change-warning.ts';
import { draftValuesIn, publicationProblems, publishWarnings } from '../../publishing/changes/publish.ts';
import { lookAhead } from '../../publishing/paths/look-ahead.ts';
import type { ProjectContext } from '../context.ts';

interface PublicationCheck {
  readonly problems: readonly ErrorDetail[];
  /** Why an approval is missing, for each locale without one. */
  readonly unapproved: readonly ErrorDetail[];
  /** Why its page can't be where the drafts put it. */
  readonly misplaced: ApiError | null;
  readonly warnings: readonly ChangeWarning[];
}

/**
 * Problems and warnings of publishing a planned entry in some locales. Writes nothing.
 *
 * @param entry the entry with its planned drafts
 * @param unique the unique values that its drafts would hold
 */
export async function checkPublication(
  ctx: ProjectContext,
  rules: ContentRules,
  { entry, unique }: { readonly entry: EntryRecord; readonly unique: Pick<UniqueChanges, 'claimed'> },
  locales: readonly string[],
): Promise<PublicationCheck> {
  const { pool } = ctx.services.database;
  const drafts = draftValuesIn(entry, locales);
  const mentions = publishedMentionsIn(findCollection(rules.schema, entry.collectionKey), drafts);
  const found = await loadPublishDependencies(pool, ctx.project.id, {
    mentionedIds: mentionedIds(mentions),
    assetIds: mentionedAssetIds(mentions),
    pagedIds: null,
  });
  const dependencies = {
    ...withReadableTitles(ctx.reads, found),
    claims: new Map([[entry.id, claimKeys(unique.claimed)]]),
  };
  const problems = await publicationProblems(entry, rules, dependencies, locales);
  const isPlaced = problems.length === 0 && locales.length > 0;
  return {
    problems,
    unapproved: unapprovedValues(entry, rules.schema, locales),
    misplaced: isPlaced ? (await lookAhead(pool, ctx.project.id, rules.schema, entry, drafts)).error : null,
    warnings: publishWarnings(entry, rules, dependencies, locales),
  };
}
