export type { CoreSettings } from './access/caller.ts';
export { addressBehind, CLIENT_ADDRESS_HEADER } from './access/client-address.ts';
export type { LimitTable } from './access/limits/limits.ts';
export { parseQuotas } from './access/limits/quotas.ts';
export type { RedisSettings } from './access/limits/redis-client.ts';
export type { MailSettings } from './access/mailer.ts';
export { parseOperatorOnly } from './access/operator-only.ts';
export type { Scope } from './access/permissions.ts';
export {
  parseSingleSignOn,
  SINGLE_SIGN_ON_SETTINGS,
  type SingleSignOnSettings,
} from './access/providers/provider-settings.ts';
export { createOpenApiDocument } from './api/openapi/document.ts';
export { backUp } from './backup/back-up.ts';
export type { Backup, Progress } from './backup/manifest.ts';
export { moveInstance } from './backup/move.ts';
export { assertCurrent, openTarget } from './backup/open-target.ts';
export { type BackupPlace, openPlace } from './backup/place.ts';
export { readEntry, restoreInstance, restoreProject } from './backup/restore.ts';
export { removeOldBackups } from './backup/retention.ts';
export { type InstanceSecrets, loadSecrets, lossesOf } from './backup/secrets.ts';
export { MIN_SIGNING_KEY } from './backup/signature.ts';
export type { BackupKey } from './backup/vault.ts';
export { verifyInstance } from './backup/verify.ts';
export { verifyBackup } from './backup/verify-backup.ts';
export type { DeliveryOptions } from './delivery/delivery.ts';
export type { Context, ProjectContext } from './domains/context.ts';
export { prepareSetup } from './domains/instance/instance.store.ts';
export { noteBackup } from './domains/operating/last-backup.ts';
export { appointOperator } from './domains/people/appoint-operator.ts';
export {
  type AppRouter,
  appRouter,
  type ErrorCode,
  errors,
  type LimitName,
  limits,
  parseLimits,
  registry,
} from './domains/registry.ts';
export type { Services } from './domains/services.ts';
export type { Actor } from './platform/actor.ts';
export type { Clock } from './platform/clock.ts';
export type { DatabaseSettings } from './platform/database/database-settings.ts';
export { DataFolderInUseError, lockDataFolder } from './platform/database/lock-data-folder.ts';
export { migrate } from './platform/database/migrate.ts';
export { type Database, openDatabase } from './platform/database/open-database.ts';
export { ApiError, type ErrorDetail, type ErrorEnvelope } from './platform/errors.ts';
export { isLocalHost } from './platform/local-address.ts';
export { newEncryptionKeys, parseEncryptionKeys } from './platform/secret-box.ts';
export { DEFAULT_RETENTION, type Retention } from './publishing/sweep/retention.ts';
export { refuseBroken } from './server/broken-requests.ts';
export { commandToken } from './server/command-token.ts';
export { DATABASE_COPY_PATH } from './server/database-copy-route.ts';
export { type ExaminedInstance, examineInstance } from './server/doctor/examine.ts';
export { type Finding, fault, ok, warn } from './server/doctor/finding.ts';
export { nodeListener } from './server/node-listener.ts';
export { type SeededInstance, type SeedKind, seedInstance } from './server/seed/seed-instance.ts';
export { type RunningServices, type ServiceOptions, startServices } from './server/start-services.ts';
export { createWebHandler, type WebHandler } from './server/web-handler.ts';
