import { type EntryPage, hasPages, pageKey, type SchemaDocument } from '@stele/schema';
import { type Sql, sql } from '../platform/database/sql.ts';

/** Where live entries' pages are, by `pageKey`. */
export interface LivePages {
  get(key: string): EntryPage | undefined;
}

/** Pages as they are after a change. @param changed pages that move or appear; null for those that go */
export function changedPages(pages: LivePages, changed: ReadonlyMap<string, EntryPage | null>): LivePages {
  return { get: (key) => (changed.has(key) ? (changed.get(key) ?? undefined) : pages.get(key)) };
}

/** Whether any collection says where its pages are. Without one, nothing about pages is read or written. */
export function schemaHasPages(schema: SchemaDocument | null): boolean {
  return schema?.collections.some(hasPages) ?? false;
}

/** A row of `livePagesOf`. */
export interface LivePageRow extends EntryPage {
  readonly id: string;
  readonly locale: string;
}

/** Query for the pages of entries as one JSON value of `LivePageRow`s; null when there are none. */
export function livePagesOf(projectId: string, entryIds: readonly string[]): Sql {
  return sql`SELECT json_agg(json_build_object('id', p.entry_id, 'locale', p.locale, 'path', p.path, 'parent', p.parent_id,
      'depth', p.depth)) FROM live_pages p WHERE p.project_id = ${projectId} AND p.entry_id = ANY(${entryIds}::text[])`;
}

export function toLivePages(rows: readonly LivePageRow[] | null | undefined): Map<string, EntryPage> {
  return new Map((rows ?? []).map(({ id, locale, ...page }) => [pageKey(id, locale), page]));
}
