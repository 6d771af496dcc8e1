// A process that processes the assets of a database, stopping for good where its parent tells it to.
import { createDiskStorage } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { pino } from 'pino';
import { ProcessAssets } from '../../src/jobs/process-assets.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import type { ChildOptions } from '../publishing/publishing-child-protocol.ts';
import { textProcessor } from './test-processors.ts';

const {
  database: settings,
  directory,
  stopAt,
} = JSON.parse(process.argv[2] ?? '{}') as ChildOptions & {
  readonly stopAt: string;
};

async function reach(point: string): Promise<void> {
  if (point !== stopAt) return;
  process.send?.({ stoppedAt: point });
  await new Promise(() => setInterval(() => undefined, 1_000_000));
}

const log = pino({ level: 'silent' });
const database = await openDatabase(settings, { log, migrate: settings.kind === 'pglite' });
const disk = createDiskStorage({
  driver: 'disk',
  directory,
  publicUrl: 'http://content.test',
  signingKey: 'k'.repeat(40),
});
let pictures = 0;
const storage = new FaultyStorage(disk, async (point) => {
  if (point === 'put:after') pictures += 1;
  await reach(`${point} ${pictures}`);
});
const processor = textProcessor(() => reach('process'));
new ProcessAssets({ database, storage, processor, clock: { now: () => new Date() }, log });
