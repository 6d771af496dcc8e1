import { comparePositions, type Position, type SnapshotEntry } from '@stele/snapshot';
import type { CollectionFile, ReadChunk } from '../snapshot/collection-file.ts';

/** An entry with its place in the collection's order, and the file that it's from. */
interface EntryOfFile {
  readonly entry: SnapshotEntry;
  readonly file: CollectionFile;
}

interface PositionedEntry extends EntryOfFile, Position {}

/**
 * The entries of a collection in one locale, and for those that lack it in the first other locale that they have, in the
 * collection's order.
 *
 * @param files the collection in the locale that is asked for, then in those to fall back to
 * @param makerFor gives what makes of a file's entry what is returned
 * @throws LoaderError when a part of a file can't be had
 */
export async function readChain<Made>(
  files: readonly CollectionFile[],
  makerFor: (file: CollectionFile) => (entry: SnapshotEntry) => Made,
): Promise<readonly Made[]> {
  const [only] = files;
  if (only && files.length === 1) {
    const make = makerFor(only);
    return (await only.readAll()).flatMap(({ entries }) => entries.map((entry) => make(entry)));
  }
  const all: (Position & { readonly made: Made })[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    const make = makerFor(file);
    const placed = (await file.readAll()).flatMap((chunk) => placedIn(chunk, file));
    const added = placed.filter(({ id }) => !seen.has(id));
    for (const { id } of added) seen.add(id);
    for (const { id, key, entry } of added) all.push({ id, key, made: make(entry) });
  }
  return all.sort(comparePositions).map(({ made }) => made);
}

/**
 * The same, one after another: holds a chunk of each locale, and of the locales that others fall back from the ids. The
 * first comes when all chunks are in the cache and verified.
 *
 * @throws LoaderError
 */
export async function* streamChain(
  files: readonly CollectionFile[],
  completed: () => Promise<void>,
): AsyncGenerator<EntryOfFile> {
  const ids = new Map<CollectionFile, ReadonlySet<string>>();
  for (const file of files) {
    const own = new Set<string>();
    const isLast = file === files.at(-1);
    await file.complete(isLast ? undefined : ({ entries }) => entries.forEach(({ id }) => void own.add(id)));
    ids.set(file, own);
  }
  await completed();
  const [only] = files;
  if (only && files.length === 1) {
    for await (const { entries } of only.chunks()) for (const entry of entries) yield { entry, file: only };
    return;
  }
  const streams = files.map((file, index) => {
    const before = files.slice(0, index).map((earlier) => ids.get(earlier) ?? new Set<string>());
    return placedOf(file, (id) => before.some((known) => known.has(id)));
  });
  yield* mergeByPosition(streams);
}

async function* placedOf(file: CollectionFile, isKnown: (id: string) => boolean): AsyncGenerator<PositionedEntry> {
  for await (const chunk of file.chunks()) {
    for (const placed of placedIn(chunk, file)) if (!isKnown(placed.id)) yield placed;
  }
}

async function* mergeByPosition(streams: readonly AsyncGenerator<PositionedEntry>[]): AsyncGenerator<EntryOfFile> {
  const heads = new Map<AsyncGenerator<PositionedEntry>, PositionedEntry>();
  const advance = async (stream: AsyncGenerator<PositionedEntry>): Promise<void> => {
    const { done, value } = await stream.next();
    if (done) heads.delete(stream);
    else heads.set(stream, value);
  };
  try {
    for (const stream of streams) await advance(stream);
    while (heads.size > 0) {
      const [first, ...others] = heads;
      if (!first) return;
      const [stream, head] = others.reduce(
        (least, next) => (comparePositions(next[1], least[1]) < 0 ? next : least),
        first,
      );
      yield head;
      await advance(stream);
    }
  } finally {
    for (const stream of streams) await stream.return(undefined);
  }
}

function placedIn({ chunk, entries }: ReadChunk, file: CollectionFile): PositionedEntry[] {
  return entries.map((entry, index) => ({ entry, file, id: entry.id, key: chunk.keys?.[index] ?? '' }));
}
