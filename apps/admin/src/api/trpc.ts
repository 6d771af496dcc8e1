import type { AppRouter } from '@stele/core/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { errorOf } from './errors.ts';

/** Answers of every procedure. */
export type Outputs = inferRouterOutputs<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Takes away what the library adds to the input of endless lists, which the API, rightly, doesn't know. */
const withoutDirection: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    if (!op.input || typeof op.input !== 'object' || !('direction' in op.input)) return next(op);
    const { direction: _direction, ...input } = op.input;
    return next({ ...op, input });
  };
};

/** The API's client. Reads that begin together share a request; every write has one of its own. */
export function newTrpcClient(): TRPCClient<AppRouter> {
  const url = '/trpc';
  return createTRPCClient<AppRouter>({
    links: [
      withoutDirection,
      splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink({ url }),
        false: httpBatchLink({ url, maxURLLength: 4000, maxItems: 20 }),
      }),
    ],
  });
}

/** Answers are kept and shown while they're read again; only failures that may pass are retried. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 2 && isPassing(errorOf(error).status),
      },
    },
  });
}

function isPassing(status: number): boolean {
  return status === 0 || status >= 500;
}

/** Where the next page of a list begins; undefined after the last one. */
export function nextCursor(page: { readonly next_cursor: string | null }): string | undefined {
  return page.next_cursor ?? undefined;
}
