import { marksQuery, searchVector, textMark } from '@stele/search';
import { text } from '../platform/database/row.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { ASSET_ROW, type AssetRecord } from './asset.ts';
import { usersOf } from './uses.store.ts';

/** Columns of an asset `a`, named as in `AssetRecord`. */
export const ASSET_COLUMNS: Sql = sql`a.id, a.project_id AS "projectId", a.folder_id AS "folderId", a.stage, a.filename,
  a.url_name AS "urlName", a.mime, a.bytes::float8 AS bytes, a.sha256, a.kind, a.width, a.height, a.duration, a.pages,
  a.alt_text AS "altText", a.decorative, a.caption, a.credit, a.rights, a.tags, a.focal_point AS "focalPoint", a.crop, a.placeholder,
  a.dominant_color AS "dominantColor", a.renditions, a.error, a.revision, a.rendered_revision AS "renderedRevision",
  a.replacement, a.sweeps, a.swept_until AS "sweptUntil", a.created_at AS "createdAt", a.created_by AS "createdBy",
  a.updated_at AS "updatedAt", a.trashed_at AS "trashedAt",
  (SELECT count(*)::int FROM (${usersOf(sql`a.project_id`, sql`a.id`)}) u) AS "usageCount"`;

/** Assets of a project by their ids. Missing assets are left out. */
export async function loadAssets(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
): Promise<Map<string, AssetRecord>> {
  const rows = await query(
    client,
    sql`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds})`,
    ASSET_ROW,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws ApiError `media.asset_not_found` */
export async function getAssetInProject(client: Queryable, projectId: string, assetId: string): Promise<AssetRecord> {
  const found = (await loadAssets(client, projectId, [assetId])).get(assetId);
  if (!found) throw new ApiError('media.asset_not_found');
  return found;
}

/**
 * Locks assets until the transaction ends. All transactions lock in the same order, which prevents deadlocks: first the project,
 * as writes of rows that refer to it do, then assets by id, then folders.
 */
export async function lockAssets(client: Queryable, projectId: string, assetIds: readonly string[]): Promise<void> {
  await keepProject(client, projectId);
  await execute(
    client,
    sql`SELECT id FROM assets WHERE project_id = ${projectId} AND id = ANY(${assetIds}) ORDER BY id FOR UPDATE`,
  );
}

/** Prevents the removal of a project, and pushes to it, until the transaction ends. */
export async function keepProject(client: Queryable, projectId: string): Promise<void> {
  await execute(client, sql`SELECT id FROM projects WHERE id = ${projectId} FOR KEY SHARE`);
}

/** Texts that an asset is found by. A new one has only its filename. */
export interface SearchedAsset
  extends Pick<AssetRecord, 'projectId' | 'filename'>,
    Partial<Pick<AssetRecord, 'altText' | 'caption' | 'credit' | 'tags'>> {}

/** The search vector of an asset, as a parameter of the type `tsvector`. */
export function assetSearchVector({
  projectId,
  filename,
  altText = {},
  caption = {},
  credit = null,
  tags = [],
}: SearchedAsset): Buffer {
  const others = [...tags, ...(credit === null ? [] : [credit]), ...Object.values(altText), ...Object.values(caption)];
  const marks = tags.map((tag) => [TAGS, textMark(tag)] as const);
  // Assets are searched in all locales.
  return searchVector({ projectId, locale: '' }, { title: [filename], others, marks });
}

/** A query for the assets of a project that have a tag, as the text of a `tsquery`. */
export function tagQuery(projectId: string, tag: string): string {
  return marksQuery(projectId, TAGS, [textMark(tag)]);
}

/** The field of the marks of tags. */
const TAGS = 'tags';

/** The oldest other asset outside of the trash that has the same bytes; null when there's none. */
export async function findDuplicateOf(client: Queryable, asset: AssetRecord): Promise<string | null> {
  if (asset.sha256 === null) return null;
  const [other] = await query(
    client,
    sql`SELECT id FROM assets WHERE project_id = ${asset.projectId} AND sha256 = ${asset.sha256} AND id <> ${asset.id}
      AND trashed_at IS NULL ORDER BY id LIMIT 1`,
    { id: text },
  );
  return other?.id ?? null;
}

/**
 * Checks that a project has a folder; null is always valid.
 *
 * @param path of the folder in the request
 * @throws ApiError `validation_failed`
 */
export async function checkFolder(
  client: Queryable,
  projectId: string,
  folderId: string | null,
  path: readonly string[],
): Promise<void> {
  if (folderId === null || (await findFolders(client, projectId, [folderId])).has(folderId)) return;
  throw invalid(path, `There is no folder ${folderId}.`);
}

/** The given folders that exist in a project. */
export async function findFolders(
  client: Queryable,
  projectId: string,
  folderIds: readonly string[],
): Promise<Set<string>> {
  if (folderIds.length === 0) return new Set();
  const rows = await query(
    client,
    sql`SELECT id FROM asset_folders WHERE project_id = ${projectId} AND id = ANY(${folderIds}) FOR KEY SHARE`,
    { id: text },
  );
  return new Set(rows.map(({ id }) => id));
}
