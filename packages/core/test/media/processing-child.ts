// A process that processes assets until it's killed.
import { setTimeout } from 'node:timers/promises';
import { openStorage } from '@stele/storage';
import { pino } from 'pino';
import { processAssets } from '../../src/domains/assets/processing/process-assets.ts';
import { JobRunner } from '../../src/jobs/runner.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { Telemetry } from '../../src/platform/telemetry/telemetry.ts';
import { textProcessor } from './test-processors.ts';

const [, , url = '', directory = ''] = process.argv;
const log = pino({ level: 'silent' });
const database = await openDatabase({ kind: 'postgres', url, poolSize: 4 }, { log });
const storage = await openStorage({
  driver: 'disk',
  directory,
  publicUrl: 'http://content.test',
  signingKey: 'k'.repeat(40),
});
/** Ten times as fast as clocks go, so that leases of killed processes end soon. */
const clock = { now: () => new Date(Date.now() * 10) };
const processor = textProcessor(() => setTimeout(Math.random() * 40));
const handlers = [processAssets];
const runner = new JobRunner({ pool: database.pool, clock, log, handlers, telemetry: new Telemetry() });
await runner.start({ looks: true }, { database, storage, media: { processor, storageLimit: null }, clock });
process.send?.('ready');
