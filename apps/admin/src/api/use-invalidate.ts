import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readAgain } from './read-again.ts';

/** Part of the API, such as `trpc.entries`. */
export interface ApiPart {
  pathFilter(): { queryKey: readonly unknown[] };
}

/** Has everything that was read of some parts of the API read again. */
export function useInvalidate(): (...parts: readonly ApiPart[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...parts) => {
      await Promise.all(parts.map((part) => readAgain(queryClient, part.pathFilter())));
    },
    [queryClient],
  );
}
