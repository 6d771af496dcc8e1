import { dayFromToday } from '@/entry/review.ts';
import { DUE, SORTS, STATUSES } from './list-query.ts';

/** Entries of a page. */
const PAGE = 50;

/** Columns that don't need an entry's values. */
const PLAIN_COLUMNS: readonly string[] = ['state', 'assignee', 'due', 'languages', 'edited', 'created'];

/**
 * The request for a list's address: without an order in it, a collection comes in its own. The same address always asks for the
 * same, so that what is asked for while the project is still being read is found by the list.
 *
 * @param parameter a parameter of the address; null when it isn't there
 */
export function listInput(projectId: string, parameter: (name: string) => string | null) {
  const text = (name: string): string | undefined => parameter(name)?.trim() || undefined;
  const search = text('q');
  const collection = text('collection');
  const locale = text('locale');
  const status = STATUSES.find((one) => one === text('status'));
  const isOfCollection = collection !== undefined && status !== 'trashed';
  const filter = isOfCollection ? text('filter') : undefined;
  const state = isOfCollection ? text('state') : undefined;
  const assignee = status === 'trashed' ? undefined : text('assignee');
  const created_by = status === 'trashed' ? undefined : text('created_by');
  const updated_by = status === 'trashed' ? undefined : text('updated_by');
  const due = status === 'trashed' ? undefined : DUE.find((one) => one === text('due'));
  const translation = status === 'trashed' ? undefined : text('translation');
  const asked = SORTS.find(
    (one) => one === text('sort') && (collection !== undefined || !(one === 'position' || one.endsWith('order'))),
  );
  const isPlain = isOfCollection && search === undefined;
  const inTrash = status === 'trashed' && search === undefined ? ('-trashed' as const) : undefined;
  const sort = asked ?? (isPlain ? ('order' as const) : inTrash);
  const columns = parameter('columns')?.split(',');
  const hasCells = isOfCollection && (columns?.some((one) => one !== '' && !PLAIN_COLUMNS.includes(one)) ?? true);
  const hasLanguages = status !== 'trashed' && (columns?.includes('languages') ?? true);
  return {
    projectId,
    limit: PAGE,
    ...(collection && { collection }),
    ...(status && { status }),
    ...(locale && { locale }),
    ...(search && { search, search_in: 'references' as const }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(state && { state }),
    ...(assignee && { assignee }),
    ...(created_by && { created_by }),
    ...(updated_by && { updated_by }),
    ...(due && { due_by: dayFromToday(due === 'week' ? 7 : -1) }),
    ...(translation && { translation }),
    // Titles are those of the language, and a search says which field refers to what it found.
    ...((hasCells || locale || search) && { include: hasLanguages ? 'short_values,translations' : 'short_values' }),
    ...(!hasCells && !locale && !search && hasLanguages && { include: 'translations' }),
  };
}
