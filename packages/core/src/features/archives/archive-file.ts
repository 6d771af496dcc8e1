import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ObjectStorage } from '@stele/storage';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { forgetUnfinished, lockUnfinished } from './archive-history.store.ts';

/** A file of an archive: lines of JSON, compressed with gzip. */
interface ArchiveFile {
  readonly key: string;
  /** Of the compressed bytes. */
  readonly sha256: string;
  readonly body: Buffer;
  readonly text: string;
}

export async function packArchive(projectId: string, lines: readonly string[]): Promise<ArchiveFile> {
  const text = `${lines.join('\n')}\n`;
  const body = await promisify(gzip)(text);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { key: `${projectId}/archives/${sha256}.ndjson.gz`, sha256, body, text };
}

/** Writes a file, and reads it back. @throws Error if it isn't as it was written */
export async function storeArchive(storage: ObjectStorage, { key, body, text }: ArchiveFile): Promise<void> {
  await storage.put(key, body, { contentType: 'application/gzip' });
  if ((await readArchive(storage, key)) !== text) throw new Error(`The archive ${key} is not as it was written.`);
}

/** All lines of a file, each with its end, or null if it isn't there. */
export async function readArchive(storage: ObjectStorage, key: string): Promise<string | null> {
  const stored = await storage.get(key);
  return stored && (await promisify(gunzip)(stored.body)).toString();
}

/** Removes an unfinished archive with its file, which no one else can make part of a complete one meanwhile. */
export async function removeUnfinished(
  { database, storage }: { readonly database: Database; readonly storage: ObjectStorage },
  id: string,
): Promise<void> {
  await inTransaction(database.pool, async (tx) => {
    const file = await lockUnfinished(tx, id);
    if (!file) return;
    if (file.isOnlyOne) await storage.delete([file.key]);
    await forgetUnfinished(tx, id);
  });
}
