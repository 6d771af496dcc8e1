import { CorruptObjectError, chunkKey, indexKey, readPage, readRoot } from '@stele/snapshot';
import { inOrder } from './in-order.ts';
import { digestInKey } from './objects.ts';
import { type BackupRepository, DamagedBackupError } from './repository.ts';
import { UnreadableFileError } from './vault.ts';

const AT_ONCE = 24;
/** Ways in which a copy of the place can be damaged. */
const DAMAGES = [CorruptObjectError, DamagedBackupError, UnreadableFileError];

/**
 * Of objects that storage hasn't any more, the index pages and chunks that kept snapshots lead to: they're lost, not swept. All of
 * a project, where that can't be told.
 *
 * @param roots keys of root indexes, of which the place has copies
 */
export async function findLost(
  place: BackupRepository,
  gone: ReadonlySet<string>,
  roots: readonly string[],
): Promise<Set<string>> {
  const lost = new Set<string>();
  const note = (key: string): void => void (gone.has(key) && lost.add(key));
  const projectOf = (key: string): string => key.slice(0, key.indexOf('/'));
  const goneOfSnapshots = [...gone].filter((key) => /^[^/]+\/(?:chunks|indexes)\//.test(key));
  const projects = new Set(goneOfSnapshots.map(projectOf));
  const seen = new Set<string>();
  const follow = async (key: string): Promise<void> => {
    const [projectId, root] = [projectOf(key), digestInKey(key) ?? ''];
    for (const { sha256 } of readRoot(root, await place.getObject(root)).pages) {
      const page = indexKey(projectId, sha256);
      if (seen.has(page)) continue;
      seen.add(page);
      note(page);
      for (const chunk of readPage(sha256, await place.getObject(sha256)).chunks)
        note(chunkKey(projectId, chunk.sha256));
    }
  };
  const followIfWhole = (key: string): Promise<void> =>
    follow(key).catch((error: unknown) => {
      if (!DAMAGES.some((damage) => error instanceof damage)) throw error;
      for (const one of goneOfSnapshots) if (projectOf(one) === projectOf(key)) note(one);
    });
  const followed = roots.filter((key) => projects.has(projectOf(key)));
  for await (const _ of inOrder(followed, AT_ONCE, followIfWhole));
  return lost;
}
