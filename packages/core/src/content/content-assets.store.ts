import { type Sql, sql } from '../platform/database/sql.ts';

/** Query for assets of a project by their ids, as one JSON value of `ContentAsset`; null when there are none. */
export function contentAssets(projectId: string, assetIds: readonly string[]): Sql {
  return sql`SELECT json_agg(json_build_object('id', a.id, 'stage', a.stage, 'trashed', a.trashed_at IS NOT NULL,
      'filename', a.filename, 'mime', a.mime, 'width', a.width, 'height', a.height, 'altText', a.alt_text,
      'decorative', a.decorative, 'focalPoint', a.focal_point, 'placeholder', a.placeholder,
      'renditions', a.renditions, 'rowVersion', a.xmin::text))
    FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds}::text[])`;
}
