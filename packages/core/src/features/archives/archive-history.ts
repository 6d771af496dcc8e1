import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import type { Schemas } from '../../content/schemas.ts';
import { translationSource } from '../../entries/last-translation.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { packArchive, removeUnfinished, storeArchive } from './archive-file.ts';
import {
  type ArchivedRow,
  type ArchiveScope,
  type ArchivingProject,
  completeArchive,
  deleteArchived,
  findArchivingProjects,
  findUnfinished,
  loadArchivable,
  lockArchivable,
} from './archive-history.store.ts';

const DAY_MS = 24 * 60 * 60_000;

interface ArchiveServices {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Rows changed between being written to a file and being removed. They stay, and go with a later run. */
class Changed extends Error {}

/**
 * Moves what is older than projects want to keep to files in storage. A file is written and read back before its rows are removed,
 * in one transaction with the note that it's complete; files without that note are removed a day later, as all that a database
 * which is set back may still need.
 *
 * @returns how many rows were moved
 * @throws the last error of a project, once all others are done
 */
export async function archiveHistory(services: ArchiveServices, signal: AbortSignal): Promise<number> {
  let moved = 0;
  let failed: { readonly error: unknown } | null = null;
  for (const project of await findArchivingProjects(services.database.pool)) {
    try {
      moved += await archiveProject(services, project, signal);
    } catch (error) {
      signal.throwIfAborted();
      services.log.error({ err: error, projectId: project.id }, 'the history of a project could not be archived');
      failed = { error };
    }
  }
  if (failed) throw failed.error;
  return moved;
}

async function archiveProject(
  services: ArchiveServices,
  { id: projectId, days, defaultLocale, schemaVersion }: ArchivingProject,
  signal: AbortSignal,
): Promise<number> {
  const { database, schemas, clock } = services;
  const over = new Date(clock.now().getTime() - DAY_MS);
  for (const id of await findUnfinished(database.pool, projectId, over)) await removeUnfinished(services, id);
  if (days === null) return 0;
  const source = translationSource(defaultLocale, await schemas.load(projectId, schemaVersion));
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  let moved = 0;
  for (const kind of ['versions', 'audit'] as const) {
    const scope = { projectId, kind, source, before };
    let last: ArchivedRow | undefined;
    for (;;) {
      signal.throwIfAborted();
      const rows = await loadArchivable(database.pool, scope, last);
      if (rows.length === 0) break;
      try {
        await archive(services, scope, rows);
      } catch (error) {
        if (error instanceof Changed) break;
        throw error;
      }
      moved += rows.length;
      last = rows.at(-1);
    }
  }
  return moved;
}

async function archive(
  { database, storage, clock }: ArchiveServices,
  scope: ArchiveScope,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const { projectId, kind } = scope;
  const lines = rows.map(({ line }) => line);
  const file = await packArchive(projectId, lines);
  const times = rows.map(({ at }) => at.getTime());
  const id = newId('archive');
  const createdAt = clock.now();
  await database.prisma.archive.create({
    data: {
      ...{ id, projectId, kind, createdAt, rows: rows.length },
      ...{ key: file.key, sha256: file.sha256, bytes: file.body.length },
      firstAt: new Date(Math.min(...times)),
      lastAt: new Date(Math.max(...times)),
    },
  });
  await storeArchive(storage, file);
  await inTransaction(database.pool, async (client) => {
    const now = await lockArchivable(client, scope, rows);
    if (now.join('\n') !== lines.join('\n')) throw new Changed();
    const removed = await deleteArchived(client, kind, rows);
    if (removed !== rows.length || !(await completeArchive(client, id, clock.now()))) throw new Changed();
  });
}
