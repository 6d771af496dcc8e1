import { searchQuery } from '@stele/search';
import { makeCursor, readPairCursor } from '../../../api/cursor.ts';
import { tagQuery } from '../../../media/asset.store.ts';
import { cutPage } from '../../../platform/database/byte-budget.store.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { toAssetView } from '../asset-view.ts';
import type { AssetPage, ListAssetsInput } from '../assets.schemas.ts';
import {
  type AssetFilter,
  assetSearchFilter,
  findMatchingAssets,
  folderFilter,
  mimeFilter,
  missingAltFilter,
  tagFilter,
  unusedFilter,
} from './asset-filters.store.ts';
import {
  type AssetListScope,
  type AssetPageRow,
  loadAssetPageOf,
  loadAssetsByWalk,
  MOST_ASSETS_SORTED,
} from './asset-pages.store.ts';
import { type AssetCursor, type AssetListOrder, parseAssetCursor, parseAssetOrder } from './list-order.ts';

/** The statuses to list by default: of assets that have a file and aren't in the trash. */
const USUAL = ['processing', 'ready', 'failed'];

/**
 * A page of assets.
 *
 * @throws ApiError `validation_failed` for a foreign cursor, and for a locale that the project doesn't have
 */
export async function listAssets(ctx: ProjectContext, input: ListAssetsInput): Promise<AssetPage> {
  const { folder = null, mime = null, status = null, missing_alt: missingAlt = null, sort = null, limit } = input;
  const { unused = null, tag = null } = input;
  const projectId = ctx.project.id;
  const search = input.search?.trim() || null;
  if (missingAlt !== null && !ctx.project.locales.includes(missingAlt)) {
    throw invalid(['missing_alt'], `The project has no locale ${missingAlt}.`);
  }
  const fingerprint = {
    assets: projectId,
    folder,
    mime,
    status,
    missingAlt,
    unused,
    search,
    sort,
    ...(tag !== null && { tag }),
  };
  const order = parseAssetOrder(sort ?? undefined);
  const parts = readPairCursor(fingerprint, input.cursor);
  const terms = search === null ? null : searchQuery(projectId, search, null);
  if (search !== null && terms === null) return { data: [], next_cursor: null };
  const filters = [
    ...(terms === null ? [] : [assetSearchFilter(terms)]),
    ...(tag === null ? [] : [tagFilter(tag, tagQuery(projectId, tag))]),
    ...(folder === null ? [] : [folderFilter(projectId, folder === 'none' ? null : folder)]),
    ...(mime === null ? [] : [mimeFilter(projectId, mime)]),
    ...(missingAlt === null ? [] : [missingAltFilter(missingAlt)]),
    ...(unused === null ? [] : [unusedFilter(projectId)]),
  ];
  const scope: AssetListScope = { projectId, statuses: status === null ? USUAL : [status], limit: limit + 1 };
  const after = parts && parseAssetCursor(parts, order);
  const rows = await findRows(ctx.services.database.pool, { scope, order, after, filters });
  const { page, hasMore } = cutPage(rows, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => toAssetView(ctx, row)),
    next_cursor: hasMore && last ? makeCursor(fingerprint, JSON.stringify([last.sort_key, last.id])) : null,
  };
}

interface ListQuery {
  readonly scope: AssetListScope;
  readonly order: AssetListOrder;
  readonly after: AssetCursor | null;
  readonly filters: readonly AssetFilter[];
}

/** The rows of a page. If few assets match a filter, they're found and sorted; else assets are read in order and filtered. */
async function findRows(pool: Queryable, { scope, order, after, filters }: ListQuery): Promise<AssetPageRow[]> {
  for (const filter of filters) {
    const ids = await findMatchingAssets(pool, filter, MOST_ASSETS_SORTED);
    const others = filters.filter((one) => one !== filter);
    if (ids) return loadAssetPageOf(pool, scope, order, after, ids, others);
  }
  return loadAssetsByWalk(pool, scope, order, after, filters);
}
