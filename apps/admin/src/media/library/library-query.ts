import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { Asset } from '../upload/upload-types.ts';

export const VIEWS = ['grid', 'list', 'texts'] as const;
export const FILTERS = ['unused', 'untexted', 'untexted-used', 'trash'] as const;
export const TYPES = ['image', 'video', 'audio', 'pdf'] as const;
export const SORTS = ['-created', 'created', '-updated', 'filename', '-filename', '-bytes', 'bytes'] as const;

const PARSERS = {
  view: parseAsStringLiteral(VIEWS).withDefault('grid'),
  q: parseAsString.withDefault(''),
  /** Id of a folder, `none` for files in no folder; all files without it. */
  folder: parseAsString,
  type: parseAsStringLiteral(TYPES),
  /** A tag of the files. */
  tag: parseAsString,
  filter: parseAsStringLiteral(FILTERS),
  /** Language of the filters and of the texts. */
  language: parseAsString,
  sort: parseAsStringLiteral(SORTS),
  /** The asset whose details are open. */
  asset: parseAsString,
};

/** The library's filters, order and view, kept in the address, so that they can be shared and gone back to. */
export function useLibraryQuery() {
  return useQueryStates(PARSERS);
}

/** Query of the library, as the address has it. */
export type LibraryQuery = ReturnType<typeof useLibraryQuery>[0];
export type SetLibraryQuery = ReturnType<typeof useLibraryQuery>[1];

const MIMES: Readonly<Record<(typeof TYPES)[number], string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  pdf: 'application/pdf',
};
const PAGE = 100;

/** Input of the API for a query of the library. */
export function libraryInput(projectId: string, query: LibraryQuery, language: string) {
  const { q, folder, type, tag, filter, sort, view } = query;
  const search = q.trim();
  const isTrash = filter === 'trash';
  const mime = view === 'texts' ? MIMES.image : type && MIMES[type];
  return {
    projectId,
    limit: PAGE,
    ...(search && { search }),
    ...(folder && !isTrash && { folder }),
    ...(mime && { mime }),
    ...(tag && { tag }),
    ...(sort && { sort }),
    ...(isTrash && { status: 'trashed' as const }),
    ...(filter === 'unused' && { unused: 'true' as const }),
    ...((filter === 'untexted' || filter === 'untexted-used') && { missing_alt: language }),
  };
}

/** Whether an asset passes the filters that the API doesn't have. */
export function fitsQuery({ filter }: LibraryQuery, { usage_count: uses }: Pick<Asset, 'usage_count'>): boolean {
  return filter !== 'untexted-used' || uses > 0;
}
