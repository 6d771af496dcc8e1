import { findCollection } from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import { makeCursor, readPairCursor } from '../../api/cursor.ts';
import { contentRules } from '../../content/check-draft.ts';
import { loadPagesAbove } from '../../content/draft-parents.store.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ListPagesInput, PageByPathInput, PageItem, PageList, PagesAboveInput } from './pages.schemas.ts';
import { findAtPath, loadPagesBelow, loadPagesByIds } from './pages.store.ts';

/** The pages right below one, or at the top. @throws ApiError `validation_failed` for a collection without a tree */
export async function listPages(ctx: ProjectContext, input: ListPagesInput): Promise<PageList> {
  const { collection, locale, parent = null, limit } = input;
  const { schema } = await contentRules(ctx);
  if (!isReadable(ctx.reads, collection) || !findCollection(schema, collection)?.tree) {
    throw invalid(['collection'], `The collection "${collection}" has no tree.`);
  }
  const filters = { project: ctx.project.id, collection, parent };
  const place = readPairCursor(filters, input.cursor);
  const after = place && { position: place[0], id: place[1] };
  const asked = { collection, locale, parent };
  const found = await loadPagesBelow(ctx.services.database.pool, ctx.project.id, asked, after, limit + 1);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return {
    data: data.map(toItem),
    next_cursor: isMore ? makeCursor(filters, JSON.stringify([last.position, last.id])) : null,
  };
}

/** The pages above one in drafts, from the top. @throws ApiError `entry.not_found` */
export async function listPagesAbove(
  ctx: ProjectContext,
  { entryId, locale = ctx.project.defaultLocale }: PagesAboveInput,
) {
  const { pool } = ctx.services.database;
  const own = await readPage(ctx, entryId, locale);
  const ids = own.parent === null ? [] : await loadPagesAbove(pool, ctx.project.id, own.parent);
  const found = new Map((await loadPagesByIds(pool, ctx.project.id, ids, locale)).map((page) => [page.id, page]));
  const data = ids.toReversed().flatMap((id) => found.get(id) ?? []);
  return { data: data.map(toItem), next_cursor: null };
}

/** The live page at a path. @throws ApiError `entry.not_found` */
export async function findPage(ctx: ProjectContext, { locale, path }: PageByPathInput): Promise<PageItem> {
  const id = await findAtPath(ctx.services.database.pool, ctx.project.id, { locale, path });
  if (id === null) throw new ApiError('entry.not_found');
  return readPage(ctx, id, locale);
}

async function readPage(ctx: ProjectContext, entryId: string, locale: string): Promise<PageItem> {
  const [page] = await loadPagesByIds(ctx.services.database.pool, ctx.project.id, [entryId], locale);
  if (!page || !isReadable(ctx.reads, page.collection_key)) throw new ApiError('entry.not_found');
  return toItem(page);
}

function toItem({ position: _, ...page }: PageItem & { readonly position: string }): PageItem {
  return page;
}
