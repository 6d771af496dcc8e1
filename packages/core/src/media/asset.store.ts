import { searchVector } from '../content/search-terms.ts';
import type { Actor } from '../platform/actor.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type {
  AssetError,
  AssetKind,
  AssetRecord,
  AssetStage,
  Crop,
  FocalPoint,
  Renditions,
  Replacement,
} from './asset.ts';
import { usersOf } from './uses.store.ts';

/** Columns of an asset `a`. */
export const ASSET_COLUMNS: Sql = sql`a.id, a.project_id, a.folder_id, a.stage, a.filename, a.url_name, a.mime,
  a.bytes::float8 AS bytes, a.sha256, a.kind, a.width, a.height, a.duration, a.pages, a.alt_text, a.decorative, a.focal_point,
  a.crop, a.placeholder, a.dominant_color, a.renditions, a.error, a.revision, a.rendered_revision, a.replacement, a.sweeps,
  a.swept_until,
  a.created_at, a.created_by, a.updated_at, a.trashed_at,
  (SELECT count(*)::int FROM (${usersOf(sql`a.project_id`, sql`a.id`)}) u) AS usage_count`;

/** A row of `ASSET_COLUMNS`. */
export interface AssetRow {
  id: string;
  project_id: string;
  folder_id: string | null;
  stage: AssetStage;
  filename: string;
  url_name: string;
  mime: string;
  bytes: number;
  sha256: string | null;
  kind: AssetKind | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  pages: number | null;
  alt_text: Record<string, string>;
  decorative: boolean;
  focal_point: FocalPoint | null;
  crop: Crop | null;
  placeholder: string | null;
  dominant_color: string | null;
  renditions: Renditions | null;
  error: AssetError | null;
  revision: number;
  rendered_revision: number | null;
  replacement: Replacement | null;
  sweeps: number;
  swept_until: Date | null;
  created_at: Date;
  created_by: Actor;
  updated_at: Date;
  trashed_at: Date | null;
  usage_count: number;
}

/** An asset of its row. */
export function toAssetRecord(row: AssetRow): AssetRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    folderId: row.folder_id,
    stage: row.stage,
    filename: row.filename,
    urlName: row.url_name,
    mime: row.mime,
    bytes: row.bytes,
    sha256: row.sha256,
    kind: row.kind,
    width: row.width,
    height: row.height,
    duration: row.duration,
    pages: row.pages,
    altText: row.alt_text,
    decorative: row.decorative,
    focalPoint: row.focal_point,
    crop: row.crop,
    placeholder: row.placeholder,
    dominantColor: row.dominant_color,
    renditions: row.renditions,
    error: row.error,
    revision: row.revision,
    renderedRevision: row.rendered_revision,
    replacement: row.replacement,
    sweeps: row.sweeps,
    sweptUntil: row.swept_until,
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    trashedAt: row.trashed_at,
    usageCount: row.usage_count,
  };
}

/** Assets of a project by their ids. Those that don't exist are left out. */
export async function loadAssets(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
): Promise<Map<string, AssetRecord>> {
  const rows = await query<AssetRow>(
    client,
    sql`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds})`,
  );
  return new Map(rows.map((row) => [row.id, toAssetRecord(row)]));
}

/** @throws ApiError `media.asset_not_found` */
export async function getAssetInProject(client: Queryable, projectId: string, assetId: string): Promise<AssetRecord> {
  const found = (await loadAssets(client, projectId, [assetId])).get(assetId);
  if (!found) throw new ApiError('media.asset_not_found');
  return found;
}

/**
 * Keeps others from changing assets until the transaction ends. Everybody locks in one order, so that nobody waits for each
 * other: the project first, which rows that refer to it hold too, then assets by their ids.
 */
export async function lockAssets(client: Queryable, projectId: string, assetIds: readonly string[]): Promise<void> {
  await keepProject(client, projectId);
  await execute(
    client,
    sql`SELECT id FROM assets WHERE project_id = ${projectId} AND id = ANY(${assetIds}) ORDER BY id FOR UPDATE`,
  );
}

/** Keeps a project from being removed or pushed to until the transaction ends. */
export async function keepProject(client: Queryable, projectId: string): Promise<void> {
  await query(client, sql`SELECT id FROM projects WHERE id = ${projectId} FOR KEY SHARE`);
}

/** What search finds an asset by, as a parameter of the type `tsvector`. */
export function assetSearchVector({
  projectId,
  filename,
  altText,
}: Pick<AssetRecord, 'projectId' | 'filename' | 'altText'>): Buffer {
  // Words are told apart by project, not by locale.
  return searchVector({ projectId, locale: '' }, { title: [filename], others: Object.values(altText) });
}

/** The oldest other asset outside of the trash that has the same bytes; null when there's none. */
export async function findDuplicateOf(client: Queryable, asset: AssetRecord): Promise<string | null> {
  if (asset.sha256 === null) return null;
  const [other] = await query<{ id: string }>(
    client,
    sql`SELECT id FROM assets WHERE project_id = ${asset.projectId} AND sha256 = ${asset.sha256} AND id <> ${asset.id}
      AND trashed_at IS NULL ORDER BY id LIMIT 1`,
  );
  return other?.id ?? null;
}

/** Those of some folders that a project has. */
export async function findFolders(
  client: Queryable,
  projectId: string,
  folderIds: readonly string[],
): Promise<Set<string>> {
  if (folderIds.length === 0) return new Set();
  const rows = await query<{ id: string }>(
    client,
    sql`SELECT id FROM asset_folders WHERE project_id = ${projectId} AND id = ANY(${folderIds}) FOR KEY SHARE`,
  );
  return new Set(rows.map(({ id }) => id));
}
