import { searchQuery } from '../../content/search-terms.ts';
import type { ProjectContext } from '../../context.ts';
import { makeCursor, readCursor } from '../../cursor.ts';
import type { EntryPage, ListEntriesInput } from './entries.schemas.ts';
import {
  type EntryRow,
  entryColumns,
  liveValuesOf,
  toEntryListItem,
  toEntryRecord,
  toEntryView,
} from './entries.store.ts';

/** A page of entries, newest made first. @throws ApiError `validation_failed` for a foreign cursor */
export async function listEntries(ctx: ProjectContext, input: ListEntriesInput): Promise<EntryPage> {
  const { collection = null, status = null, locale = null, search = null, limit, include = [] } = input;
  const filters = { project: ctx.project.id, collection, status, locale, search };
  const after = readCursor(filters, input.cursor);
  const query = search === null ? null : searchQuery(search);
  if (search !== null && query === null) return { data: [], next_cursor: null };

  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [`e.project_id = ${parameter(ctx.project.id)}`, statusCondition(status)];
  if (collection !== null) conditions.push(`e.collection_key = ${parameter(collection)}`);
  if (after !== null) conditions.push(`e.id < ${parameter(after)}`);
  if (locale !== null) {
    const name = parameter(locale);
    conditions.push(`(EXISTS (SELECT 1 FROM entry_drafts d WHERE d.entry_id = e.id AND d.locale = ${name})
      OR EXISTS (SELECT 1 FROM publications l WHERE l.project_id = e.project_id AND l.entry_id = e.id
        AND l.locale = ${name} AND l.until_seq IS NULL))`);
  }
  if (query !== null) {
    conditions.push(`e.id IN (SELECT d.entry_id FROM entry_drafts d
      WHERE d.search @@ to_tsquery('simple', ${parameter(query)}))`);
  }
  const { rows } = await ctx.services.database.pool.query<EntryRow>(
    `SELECT ${entryColumns({ draft: include.includes('values'), live: include.includes('live_values') })} FROM entries e WHERE ${conditions.join(' AND ')}
     ORDER BY e.id DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const page = rows.slice(0, limit).map(toEntryRecord);
  const last = page.at(-1);
  return {
    data: page.map((entry) => ({
      ...(include.includes('values') ? toEntryView(entry) : toEntryListItem(entry)),
      ...(include.includes('live_values') && { live_values: liveValuesOf(entry) }),
    })),
    next_cursor: rows.length > limit && last ? makeCursor(filters, last.id) : null,
  };
}

function statusCondition(status: ListEntriesInput['status'] | null): string {
  if (status === null) return "e.status IN ('draft', 'published')";
  if (status === 'changed') return "e.status = 'published' AND e.changed";
  return `e.status = '${status}'`;
}
