export { ApiError, type ErrorCode, type ErrorDetail } from './api-error.ts';
export type { components, operations, paths } from './api-types.ts';
export { type Call, type Client, type ClientOptions, createClient, type ItemOf, type ListPath } from './client.ts';
export type { RetryOptions } from './retrying-fetch.ts';
