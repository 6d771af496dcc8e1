import { queryOptions } from '@tanstack/react-query';
import { askAuth } from './session.ts';

/** The providers of the instance, as a query. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () => {
    const answer = await askAuth('providers');
    if (!answer.ok) throw new Error(`The providers could not be read (${answer.failure.status}).`);
    return answer.body;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
