import { searchQuery } from '../../content/search-terms.ts';
import type { ProjectContext } from '../../context.ts';
import { makeCursor, readPairCursor } from '../../cursor.ts';
import { invalid } from '../../errors.ts';
import type { EntryPage, ListEntriesInput } from './entries.schemas.ts';
import {
  type EntryRow,
  entryColumns,
  liveValuesOf,
  toEntryListItem,
  toEntryRecord,
  toEntryView,
} from './entries.store.ts';

/** What entries are sorted by: SQL of the key, and the type that a cursor's text is read as. */
const SORT_KEYS = {
  created: { key: 'e.id', type: 'text' },
  updated: { key: 'e.updated_at', type: 'timestamptz' },
  title: { key: 'lower(e.title) COLLATE "C"', type: 'text' },
  position: { key: 'e.position COLLATE "C"', type: 'text' },
} as const;

/**
 * A page of entries, newest made first unless told otherwise.
 *
 * @throws ApiError `validation_failed` for a foreign cursor, and for the order of a collection that isn't named
 */
export async function listEntries(ctx: ProjectContext, input: ListEntriesInput): Promise<EntryPage> {
  const { collection = null, status = null, locale = null, search = null, limit, include = [], sort } = input;
  const { key, type } = SORT_KEYS[sort.replace('-', '') as keyof typeof SORT_KEYS];
  if (sort.endsWith('position') && collection === null) {
    throw invalid(['sort'], 'Places are those of one collection. Name it with collection.');
  }
  const filters = { project: ctx.project.id, collection, status, locale, search, sort };
  const after = readPairCursor(filters, input.cursor);
  const query = search === null ? null : searchQuery(search);
  if (search !== null && query === null) return { data: [], next_cursor: null };

  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [`e.project_id = ${parameter(ctx.project.id)}`, statusCondition(status)];
  const [direction, beyond] = sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>'];
  if (collection !== null) conditions.push(`e.collection_key = ${parameter(collection)}`);
  if (after !== null) {
    const [value, id] = after;
    if (type === 'timestamptz' && Number.isNaN(Date.parse(value))) throw invalid(['cursor'], 'The cursor is damaged.');
    conditions.push(`(${key}, e.id) ${beyond} (${parameter(value)}::${type}, ${parameter(id)})`);
  }
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
  const columns = entryColumns({ draft: include.includes('values'), live: include.includes('live_values') });
  const { rows } = await ctx.services.database.pool.query<EntryRow & { sort_key: string }>(
    `SELECT ${columns}, (${key})::text AS sort_key FROM entries e WHERE ${conditions.join(' AND ')}
     ORDER BY ${key} ${direction}, e.id ${direction} LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(toEntryRecord).map((entry) => ({
      ...(include.includes('values') ? toEntryView(entry) : toEntryListItem(entry)),
      ...(include.includes('live_values') && { live_values: liveValuesOf(entry) }),
    })),
    next_cursor: rows.length > limit && last ? makeCursor(filters, JSON.stringify([last.sort_key, last.id])) : null,
  };
}

function statusCondition(status: ListEntriesInput['status'] | null): string {
  if (status === null) return "e.status IN ('draft', 'published')";
  if (status === 'changed') return "e.status = 'published' AND e.changed";
  return `e.status = '${status}'`;
}
