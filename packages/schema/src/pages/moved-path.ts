import type { MovedPages, PagePlaces } from './page-search.ts';

/** A page that a change moves, with its path before and after it; null for none. */
export interface MovedPath {
  readonly entryId: string;
  readonly locale: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Changed pages whose path changes. */
export function movedPaths(pages: MovedPages['pages'], places: Pick<PagePlaces, 'before'>): MovedPath[] {
  return [...pages].flatMap(([key, page]): MovedPath[] => {
    const [entryId = '', locale = ''] = key.split(' ');
    const [from, to] = [places.before(key)?.page?.path ?? null, page?.path ?? null];
    return from === to ? [] : [{ entryId, locale, from, to }];
  });
}
