import { queryOptions, useQuery } from '@tanstack/react-query';
import { readSession } from './session.ts';

/** Who is signed in, as a query. */
export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 });

/** Who is signed in: undefined while that isn't known, null when no one is. */
export function useSession() {
  return useQuery(sessionQuery);
}
