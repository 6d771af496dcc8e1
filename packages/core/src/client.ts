/** The types that clients of the API over tRPC use; no code. */

export type { Role } from './access/permissions.ts';
export type { AuthInput, AuthOutput } from './api/auth/auth-operation.ts';
export type { AssetErrorCode } from './media/asset.ts';
export type { RefusalReason } from './platform/error-details.ts';
export type {
  AppRouter,
  AuthRoutes,
  ErrorCode,
  ProjectAuditAction,
  StreamedEventType,
  WebhookEventKind,
} from './server/registry.ts';
