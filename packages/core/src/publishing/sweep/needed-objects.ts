import { chunkKey, indexKey, manifestKey, readPage, readRoot } from '@stele/snapshot';
import type { ObjectStorage } from '@stele/storage';
import pLimit from 'p-limit';
import type { NeededSnapshots } from './snapshots.store.ts';

const READS_AT_ONCE = 16;

/**
 * The keys of all objects of some snapshots of a project.
 *
 * @throws CorruptObjectError, or Error for a missing index: then it's unknown which objects are needed
 */
export async function neededObjects(
  storage: ObjectStorage,
  projectId: string,
  { snapshotIds, indexes }: NeededSnapshots,
): Promise<ReadonlySet<string>> {
  const limit = pLimit(READS_AT_ONCE);
  const needed = new Set(snapshotIds.map((id) => manifestKey(projectId, id)));
  const read = async (sha256: string): Promise<Uint8Array> => {
    const key = indexKey(projectId, sha256);
    const found = await storage.get(key);
    if (!found) throw new Error(`The index ${key}, which a kept snapshot needs, is not in storage.`);
    return found.body;
  };
  const pages = new Set<string>();
  const readAll = (digests: Iterable<string>, take: (sha256: string, body: Uint8Array) => void): Promise<unknown> =>
    Promise.all(
      [...digests].map((sha256) =>
        limit(async () => {
          take(sha256, await read(sha256));
          needed.add(indexKey(projectId, sha256));
        }),
      ),
    );
  await readAll(indexes, (sha256, body) => {
    for (const page of readRoot(sha256, body).pages) pages.add(page.sha256);
  });
  await readAll(pages, (sha256, body) => {
    for (const chunk of readPage(sha256, body).chunks) needed.add(chunkKey(projectId, chunk.sha256));
  });
  return needed;
}
