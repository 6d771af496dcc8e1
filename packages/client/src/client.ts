import createFetchClient, { type FetchOptions, type ParseAsResponse } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { type AnyDrafts, type CollectionClient, collectionClient, type DraftsOf } from './collection-client.ts';
import { patientFetch, type RetryOptions } from './patient-fetch.ts';

/** Whom a client talks to, and how. */
export interface ClientOptions extends RetryOptions {
  /** Address of the API, without `/v1`. */
  readonly url: string;
  /** A project token, or a person's; without one, only public routes answer. */
  readonly token?: string;
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends all requests. */
  readonly signal?: AbortSignal;
  /** Sends the requests; the platform's `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsWith<P, V extends Verb> = {
  [Path in keyof P]: P[Path] extends { readonly [Key in V]: object } ? Path : never;
}[keyof P];
type OperationOf<P, Path extends keyof P, V extends Verb> = P[Path][V & keyof P[Path]];
type Json<Body> = { readonly content: { readonly 'application/json': Body } };
type BodyOf<Operation> = Operation extends { readonly requestBody: Json<infer Body> }
  ? { readonly body: Body }
  : Operation extends { readonly requestBody?: Json<infer Body> }
    ? { readonly body?: Body }
    : { readonly body?: never };
type Init<P, Path extends keyof P, V extends Verb> = Omit<FetchOptions<OperationOf<P, Path, V>>, 'body'> &
  BodyOf<OperationOf<P, Path, V>>;
type InitArguments<I> = Record<never, never> extends I ? [init?: I] : [init: I];
type Success = 200 | 201 | 202;
type AnswerOf<Operation> = Operation extends { readonly responses: infer Answers }
  ? { [Status in keyof Answers & Success]: Answers[Status] extends Json<infer Body> ? Body : never }[keyof Answers &
      Success]
  : never;
type DataOf<P, Path extends keyof P, V extends Verb, I> = ParseAsResponse<AnswerOf<OperationOf<P, Path, V>>, I>;

/** Sends a request and resolves to the answer. @throws ApiError, ConnectionError */
export type Call<V extends Verb, P = paths> = <Path extends PathsWith<P, V>, I extends Init<P, Path, V>>(
  path: Path,
  ...init: InitArguments<I>
) => Promise<DataOf<P, Path, V, I>>;

type PageOf<P, Path extends keyof P> = AnswerOf<OperationOf<P, Path, 'get'>>;
/** Routes that answer a list. */
export type ListPath<P = paths> = {
  [Path in PathsWith<P, 'get'>]: PageOf<P, Path> extends { data: readonly unknown[]; next_cursor: string | null }
    ? Path
    : never;
}[PathsWith<P, 'get'>];
/** An item of a list. */
export type ItemOf<Path extends ListPath<P>, P = paths> =
  PageOf<P, Path> extends { data: readonly (infer Item)[] } ? Item : never;

/** Calls of some routes. */
export interface Routes<P> {
  readonly get: Call<'get', P>;
  readonly post: Call<'post', P>;
  readonly put: Call<'put', P>;
  readonly patch: Call<'patch', P>;
  readonly delete: Call<'delete', P>;
  /** Everything that a list holds, page after page, each read when it's needed. @throws ApiError, ConnectionError */
  list<Path extends ListPath<P>>(
    path: Path,
    ...init: InitArguments<Init<P, Path, 'get'>>
  ): AsyncGenerator<ItemOf<Path, P>, void, undefined>;
}

type WithoutProject<Operation> = Operation extends { readonly parameters: { readonly path: infer Named } }
  ? Omit<Operation, 'parameters'> & {
      readonly parameters: Omit<Operation['parameters'], 'path'> &
        (Exclude<keyof Named, 'projectId'> extends never ? unknown : { readonly path: Omit<Named, 'projectId'> });
    }
  : Operation;
/** The routes of a project, by the part after `/projects/{projectId}`. */
export type ProjectPaths = {
  readonly [Path in keyof paths as Path extends `/projects/{projectId}${infer Rest}` ? Rest : never]: {
    readonly [V in keyof paths[Path]]: WithoutProject<paths[Path][V]>;
  };
};
/** A client of one project, whose paths begin behind `/projects/{projectId}`; that of the project itself is empty. */
export interface ProjectClient<Schema = AnyDrafts> extends Routes<ProjectPaths> {
  /** Entries of a collection, with the types of its schema. */
  collection<Key extends keyof DraftsOf<Schema> & string>(key: Key): CollectionClient<DraftsOf<Schema>[Key]>;
}

/** A client of one API. Paths and bodies are those of its OpenAPI document. */
export interface Client<Schema = AnyDrafts> extends Routes<paths> {
  /** The same for one project. */
  project(id: string): ProjectClient<Schema>;
}

/** How many items of a list are requested at a time unless a call says otherwise. */
const PAGE = 100;

/**
 * Makes a client of the API at an address.
 *
 * @template Schema what types the values of entries: `typeof config`
 */
export function createClient<Schema = AnyDrafts>(options: ClientOptions): Client<Schema> {
  const { token, headers = {}, signal, fetch = (request) => globalThis.fetch(request), ...retry } = options;
  const url = options.url.replace(/\/+$/, '');
  const client = createFetchClient<paths>({
    baseUrl: `${url}/v1`,
    fetch: patientFetch(url, fetch, retry),
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(signal && { signal }),
  });
  // The signatures of `Client` say what each path takes and gives; here it's one function for all of them.
  const send = client.request as unknown as (verb: Verb, path: string, init: object) => Promise<{ data?: unknown }>;
  return {
    ...routes(async (verb, path, init) => (await send(verb, path, init)).data),
    project: (projectId: string) => {
      const own = routes(async (verb, path, init) => {
        const params = { ...init.params, path: { ...init.params?.path, projectId } };
        return (await send(verb, `/projects/{projectId}${path}`, { ...init, params })).data;
      });
      return { ...own, collection: (key: string) => collectionClient(own as unknown as Routes<ProjectPaths>, key) };
    },
  } as unknown as Client<Schema>;
}

interface AnyInit {
  readonly params?: { readonly path?: object; readonly query?: object };
}
type Page = { readonly data: readonly unknown[]; readonly next_cursor: string | null };

function routes(send: (verb: Verb, path: string, init: AnyInit) => Promise<unknown>) {
  const call =
    (verb: Verb) =>
    (path: string, init: AnyInit = {}) =>
      send(verb, path, init);
  async function* list(path: string, init: AnyInit = {}): AsyncGenerator<unknown> {
    let cursor: string | null | undefined;
    do {
      const query = { limit: PAGE, ...init.params?.query, ...(cursor && { cursor }) };
      const page = (await send('get', path, { ...init, params: { ...init.params, query } })) as Page;
      yield* page.data;
      cursor = page.next_cursor;
    } while (cursor);
  }
  return { get: call('get'), post: call('post'), put: call('put'), patch: call('patch'), delete: call('delete'), list };
}
