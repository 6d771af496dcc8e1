import { findCollection } from '@stele/schema';
import type { ContentRules } from '../../content/draft-values.ts';
import { loadPublishDependencies, withReadableTitles } from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { claimKeys, type UniqueChanges } from '../../content/unique-values.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import type { ErrorDetail } from '../../platform/errors.ts';
import { unapprovedValues } from '../../publishing/changes/approval.ts';
import type { ChangeWarning } from '../../publishing/changes/change-warning.ts';
import { draftValuesIn, publicationProblems, publishWarnings } from '../../publishing/changes/publish.ts';
import type { ProjectContext } from '../context.ts';

interface PublicationCheck {
  readonly problems: readonly ErrorDetail[];
  /** Why an approval is missing, for each locale without one. */
  readonly unapproved: readonly ErrorDetail[];
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
  const drafts = draftValuesIn(entry, locales);
  const mentions = publishedMentionsIn(findCollection(rules.schema, entry.collectionKey), drafts);
  const found = await loadPublishDependencies(ctx.services.database.pool, ctx.project.id, {
    mentionedIds: mentionedIds(mentions),
    assetIds: mentionedAssetIds(mentions),
    pagedIds: null,
  });
  const dependencies = {
    ...withReadableTitles(ctx.reads, found),
    claims: new Map([[entry.id, claimKeys(unique.claimed)]]),
  };
  return {
    problems: await publicationProblems(entry, rules, dependencies, locales),
    unapproved: unapprovedValues(entry, rules.schema, locales),
    warnings: publishWarnings(entry, rules, dependencies, locales),
  };
}
