import type { components } from './api-types.ts';
import type { ItemOf, ProjectPaths, Routes } from './client.ts';

/** Collections with unknown fields. */
export type AnyDrafts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A field of `@stele/schema`, as far as it has a type: this package stands without that one. */
interface TypedField {
  readonly '~types'?: { readonly draft: unknown };
}
interface TypedConfig {
  readonly collections: readonly {
    readonly key: string;
    readonly fields: Readonly<Record<string, TypedField>>;
  }[];
}
type DraftValue<Field> = Field extends { readonly '~types'?: { readonly draft: infer Draft } } ? Draft : never;

/** Collection key → values of its drafts, of a config: `typeof config`. Each value may be missing; null clears it. */
export type DraftsOf<Schema> = Schema extends TypedConfig
  ? {
      readonly [Member in Schema['collections'][number] as Member['key']]: {
        readonly [Key in keyof Member['fields']]?: DraftValue<Member['fields'][Key]> | null;
      };
    }
  : Schema;

/** Locale → values. */
export type ByLocale<Values> = Readonly<Record<string, Values>>;

/** An entry whose values have types. */
export type EntryWith<Values> = Omit<components['schemas']['Entry'], 'values'> & { readonly values: ByLocale<Values> };

/** An entry in a list, with its newest values and those that are live, which have the form of drafts. */
export type ListedWith<Values> = Omit<ItemOf<'/entries', ProjectPaths>, 'values' | 'live_values'> & {
  readonly values: ByLocale<Values>;
  readonly live_values: ByLocale<Values>;
};

type CreateBody = NonNullable<ProjectPaths['/entries']['post']['requestBody']>['content']['application/json'];
type WrittenValues = NonNullable<CreateBody['values']>;
type Query = NonNullable<ProjectPaths['/entries']['get']['parameters']['query']>;
type EntryVersion = Pick<EntryWith<unknown>, 'id' | 'version'>;

/** Entries of one collection. Calls throw as the routes do: ApiError, ConnectionError. */
export interface CollectionClient<Values> {
  /** Makes an entry, as a draft. */
  create(values: ByLocale<Values>, more?: Omit<CreateBody, 'collection_key' | 'values'>): Promise<EntryWith<Values>>;
  /** An entry with its newest values. @throws TypeError for one of another collection */
  get(entryId: string): Promise<EntryWith<Values>>;
  /** All entries, page after page, each read when it's needed. */
  list(query?: Omit<Query, 'collection' | 'include' | 'cursor'>): AsyncGenerator<ListedWith<Values>, void, undefined>;
  /** Changes the named fields of an entry as it was read; null clears one. A newer version is refused with 409. */
  change(entry: EntryVersion, values: ByLocale<Values>): Promise<EntryWith<Values>>;
  /** Publishes some locales of an entry as it was read. When it resolves, they're live. */
  publish(entry: EntryVersion, locales: readonly string[]): Promise<components['schemas']['PublishResult']>;
}

/** Makes a client of a collection from the routes of its project. */
export function collectionClient(routes: Routes<ProjectPaths>, key: string): CollectionClient<unknown> {
  // The types of values are the schema's word; the API checks them.
  const own = (entry: components['schemas']['Entry']) => entry as EntryWith<unknown>;
  return {
    async create(values, more) {
      const body = { ...more, collection_key: key, values: values as WrittenValues };
      return own(await routes.post('/entries', { body }));
    },
    async get(entryId) {
      const entry = await routes.get('/entries/{entryId}', { params: { path: { entryId } } });
      if (entry.collection_key === key) return own(entry);
      throw new TypeError(`The entry ${entryId} is of ${entry.collection_key}, not of ${key}.`);
    },
    list(query = {}) {
      const params = { query: { ...query, collection: key, include: 'values,live_values' } };
      return routes.list('/entries', { params }) as AsyncGenerator<ListedWith<unknown>, void, undefined>;
    },
    async change({ id, version }, values) {
      const body = { base_version: version, values: values as WrittenValues };
      return own(await routes.patch('/entries/{entryId}/draft', { params: { path: { entryId: id } }, body }));
    },
    publish: ({ id, version }, locales) =>
      routes.post('/entries/{entryId}/publish', {
        params: { path: { entryId: id } },
        body: { locales, base_version: version },
      }),
  };
}
