import { PARENT, plainPath } from '@stele/schema';
import { int, nullable, oneOf, text } from '../../platform/database/row.ts';
import { emptySql, type Queryable, query, type Sql, sql } from '../../platform/database/sql.ts';
import type { PageItem } from './pages.schemas.ts';

/** A place in the list of the pages below one. */
interface PlaceInList {
  readonly position: string;
  readonly id: string;
}

const PAGE_ROW = {
  id: text,
  collection_key: text,
  title: text,
  status: oneOf<PageItem['status']>(),
  position: text,
  parent: nullable(text),
  path: nullable(text),
  children: int,
};

/** Query for the page above, in drafts, of the entry whose id an expression is. */
const parentOfDraft = (id: Sql): Sql => sql`(SELECT v.values ->> ${PARENT} FROM entry_drafts d
  JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
  WHERE d.entry_id = ${id} ORDER BY d.locale LIMIT 1)`;

function loadPages(on: Queryable, projectId: string, locale: string, found: Sql, end: Sql) {
  return query(
    on,
    sql`SELECT e.id, e.collection_key, e.title, e.status, e.position, e.parent,
        (SELECT p.path FROM live_pages p
          WHERE p.project_id = ${projectId} AND p.entry_id = e.id AND p.locale = ${locale}) AS path,
        (SELECT count(*)::int FROM entries b WHERE b.project_id = ${projectId} AND b.trashed_at IS NULL
          AND b.id IN (SELECT d.entry_id FROM entry_drafts d WHERE d.refers_to @> ARRAY[e.id])
          AND b.collection_key = e.collection_key AND ${parentOfDraft(sql`b.id`)} = e.id) AS children
      FROM (${found}) e ${end}`,
    PAGE_ROW,
  );
}

/** The pages right below one, or at the top, in their order. */
export function loadPagesBelow(
  on: Queryable,
  projectId: string,
  asked: { readonly collection: string; readonly locale: string; readonly parent: string | null },
  after: PlaceInList | null,
  most: number,
) {
  const { collection, locale, parent } = asked;
  const below =
    parent === null
      ? emptySql
      : sql`AND e.id IN (
    SELECT d.entry_id FROM entry_drafts d WHERE d.refers_to @> ARRAY[${parent}::text])`;
  const later = after
    ? sql`AND (e.position COLLATE "C", e.id COLLATE "C") > (${after.position}, ${after.id})`
    : emptySql;
  const found = sql`SELECT e.*, ${parentOfDraft(sql`e.id`)} AS parent FROM entries e
    WHERE e.project_id = ${projectId} AND e.collection_key = ${collection} AND e.trashed_at IS NULL ${below} ${later}`;
  const some = sql`SELECT * FROM (${found}) e WHERE e.parent IS NOT DISTINCT FROM ${parent}::text
    ORDER BY e.position COLLATE "C", e.id COLLATE "C" LIMIT ${most}`;
  return loadPages(on, projectId, locale, some, sql`ORDER BY e.position COLLATE "C", e.id COLLATE "C"`);
}

/** Pages by their ids, in any order. */
export function loadPagesByIds(on: Queryable, projectId: string, ids: readonly string[], locale: string) {
  const found = sql`SELECT e.*, ${parentOfDraft(sql`e.id`)} AS parent FROM entries e
    WHERE e.project_id = ${projectId} AND e.id = ANY(${ids}::text[])`;
  return loadPages(on, projectId, locale, found, emptySql);
}

/** The live entry whose page is at a path; null when none is. */
export async function findAtPath(
  on: Queryable,
  projectId: string,
  { locale, path }: { readonly locale: string; readonly path: string },
): Promise<string | null> {
  const [row] = await query(
    on,
    sql`SELECT entry_id AS id FROM live_pages WHERE project_id = ${projectId} AND locale = ${locale} AND path = ${plainPath(path)}`,
    { id: text },
  );
  return row?.id ?? null;
}
