import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import { ApiError, envelopeOf } from './api-error.ts';
import type { paths } from './api-types.ts';
import { type RetryOptions, retryingFetch } from './retrying-fetch.ts';

/** Whom a client talks to, and how. */
export interface ClientOptions extends RetryOptions {
  /** Address of the API, without `/v1`. */
  readonly url: string;
  /** A project token; without one, only what anybody may read is answered. */
  readonly token?: string;
  /** Sends the requests; the platform's `fetch` unless given. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<V extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { readonly [Key in V]: object } ? Path : never;
}[keyof paths];
type OperationOf<Path extends keyof paths, V extends Verb> = paths[Path][V] & Record<string | number, unknown>;
type Init<Path extends keyof paths, V extends Verb> = MaybeOptionalInit<paths[Path], V>;
type InitArguments<I> = Record<never, never> extends I ? [init?: I] : [init: I];
type DataOf<Path extends keyof paths, V extends Verb, I> = NonNullable<
  FetchResponse<OperationOf<Path, V>, I, 'application/json'>['data']
>;

/** Sends a request and resolves to what was answered. @throws ApiError */
export type Call<V extends Verb> = <Path extends PathsWith<V>, I extends Init<Path, V>>(
  path: Path,
  ...init: InitArguments<I>
) => Promise<DataOf<Path, V, I>>;

type PageOf<Path extends keyof paths> = DataOf<Path, 'get', Record<never, never>>;
/** Routes that answer a list. */
export type ListPath = {
  [Path in PathsWith<'get'>]: PageOf<Path> extends { data: unknown[]; next_cursor: string | null } ? Path : never;
}[PathsWith<'get'>];
/** What a list holds. */
export type ItemOf<Path extends ListPath> = PageOf<Path> extends { data: (infer Item)[] } ? Item : never;

/** A client of one API. Paths and bodies are those of its OpenAPI document. */
export interface Client {
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** Everything that a list holds, page after page, each read when it's needed. @throws ApiError */
  list<Path extends ListPath>(
    path: Path,
    ...init: InitArguments<Init<Path, 'get'>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
}

/** Makes a client of the API at an address. */
export function createClient({
  url,
  token,
  fetch = (request) => globalThis.fetch(request),
  ...retry
}: ClientOptions): Client {
  const client = createFetchClient<paths>({
    baseUrl: `${url.replace(/\/+$/, '')}/v1`,
    fetch: retryingFetch(fetch, retry),
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  type Answer = { data?: unknown; error?: unknown; response: Response };
  // The signatures of `Client` say what each path takes and gives; here it's one function for all of them.
  const send = client.request as unknown as (verb: Verb, path: string, init?: object) => Promise<Answer>;
  const call =
    (verb: Verb) =>
    async (path: string, init?: object): Promise<unknown> => {
      const { data, error, response } = await send(verb, path, init);
      if (!response.ok) throw new ApiError(response, envelopeOf(error));
      return data;
    };
  const get = call('get');
  async function* list(path: string, init: { params?: { query?: object } } = {}): AsyncGenerator<unknown> {
    let cursor: string | null | undefined;
    do {
      const query = { ...init.params?.query, ...(cursor && { cursor }) };
      const page = (await get(path, { ...init, params: { ...init.params, query } })) as {
        data: unknown[];
        next_cursor: string | null;
      };
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor);
  }
  return { get, post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete'), list } as Client;
}
