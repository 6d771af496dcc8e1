import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Part of the API, such as `trpc.entries`. */
export interface ApiPart {
  pathFilter(): { queryKey: readonly unknown[] };
}

/** Has everything that was read of some parts of the API read again. */
export function useInvalidate(): (...parts: readonly ApiPart[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...parts) => {
      await Promise.all(parts.map((part) => queryClient.invalidateQueries(part.pathFilter())));
    },
    [queryClient],
  );
}
