import {
  type CollectionDocument,
  findCollection,
  PARENT,
  PageSearch,
  pageKey,
  pathFields,
  type SchemaDocument,
} from '@stele/schema';
import { assertMay } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import { contentRules } from '../../content/check-draft.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { changeEntry } from '../../domains/entries/change-entry.ts';
import { patchDraft } from '../../domains/entries/drafts/patch-draft.ts';
import { getEntryInProject } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { KnownPlaces, type Place } from '../../publishing/paths/known-places.ts';
import type { MovedPath } from '../../publishing/paths/moved-path.ts';
import { pageError } from '../../publishing/paths/page-errors.ts';
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
  const collection = findCollection(schema, entry.collectionKey);
  if (!schema || !collection?.tree) throw invalid(['entryId'], `The collection ${entry.collectionKey} has no tree.`);
  const hasChanges = live.some((at) => entry.live.get(at)?.valuesHash !== entry.drafts.get(at)?.valuesHash);
  if (hasChanges) throw new ApiError(pageMoveErrors['page.has_changes']);
  const moved = await lookAhead(ctx, schema, collection, entry, input.parent);

  const [first = project.defaultLocale] = [...live, ...entry.drafts.keys()];
  const values = { [first]: { [PARENT]: input.parent } };
  const base = input.base_version ?? entry.version;
  const draft = { projectId: project.id, entryId: entry.id, values, base_version: base };
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

/** The paths that a move changes. @throws ApiError `entry.path_taken`, `page.misplaced` */
async function lookAhead(
  { project, services }: ProjectContext,
  schema: SchemaDocument,
  { key: collectionKey }: CollectionDocument,
  { id, live }: EntryRecord,
  parent: string | null,
): Promise<readonly MovedPath[]> {
  const places = new KnownPlaces(services.database.pool, project.id);
  await places.load([id]);
  const keys = [...live.keys()].map((locale) => pageKey(id, locale));
  const moved = new Map(
    keys.flatMap((key): [string, Place][] => {
      const place = places.before(key);
      return place ? [[key, { ...place, collectionKey, values: { ...place.values, [PARENT]: parent } }]] : [];
    }),
  );
  places.begin(moved);
  const { pages, refused } = await new PageSearch(schema, pathFields(schema), places, false).run([...moved.keys()]);
  const own = refused.get(id);
  if (own) throw pageError(own);
  return [...pages].flatMap(([key, page]): MovedPath[] => {
    const [entryId = '', locale = ''] = key.split(' ');
    const [from, to] = [places.before(key)?.page?.path ?? null, page?.path ?? null];
    return from === to ? [] : [{ entryId, locale, from, to }];
  });
}

function toMovedPage(version: number, moved: readonly MovedPath[], publishedAt: Date | null): MovedPage {
  const named = moved.slice(0, MOST_NAMED).map(({ entryId, ...path }) => ({ entry_id: entryId, ...path }));
  const more = moved.length - named.length;
  return { version, moved: named, more, published_at: publishedAt?.toISOString() ?? null };
}
