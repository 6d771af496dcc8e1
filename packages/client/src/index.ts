export { ApiError, ConnectionError, type ErrorCode, type ErrorDetail } from './api-error.ts';
export type * from './api-types.ts';
export {
  type Call,
  type Client,
  type ClientOptions,
  createClient,
  type ItemOf,
  type ListPath,
  type ProjectClient,
  type ProjectPaths,
  type Routes,
} from './client.ts';
export type { AnyDrafts, ByLocale, CollectionClient, EntryWith, ListedWith } from './collection-client.ts';
export type { Retry, RetryOptions } from './patient-fetch.ts';
