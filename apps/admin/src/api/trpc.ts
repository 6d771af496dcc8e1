import type { AppRouter } from '@stele/core/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCClient, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { connection, type Outcome } from './connection.ts';
import { errorOf, isApiError, isPassing, responseOf } from './errors.ts';
import { streamPositions } from './stream-positions.ts';

/** Inputs of every procedure. */
export type Inputs = inferRouterInputs<AppRouter>;
/** Answers of every procedure. */
export type Outputs = inferRouterOutputs<AppRouter>;

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** All operations, as queries and mutations. */
export type Api = ReturnType<typeof useTRPC>;

/** Takes away what the library adds to the input of endless lists, which the API, rightly, doesn't know. */
const withoutDirection: TRPCLink<AppRouter> = () => {
  return ({ op, next }) => {
    if (!op.input || typeof op.input !== 'object' || !('direction' in op.input)) return next(op);
    const { direction: _direction, ...input } = op.input;
    return next({ ...op, input });
  };
};

/** Tells the connection of every request and its end. */
const watched: TRPCLink<AppRouter> = () => {
  return ({ op, next }) =>
    observable((observer) => {
      const end = connection.begin({ isRead: op.type === 'query' });
      const request = next(op).subscribe({
        next: (answer) => {
          end('answered');
          observer.next(answer);
        },
        error: (error) => {
          end(outcomeOf(error));
          observer.error(error);
        },
        complete: () => observer.complete(),
      });
      return () => {
        end('aborted');
        request.unsubscribe();
      };
    });
};

/** Answers of a proxy, or of the admin's own server, that the API isn't there; also the API's, about its database. */
const UNAVAILABLE = [502, 503, 504];

function outcomeOf(error: unknown): Outcome {
  if (!isApiError(error)) return 'lost';
  if (error.cause?.name === 'AbortError') return 'aborted';
  const response = responseOf(error);
  const status = errorOf(error).status || response?.status;
  if (status === undefined) return 'lost';
  return UNAVAILABLE.includes(status) ? 'unavailable' : 'answered';
}

/** Asks, and notes from where on the event stream has what the answer lacks. */
const ask = async (url: RequestInfo | URL, init?: object): Promise<Response> => {
  const response = await fetch(url, init);
  streamPositions.hear(response.headers);
  return response;
};

/** The API's client. Reads that begin together share a request; every write has one of its own. */
export function newTrpcClient(): TRPCClient<AppRouter> {
  const url = '/trpc';
  return createTRPCClient<AppRouter>({
    links: [
      withoutDirection,
      watched,
      splitLink({
        condition: ({ type }) => type === 'mutation',
        true: httpLink({ url }),
        false: httpBatchLink({ url, fetch: ask, maxURLLength: 4000, maxItems: 20 }),
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
        retry: (failures, error) => failures < 2 && isPassing(errorOf(error)),
      },
    },
  });
}

/** Where the next page of a list begins; undefined after the last one. */
export function nextCursor(page: { readonly next_cursor: string | null }): string | undefined {
  return page.next_cursor ?? undefined;
}
