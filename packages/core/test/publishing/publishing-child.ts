// A process that publishes and restores in the one project of a database, stopping for good at a step that its parent names.
import { createDiskStorage } from '@stele/storage';
import { FaultyStorage } from '@stele/storage/testing';
import { pino } from 'pino';
import { NO_QUOTAS } from '../../src/access/limits/quotas.ts';
import { Schemas } from '../../src/content/schemas.ts';
import type { ProjectContext } from '../../src/domains/context.ts';
import { createEntry } from '../../src/domains/entries/create-entry.ts';
import { publishEntry } from '../../src/domains/entries/publish-entry.ts';
import type { Services } from '../../src/domains/services.ts';
import { restoreSnapshot } from '../../src/domains/snapshots/restore-snapshot.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import { Telemetry } from '../../src/platform/telemetry/telemetry.ts';
import { PointerMirrors } from '../../src/publishing/pointer-mirrors.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { SnapshotObjects } from '../../src/publishing/snapshot-objects.ts';
import { checkLive, readMirror } from '../support/live-state.ts';
import type { ChildOptions, ChildOrder, ChildReport } from './publishing-child-protocol.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const tell = (message: unknown): void => {
  process.send?.(message);
};

/** Stops this process at its next step, so that the parent can kill it exactly there. */
let stopAt: ChildOrder['stopAt'] = null;
let step = 0;
let committed = false;
async function reach(point: string): Promise<void> {
  step++;
  if (step === stopAt || point === stopAt) {
    tell({ stoppedAt: point, committed });
    await new Promise(() => setInterval(() => undefined, 1_000_000));
  }
}

function watchCommits(database: Database): void {
  database.pool.on('acquire', (client) => {
    if (Object.hasOwn(client, 'watched')) return;
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const watched = async (...args: unknown[]): Promise<unknown> => {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string } | undefined)?.text;
      if (text !== 'COMMIT') return query(...args);
      await reach('commit:before');
      const result = await query(...args);
      committed = true;
      await reach('commit:after');
      return result;
    };
    Object.assign(client, { query: watched, watched: true });
  });
}

const log = pino({ level: 'silent' });
const database = await openDatabase(options.database, { log, migrate: options.database.kind === 'pglite' });
watchCommits(database);
const storage = new FaultyStorage(
  createDiskStorage({
    driver: 'disk',
    directory: options.directory,
    publicUrl: 'http://content.test',
    signingKey: 'k'.repeat(40),
  }),
  (point) => reach(point),
);
const clock = { now: () => new Date() };
const mirrors = new PointerMirrors({ database, storage, log });
const schemas = new Schemas(database.pool);
const publisher = new Publisher({
  database,
  objects: new SnapshotObjects(storage),
  mirrors,
  telemetry: new Telemetry(),
  clock,
  log,
  schemas,
  jobs: { wake: () => undefined },
});
// The verbs called here use no other services.
const settings = { apiUrl: 'http://api.test' };
const quotas = NO_QUOTAS;
const parts = { database, storage, mirrors, publisher, schemas, clock, log, settings, quotas };
const services = parts as unknown as Services;
await mirrors.reconcile();

const live = await checkLive(database, storage, options.projectId);
const mirror = await readMirror(storage, options.secret);
const context: ProjectContext = await systemProjectContext(services, options.projectId);
tell({
  live: (live.files['posts.en'] ?? []).map((entry) => [entry.id, String(entry.values.title)]),
  sequence: live.sequence,
  mirroredSequence: mirror?.sequence ?? 0,
  drafts: await database.prisma.entry.findMany({ select: { id: true, title: true } }),
} satisfies ChildReport);

process.on('message', (message: ChildOrder) => {
  void (message.order === 'publish' ? publish(message) : restore(message));
});

async function publish({ title, stopAt: stop }: Extract<ChildOrder, { order: 'publish' }>): Promise<void> {
  const values = { en: { title }, de: { title: `${title} (de)` } };
  const { id } = await createEntry(context, { projectId: options.projectId, collection_key: 'posts', values });
  tell({ created: id });
  await carryOut(stop, () =>
    publishEntry(context, { projectId: options.projectId, entryId: id, locales: ['en', 'de'] }),
  );
}

/** Puts back what was live before the last change. */
async function restore({ stopAt: stop }: Extract<ChildOrder, { order: 'restore' }>): Promise<void> {
  const [, before] = await database.prisma.liveSequence.findMany({ orderBy: { seq: 'desc' }, take: 2 });
  await carryOut(stop, async () => {
    const result = await restoreSnapshot(context, { snapshotId: before?.snapshotId ?? '' });
    return result;
  });
}

async function carryOut(stop: ChildOrder['stopAt'], work: () => Promise<object>): Promise<void> {
  step = 0;
  committed = false;
  stopAt = stop;
  const result = await work().catch((error: unknown) => ({ error: String(error) }));
  await reach('answer:before');
  stopAt = null;
  tell({ result });
}
