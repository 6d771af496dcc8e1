import { findCollection } from '@stele/schema';
import type { LocaleValues } from '../../content/draft-values.ts';
import { isSameUse, publishedMentionsIn, undescribed } from '../../content/mentions.ts';
import type { NewContent } from '../../content/render-content.ts';
import { checkPublishable, renderContent } from '../../content/render-content.ts';
import type { Neighbours } from '../../content/surroundings.store.ts';
import type { EntryState, LiveState } from '../../entries/entry.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { languageName } from '../../platform/language-name.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import type { LiveChange, Plan, ProjectLiveState } from '../../publishing/model.ts';
import type { ProjectContext } from '../context.ts';
import { isStale, versionConflict } from './drafts/version-conflict.ts';
import type { EntryWarning, PublishEntryInput, PublishResult } from './entries.schemas.ts';
import { refuseRepeats } from './locale-list.ts';
import { toPublishResult } from './publish-result.ts';

/**
 * Puts an entry's newest values live in some locales. When it resolves they're in the live snapshot.
 *
 * @throws ApiError `validation_failed`, `entry.not_found`, `entry.trashed`, `entry.version_conflict`, `unavailable`
 */
export async function publishEntry(ctx: ProjectContext, input: PublishEntryInput): Promise<PublishResult> {
  refuseRepeats(input.locales);
  let stale: EntryState | null = null;
  let warnings: EntryWarning[] = [];
  try {
    return await changeEntry<PublishResult>(ctx, {
      entryId: input.entryId,
      reason: 'publish',
      plan: (entry, project, neighbours) => {
        if (input.base_version !== undefined && isStale(entry, input.base_version)) {
          stale = entry;
          throw new ApiError('entry.version_conflict');
        }
        const planned = planPublication(entry, project, neighbours, input);
        warnings = publishWarnings(entry, project, neighbours, input.locales);
        return planned;
      },
      answer: (outcome) => toPublishResult(outcome, input.locales, warnings),
    });
  } catch (error) {
    if (stale && error instanceof ApiError && error.errorCode === 'entry.version_conflict') {
      throw await versionConflict(ctx.services.database.pool, ctx.project.id, stale, input.base_version ?? 0);
    }
    throw error;
  }
}

/**
 * What publishing an entry in some locales changes; null when all of that is published already.
 *
 * @throws ApiError `entry.trashed`, `validation_failed`
 */
export function planPublication(
  entry: EntryState,
  project: ProjectLiveState,
  neighbours: Neighbours,
  input: Pick<PublishEntryInput, 'locales' | 'via'>,
): Plan | null {
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  const details = publicationProblems(entry, project, neighbours, input.locales);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const live = new Map<string, LiveChange>();
  for (const locale of input.locales) {
    const draft = entry.drafts.get(locale);
    if (!draft) continue;
    const own = { locale, collectionKey: entry.collectionKey, position: entry.position, ...draft };
    const content = renderContent(project, own, neighbours);
    if (!isLive(entry.live.get(locale), content, entry.collectionKey)) live.set(locale, { content, moved: false });
  }
  return live.size === 0 ? null : { live, record: { kind: 'publish', imported: input.via === 'import' } };
}

/** What keeps the drafts of an entry from being published in some locales; empty when nothing does. */
export function publicationProblems(
  entry: Pick<EntryState, 'id' | 'collectionKey' | 'drafts'>,
  { schema, locales: known }: Pick<ProjectLiveState, 'schema' | 'locales'>,
  neighbours: Neighbours,
  locales: readonly string[],
): ErrorDetail[] {
  return locales.flatMap((locale, index): ErrorDetail[] => {
    const path = ['locales', index];
    if (!known.includes(locale)) {
      return [{ path, message: `The project has no locale ${locale}. It has: ${known.join(', ')}.` }];
    }
    const draft = entry.drafts.get(locale);
    if (!draft) return [{ path, message: `The entry has no values in ${locale}.` }];
    const { id: entryId, collectionKey } = entry;
    return checkPublishable(schema, locale, { entryId, collectionKey, values: draft.values }, neighbours);
  });
}

/**
 * A warning for each reference to an entry that isn't live in the locale that refers to it, and for each picture that has
 * no alternative text there.
 */
export function publishWarnings(
  entry: Pick<EntryState, 'id' | 'collectionKey' | 'drafts'>,
  { schema }: Pick<ProjectLiveState, 'schema'>,
  neighbours: Neighbours,
  locales: readonly string[],
): EntryWarning[] {
  const published = locales.flatMap((locale) => {
    const draft = entry.drafts.get(locale);
    return draft ? [[locale, draft.values] as const] : [];
  });
  return warningsOf(entry, schema, neighbours, published);
}

/** The same for values that needn't be those of drafts. */
export function warningsOf(
  entry: Pick<EntryState, 'id' | 'collectionKey'>,
  schema: ProjectLiveState['schema'],
  { mentioned, assets }: Neighbours,
  published: readonly (readonly [locale: string, values: LocaleValues])[],
): EntryWarning[] {
  const mentions = publishedMentionsIn(findCollection(schema, entry.collectionKey), published);
  const unpublished = mentions.references.flatMap(({ locale, path, id }): EntryWarning[] => {
    const other = mentioned.get(id);
    if (!other || id === entry.id || other.liveIn.includes(locale)) return [];
    const message = `"${other.title}" is not live in ${languageName(locale)}.`;
    return [{ code: 'entry.refers_to_unpublished', message, path: ['values', locale, ...path], entry_id: id }];
  });
  const silent = undescribed(mentions, assets).map(({ locale, path, asset }): EntryWarning => {
    const message = `The picture "${asset.filename}" has no alternative text in ${languageName(locale)}.`;
    return { code: 'media.alt_missing', message, path: ['values', locale, ...path], asset_id: asset.id };
  });
  return [...unpublished, ...silent];
}

/** Whether content is live as it is, at its place. */
function isLive(live: LiveState | undefined, content: NewContent, collectionKey: string): boolean {
  return (
    live !== undefined &&
    live.collectionKey === collectionKey &&
    live.contentHash === content.contentHash &&
    live.valuesHash === content.valuesHash &&
    isSameUse(live.assetUses, content.assetUses) &&
    live.sortKey === content.sortKey
  );
}
