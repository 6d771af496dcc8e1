import { SORTS, STATUSES } from './list-query.ts';

/** Entries of a page. */
const PAGE = 50;

/** Columns that need an entry's values. */
const PLAIN_COLUMNS: readonly string[] = ['languages', 'edited', 'created'];

/**
 * What the API is asked for a list's address: without an order in it, a collection comes in its own. The same address always asks for the same, so that what is asked for while
 * the project is still being read is found by the list.
 *
 * @param parameter a parameter of the address; null when it isn't there
 */
export function listInput(projectId: string, parameter: (name: string) => string | null) {
  const text = (name: string): string | undefined => parameter(name)?.trim() || undefined;
  const search = text('q');
  const collection = text('collection');
  const locale = text('locale');
  const status = STATUSES.find((one) => one === text('status'));
  const asked = SORTS.find((one) => one === text('sort') && (one !== 'position' || collection !== undefined));
  const isPlain = collection !== undefined && search === undefined && status !== 'trashed';
  const sort = asked ?? (isPlain ? ('order' as const) : undefined);
  const columns = (text('columns') ?? '').split(',').filter((one) => one !== '' && !PLAIN_COLUMNS.includes(one));
  return {
    projectId,
    limit: PAGE,
    ...(collection && { collection }),
    ...(status && { status }),
    ...(locale && { locale }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(columns.length > 0 && { include: 'values' }),
  };
}
