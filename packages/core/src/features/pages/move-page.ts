import { findCollection, type MovedPath, PARENT } from '@stele/schema';
import { assertMay } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { contentRules } from '../../content/check-draft.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { changeEntry } from '../../domains/entries/change-entry.ts';
import { patchDraft } from '../../domains/entries/drafts/patch-draft.ts';
import { getEntryInProject } from '../../entries/entry.store.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { lookAhead } from '../../publishing/paths/look-ahead.ts';
import { pageMoveErrors } from './pages.names.ts';
import { MOST_NAMED, type MovedPage, type MovePageInput } from './pages.schemas.ts';

/**
 * Moves a page below another one, or to the top. If it's live, it's published where it goes, in all its live languages and in one
 * snapshot, with all pages below it.
 *
 * @throws ApiError `entry.not_found`, `entry.trashed`, `page.has_changes` when other changes of it would go live with it,
 *   `entry.path_taken`, `page.misplaced`; as saving and publishing do
 */
export async function movePage(ctx: ProjectContext, input: MovePageInput): Promise<MovedPage> {
  const { project, services } = ctx;
  const entry = await getEntryInProject(services.database.pool, project.id, input.entryId);
  if (!isReadable(ctx.reads, entry.collectionKey)) throw new ApiError('entry.not_found');
  const live = [...entry.live.keys()];
  assertMay(ctx, 'entry.write', entry, live);
  if (live.length > 0) assertMay(ctx, 'entry.publish', entry, live);
  const { schema } = await contentRules(ctx);
  const isTree = findCollection(schema, entry.collectionKey)?.tree;
  if (!isTree) throw invalid(['entryId'], `The collection ${entry.collectionKey} has no tree.`);
  const hasChanges = live.some((at) => entry.live.get(at)?.valuesHash !== entry.drafts.get(at)?.valuesHash);
  if (hasChanges) throw new ApiError(pageMoveErrors['page.has_changes']);
  const values = live.map((at) => [at, { ...entry.drafts.get(at)?.values, [PARENT]: input.parent }] as const);
  const { moved, error } = await lookAhead(services.database.pool, project.id, schema, entry, new Map(values));
  if (error) throw error;

  const [first = project.defaultLocale] = [...live, ...entry.drafts.keys()];
  const draft = {
    projectId: project.id,
    entryId: entry.id,
    values: { [first]: { [PARENT]: input.parent } },
    base_version: input.base_version ?? entry.version,
  };
  const isDryRun = input.dry_run === true;
  const { version } = await patchDraft(ctx, draft, { isDryRun });
  if (isDryRun || live.length === 0) return toMovedPage(isDryRun ? entry.version : version, moved, null);
  return changeEntry(
    ctx,
    {
      kind: 'publish',
      entries: [{ id: entry.id, locales: live, base_version: version }],
      imported: false,
      partial: false,
    },
    (outcome) => toMovedPage(outcome.entry.version, outcome.moved, outcome.publishedAt),
  );
}

function toMovedPage(version: number, moved: readonly MovedPath[], publishedAt: Date | null): MovedPage {
  const named = moved.slice(0, MOST_NAMED).map(({ entryId, ...path }) => ({ entry_id: entryId, ...path }));
  const more = moved.length - named.length;
  return { version, moved: named, more, published_at: publishedAt?.toISOString() ?? null };
}
