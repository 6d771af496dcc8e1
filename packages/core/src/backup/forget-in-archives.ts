import type { ObjectStorage } from '@stele/storage';
import { type ForgottenPerson, nameForgetter } from '../access/forget-person.store.ts';
import type { Archive } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Database } from '../platform/database/open-database.ts';
import { newId } from '../platform/ids.ts';
import { exchangeFile } from './archive.store.ts';
import { packArchive, readArchive, removeUnfinished, storeArchive } from './archive-file.ts';

interface ArchiveServices {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** Archives that are listed at once. */
const PAGE = 100;

/**
 * Replaces the name of a person in the archives of all projects. It reads every file that can name them. Can be interrupted at any
 * moment, and started again: a file that is replaced, or was to take its place, belongs to an unfinished archive until it's
 * removed, which the next run of {@link archiveHistory} makes up for.
 *
 * @returns how many rows were changed
 */
export async function replaceNamesInArchives(
  services: ArchiveServices,
  person: ForgottenPerson,
  signal: AbortSignal,
): Promise<number> {
  let replaced = 0;
  for (let after = ''; ; ) {
    const archives = await services.database.prisma.archive.findMany({
      where: { completedAt: { not: null }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    for (const archive of archives) {
      signal.throwIfAborted();
      replaced += await replaceNamesIn(services, archive, person);
    }
    const last = archives.at(-1);
    if (!last || archives.length < PAGE) return replaced;
    after = last.id;
  }
}

async function replaceNamesIn(
  { database, storage, clock }: ArchiveServices,
  archive: Archive,
  person: ForgottenPerson,
): Promise<number> {
  const lines = (await readArchive(storage, archive.key))?.trimEnd().split('\n') ?? [];
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
  await removeUnfinished({ database, storage }, { id: unfinished.id, key: isExchanged ? archive.key : key });
  if (!isExchanged) throw new Error(`The archive ${archive.id} was changed by others.`);
  return changed;
}
