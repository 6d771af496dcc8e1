import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import type { Asset, Upload } from '../upload/upload-types.ts';
import { fitsQuery, type LibraryQuery, libraryInput } from './library-query.ts';

type Pages = InfiniteData<Outputs['assets']['list'], string | null>;

const STALE_MS = 60_000;
const keyOf = (projectId: string) => ['library', projectId] as const;

/**
 * The files that the address asks for, page by page. They have a key of their own: with a hundred pages read, a change of
 * one file must not have all of them read again. Code that changes a file uses {@link useLibraryCache}.
 */
export function useLibrary(query: LibraryQuery, language: string) {
  const { project } = useProject();
  const client = useTRPCClient();
  const input = libraryInput(project.id, query, language);
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [...keyOf(project.id), input],
    queryFn: ({ pageParam, signal }) =>
      client.assets.list.query({ ...input, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  });
  const { filter } = query;
  const assets = useMemo(() => {
    const seen = new Set<string>();
    return data?.pages.flatMap((page) =>
      page.data.filter((asset) => {
        // Files uploaded meanwhile were put on top, and may come again with a page.
        if (seen.has(asset.id) || !fitsQuery({ filter } as LibraryQuery, asset)) return false;
        seen.add(asset.id);
        return true;
      }),
    );
  }, [data, filter]);
  return { ...rest, assets, key: JSON.stringify(input) };
}

/** Changes what was read of the library, without reading it again. */
export function useLibraryCache() {
  const { project } = useProject();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const queryKey = keyOf(project.id);
    const change = (how: (assets: readonly Asset[]) => Asset[]): void => {
      queryClient.setQueriesData<Pages>(
        { queryKey },
        (before) =>
          before && { ...before, pages: before.pages.map((page) => ({ ...page, data: how(page.data as Asset[]) })) },
      );
    };
    return {
      /** Shows a file as it is now. */
      put: (asset: Asset): void => change((all) => all.map((one) => (one.id === asset.id ? asset : one))),
      /** Shows a change of a file before the server has answered. */
      patch: (id: string, patch: Partial<Asset>): void =>
        change((all) => all.map((one) => (one.id === id ? { ...one, ...patch } : one))),
      /** Takes files away that aren't where they were. */
      remove: (ids: ReadonlySet<string>): void => change((all) => all.filter(({ id }) => !ids.has(id))),
      /** Has it read again from its first page; what isn't shown, when it is next. */
      refresh: async (): Promise<void> => {
        queryClient.setQueriesData<Pages>(
          { queryKey },
          (before) => before && { pages: before.pages.slice(0, 3), pageParams: before.pageParams.slice(0, 3) },
        );
        await queryClient.invalidateQueries({ queryKey });
      },
    };
  }, [project.id, queryClient]);
}

/** Has the library show what uploads bring as soon as they do. */
export function useUploadsInLibrary(uploads: readonly Upload[]): void {
  const cache = useLibraryCache();
  const arrived = useRef<ReadonlySet<string> | null>(null);
  const put = useCallback((asset: Asset) => cache.put(asset), [cache]);
  useEffect(() => {
    const here = uploads.flatMap(({ id, asset }) => (asset ? [{ id, asset }] : []));
    const before = arrived.current;
    arrived.current = new Set(here.map(({ id }) => id));
    for (const { asset } of here) put(asset);
    if (before && here.some(({ id }) => !before.has(id))) void cache.refresh();
  }, [uploads, cache, put]);
}
