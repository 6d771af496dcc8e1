import { Cutter, cut } from './cut.ts';
import { type ChunkRef, entryText, type PageRef, type RootIndex, type SnapshotEntry } from './format.ts';
import { makeChunk, makePage, makeRoot, readChunkItems, readPage, type SnapshotObject } from './objects.ts';
import { beginsChunk, beginsPage, chunkRule, type EntryItem, pageRule } from './rules.ts';
import { affectedWindows, comparePositions, type Position, type Window } from './window.ts';

/**
 * A change at one position of a file: an entry is added or replaced; null removes it; `later` loads it when it's needed.
 */
export interface FileChange extends Position {
  readonly entry: SnapshotEntry | 'later' | null;
}

/** A loaded entry. */
export interface LoadedEntry {
  readonly id: string;
  /** As `entryText` makes it. */
  readonly text: string;
}

/** Loads the entries of sorted changes: as many of the first ones as may be in memory at once. */
export type LoadEntries = (changes: readonly FileChange[]) => Promise<readonly LoadedEntry[]>;

/** The most reads, or writes, of one file at the same time. */
const AHEAD = 8;
/** The most entries that are requested at once. */
const LOADED_AT_ONCE = 256;

/** Reads and writes the content-addressed objects of one project. */
export interface ObjectAccess {
  /** Bytes of an object that the root names. */
  read(kind: SnapshotObject['kind'], sha256: string): Promise<Uint8Array>;
  /** Writes an object that the new root names and that the old one may not have named. */
  write(object: SnapshotObject): Promise<void>;
  /** Called before the work on each entry and chunk, which may be long: lets others have a turn. */
  rest?(): Promise<void>;
}

/** A file after a change. */
export interface UpdatedFile {
  readonly root: RootIndex;
  /** SHA-256 of the root index. */
  readonly index: string;
}

/**
 * Applies changes to one collection in one locale. Only reads and writes chunks and pages close to the changes, but makes exactly
 * the same objects as building the whole file again. Few entries are in memory at a time, however many change.
 *
 * @param root the current file; null for an empty one
 * @param changes in any order, at most one for each position; a moved entry is null at its old position and added at the new one
 * @param load loads the entries of changes that say `later`
 * @throws CorruptObjectError, or errors of `access` and `load`
 */
export async function updateFile(
  root: RootIndex | null,
  changes: readonly FileChange[],
  access: ObjectAccess,
  load: LoadEntries = async () => [],
): Promise<UpdatedFile> {
  const sorted = [...changes].sort(comparePositions);
  const oldPages = root?.pages ?? [];
  const nodes = oldPages.map((page) => ({
    first: { key: page.first_key ?? '', id: page.first_id },
    natural: beginsPage(page.first_id),
  }));
  const pages = await spliceWindows(oldPages, affectedWindows(nodes, sorted), (old, window) =>
    updatePages(old, window, access, load),
  );
  const { object, root: newRoot } = makeRoot(pages);
  await access.write(object);
  return { root: newRoot, index: object.sha256 };
}

async function updatePages(
  old: readonly PageRef[],
  window: Window<FileChange>,
  access: ObjectAccess,
  load: LoadEntries,
): Promise<PageRef[]> {
  const oldChunks = (
    await Promise.all(old.map(async (page) => readPage(page.sha256, await access.read('index', page.sha256)).chunks))
  ).flat();
  const nodes = oldChunks.map((chunk) => ({
    first: { key: chunk.keys?.[0] ?? '', id: chunk.first_id },
    natural: beginsChunk(chunk.first_id),
  }));
  const chunks = await spliceWindows(oldChunks, affectedWindows(nodes, window.positions), (refs, inner) =>
    updateChunks(refs, inner, access, load),
  );
  const made = cut(chunks, pageRule).map(makePage);
  const known = new Set(old.map((ref) => ref.sha256));
  await Promise.all(made.filter(({ ref }) => !known.has(ref.sha256)).map(({ object }) => access.write(object)));
  return made.map((page) => page.ref);
}

async function updateChunks(
  old: readonly ChunkRef[],
  window: Window<FileChange>,
  access: ObjectAccess,
  load: LoadEntries,
): Promise<ChunkRef[]> {
  const known = new Set(old.map((ref) => ref.sha256));
  const entries = mergeChanges(readEntries(old, access), newEntries(window.positions, access, load));
  const refs: ChunkRef[] = [];
  const written = ahead(makeChunks(entries), async ({ object, ref }) => {
    await access.rest?.();
    if (!known.has(ref.sha256)) await access.write(object);
    return ref;
  });
  for await (const ref of written) refs.push(ref);
  return refs;
}

/** Cuts entries into chunks. Keeps no more of them than fit in a chunk. */
async function* makeChunks(entries: AsyncIterable<EntryItem>): AsyncGenerator<ReturnType<typeof makeChunk>> {
  const cutter = new Cutter(chunkRule);
  for await (const entry of entries) {
    for (const piece of cutter.add(entry)) yield makeChunk(piece);
  }
  for (const piece of cutter.end()) yield makeChunk(piece);
}

/** An entry at its position. Its text is made when it's needed; null when it was removed. */
interface PositionedEntry extends Position {
  readonly text: (() => string) | null;
}

async function* readEntries(chunks: readonly ChunkRef[], access: ObjectAccess): AsyncGenerator<PositionedEntry> {
  const read = ahead(chunks, async (chunk) => ({ chunk, body: await access.read('chunk', chunk.sha256) }));
  for await (const { chunk, body } of read) {
    await access.rest?.();
    for (const { key, id, text } of readChunkItems(chunk.sha256, body, chunk.keys)) yield { key, id, text: () => text };
  }
}

async function* newEntries(
  changes: readonly FileChange[],
  access: ObjectAccess,
  load: LoadEntries,
): AsyncGenerator<PositionedEntry> {
  let loaded: LoadedEntry[] = [];
  for (const [index, { key, id, entry }] of changes.entries()) {
    await access.rest?.();
    if (entry !== 'later') {
      yield { key, id, text: entry && (() => entryText(entry)) };
      continue;
    }
    if (loaded.length === 0) {
      const next = changes.slice(index, index + LOADED_AT_ONCE).filter((change) => change.entry === 'later');
      loaded = [...(await load(next))];
    }
    const first = loaded.shift();
    if (first?.id !== id) throw new Error(`The entry ${id} was not loaded.`);
    yield { key, id, text: () => first.text };
  }
}

async function* mergeChanges(
  entries: AsyncIterable<PositionedEntry>,
  changes: AsyncIterable<PositionedEntry>,
): AsyncGenerator<EntryItem> {
  const old = entries[Symbol.asyncIterator]();
  let next = await old.next();
  for await (const change of changes) {
    for (; !next.done && comparePositions(next.value, change) < 0; next = await old.next()) yield* itemOf(next.value);
    if (!next.done && comparePositions(next.value, change) === 0) next = await old.next();
    yield* itemOf(change);
  }
  for (; !next.done; next = await old.next()) yield* itemOf(next.value);
}

function itemOf({ key, id, text: make }: PositionedEntry): EntryItem[] {
  if (!make) return [];
  const text = make();
  return [{ id, key, text, bytes: Buffer.byteLength(text) }];
}

/** The results of work on items, in their order, while it continues with a few more items. */
async function* ahead<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // The result's error is thrown in its turn.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length > AHEAD ? running.shift() : undefined;
    if (first) yield first;
  }
  for (const result of running) yield result;
}

async function spliceWindows<Ref>(
  refs: readonly Ref[],
  windows: readonly Window<FileChange>[],
  update: (old: readonly Ref[], window: Window<FileChange>) => Promise<Ref[]>,
): Promise<Ref[]> {
  const result: Ref[] = [];
  let next = 0;
  for (const window of windows) {
    result.push(...refs.slice(next, window.start));
    result.push(...(await update(refs.slice(window.start, window.end), window)));
    next = window.end;
  }
  result.push(...refs.slice(next));
  return result;
}
