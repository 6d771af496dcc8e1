// A process that pushes a schema to a project, and reports the answer.
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { syncSchema } from '../../src/domains/schema/sync-schema.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import type { DatabaseSettings } from '../../src/platform/database/database-settings.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { newEncryptionKeys } from '../../src/platform/secret-box.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startServices } from '../../src/server/start-services.ts';

/** The task of the process. */
export interface PushOptions {
  readonly database: DatabaseSettings;
  readonly directory: string;
  readonly projectId: string;
  readonly schema: unknown;
  readonly baseVersion: number;
}

const options = JSON.parse(process.argv[2] ?? '{}') as PushOptions;
const log = pino({ level: 'silent' });
const url = 'http://api.test';
const database = await openDatabase(options.database, { log, migrate: false });
const services = await startServices({
  settings: {
    apiUrl: url,
    adminUrl: url,
    contentUrl: url,
    authSecret: 's'.repeat(40),
    encryptionKeys: newEncryptionKeys(),
    proxySecret: null,
  },
  database,
  storage: createDiskStorage({
    driver: 'disk',
    directory: options.directory,
    publicUrl: url,
    signingKey: 'k'.repeat(40),
  }),
  limits: parseLimits(''),
  log,
});
const context = await systemProjectContext(services, options.projectId);
const { version, migrated_entries, snapshot_id } = await syncSchema(context, {
  schema: options.schema,
  base_version: options.baseVersion,
});
await services.stop();
await database.close();
process.send?.({ version, migrated_entries, went_live: snapshot_id !== null });
process.disconnect();
