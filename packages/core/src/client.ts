/** What clients of the API over tRPC may know of the core: types, and nothing that runs. */

export type { Role } from './access/permissions.ts';
export type { AppRouter } from './domains/router.ts';
export type { ProjectAuditAction } from './platform/audit-actions.ts';
export type { RefusalReason } from './platform/error-details.ts';
export type { ErrorCode } from './platform/errors.ts';
