import { cut } from './cut.ts';
import type { ChunkRef, PageRef, RootIndex, SnapshotEntry } from './format.ts';
import { entryItem, makeChunk, makePage, makeRoot, readChunkItems, readPage, type SnapshotObject } from './objects.ts';
import { beginsChunk, beginsPage, chunkRule, type EntryItem, pageRule } from './rules.ts';
import { affectedWindows, comparePositions, type Position, type Window } from './window.ts';

/** What happens at one place of a file: the entry there is put, replaced or, with null, taken away. */
export interface FileChange extends Position {
  readonly entry: SnapshotEntry | null;
}

/** Reads and writes the content-addressed objects of one project. */
export interface ObjectAccess {
  /** Bytes of an object that the root names. */
  read(kind: SnapshotObject['kind'], sha256: string): Promise<Uint8Array>;
  /** Takes an object that the new root names and the old one didn't, as far as is known. */
  write(object: SnapshotObject): Promise<void>;
}

/** A file after a change. */
export interface UpdatedFile {
  readonly root: RootIndex;
  /** SHA-256 of the root index. */
  readonly index: string;
}

/**
 * Applies changes to one collection in one locale. Reads and writes only chunks and pages close to the changes, and
 * gives the very objects that building the whole file anew would give.
 *
 * @param root the file as it is; null for an empty one
 * @param changes in any order, at most one a position; a moved entry is null at its old place and put at its new one
 * @throws CorruptObjectError, or what `access` throws
 */
export async function updateFile(
  root: RootIndex | null,
  changes: readonly FileChange[],
  access: ObjectAccess,
): Promise<UpdatedFile> {
  const sorted = [...changes].sort(comparePositions);
  const oldPages = root?.pages ?? [];
  const nodes = oldPages.map((page) => ({
    first: { key: page.first_key ?? '', id: page.first_id },
    natural: beginsPage(page.first_id),
  }));
  const pages = await spliceWindows(oldPages, affectedWindows(nodes, sorted), (old, window) =>
    updatePages(old, window, access),
  );
  const { object, root: newRoot } = makeRoot(pages);
  await access.write(object);
  return { root: newRoot, index: object.sha256 };
}

async function updatePages(
  old: readonly PageRef[],
  window: Window<FileChange>,
  access: ObjectAccess,
): Promise<PageRef[]> {
  const oldChunks = (
    await Promise.all(old.map(async (page) => readPage(page.sha256, await access.read('index', page.sha256)).chunks))
  ).flat();
  const nodes = oldChunks.map((chunk) => ({
    first: { key: chunk.keys?.[0] ?? '', id: chunk.first_id },
    natural: beginsChunk(chunk.first_id),
  }));
  const chunks = await spliceWindows(oldChunks, affectedWindows(nodes, window.positions), (refs, inner) =>
    updateChunks(refs, inner, access),
  );
  const made = cut(chunks, pageRule).map(makePage);
  await writeNew(old, made, access);
  return made.map((page) => page.ref);
}

async function updateChunks(
  old: readonly ChunkRef[],
  window: Window<FileChange>,
  access: ObjectAccess,
): Promise<ChunkRef[]> {
  const entries = (
    await Promise.all(
      old.map(async (chunk) => readChunkItems(chunk.sha256, await access.read('chunk', chunk.sha256), chunk.keys)),
    )
  ).flat();
  const made = cut(mergeChanges(entries, window.positions), chunkRule).map(makeChunk);
  await writeNew(old, made, access);
  return made.map((chunk) => chunk.ref);
}

function mergeChanges(entries: readonly EntryItem[], changes: readonly FileChange[]): EntryItem[] {
  const merged: EntryItem[] = [];
  let next = 0;
  for (const change of changes) {
    for (let entry = entries[next]; entry && comparePositions(entry, change) < 0; entry = entries[++next]) {
      merged.push(entry);
    }
    const same = entries[next];
    if (same && comparePositions(same, change) === 0) next++;
    if (change.entry) merged.push(entryItem(change.key, change.entry));
  }
  for (; next < entries.length; next++) {
    const entry = entries[next];
    if (entry) merged.push(entry);
  }
  return merged;
}

async function writeNew(
  old: readonly { readonly sha256: string }[],
  made: readonly { readonly object: SnapshotObject }[],
  access: ObjectAccess,
): Promise<void> {
  const known = new Set(old.map((ref) => ref.sha256));
  await Promise.all(made.filter(({ object }) => !known.has(object.sha256)).map(({ object }) => access.write(object)));
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
