import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection, type Trouble } from './connection.ts';
import { errorOf, isPassing } from './errors.ts';
import { sessionQuery } from './use-session.ts';

/** The reason why no answers come; null while they come. */
export function useTrouble(): Trouble | null {
  return useSyncExternalStore(connection.subscribe, connection.getTrouble, connection.getTrouble);
}

/** Has the page's connection watch all reads, and repeat failed ones. Once a page. */
export function useConnection(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const cache = queryClient.getQueryCache();
    let faulty: Query | null = null;
    const look = (): void => {
      // While it's asked for again, nothing has changed.
      if (faulty?.isActive() && faulty.state.fetchStatus === 'fetching') return;
      faulty = cache.getAll().find((query) => query.isActive() && isFault(query)) ?? null;
      connection.setFault(faulty && { requestId: errorOf(faulty.state.error).requestId });
    };
    const hear = (): void => connection.hearNetwork();
    connection.again = (asksAnyway) => again(queryClient, asksAnyway);
    if (!navigator.onLine) hear();
    const stop = cache.subscribe(look);
    window.addEventListener('online', hear);
    window.addEventListener('offline', hear);
    return () => {
      stop();
      window.removeEventListener('online', hear);
      window.removeEventListener('offline', hear);
    };
  }, [queryClient]);
}

function isFault({ state }: Query): boolean {
  return state.status === 'error' && errorOf(state.error).status === 500;
}

/** Reads what is shown and wasn't read, or not again; and who is signed in, if an answer is to come in any case. */
function again(queryClient: QueryClient, asksAnyway: boolean): void {
  const predicate = ({ state: { status, error } }: Query): boolean =>
    status === 'pending' || (status === 'error' && isPassing(errorOf(error)));
  const missing = { type: 'active', predicate } as const;
  void queryClient.cancelQueries(missing).then(() => queryClient.refetchQueries(missing));
  if (!asksAnyway) return;
  // One that is under way may never be answered.
  void queryClient
    .cancelQueries({ queryKey: sessionQuery.queryKey, exact: true })
    .then(() => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }))
    .catch(() => undefined);
}
