import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import { type ForgottenPerson, nameForgetter } from '../../access/forget-person.store.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { packArchive, readArchive, storeArchive } from './archive-file.ts';
import { exchangeFile } from './archive-history.store.ts';

interface ArchiveServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Archives that are listed at once. */
const PAGE = 100;

/**
 * Replaces the name of a person in the archives of all projects. It reads every file that can name them. Can be interrupted at any
 * moment, and started again: a file that was replaced, or was to take its place, belongs to an unfinished archive until
 * {@link archiveHistory} removes it a day later.
 *
 * @returns how many rows were changed
 * @throws the last error of an archive, once all others are done
 */
export async function replaceNamesInArchives(
  services: ArchiveServices,
  person: ForgottenPerson,
  signal: AbortSignal,
): Promise<number> {
  let replaced = 0;
  let failed: { readonly error: unknown } | null = null;
  for (let after = ''; ; ) {
    const archives = await services.database.prisma.archive.findMany({
      where: { completedAt: { not: null }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    for (const archive of archives) {
      signal.throwIfAborted();
      try {
        replaced += await replaceNamesIn(services, archive, person);
      } catch (error) {
        services.log.error({ err: error, archiveId: archive.id }, 'the names in an archive could not be replaced');
        failed = { error };
      }
    }
    const last = archives.at(-1);
    if (!last || archives.length < PAGE) break;
    after = last.id;
  }
  if (failed) throw failed.error;
  return replaced;
}

/** A row of the table of archives. */
type StoredArchive = Awaited<ReturnType<Database['prisma']['archive']['findUniqueOrThrow']>>;

async function replaceNamesIn(
  { database, storage, clock }: ArchiveServices,
  archive: StoredArchive,
  person: ForgottenPerson,
): Promise<number> {
  const whole = await readArchive(storage, archive.key);
  if (whole === null) throw new Error(`The file of the archive ${archive.id} is missing.`);
  const lines = whole.trimEnd().split('\n');
  const forget = nameForgetter(person);
  const without = lines.map((line) => forget(line, archive.kind === 'audit'));
  const changed = without.filter((line, index) => line !== lines[index]).length;
  if (changed === 0) return 0;
  const file = await packArchive(archive.projectId, without);
  const { key, sha256 } = file;
  const named = { key, sha256, bytes: file.body.length };
  const unfinished = { ...archive, ...named, id: newId('archive'), createdAt: clock.now(), completedAt: null };
  await database.prisma.archive.create({ data: unfinished });
  await storeArchive(storage, file);
  const isExchanged = await inTransaction(database.pool, (tx) => exchangeFile(tx, archive, named, unfinished.id));
  if (!isExchanged) throw new Error(`The archive ${archive.id} was changed by others.`);
  return changed;
}
