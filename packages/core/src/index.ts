export type { CoreSettings } from './access/caller.ts';
export { addressBehind, CLIENT_ADDRESS_HEADER } from './access/client-address.ts';
export { commandToken } from './access/command-token.ts';
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
export type { DeliveryOptions } from './delivery/delivery.ts';
export type { Context, ProjectContext } from './domains/context.ts';
export { prepareSetup } from './domains/instance/instance.store.ts';
export { appointOperator } from './domains/people/appoint-operator.ts';
export type { Services } from './domains/services.ts';
export { backUp } from './features/backup/back-up.ts';
export type { Backup, Progress } from './features/backup/manifest.ts';
export { moveInstance } from './features/backup/move.ts';
export { assertCurrent, openTarget } from './features/backup/open-target.ts';
export { type BackupRepository, openBackupRepository } from './features/backup/repository.ts';
export { readEntry, restoreInstance, restoreProject } from './features/backup/restore.ts';
export { removeOldBackups } from './features/backup/retention.ts';
export { type InstanceSecrets, loadSecrets, lossesOf } from './features/backup/secrets.ts';
export { MIN_SIGNING_KEY } from './features/backup/signature.ts';
export type { BackupKey } from './features/backup/vault.ts';
export { verifyInstance } from './features/backup/verify.ts';
export { verifyBackup } from './features/backup/verify-backup.ts';
export { type ExaminedInstance, examineInstance } from './features/doctor/examine.ts';
export { type Finding, fault, ok, warn } from './features/doctor/finding.ts';
export { noteBackup } from './features/operating/last-backup.ts';
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
export { DATABASE_COPY_PATH } from './server/database-copy-route.ts';
export { nodeListener } from './server/node-listener.ts';
export {
  type AppRouter,
  appRouter,
  type ErrorCode,
  errors,
  type LimitName,
  limits,
  parseLimits,
  registry,
} from './server/registry.ts';
export { type SeededInstance, type SeedKind, seedInstance } from './server/seed/seed-instance.ts';
export { type RunningServices, type ServiceOptions, startServices } from './server/start-services.ts';
export { createWebHandler, type WebHandler } from './server/web-handler.ts';
