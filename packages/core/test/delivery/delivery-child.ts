// A process that publishes one entry after another and does the jobs beside it, until it's killed.
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { createEntry } from '../../src/domains/entries/create-entry.ts';
import { publishEntry } from '../../src/domains/entries/publish-entry.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startServices } from '../../src/server/start-services.ts';
import { ENCRYPTION_KEYS } from '../support/test-app.ts';

/** The options that the process gets from its parent. */
export interface DeliveryChildOptions {
  readonly databaseUrl: string;
  readonly directory: string;
  readonly projectId: string;
  readonly origins: Readonly<Record<string, string>>;
}

const { databaseUrl, directory, projectId, origins } = JSON.parse(process.argv[2] ?? '{}') as DeliveryChildOptions;
const log = pino({ level: 'silent' });
const url = 'http://api.test';
const database = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 5 }, { log });
const services = await startServices({
  settings: {
    apiUrl: url,
    adminUrl: url,
    contentUrl: url,
    authSecret: 's'.repeat(40),
    encryptionKeys: ENCRYPTION_KEYS,
    proxySecret: null,
  },
  database,
  storage: createDiskStorage({ driver: 'disk', directory, publicUrl: url, signingKey: 'k'.repeat(40) }),
  limits: parseLimits(''),
  log,
  delivery: { allowsPrivateTargets: true, origins },
  // Ten times as fast as clocks go, so that leases of killed processes and waits end soon.
  clock: { now: () => new Date(Date.now() * 10) },
});
process.send?.('ready');
process.on('message', async () => {
  for (;;) {
    const ctx = await systemProjectContext(services, projectId);
    const values = { en: { title: 'x' } };
    const { id } = await createEntry(ctx, { projectId, collection_key: 'posts', values });
    await publishEntry(ctx, { projectId, entryId: id, locales: ['en'] });
    process.send?.({ published: id });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
  }
});
