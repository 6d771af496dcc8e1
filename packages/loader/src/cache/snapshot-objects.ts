import { type ManifestFile, sha256 } from '@stele/snapshot';
import { ShapeError } from '../shapes.ts';
import { readManifest, readPage, readRoot } from '../snapshot/shapes.ts';
import type { LoaderCache } from './cache.ts';
import { objectName } from './names.ts';

type Read = LoaderCache['read'];

/** Digests of a snapshot's objects, its manifest first, as far as a cache can tell. @param wants which of its files count */
export async function* snapshotObjects(
  manifestSha256: string,
  read: Read,
  wants: (file: ManifestFile) => boolean = () => true,
): AsyncGenerator<string> {
  yield manifestSha256;
  for (const file of await filesOf(manifestSha256, read)) {
    if (!wants(file)) continue;
    const { index } = file;
    yield index;
    const root = await use(index, read, readRoot);
    for (const ref of root?.pages ?? []) {
      yield ref.sha256;
      const page = await use(ref.sha256, read, (body) => readPage(body, ref));
      for (const chunk of page?.chunks ?? []) yield chunk.sha256;
    }
  }
}

/** Whether a cache has all that a snapshot has of another one's files, and all of it is sound. */
export async function hasAsMuch(manifestSha256: string, otherSha256: string, read: Read): Promise<boolean> {
  const names = new Set((await filesOf(otherSha256, read)).map(nameOf));
  for await (const digest of snapshotObjects(manifestSha256, read, (file) => names.has(nameOf(file)))) {
    if (!(await use(digest, read, (body) => sha256(body) === digest))) return false;
  }
  return true;
}

const nameOf = ({ collection, locale }: ManifestFile): string => `${collection}.${locale}`;

async function filesOf(manifestSha256: string, read: Read): Promise<readonly ManifestFile[]> {
  return (await use(manifestSha256, read, (body) => readManifest(body, '')))?.files ?? [];
}

/** What is made of an object; null when the cache hasn't got it, or it isn't what was expected. */
async function use<Result>(digest: string, read: Read, make: (body: Uint8Array) => Result): Promise<Result | null> {
  const found = read(objectName(digest));
  // Without a promise in between, no other read can replace the bytes before they're used.
  const body = found instanceof Promise ? await found : found;
  try {
    return body && make(body);
  } catch (error) {
    if (error instanceof ShapeError) return null;
    throw error;
  }
}
