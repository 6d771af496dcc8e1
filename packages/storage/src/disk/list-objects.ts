import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectListing } from '../object-storage.ts';
import { orWhenMissing } from './disk-faults.ts';
import { HEADER_BYTES } from './object-file.ts';
import { keySegment, objectPath } from './object-path.ts';

/** How many files are read at the same time. */
const BATCH = 32;
/** How many subfolders of a folder are read before their turn. */
const FOLDERS_AHEAD = 8;

interface Item {
  /** The key of an object, or the prefix of all keys in a folder, with its slash. */
  key: string;
  isFolder: boolean;
}

/** Objects below `root` whose key begins with `prefix`, in the order of the keys' bytes. */
export async function* listObjects(root: string, prefix: string): AsyncGenerator<ObjectListing> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  yield* listFolder(root, folder, prefix);
}

async function* listFolder(root: string, folder: string, prefix: string): AsyncGenerator<ObjectListing> {
  const items = await itemsOf(root, folder, prefix);
  const folders = items.filter(({ isFolder }) => isFolder);
  const begun: Begun[] = [];
  let batch: string[] = [];
  for (const item of items) {
    if (!item.isFolder) batch.push(item.key);
    if (batch.length >= BATCH || item.isFolder) {
      yield* await describe(root, batch);
      batch = [];
    }
    if (!item.isFolder) continue;
    begun.push(...folders.splice(0, FOLDERS_AHEAD - begun.length).map(({ key }) => begin(root, key, prefix)));
    yield* rest(begun.shift());
  }
  yield* await describe(root, batch);
}

/** The listing of a folder, of which the first object is being read. */
interface Begun {
  readonly first: Promise<IteratorResult<ObjectListing>>;
  readonly others: AsyncGenerator<ObjectListing>;
}

function begin(root: string, folder: string, prefix: string): Begun {
  const others = listFolder(root, folder, prefix);
  const first = others.next();
  // The object is awaited in its turn.
  first.catch(() => undefined);
  return { first, others };
}

async function* rest(begun: Begun | undefined): AsyncGenerator<ObjectListing> {
  const first = await begun?.first;
  if (!begun || !first || first.done) return;
  yield first.value;
  yield* begun.others;
}

/** The items of a folder. A subfolder is sorted like its keys: `a.b` comes before `a/b`, `a0` after it. */
async function itemsOf(root: string, folder: string, prefix: string): Promise<Item[]> {
  const entries = await orWhenMissing<Dirent[], Dirent[]>(readdir(join(root, folder), { withFileTypes: true }), []);
  return entries
    .flatMap((entry): Item[] => {
      if (entry.isDirectory()) return [{ key: `${folder}${entry.name}/`, isFolder: true }];
      const segment = keySegment(entry.name);
      return segment === null ? [] : [{ key: `${folder}${segment}`, isFolder: false }];
    })
    .filter(({ key, isFolder }) => key.startsWith(prefix) || (isFolder && prefix.startsWith(key)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function describe(root: string, keys: readonly string[]): Promise<ObjectListing[]> {
  const listings = await Promise.all(
    keys.map(async (key): Promise<ObjectListing | null> => {
      const found = await orWhenMissing(stat(objectPath(root, key)), null);
      return found && { key, size: found.size - HEADER_BYTES, lastModified: found.mtime };
    }),
  );
  return listings.filter((listing) => listing !== null);
}
