/** What clients of the API over tRPC may know of the core: types, and nothing that runs. */
export type { ErrorCode } from './errors.ts';
export type { Role } from './permissions.ts';
export type { AppRouter } from './router.ts';
