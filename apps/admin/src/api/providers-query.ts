import { queryOptions } from '@tanstack/react-query';
import { askAuth } from './session.ts';

/** Where people can sign in besides here. */
interface Providers {
  readonly data: readonly { readonly id: string; readonly name: string }[];
  /** Whether passwords are for the operator only. */
  readonly replaces_passwords: boolean;
}

/** The providers of the instance, as a query. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () => {
    const answer = await askAuth<Providers>('providers');
    if (!answer.ok) throw new Error(`The providers could not be read (${answer.failure.status}).`);
    return answer.body;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
