/** Internals of the core for tests of other packages, without all that its entry brings. */

export type { Backup } from '../../src/features/backup/manifest.ts';
export { noteBackup } from '../../src/features/operating/last-backup.ts';
export { lockDataFolder } from '../../src/platform/database/lock-data-folder.ts';
export { enqueueJobs } from '../../src/platform/job-queue.store.ts';
export { demoEntries } from '../../src/server/seed/demo-content.ts';
export { demoSchema } from '../../src/server/seed/demo-schema.ts';
