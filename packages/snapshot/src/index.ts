export { idHash, pointerMirrorName, sha256 } from './digest.ts';
export * from './format.ts';
export * from './keys.ts';
export { isLiveFileKey, type LiveFile, liveFileKey, liveFilePrefix, makeLiveFile, pointerOf } from './live-file.ts';
export {
  CorruptObjectError,
  entryItem,
  makeChunk,
  makeObject,
  makePage,
  makeRoot,
  readChunk,
  readPage,
  readRoot,
  type SnapshotObject,
  verifyObject,
} from './objects.ts';
export { MAX_CHUNK_BYTES, MAX_CHUNK_ENTRIES, MAX_PAGE_CHUNKS } from './rules.ts';
export {
  type FileChange,
  type LoadEntries,
  type LoadedEntry,
  type ObjectAccess,
  type UpdatedFile,
  updateFile,
} from './update-file.ts';
export { comparePositions, type Position } from './window.ts';
