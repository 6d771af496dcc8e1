import { type Manifest, type ManifestFile, sha256 } from '@stele/snapshot';
import { readManifest, readPage, readRoot } from '../format/manifest.ts';
import { type LoaderCache, readFrom } from './cache.ts';
import { objectName } from './names.ts';

type Cache = Pick<LoaderCache, 'read'>;

/** Digests of a snapshot's objects, its manifest first, as far as a cache can tell. @param wants which of its files count */
export async function* snapshotObjects(
  manifestSha256: string,
  cache: Cache,
  wants: (file: ManifestFile) => boolean = () => true,
): AsyncGenerator<string> {
  yield manifestSha256;
  for (const file of (await manifestIn(manifestSha256, cache))?.files ?? []) {
    if (!wants(file)) continue;
    const { index } = file;
    yield index;
    const root = await use(index, cache, readRoot);
    for (const ref of root?.pages ?? []) {
      yield ref.sha256;
      const page = await use(ref.sha256, cache, (body) => readPage(body, ref));
      for (const chunk of page?.chunks ?? []) yield chunk.sha256;
    }
  }
}

/** Whether a cache has a snapshot's files, as far as another snapshot has them too, and all of them are sound. */
export async function hasAsMuch(manifestSha256: string, otherSha256: string, cache: Cache): Promise<boolean> {
  const other = await manifestIn(otherSha256, cache);
  const names = new Set(other?.files.map(nameOf));
  for await (const digest of snapshotObjects(manifestSha256, cache, (file) => names.has(nameOf(file)))) {
    if (!(await use(digest, cache, (body) => sha256(body) === digest))) return false;
  }
  return true;
}

const nameOf = ({ collection, locale }: ManifestFile): string => `${collection}.${locale}`;

/** A manifest that a cache has; else null. */
function manifestIn(manifestSha256: string, cache: Cache): Promise<Manifest | null> {
  return use(manifestSha256, cache, (body) => readManifest(body, ''));
}

/** Makes a result of an object; null when the cache doesn't have it, or it isn't in the expected form. */
function use<Result>(digest: string, cache: Cache, make: (body: Uint8Array) => Result): Promise<Result | null> {
  return readFrom(cache, objectName(digest), make);
}
