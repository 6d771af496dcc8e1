import { DamagedObjectError } from '@stele/storage';
import { inOrder } from './in-order.ts';
import type { Backup, ObjectLine, ReportProgress } from './manifest.ts';
import { readObjectLines } from './objects.ts';
import { type BackupRepository, DamagedBackupError } from './repository.ts';
import { digestOfStream, UnreadableFileError } from './vault.ts';

const AT_ONCE = 8;

/**
 * Reads every file that a backup needs, and compares it with its digest.
 *
 * @returns a sentence for each that is missing or damaged: without any, it can be restored
 */
export async function verifyBackup(place: BackupRepository, backup: Backup, report: ReportProgress): Promise<string[]> {
  const faults: string[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof DamagedBackupError || error instanceof UnreadableFileError)) throw error;
    faults.push(error.message);
  };
  const { tables, objects, secrets } = backup;
  const ofTables = Object.values(tables).flatMap(({ chunks }) => chunks);
  const chunks = new Set([...ofTables, ...objects.chunks, ...(secrets === null ? [] : [secrets])]);
  const readChunk = (digest: string): Promise<unknown> => place.getLines(digest).catch(note);
  for await (const _ of inOrder(chunks, AT_ONCE, readChunk));
  let done = 0;
  const check = async (line: ObjectLine): Promise<void> => {
    await checkObject(place, line).catch(note);
    report({ step: 'objects', done: ++done, total: objects.lines });
  };
  // A damaged chunk is named above; what the others list is checked all the same.
  for (const chunk of objects.chunks) {
    const lines = readObjectLines(place, { chunks: [chunk], lines: 0 });
    for await (const _ of inOrder(readable(lines), AT_ONCE, check));
  }
  return faults;
}

async function* readable(lines: AsyncGenerator<ObjectLine>): AsyncGenerator<ObjectLine> {
  try {
    yield* lines;
  } catch (error) {
    if (!(error instanceof DamagedBackupError || error instanceof UnreadableFileError)) throw error;
  }
}

async function checkObject(place: BackupRepository, [key, , , digest]: ObjectLine): Promise<void> {
  const file = place.keyOf('objects', digest);
  const damaged = (): Error => new DamagedBackupError(`The file ${file} of the backup is damaged: it holds ${key}.`);
  const found = await place.storage.stream(file).catch((error: unknown) => {
    if (error instanceof DamagedObjectError) throw damaged();
    throw error;
  });
  if (found === null) throw new DamagedBackupError(`The file ${file} of the backup is missing: it holds ${key}.`);
  const read = await digestOfStream(place.vault.openStream(file, found.body as AsyncIterable<Uint8Array>));
  if (read !== digest) throw damaged();
}
